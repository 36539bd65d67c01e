"""What is offered while somebody types a command: only what they could see anyway."""

from collections.abc import Iterable
from dataclasses import dataclass

from agents.kit.identity import Person
from bot.core.commands.admins import why_admin
from bot.core.ports.oversight import Scope
from bot.core.requests.overview import Overviews, overview_of
from bot.core.turn.services import Services
from bot.platforms.discord.commands import read
from bot.platforms.discord.homes import Homes
from bot.platforms.discord.interactions import Answer, Asked, choices
from bot.platforms.discord.places import PLATFORM

MOST_CHOICES = 25
LONGEST_NAME = 100


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
            case "show" | "sessions":
                found = await self._sessions(person)
            case _:
                found = []
        return choices(_fitting(found, typed))

    async def _plans(self, person: Person) -> list[tuple[str, str]]:
        plans = await self.services.plans.of_person(person, MOST_CHOICES)
        return [(f"show {plan.id}", f"show {plan.goal}") for plan in plans]

    async def _requests(self, person: Person) -> list[tuple[str, str]]:
        directory = self.services.directory
        found = await overview_of(self.overviews, directory, person)
        return [(f"{r.id} approve", f"approve: {r.text}") for r in found.requests]

    async def _sessions(self, person: Person) -> list[tuple[str, str]]:
        if not await why_admin(self.services, person):
            return []
        scope = Scope(person.platform, person.workspace)
        seen = await self.services.oversight.overseen.seen(scope, MOST_CHOICES)
        return [(str(one.session), f"{one.participant.person.name} {one.session}") for one in seen]


def _fitting(found: Iterable[tuple[str, str]], typed: str) -> dict[str, str]:
    words = typed.lower()
    fitting = [(value, name) for value, name in found if words in f"{value} {name}".lower()]
    named = {" ".join(name.split())[:LONGEST_NAME]: value for value, name in fitting}
    short = {name: value for name, value in named.items() if len(value) <= LONGEST_NAME}
    return dict(list(short.items())[:MOST_CHOICES])
