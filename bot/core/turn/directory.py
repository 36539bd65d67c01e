"""The people of all platforms as one directory, and the one of a platform that has none."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from typing_extensions import override

from agents.kit.identity import Person
from bot.core.ports import Directory, Standing


class NoDirectory(Directory):
    """A platform that knows nothing of its people: all are active, nobody is an admin."""

    @override
    async def standing(self, person: Person) -> Standing:
        return Standing()

    @override
    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class Directories(Directory):
    """Asks the directory of the platform somebody is on."""

    of_platform: Mapping[str, Directory] = field(default_factory=dict)
    otherwise: Directory = field(default_factory=NoDirectory)

    @override
    async def standing(self, person: Person) -> Standing:
        return await self._of(person.platform).standing(person)

    @override
    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        return await self._of(platform).members(platform, workspace, group)

    def _of(self, platform: str) -> Directory:
        return self.of_platform.get(platform, self.otherwise)
