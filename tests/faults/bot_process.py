"""The real `frontdesk run` as a process of its own, talking to a fake platform in this one."""

import asyncio
import os
import signal
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, Self

from tests.fakes.faults import Fault, Struck
from tests.fakes.model_answers import Asked
from tests.fakes.model_server import ModelServer
from tests.faults.starter import Forked
from tests.platforms import small_desk

ROOT = Path(__file__).parents[2]
START_SECONDS = 120.0
PATIENCE_SECONDS = 300.0  # with which something is waited for that a few starts come before
LAST_WORDS = 2_000


class Side(StrEnum):
    """When a call kills the process: before it is carried out, or before it is answered."""

    BEFORE = "before"
    AFTER = "after"


@dataclass
class BotProcess(ABC):
    """Starts, kills and starts again the same bot over one database file."""

    starting: ClassVar[frozenset[str]]
    """The calls with which it connects, by their names in the fake's record."""
    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    asked: deque[Asked] = field(default_factory=deque)
    """What the model was asked."""
    kills: int = 0
    is_killed: bool = False
    side: Side = Side.BEFORE
    calls_left: int = 0
    _process: Forked | None = None

    @property
    @abstractmethod
    def reach(self) -> dict[str, str]:
        """The settings with which it finds the platform."""

    @property
    @abstractmethod
    def is_connected(self) -> bool:
        """Whether the platform has it on the line."""

    @abstractmethod
    async def wait(self, is_so: Callable[[], object]) -> None:
        """Wait until something holds, as long as a start may take."""

    @abstractmethod
    async def moment(self) -> None:
        """Let a moment pass by the clock of the platform."""

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    @property
    def pid(self) -> int:
        """The id of its process, which is running."""
        assert self._process is not None, "started before"
        return self._process.pid

    @property
    def log(self) -> str:
        """What all its processes wrote."""
        path = self.folder / "stderr.txt"
        return path.read_text() if path.exists() else ""

    async def start(self) -> None:
        """Start it and wait until it listens."""
        given = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DATABASE_URL": f"sqlite:///{self.folder / 'frontdesk.db'}",
        }
        self.is_killed = False
        with (self.folder / "stderr.txt").open("ab") as log:
            given |= self.reach | self.settings
            self._process = Forked(self.folder, given, log, "run")
        await self.wait(lambda: self.is_connected or not self.is_running)
        assert self.is_running, self.log[-LAST_WORDS:]

    async def kill(self) -> None:
        """Kill it with SIGKILL, wherever it is."""
        self.kill_now()
        if self._process is not None:
            await self._process.wait()
        await self.wait(lambda: not self.is_connected)

    def kill_at(self, call: int, side: Side) -> None:
        """Kill it with the so-many-th of the calls that are to come."""
        self.calls_left, self.side = call, side

    def kill_now(self) -> None:
        """Kill it with SIGKILL, and wait for nothing."""
        if self.is_running and self._process is not None:
            self.is_killed = True
            self.kills += 1
            self._process.send_signal(signal.SIGKILL)

    def stop_now(self) -> None:
        """Tell it to stop, as an operator does, and wait for nothing."""
        if self.is_running and self._process is not None:
            self._process.send_signal(signal.SIGTERM)

    async def ended(self) -> None:
        """Wait until it has ended."""
        if self._process is not None:
            await self._process.wait()

    def struck_by(self, call: str) -> Struck | None:
        """Count a call; kill it if this was the one to be killed at."""
        if call in self.starting or self.calls_left == 0:
            return None
        self.calls_left -= 1
        if self.calls_left:
            return None
        self.kill_now()
        return Struck(Fault.RESET if self.side is Side.BEFORE else Fault.DONE_THEN_RESET)

    @property
    def is_running(self) -> bool:
        """Whether nobody killed it, as far as is known."""
        alive = self._process is not None and self._process.returncode is None
        return alive and not self.is_killed

    async def restart(self) -> None:
        """Kill it and start it again."""
        await self.kill()
        await self.start()

    async def until(self, is_so: Callable[[], object]) -> None:
        """Wait for something, and start the bot again whenever it has died."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not is_so():
                await self.revived()

    async def revived(self) -> None:
        """Wait a moment; whoever runs the bot starts it again when it has died."""
        await self.moment()
        if not self.is_running:
            await self.restart()


def reaching(model: ModelServer, folder: Path) -> dict[str, str]:
    """The settings with which the small desk is asked, and finds the model and its ledger."""
    return {
        "FRONTDESK_AGENTS": small_desk.MODULE,
        small_desk.FOLDER: str(folder),
        "FRONTDESK_MODEL": "fake",
        "OPENAI_API_KEY": "none",
        "OPENAI_BASE_URL": model.base_url,
    }
