"""What is offered while somebody types a command: only what they could see anyway."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agents.kit.values.person import Person
from bot.core.commands.admins import why_admin
from bot.core.ports.oversight import Scope, Seen
from bot.core.requests.overview import Overviews, overview_of
from bot.core.turn.services import Services
from bot.domain.requests import RequestKind
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.calls.homes import Homes
from bot.platforms.discord.doors.commands import read
from bot.platforms.discord.inbound.interactions import Asked
from bot.platforms.discord.outbound.components import Answer, choices

MOST_CHOICES = 25
LONGEST_NAME = 100
APPROVED = (RequestKind.APPROVAL, RequestKind.PLAN)


@dataclass(frozen=True, slots=True)
class Offering:
    """Sessions for admins, plans and requests for those whose they are."""

    services: Services
    overviews: Overviews
    homes: Homes

    async def offer(self, asked: Asked) -> Answer:
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
        found = await overview_of(self.overviews, directory, person)
        # A question is open, too, but nobody approves it.
        mine = (r for r in found.requests if r.kind in APPROVED)
        return [(f"{r.id} approve", f"approve: {r.text}") for r in mine]

    async def _seen(self, person: Person) -> list[Seen]:
        """Everybody's part of the newest sessions of a workspace, for its admins."""
        if not await why_admin(self.services, person):
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
