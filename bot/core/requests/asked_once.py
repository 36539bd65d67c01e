"""A directory for one list: it asks a platform each question once, however often it comes up."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from typing_extensions import override

from agents.kit.identity import Person
from bot.core.ports.directory import Directory, Standing
from bot.domain.errors import PlatformFailed
from bot.domain.links import Identities

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AskedOnce(Directory):
    """What was answered, or not, holds while one list is made; nobody decides by it."""

    directory: Directory
    _answers: dict[tuple[str, ...], object] = field(default_factory=dict)

    @override
    async def standing(self, person: Person) -> Standing:
        ask = self.directory.standing
        return await self._once(("standing", person.key), lambda: ask(person))

    @override
    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        ask, at = self.directory.members, (platform, workspace, group)
        return await self._once(("members", *at), lambda: ask(*at))

    @override
    async def is_in(self, person: Person, group: str) -> bool:
        ask = self.directory.is_in
        return await self._once(("is_in", person.key, group), lambda: ask(person, group))

    @override
    async def identities(self, person: Person) -> Identities:
        ask = self.directory.identities
        return await self._once(("identities", person.key), lambda: ask(person))

    @override
    async def name(self, person: Person) -> str:
        ask = self.directory.name
        return await self._once(("name", person.key), lambda: ask(person))

    @override
    async def group_name(self, platform: str, workspace: str, group: str) -> str:
        ask, at = self.directory.group_name, (platform, workspace, group)
        return await self._once(("group_name", *at), lambda: ask(*at))

    @override
    async def workspace_name(self, platform: str, workspace: str) -> str:
        ask, at = self.directory.workspace_name, (platform, workspace)
        return await self._once(("workspace_name", *at), lambda: ask(*at))

    async def _once(self, question: tuple[str, ...], ask: Callable[[], Awaitable[T]]) -> T:
        if question not in self._answers:
            try:
                self._answers[question] = await ask()
            except (PlatformFailed, asyncio.CancelledError):  # whoever waits too long cuts it off
                self._answers[question] = PlatformFailed("the platform did not say before")
                raise
        answer = self._answers[question]
        if isinstance(answer, PlatformFailed):
            raise answer
        return cast("T", answer)
