"""The slash commands: the verbs of the grammar as two groups, one of them for admins.

Discord hides a group from those without its permission, but not a verb of a group; who may
really use a verb is decided where it is carried out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from agents.kit.values.person import Person
from bot.core.accounts.overview import Overviews, collect_overview
from bot.core.commands.admins import explain_admin
from bot.core.commands.grammar import VERBS, Verb
from bot.core.ports.admin import Scope, Seen
from bot.core.state.catalogue import Services
from bot.domain.requests import RequestKind
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.receive.interaction_payloads import DiscordInteraction
from bot.platforms.discord.render.components import DiscordAnswer, choices
from bot.platforms.discord.wire.directory import HomeGuilds
from bot.platforms.discord.wire.rest_client import DiscordClient

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


async def sync(line: DiscordClient, guild: str = "") -> bool:
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


MOST_CHOICES = 25
LONGEST_NAME = 100
APPROVED = (RequestKind.APPROVAL, RequestKind.PLAN)


@dataclass(frozen=True, slots=True)
class CommandSuggestions:
    """Sessions for admins, plans and requests for those whose they are."""

    services: Services
    overviews: Overviews
    homes: HomeGuilds

    async def offer(self, asked: DiscordInteraction) -> DiscordAnswer:
        """The choices that go on with what was typed; none where nothing fits."""
        verb, typed = read(asked.data)
        where = asked.guild or await self.homes.of(asked.user)
        person = Person(PLATFORM, where, asked.user, asked.name)
        match verb:
            case "plan":
                found = await self._plans(person)
            case "decide":
                found = await self._requests(person)
            case "show":
                found = [(str(one.session), _named(one)) for one in await self._seen(person)]
            case "sessions":
                seen = (one.participant.person for one in await self._seen(person))
                found = [(f"<@{who.user}>", who.shown) for who in dict.fromkeys(seen)]
            case _:
                found = []
        return choices(_fitting(found, typed))

    async def _plans(self, person: Person) -> list[tuple[str, str]]:
        plans = await self.services.plans.of_person(person, MOST_CHOICES)
        return [(f"show {plan.id}", f"show {plan.goal}") for plan in plans]

    async def _requests(self, person: Person) -> list[tuple[str, str]]:
        directory = self.services.directory
        found = await collect_overview(self.overviews, directory, person)
        # A question is open, too, but nobody approves it.
        mine = (r for r in found.requests if r.kind in APPROVED)
        return [(f"{r.id} approve", f"approve: {r.text}") for r in mine]

    async def _seen(self, person: Person) -> list[Seen]:
        """Everybody's part of the newest sessions of a workspace, for its admins."""
        if not await explain_admin(self.services, person):
            return []
        scope = Scope(person.platform, person.workspace)
        return await self.services.admin_views.seen(scope, MOST_CHOICES)


def _named(seen: Seen) -> str:
    return f"{seen.participant.person.name} {seen.session}"


def _fitting(found: Iterable[tuple[str, str]], typed: str) -> dict[str, str]:
    """The values to offer, by names that differ; a name that is cut shows that it is."""
    words = typed.lower()
    named: dict[str, str] = {}
    for value, name in found:
        if words in f"{value} {name}".lower() and len(value) <= LONGEST_NAME:
            named[_free(" ".join(name.split()), named)] = value
    return dict(list(named.items())[:MOST_CHOICES])


def _free(name: str, taken: Mapping[str, str]) -> str:
    """A name that nothing has yet, with a number if need be."""
    free, number = _cut(name, LONGEST_NAME), 1
    while free in taken:
        number += 1
        tail = f" ({number})"
        free = _cut(name, LONGEST_NAME - len(tail)) + tail
    return free


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
