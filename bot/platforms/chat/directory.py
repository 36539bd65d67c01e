"""The names people, groups and workspaces are known by, asked for now and then."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.directory import Directory
from bot.domain.errors import FrontdeskError

KEPT_SECONDS = 3600.0
MISSED_SECONDS = 60.0  # nobody is asked at every message for a name that is not to be had
MOST = 10_000


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One thing of a platform looked at, and whether it is as it should be."""

    is_good: bool
    text: str


@dataclass(kw_only=True)
class NamedDirectory(Directory, ABC):
    """Remembers names for an hour; one that cannot be learnt is empty."""

    elapsed: Callable[[], float]
    _names: dict[str, tuple[float, str]] = field(default_factory=dict)

    def knows(self, workspace: str) -> bool:
        """Say whether anything can be asked about a workspace."""
        del workspace
        return True

    async def named(self, person: Person) -> Person:
        """The person with the name others know them by, if that can be learnt."""
        if person.name or not self.knows(person.workspace):
            return person
        return replace(person, name=await self._known(person.key, lambda: self.ask_name(person)))

    @override
    async def name(self, person: Person) -> str:
        return (await self.named(person)).name

    @override
    async def group_name(self, platform: str, workspace: str, group: str) -> str:
        if not self.knows(workspace):
            return ""
        return await self._known(f"{workspace}/{group}", lambda: self.ask_group(workspace, group))

    @override
    async def workspace_name(self, platform: str, workspace: str) -> str:
        if not self.knows(workspace):
            return ""
        return await self._known(f"{workspace}/", lambda: self.ask_workspace(workspace))

    @abstractmethod
    async def ask_name(self, person: Person) -> str:
        """The name others know somebody by."""

    @abstractmethod
    async def ask_group(self, workspace: str, group: str) -> str:
        """The name of a group."""

    @abstractmethod
    async def ask_workspace(self, workspace: str) -> str:
        """The name of a workspace."""

    async def _known(self, key: str, ask: Callable[[], Awaitable[str]]) -> str:
        """The name kept under a key, or what is said of it now."""
        at, name = self._names.get(key, (-KEPT_SECONDS, ""))
        if self.elapsed() - at > (KEPT_SECONDS if name else MISSED_SECONDS):
            try:
                name = await ask()
            except FrontdeskError:
                name = ""
            if len(self._names) > MOST:
                self._names.clear()
            self._names[key] = (self.elapsed(), name)
        return name
