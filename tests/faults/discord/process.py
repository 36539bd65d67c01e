"""The real `frontdesk run` as a process of its own, talking to a fake Discord in this one."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from typing_extensions import override

from tests.fakes.discord import Channel, FakeDiscord, Interaction, Message, User
from tests.fakes.discord.formkit import Values
from tests.fakes.model_answers import Script
from tests.fakes.model_server import ModelServer
from tests.faults.bot_process import PATIENCE_SECONDS, START_SECONDS, BotProcess, reaching
from tests.platforms import small_desk

LOOK_AGAIN_SECONDS = 0.1


@dataclass(kw_only=True)
class DiscordProcess(BotProcess):
    """The bot on a fake Discord; people who see no answer try again, as people do."""

    starting: ClassVar[frozenset[str]] = frozenset(
        {
            "GET /users/@me",
            "GET /gateway/bot",
            "GET /applications/{app}/commands",
            "PUT /applications/{app}/commands",
        }
    )
    fake: FakeDiscord
    excused: set[int] = field(default_factory=set)
    """The interactions that nobody answered because of a kill."""

    def __post_init__(self) -> None:
        self.fake.faults.first = self.struck_by

    @property
    @override
    def reach(self) -> dict[str, str]:
        return {
            "DISCORD_TOKEN": self.fake.token,
            "DISCORD_API_URL": self.fake.api_url,
            "DISCORD_GATEWAY_URL": self.fake.gateway_url,
        }

    @property
    @override
    def is_connected(self) -> bool:
        return self.fake.gateway_is_ready()

    @override
    async def wait(self, is_so: Callable[[], object]) -> None:
        await self.fake.until(is_so, START_SECONDS)

    @override
    async def moment(self) -> None:
        await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def press(self, user: User, card: Message, label: str) -> Interaction:
        """Press until it is answered."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                kills = self.kills
                pressed = await self.fake.press(user, card, label)
                if self.kills > kills or not self.is_running:
                    self.excused.add(pressed.id)
                if pressed.answer is None:
                    await self.revived()
                if pressed.answer is not None or label not in card.buttons:
                    return pressed

    async def fill_in_after_a_kill(
        self, pressed: tuple[User, Message, str], values: Values
    ) -> Interaction:
        """Open a form, kill the bot, and send the form."""
        user = pressed[0]
        await self.press(*pressed)
        assert self.fake.form(user) is not None
        await self.restart()
        return await self.fake.submit(user, values)

    def card(self, place: Channel | User, label: str) -> Message | None:
        """The newest message of a place that shows a button."""
        rows = reversed(self.fake.answers(place))
        return next((row for row in rows if label in row.buttons), None)

    async def until_card(self, place: Channel | User, label: str = "Approve") -> Message:
        """Wait for a message that shows a button."""
        await self.until(lambda: self.card(place, label))
        found = self.card(place, label)
        assert found is not None
        return found


@asynccontextmanager
async def a_bot(
    folder: Path, *, script: Script = small_desk.answered, **settings: str
) -> AsyncIterator[DiscordProcess]:
    """Run the bot against a fake Discord and a model of its own."""
    async with FakeDiscord() as fake, ModelServer(script) as model:
        reached = reaching(model, folder)
        fake.patience_seconds = 5.0
        fake.gateway.identify_seconds = 0.0  # a restart need not wait
        async with DiscordProcess(folder, reached | settings, model.asked, fake=fake) as bot:
            yield bot
    excused = tuple(f"interaction {id_} " for id_ in bot.excused)
    found = [one for one in fake.findings() if not one.startswith(excused)]
    assert found == [], found
