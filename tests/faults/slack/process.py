"""The real `frontdesk run` as a process of its own, talking to a fake Slack in this one."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from typing_extensions import override

from tests.fakes.model_answers import Script
from tests.fakes.model_server import ModelServer
from tests.fakes.slack import FakeSlack, Message
from tests.faults.bot_process import START_SECONDS, BotProcess, reaching
from tests.platforms import small_desk
from tests.platforms.quick_clock import SPEED, QuickClock

LOOK_AGAIN_SECONDS = 5.0


@dataclass(kw_only=True)
class SlackProcess(BotProcess):
    """The bot on a fake Slack."""

    starting: ClassVar[frozenset[str]] = frozenset({"apps.connections.open", "auth.test"})
    fake: FakeSlack

    def __post_init__(self) -> None:
        self.fake.faults.first = self.struck_by

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

    @override
    async def moment(self) -> None:
        clock = self.fake.world.clock
        assert isinstance(clock, QuickClock)
        await clock.pause(LOOK_AGAIN_SECONDS)

    async def press(self, user: str, card: Message, label: str) -> None:
        """Press; whoever sees no acknowledgement, and the button still, presses again."""
        await self.fake.press(user, card, label)
        await self.revived()
        if label in card.labels:
            await self.fake.press(user, card, label)

    async def fill_in_after_a_kill(
        self, pressed: tuple[str, Message, str], values: dict[str, str]
    ) -> None:
        """Open a form, kill the bot, and send the form."""
        user = pressed[0]
        await self.fake.press(*pressed)
        await self.until(lambda: self.fake.modal(user))
        form = self.fake.modal(user)
        assert form is not None
        await self.restart()
        await self.fake.submit(user, form, values)


@asynccontextmanager
async def a_bot(
    folder: Path,
    *,
    script: Script = small_desk.answered,
    speed: float = SPEED,
    **settings: str,
) -> AsyncIterator[SlackProcess]:
    """Run the bot against a fake Slack and a model of its own."""
    async with (
        FakeSlack(clock=QuickClock(speed)) as fake,
        ModelServer(script) as model,
    ):
        reached = reaching(model, folder)
        fake.patience_seconds = 5.0
        async with SlackProcess(folder, reached | settings, model.asked, fake=fake) as bot:
            yield bot
    assert fake.findings() == []
