"""What the app asks of a workspace: the scopes its calls and events need, and no others.

A scope stands behind the method or event that needs it, so that none outlives its use.
"""

COMMANDS = "commands"
PERSONAS = "chat:write.customize"
APP_LEVEL = "connections:write"  # of the app's own token, never asked of a workspace

_WRITE = frozenset({"chat:write"})
_READ = frozenset({"channels:history", "groups:history", "im:history", "mpim:history"})
_LOOK = frozenset({"channels:read", "groups:read", "mpim:read"})
_NONE: frozenset[str] = frozenset()

METHODS: dict[str, frozenset[str]] = {
    "agents.sessions.rename": _WRITE,
    "agents.sessions.setStatus": _WRITE,
    "apps.connections.open": frozenset({APP_LEVEL}),
    "assistant.threads.setSuggestedPrompts": frozenset({"assistant:write"}),
    "auth.revoke": _NONE,
    "auth.test": _NONE,
    "chat.appendStream": _WRITE,
    "chat.delete": _WRITE,
    "chat.postEphemeral": _WRITE,
    "chat.postMessage": _WRITE,
    "chat.startStream": _WRITE,
    "chat.stopStream": _WRITE,
    "chat.update": _WRITE,
    "conversations.history": _READ,
    "conversations.members": _LOOK,
    "conversations.open": frozenset({"im:write"}),
    "conversations.replies": _READ,
    "files.completeUploadExternal": frozenset({"files:write"}),
    "files.getUploadURLExternal": frozenset({"files:write"}),
    "files.info": frozenset({"files:read"}),
    "oauth.v2.access": _NONE,
    "usergroups.list": frozenset({"usergroups:read"}),
    "usergroups.users.list": frozenset({"usergroups:read"}),
    "users.info": frozenset({"users:read"}),
    "views.open": _NONE,
    "views.publish": _NONE,
}
"""Every method of the Web API that is called."""

EVENTS: dict[str, frozenset[str]] = {
    "agent_session_stopped": frozenset({"assistant:write"}),
    "app_home_opened": _NONE,
    "app_mention": frozenset({"app_mentions:read"}),
    "app_uninstalled": _NONE,
    "channel_archive": frozenset({"channels:read"}),
    "channel_deleted": frozenset({"channels:read"}),
    "channel_id_changed": _LOOK,
    "group_archive": frozenset({"groups:read"}),
    "group_deleted": frozenset({"groups:read"}),
    "message.channels": frozenset({"channels:history"}),
    "message.groups": frozenset({"groups:history"}),
    "message.im": frozenset({"im:history"}),
    "message.mpim": frozenset({"mpim:history"}),
    "tokens_revoked": _NONE,
}
"""Every event that is listened to."""


def bot_scopes(*, personas: bool = False) -> tuple[str, ...]:
    """The scopes to ask for; with personas, agents may post under names of their own."""
    needed = frozenset[str]().union(*METHODS.values(), *EVENTS.values(), {COMMANDS})
    extra = {PERSONAS} if personas else set()
    return tuple(sorted((needed | extra) - {APP_LEVEL}))
