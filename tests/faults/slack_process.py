"""The real `frontdesk run` as a process of its own, talking to a fake Slack in this one."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.fakes.slack import FakeSlack

ROOT = Path(__file__).parents[2]
START_SECONDS = 30.0


@dataclass
class SlackProcess:
    """Starts, kills and starts again the same bot over one database file."""

    fake: FakeSlack
    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    _process: asyncio.subprocess.Process | None = None

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
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)
            await self._process.wait()
        await self.fake.until(lambda: not self.fake.socket.open_connections, START_SECONDS)

    async def restart(self) -> None:
        """Kill it and start it again."""
        await self.kill()
        await self.start()


@asynccontextmanager
async def a_bot(folder: Path, **settings: str) -> AsyncIterator[SlackProcess]:
    """Run the bot against a fake Slack of its own."""
    async with FakeSlack() as fake:
        bot = SlackProcess(fake, folder, settings)
        try:
            await bot.start()
            yield bot
        finally:
            await bot.kill()
