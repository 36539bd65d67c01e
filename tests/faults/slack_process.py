"""The real `frontdesk run` as a process of its own, talking to a fake Slack in this one."""

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from typing_extensions import override

from tests.fakes.model_answers import Asked, Script
from tests.fakes.model_server import ModelServer
from tests.fakes.slack import FakeSlack, Fault
from tests.fakes.slack.faults import Faults
from tests.fakes.slack.record import Call
from tests.platforms import small_desk
from tests.platforms.quick_clock import SPEED, QuickClock

ROOT = Path(__file__).parents[2]
START_SECONDS = 120.0
STARTING = {"apps.connections.open", "auth.test"}


@dataclass
class SlackProcess:
    """Starts, kills and starts again the same bot over one database file."""

    fake: FakeSlack
    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    asked: deque[Asked] = field(default_factory=deque)
    """What the model was asked."""
    kills: int = 0
    is_killed: bool = False
    _process: asyncio.subprocess.Process | None = None

    def __post_init__(self) -> None:
        self.killing = Killing(self.fake, self)
        self.fake.faults = self.killing
        self.fake._failing.faults = self.killing  # noqa: SLF001 - the fake decides there

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
            "SLACK_BOT_TOKEN": self.fake.bot_token,
            "SLACK_APP_TOKEN": self.fake.app_token,
            "SLACK_API_URL": self.fake.api_url,
        }
        self.is_killed = False
        with (self.folder / "stderr.txt").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run"),
                env=given | self.settings,
                cwd=self.folder,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        await self.fake.until(lambda: self.fake.socket.open_connections, START_SECONDS)

    async def kill(self) -> None:
        """Kill it with SIGKILL, wherever it is."""
        self.kill_now()
        if self._process is not None:
            await self._process.wait()
        await self.fake.until(lambda: not self.fake.socket.open_connections, START_SECONDS)

    def kill_at(self, call: int, side: "Side") -> None:
        """Kill it with the so-many-th of the calls that are to come."""
        self.killing.calls_left, self.killing.side = call, side

    def kill_now(self) -> None:
        """Kill it with SIGKILL, and wait for nothing."""
        if self.is_running and self._process is not None:
            self.is_killed = True
            self.kills += 1
            self._process.send_signal(signal.SIGKILL)

    @property
    def is_running(self) -> bool:
        """Whether nobody killed it, as far as is known."""
        alive = self._process is not None and self._process.returncode is None
        return alive and not self.is_killed

    async def restart(self) -> None:
        """Kill it and start it again."""
        await self.kill()
        await self.start()


class Side(StrEnum):
    """When a call kills the process: before it is carried out, or before it is answered."""

    BEFORE = "before"
    AFTER = "after"


class Killing(Faults):
    """Kills the process that makes a certain call."""

    def __init__(self, fake: FakeSlack, process: SlackProcess) -> None:
        super().__init__(fake.world.clock)
        self._process = process
        self.side = Side.BEFORE
        self.calls_left = 0
        self.calls = 0

    @override
    def strike(self, call: Call, team: str) -> tuple[Fault, float] | None:
        self.calls += 1
        if self.calls_left == 0 or call.method in STARTING:
            return None
        self.calls_left -= 1
        if self.calls_left:
            return None
        self._process.kill_now()
        return Fault.RESET if self.side is Side.BEFORE else Fault.DONE_THEN_RESET, 0.0


@asynccontextmanager
async def a_bot(
    folder: Path,
    *,
    script: Script | None = small_desk.answered,
    speed: float = SPEED,
    **settings: str,
) -> AsyncIterator[SlackProcess]:
    """Run the bot against a fake Slack and a model of its own; without a script, by its rules."""
    async with (
        FakeSlack(clock=QuickClock(speed)) as fake,
        ModelServer(script or small_desk.answered) as model,
    ):
        reached = {
            "FRONTDESK_AGENTS": small_desk.MODULE,
            small_desk.FOLDER: str(folder),
            "FRONTDESK_MODEL": "fake",
            "OPENAI_API_KEY": "none",
            "OPENAI_BASE_URL": model.base_url,
        }
        fake.patience_seconds = 5.0
        bot = SlackProcess(fake, folder, (reached if script else {}) | settings, model.asked)
        try:
            await bot.start()
            yield bot
        finally:
            await bot.kill()
    assert fake.findings() == []
