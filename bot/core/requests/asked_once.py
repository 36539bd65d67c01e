"""A directory for one list: it asks a platform each question once, however often it comes up."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar, cast

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.directory import Directory, Standing
from bot.domain.accounts import Identities
from bot.domain.errors import PlatformFailed

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AskedOnce(Directory):
    """What was answered, or not, holds while one list is made; nobody decides by it."""

    directory: Directory
    _answers: dict[tuple[object, ...], object] = field(default_factory=dict)

    @override
    async def standing(self, person: Person) -> Standing:
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
