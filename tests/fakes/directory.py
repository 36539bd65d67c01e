"""A directory made to order: who people are can change between a card and its click."""

from dataclasses import dataclass, field

from agents.kit.values.person import Person
from bot.core.ports.directory import Directory, MemberStatus
from bot.domain.errors import PlatformFailed


@dataclass
class FakeDirectory(Directory):
    """Everybody is an active member unless told otherwise; groups are empty.

    Of `unknown` users it says nothing just now; `names` are what people are called, by their keys.
    """

    people: dict[Person, MemberStatus] = field(default_factory=dict)
    groups: dict[str, set[str]] = field(default_factory=dict)
    is_away: bool = False
    unknown: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    async def standing(self, person: Person) -> MemberStatus:
        self._answer(person.key)
        if person.user in self.unknown:
            message = "the directory does not know"
            raise PlatformFailed(message)
        return self.people.get(person, MemberStatus())

    async def group_name(self, platform: str, workspace: str, group: str) -> str:
        if self.is_away:
            message = "the directory does not answer"
            raise PlatformFailed(message)
        return self.names.get(f"{platform}/{workspace}/{group}", "")

    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        self._answer(f"{platform}/{workspace}/{group}")
        return frozenset(self.groups.get(group, ()))

    async def name(self, person: Person) -> str:
        if self.is_away:
            message = "the directory does not answer"
            raise PlatformFailed(message)
        return self.names.get(person.key, "")

    def _answer(self, about: str) -> None:
        self.asked.append(about)
        if self.is_away:
            message = "the directory does not answer"
            raise PlatformFailed(message)
