"""The app as Slack is told of it: its manifest, made from what the code really uses."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.platforms.slack.doors.front import PATHS
from bot.platforms.slack.installs.installing import REDIRECT
from bot.platforms.slack.installs.scopes import EVENTS, bot_scopes
from bot.platforms.slack.outbound.progress import prompts

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
