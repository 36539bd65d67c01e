"""How a Web API method is declared, and what it is given when it is called."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fakes.slack.errors import SlackRefuses, refuse_with_messages
from tests.fakes.slack.people import SCOPE_WORDS, Channel, Team
from tests.fakes.slack.record import Json
from tests.fakes.slack.scopes import METHOD_SCOPES, PERSONA_ARGUMENTS, PERSONA_SCOPE
from tests.fakes.slack.tokens import Grant
from tests.fakes.slack.world import World


@dataclass(frozen=True, slots=True)
class Asked:
    """One authenticated call."""

    world: World
    method: str
    args: Json
    grant: Grant
    needed: set[str] = field(default_factory=set)
    """The scopes looked for so far."""

    @property
    def team(self) -> Team:
        """The workspace of the token."""
        return self.world.team_of(self.grant)

    @property
    def is_persona(self) -> bool:
        """Whether the call names somebody else as its author."""
        return any(self.args.get(name) for name in PERSONA_ARGUMENTS)

    def need(self, *names: str) -> None:
        """Refuse when an argument is missing."""
        missing = [name for name in names if self.args.get(name) in (None, "")]
        if missing:
            messages = [f"missing required field: {name}" for name in missing]
            raise refuse_with_messages("invalid_arguments", messages)

    def need_scope(self, scope: str | None) -> None:
        """Refuse when the token was not granted a scope."""
        if scope is None:
            return
        self.needed.add(scope)
        if scope not in self.grant.scopes:
            provided = ",".join(sorted(self.grant.scopes))
            raise SlackRefuses("missing_scope", needed=scope, provided=provided)

    def channel(self, argument: str = "channel") -> Channel:
        """Find the conversation named by an argument and check the scope for its kind."""
        row = self.world.channel_for(self.grant, self.args.get(argument))
        is_hidden = row.kind != "public" and self.team.bot_user_id not in row.members
        if is_hidden:
            raise SlackRefuses("channel_not_found")
        scope = METHOD_SCOPES[self.method]
        if scope is not None:
            self.need_scope(scope.format(kind=SCOPE_WORDS[row.kind]))
        return row

    def writable_channel(self, argument: str = "channel") -> Channel:
        """Find a conversation the bot may write to."""
        row = self.channel(argument)
        if row.is_archived:
            raise SlackRefuses("is_archived")
        if self.team.bot_user_id not in row.members:
            raise SlackRefuses("not_in_channel")
        if self.is_persona:
            self.need_scope(PERSONA_SCOPE)
        return row


Handler = Callable[[Asked], Json]
METHODS: dict[str, Handler] = {}


def method(name: str) -> Callable[[Handler], Handler]:
    """Answer a Web API method with a function that returns what comes beside `ok`."""

    def declare(handler: Handler) -> Handler:
        METHODS[name] = handler
        return handler

    return declare


def answer(asked: Asked) -> Json:
    """Carry out a call; raise `SlackRefuses` with Slack's error if it may not be."""
    is_for_app = asked.method == "apps.connections.open"
    if is_for_app != (asked.grant.kind == "app"):
        raise SlackRefuses("not_allowed_token_type")
    scope = METHOD_SCOPES[asked.method]
    if scope is not None and "{" not in scope:
        asked.need_scope(scope)
    return {"ok": True, **METHODS[asked.method](asked)}
