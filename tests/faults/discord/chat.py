"""Conversations on Discord with a bot that is a process of its own."""

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from typing_extensions import override

from tests.fakes.discord import Channel, Message, User
from tests.fakes.model_answers import Script
from tests.faults.bot_process import PATIENCE_SECONDS, BotProcess
from tests.faults.chats import Chat
from tests.faults.discord.process import DiscordProcess, a_bot

WORKING = "-# ⏳"


class DiscordChat(Chat):
    """Somebody in the thread that their first mention opens, or in their private messages."""

    where = "on_Discord"
    bot: DiscordProcess

    def __init__(self, bot: DiscordProcess, user: User, channel: Channel | None) -> None:
        self.bot, self.user, self.channel = bot, user, channel
        self.thread: Channel | None = None

    @override
    @staticmethod
    def running(
        folder: Path, *, script: Script, **settings: str
    ) -> AbstractAsyncContextManager[BotProcess]:
        return a_bot(folder, script=script, **settings)

    @override
    @classmethod
    def of(cls, bot: BotProcess, name: str, *, shared: bool) -> "DiscordChat":
        assert isinstance(bot, DiscordProcess)
        return cls(bot, bot.fake.user(name), bot.fake.general if shared else None)

    @property
    def place(self) -> Channel:
        """Where it goes on."""
        return self.thread or self.channel or self.bot.fake.world.direct(self.user)

    @property
    @override
    def shown(self) -> list[str]:
        return [row.shown for row in self._rows()]

    @property
    @override
    def boards(self) -> list[bool]:
        rows = (text for text in self.shown if "steps done · " in text)
        return ["4 of 4 steps done" in text for text in rows]

    @property
    @override
    def sent(self) -> object:
        return [[call.body, call.query, call.reason] for call in self.bot.fake.record]

    @override
    async def say(self, text: str, answer: str = "") -> None:
        before, fake = self._answers(answer), self.bot.fake
        if self.channel is None or self.thread is not None:
            await fake.say(self.user, self.place, text)
        else:
            said = await fake.mention(self.user, self.channel, text)
            await self.bot.until(lambda: said.thread_id)
            self.thread = fake.world.channels[said.id]
        await self.bot.until(lambda: self._answers(answer) > before)

    @override
    async def edit(self, said: str, text: str) -> None:
        rows = self.bot.fake.messages(self.place)
        row = next(row for row in rows if row.content == said)
        await self.bot.fake.edit(self.user, row, text)

    @override
    async def command(self, words: str) -> None:
        verb, _, about = words.partition(" ")
        await self.bot.fake.command(self.user, self.place, f"frontdesk {verb}", about=about)

    @override
    async def press(self, label: str) -> None:
        await self.bot.press(self.user, self._card(label), label)

    @override
    async def open(self, label: str) -> None:
        card = self._card(label)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.bot.fake.form(self.user) is None:  # a busy machine is too slow to open it
                await self.bot.press(self.user, card, label)

    @override
    async def fill_in(self, **values: str) -> None:
        await self.bot.fake.submit(self.user, values)

    @override
    def offers(self, label: str) -> bool:
        return any(label in row.buttons for row in self._rows())

    def _card(self, label: str) -> Message:
        return next(row for row in reversed(self._rows()) if label in row.buttons)

    def _rows(self) -> list[Message]:
        fake = self.bot.fake
        private = fake.world.direct(self.user)
        places = {place.id: place for place in (private, self.place)}
        rows = [row for place in places.values() for row in fake.sees(self.user, place)]
        return sorted((row for row in rows if row.author is fake.bot), key=lambda row: row.id)

    def _answers(self, words: str) -> int:
        """How many answers have these words; what only shows that one is coming is none."""
        return sum(words in text for text in self.shown if not text.startswith(WORKING))
