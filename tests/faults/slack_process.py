"""The real `frontdesk run` as a process of its own, talking to a fake Slack in this one."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from typing_extensions import override

from tests.fakes.model_answers import Script
from tests.fakes.model_server import ModelServer
from tests.fakes.slack import FakeSlack, Fault
from tests.fakes.slack.faults import Faults
from tests.fakes.slack.record import Call
from tests.faults.bot_process import START_SECONDS, BotProcess, Side, reaching
from tests.platforms import small_desk
from tests.platforms.quick_clock import SPEED, QuickClock

STARTING = {"apps.connections.open", "auth.test"}


@dataclass(kw_only=True)
class SlackProcess(BotProcess):
    """The bot on a fake Slack."""

    fake: FakeSlack

    def __post_init__(self) -> None:
        self.fake.faults = killing = Killing(self.fake, self)
        self.fake._failing.faults = killing  # noqa: SLF001 - the fake decides there

    @property
    @override
    def reach(self) -> dict[str, str]:
        return {
            "SLACK_BOT_TOKEN": self.fake.bot_token,
            "SLACK_APP_TOKEN": self.fake.app_token,
            "SLACK_API_URL": self.fake.api_url,
        }

    @property
    @override
    def is_connected(self) -> bool:
        return bool(self.fake.socket.open_connections)

    @override
    async def wait(self, is_so: Callable[[], object]) -> None:
        await self.fake.until(is_so, START_SECONDS)


class Killing(Faults):
    """Kills the process that makes a certain call."""

    def __init__(self, fake: FakeSlack, process: SlackProcess) -> None:
        super().__init__(fake.world.clock)
        self._process = process

    @override
    def strike(self, call: Call, team: str) -> tuple[Fault, float] | None:
        if call.method in STARTING or not self._process.dies_of_call():
            return None
        is_before = self._process.side is Side.BEFORE
        return Fault.RESET if is_before else Fault.DONE_THEN_RESET, 0.0


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
        reached = reaching(model, folder) if script else {}
        fake.patience_seconds = 5.0
        bot = SlackProcess(folder, reached | settings, model.asked, fake=fake)
        try:
            await bot.start()
            yield bot
        finally:
            await bot.kill()
    assert fake.findings() == []
