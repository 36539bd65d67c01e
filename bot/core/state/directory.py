"""The people of all platforms as one directory; for a list, each question is asked once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import ParamSpec, TypeVar, cast

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.directory import Directory, Links, MemberStatus
from bot.domain.accounts import Identities
from bot.domain.errors import PlatformFailed

LOOK_UP_SECONDS = 5.0


@asynccontextmanager
async def look_up(failure: Callable[[], Exception]) -> AsyncIterator[None]:
    """Ask a platform about its people in here; it is not waited for long.

    Raises:
        Exception: the `failure` made for it, when the platform does not say.
    """
    try:
        async with asyncio.timeout(LOOK_UP_SECONDS):
            yield
    except (PlatformFailed, TimeoutError) as error:
        raise failure() from error


class NoDirectory(Directory):
    """A platform that knows nothing of its people: all are active, nobody is an admin."""

    @override
    async def standing(self, person: Person) -> MemberStatus:
        return MemberStatus()

    @override
    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class Directories(Directory):
    """Asks the directory of the platform somebody is on, and who else they are.

    Nobody is linked here with an identity on a platform that cannot be asked about it.
    """

    of_platform: Mapping[str, Directory] = field(default_factory=dict)
    otherwise: Directory = field(default_factory=NoDirectory)
    links: Links | None = None

    @override
    async def standing(self, person: Person) -> MemberStatus:
        return await self._of(person.platform).standing(person)

    @override
    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        return await self._of(platform).members(platform, workspace, group)

    @override
    async def is_in(self, person: Person, group: str) -> bool:
        return await self._of(person.platform).is_in(person, group)

    @override
    async def identities(self, person: Person) -> Identities:
        if self.links is None:
            return Identities()
        found = await self.links.of(person)
        near = tuple(p for p in found.linked if p.platform in self.of_platform)
        return replace(found, linked=near)

    @override
    async def name(self, person: Person) -> str:
        return await self._of(person.platform).name(person)

    @override
    async def group_name(self, platform: str, workspace: str, group: str) -> str:
        return await self._of(platform).group_name(platform, workspace, group)

    @override
    async def workspace_name(self, platform: str, workspace: str) -> str:
        return await self._of(platform).workspace_name(platform, workspace)

    def _of(self, platform: str) -> Directory:
        return self.of_platform.get(platform, self.otherwise)


P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AskedOnce(Directory):
    """What was answered, or not, holds while one list is made; nobody decides by it."""

    directory: Directory
    _answers: dict[tuple[object, ...], object] = field(default_factory=dict)

    @override
    async def standing(self, person: Person) -> MemberStatus:
        return await self._once(self.directory.standing, person)

    @override
    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        return await self._once(self.directory.members, platform, workspace, group)

    @override
    async def is_in(self, person: Person, group: str) -> bool:
        return await self._once(self.directory.is_in, person, group)

    @override
    async def identities(self, person: Person) -> Identities:
        return await self._once(self.directory.identities, person)

    @override
    async def name(self, person: Person) -> str:
        return await self._once(self.directory.name, person)

    @override
    async def group_name(self, platform: str, workspace: str, group: str) -> str:
        return await self._once(self.directory.group_name, platform, workspace, group)

    @override
    async def workspace_name(self, platform: str, workspace: str) -> str:
        return await self._once(self.directory.workspace_name, platform, workspace)

    async def _once(self, ask: Callable[P, Awaitable[T]], *at: P.args, **_more: P.kwargs) -> T:
        question = (ask.__name__, *at)
        if question not in self._answers:
            try:
                self._answers[question] = await ask(*at, **_more)
            except (PlatformFailed, asyncio.CancelledError):  # whoever waits too long cuts it off
                self._answers[question] = PlatformFailed("the platform did not say before")
                raise
        answer = self._answers[question]
        if isinstance(answer, PlatformFailed):
            raise answer
        return cast("T", answer)
