"""The app's manifest: its scopes, its events, where Slack sends them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.platforms.slack.oauth.install_pages import REDIRECT
from bot.platforms.slack.receive.webhook import PATHS
from bot.platforms.slack.render.task_cards import prompts

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


NAME = "Frontdesk"
DESCRIPTION = "Finds the agent that can help, and asks before it changes the world."
AGENT_DESCRIPTION = (
    "Tell Frontdesk what you need in your own words. It finds the agent that can help, "
    "remembers what it was doing when you interrupt it, and asks the right person before it "
    "changes anything."
)
COMMAND = {
    "command": "/frontdesk",
    "description": "Ask, stop, or see what is going on; help lists everything",
    "usage_hint": "help",
    "should_escape": True,  # people and channels come with their ids
}


@dataclass(frozen=True, slots=True)
class Doors:
    """How Slack reaches the bot: at `address` over HTTP, or, without one, by Socket Mode.

    `several` workspaces install the app themselves, with tokens that are followed up.
    """

    address: str = ""
    several: bool = False


def manifest(doors: Doors, examples: Iterable[str], *, personas: bool = False) -> dict[str, Any]:
    """Write the manifest; people are shown some of the examples as prompts."""
    return {
        "display_information": {"name": NAME, "description": DESCRIPTION},
        "features": {
            "agent_view": {
                "agent_description": AGENT_DESCRIPTION,
                "suggested_prompts": prompts(examples)["prompts"],
            },
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": NAME, "always_online": True},
            "slash_commands": [COMMAND | _at(doors, "url", PATHS[2])],
        },
        "oauth_config": _back(doors) | {"scopes": {"bot": list(bot_scopes(personas=personas))}},
        "settings": {
            "event_subscriptions": _at(doors, "request_url", PATHS[0])
            | {"bot_events": sorted(EVENTS)},
            "interactivity": {"is_enabled": True} | _at(doors, "request_url", PATHS[1]),
            "org_deploy_enabled": False,
            "socket_mode_enabled": not doors.address,
            "token_rotation_enabled": doors.several,
        },
    }


def _at(doors: Doors, name: str, path: str) -> dict[str, str]:
    return {name: f"{doors.address}{path}"} if doors.address else {}


def _back(doors: Doors) -> dict[str, list[str]]:
    return {"redirect_urls": [f"{doors.address}{REDIRECT}"]} if doors.several else {}
