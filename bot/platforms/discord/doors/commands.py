"""The slash commands: the verbs of the grammar as two groups, one of them for admins.

Discord hides a group from those without its permission, but not a verb of a group; who may
really use a verb is decided where it is carried out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import structlog

from bot.core.commands.grammar import VERBS, Verb
from bot.platforms.discord.calls.calls import Line

GROUP, ADMIN_GROUP = "frontdesk", "frontdesk-admin"
ABOUT = "about"
MOST_VERBS = 25
LONGEST_ABOUT = 1_500
SHOW, PLAN, DECIDE = "show", "plan", "decide"
OFFERED = frozenset({SHOW, PLAN, DECIDE, "sessions"})
"""The verbs that offer what may stand behind them while one types."""

_SLASH, _SUBCOMMAND, _STRING = 1, 1, 3
_LONGEST_DESCRIPTION = 100
_MANAGE_GUILD = str(1 << 5)
_IN_GUILDS, _IN_PRIVATE = 0, 1
_GLOBAL = "/applications/{application_id}/commands"
_OF_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"

log = structlog.get_logger(__name__)

Shape = dict[str, Any]


def commands() -> list[Shape]:
    """All slash commands, as Discord takes them."""
    everybodys = [verb for verb in VERBS.values() if not verb.admin]
    admins = [verb for verb in VERBS.values() if verb.admin]
    assert max(len(everybodys), len(admins)) <= MOST_VERBS, "a group holds no more"
    return [
        _group(GROUP, "Ask for what I can do, and what is going on", everybodys),
        _group(ADMIN_GROUP, "Look after the bot", admins, needs=_MANAGE_GUILD),
    ]


def text_of(data: Mapping[str, Any]) -> str:
    """A slash command as it would be typed."""
    verb, about = read(data)
    return f"/frontdesk {verb} {about}".strip()


def read(data: Mapping[str, Any]) -> tuple[str, str]:
    """The verb of a command, and what stands behind it."""
    verb = next(iter(_options(data)), {})
    values = (str(option.get("value") or "") for option in _options(verb))
    return str(verb.get("name") or "help"), " ".join(values).strip()


async def sync(line: Line, guild: str = "") -> bool:
    """Register the commands where they are not yet as they should be; say whether they were not.

    Those of a guild show at once; without one they are for all guilds.

    Raises:
        DiscordAway, DiscordRefused: they are as they were.
    """
    path = _OF_GUILD if guild else _GLOBAL
    place = {"application_id": await line.application()} | ({"guild_id": guild} if guild else {})
    wanted = commands()
    if _same(await line.call("GET", path, **place), wanted):
        return False
    await line.call("PUT", path, **place, json=wanted)
    log.info("discord_commands_registered", guild=guild, groups=len(wanted))
    return True


def _group(name: str, does: str, verbs: Sequence[Verb], needs: str | None = None) -> Shape:
    return {
        "name": name,
        "type": _SLASH,
        "description": does,
        "options": [_verb(verb) for verb in verbs],
        "default_member_permissions": needs,
        "contexts": [_IN_GUILDS, _IN_PRIVATE],
        "integration_types": [0],
    }


def _verb(verb: Verb) -> Shape:
    does = verb.does if len(verb.does) <= _LONGEST_DESCRIPTION else f"{verb.does[:99]}…"
    about = [_about(verb)] if verb.takes else []
    return {"name": verb.name, "type": _SUBCOMMAND, "description": does, "options": about}


def _about(verb: Verb) -> Shape:
    shape: Shape = {
        "name": ABOUT,
        "type": _STRING,
        "description": (verb.behind or "what it is about").strip()[:_LONGEST_DESCRIPTION],
        "required": verb.needed,
        "max_length": LONGEST_ABOUT,
    }
    return shape | ({"autocomplete": True} if verb.name in OFFERED else {})


def _options(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found = data.get("options")
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def _same(registered: object, wanted: Sequence[Shape]) -> bool:
    """Compare what matters; Discord adds much, and leaves out what is usual."""
    found = registered if isinstance(registered, list) else []
    known = {str(one.get("name")): _essence(one) for one in found if isinstance(one, Mapping)}
    return known == {shape["name"]: _essence(shape) for shape in wanted}


def _essence(shape: Mapping[str, Any]) -> Shape:
    kept = ("type", "description", "default_member_permissions", "contexts")
    flags = {name: bool(shape.get(name)) for name in ("required", "autocomplete")}
    found = {name: shape[name] for name in kept if shape.get(name) is not None}
    inner = {str(one.get("name")): _essence(one) for one in _options(shape)}
    return found | flags | {"options": inner, "max_length": shape.get("max_length")}
