"""Who may call what: every endpoint with what it answers to whom, and everybody who may call."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from multidict import CIMultiDict

from bot.core.ports.credentials import KeyScope

READ, WRITE, DECIDE, ADMIN = KeyScope.READ, KeyScope.WRITE, KeyScope.DECIDE, KeyScope.ADMIN
USUAL = frozenset({READ, WRITE, DECIDE})
ALL = frozenset(KeyScope)
PROXY_SECRET = "a long shared secret"

ABOUT_A_PLAN = {"plan_id": "{plan}", "session_id": "{session}"}


@dataclass(frozen=True)
class Row:
    """What an endpoint answers about one's own things, and about somebody else's.

    Where nothing of anybody's is named, or what is named becomes one's own, both succeed; what
    belongs to somebody else is then neither in the answer nor changed.
    """

    needs: KeyScope | None
    own: int = 200
    other: int = 404
    body: dict[str, Any] | None = None


ROWS = {
    "GET /sessions": Row(READ, other=200),
    "GET /sessions/{session_id}": Row(READ),
    "GET /sessions/{session_id}/messages": Row(READ),
    "POST /sessions/{session_id}/messages": Row(WRITE, 202, 202, {"text": "hello"}),
    "GET /sessions/{session_id}/events": Row(READ),
    "GET /requests": Row(READ, other=200),
    "GET /requests/{request_id}": Row(READ),
    "GET /requests/{request_id}/replies": Row(READ),
    "POST /requests/{request_id}/decision": Row(DECIDE, 202, body={"verb": "approve"}),
    "GET /plans": Row(READ, other=200),
    "GET /steps/{plan_id}": Row(READ),
    "GET /agent_messages/{session_id}": Row(READ),
    "GET /messages": Row(READ, other=200),
    "GET /api/agent-tools": Row(None, other=200),
    "POST /input_task": Row(
        WRITE, other=200, body={"session_id": "{session}", "description": "x"}
    ),
    "POST /human_feedback": Row(
        DECIDE, body={**ABOUT_A_PLAN, "step_id": "{step}", "approved": True}
    ),
    "POST /approve_step_or_steps": Row(DECIDE, body={**ABOUT_A_PLAN, "approved": True}),
    "POST /human_clarification_on_plan": Row(
        WRITE, body={**ABOUT_A_PLAN, "human_clarification": "please hurry"}
    ),
    "DELETE /messages": Row(WRITE, other=200),  # the last, for it deletes what is called about
}


@dataclass(frozen=True)
class Role:
    """Somebody who calls; without scopes nobody knows them."""

    user: str = "ana"
    workspace: str = "main"
    scopes: frozenset[KeyScope] = frozenset()
    days: float = 1
    is_revoked: bool = False
    sends: Mapping[str, str] = field(default_factory=dict)
    has_key: bool = True

    def expects(self, row: Row, *, is_own: bool) -> int:
        """What an endpoint has to answer."""
        if row.needs is None:
            return 200
        if not self.scopes:
            return 401
        if row.needs not in self.scopes:
            return 403
        return row.own if is_own else row.other


def principal(secret: str = PROXY_SECRET, user: str = "ana") -> dict[str, str]:
    """The headers of a proxy that signs people in."""
    return {"user_principal_id": user, "x-frontdesk-proxy-secret": secret}


TWO = CIMultiDict([("user_principal_id", "ben"), *principal().items()])
ROLES = {
    "nobody": Role(has_key=False),
    "a made-up key": Role(has_key=False, sends={"authorization": "Bearer fdk_abc_def"}),
    "another scheme": Role(has_key=False, sends={"authorization": "Basic YW5hOmFuYQ=="}),
    "an expired key": Role(days=0),
    "a revoked key": Role(is_revoked=True),
    "a key that may read": Role(scopes=frozenset({READ})),
    "a key that may write": Role(scopes=frozenset({WRITE})),
    "a key that may decide": Role(scopes=frozenset({DECIDE})),
    "a key for an admin's commands": Role(scopes=frozenset({ADMIN})),
    "the owner": Role(scopes=USUAL),
    "another user": Role("ben", scopes=USUAL),
    "an admin": Role("adam", scopes=ALL),
    "the same name elsewhere": Role(workspace="other", scopes=USUAL),
    "an admin elsewhere": Role("adam", "other", ALL),
    "a key with another's principal": Role("ben", scopes=USUAL, sends=principal("a wrong secret")),
}
PRINCIPALS = {
    "a principal of a proxy": Role(has_key=False, scopes=USUAL, sends=principal()),
    "another principal": Role("ben", scopes=USUAL, has_key=False, sends=principal(user="ben")),
    "a principal without the secret": Role(has_key=False, sends={"user_principal_id": "ana"}),
    "a principal with a wrong secret": Role(has_key=False, sends=principal("a wrong secret")),
    "two principals": Role(has_key=False, sends=TWO),
}
"""Those of a served application that believes a proxy; elsewhere all of them are nobody."""
