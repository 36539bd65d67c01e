"""The scopes each Web API method and each event needs, after Slack's reference."""

from collections.abc import Iterable

PERSONA_ARGUMENTS = ("username", "icon_emoji", "icon_url")
PERSONA_SCOPE = "chat:write.customize"

METHOD_SCOPES: dict[str, str | None] = {
    "agents.sessions.rename": "chat:write",
    "agents.sessions.setStatus": "chat:write",
    "apps.connections.open": "connections:write",
    "apps.uninstall": None,
    "assistant.threads.setStatus": "chat:write",
    "assistant.threads.setSuggestedPrompts": "assistant:write",
    "assistant.threads.setTitle": "assistant:write",
    "auth.revoke": None,
    "auth.test": None,
    "bots.info": "users:read",
    "chat.appendStream": "chat:write",
    "chat.delete": "chat:write",
    "chat.postEphemeral": "chat:write",
    "chat.postMessage": "chat:write",
    "chat.startStream": "chat:write",
    "chat.stopStream": "chat:write",
    "chat.update": "chat:write",
    "conversations.history": "{kind}:history",
    "conversations.info": "{kind}:read",
    "conversations.members": "{kind}:read",
    "conversations.open": "im:write",
    "conversations.replies": "{kind}:history",
    "files.completeUploadExternal": "files:write",
    "files.getUploadURLExternal": "files:write",
    "files.info": "files:read",
    "oauth.v2.access": None,
    "reactions.add": "reactions:write",
    "reactions.remove": "reactions:write",
    "team.info": "team:read",
    "usergroups.list": "usergroups:read",
    "usergroups.users.list": "usergroups:read",
    "users.info": "users:read",
    "views.open": None,
    "views.publish": None,
    "views.push": None,
    "views.update": None,
}

EVENT_SCOPES: dict[str, str | None] = {
    "agent_session_stopped": "assistant:write",
    "agent_session_title_changed": "assistant:write",
    "app_context_changed": "assistant:write",
    "app_home_opened": None,
    "app_mention": "app_mentions:read",
    "app_rate_limited": None,
    "app_uninstalled": None,
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "message.mpim": "mpim:history",
    "tokens_revoked": None,
}

COMMAND_SCOPE = "commands"
EVERY_KIND = ("channels", "groups", "im", "mpim")


def _all() -> frozenset[str]:
    named = {scope for scope in (*METHOD_SCOPES.values(), *EVENT_SCOPES.values()) if scope}
    plain = {scope for scope in named if "{" not in scope}
    by_kind = {scope.format(kind=kind) for scope in named - plain for kind in EVERY_KIND}
    return frozenset(plain | by_kind | {PERSONA_SCOPE, COMMAND_SCOPE} - {"connections:write"})


BOT_SCOPES = _all()
"""Every bot scope the fake knows: what a bot gets unless a test grants less."""


def scope_needed(method: str, kind: str = "channels") -> str | None:
    """The bot scope a method needs in a conversation of a kind; raises KeyError if unknown."""
    scope = METHOD_SCOPES[method]
    return None if scope is None else scope.format(kind=kind)


def scopes_for(methods: Iterable[str], kinds: Iterable[str] = EVERY_KIND) -> set[str]:
    """The bot scopes that some methods need in conversations of these kinds."""
    wanted = list(kinds)
    pairs = ((method, kind) for method in methods for kind in wanted)
    needed = {scope_needed(method, kind) for method, kind in pairs} - {None, "connections:write"}
    return {scope for scope in needed if scope is not None}
