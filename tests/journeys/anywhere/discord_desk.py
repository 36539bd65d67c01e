"""Journeys on Discord: the real client against the fake, in private and in a channel's thread."""

import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from typing_extensions import override

from bot.platforms.discord.wire.platform import DiscordPlatform
from tests.fakes.discord import Channel, FakeDiscord, Message, User
from tests.fakes.discord.formkit import LABEL
from tests.fakes.discord.permissions import Can as May
from tests.fakes.discord.rows import controls
from tests.journeys.anywhere.chat_desk import ChatDesk, ChatTalk, Runs
from tests.journeys.anywhere.desk import PATIENCE_SECONDS, Line, Talk
from tests.journeys.anywhere.fair_clock import FairClock
from tests.platforms.discord.bot import running

FORM = "Open the form"
ESCAPE = re.compile(r"\\(?=[^\w\s])|\\(?=_)")  # what keeps Discord from formatting


class DiscordDesk(ChatDesk):
    """A server with a channel in which everybody is."""

    name = "discord"
    platform = DiscordPlatform

    @override
    def talk(self, name: str, *, beside: Talk | None = None, shared: bool = False) -> ChatTalk:
        thread = beside.thread if isinstance(beside, DiscordTalk) else None
        return DiscordTalk(self, name, self.fake.general if shared else None, thread)

    @override
    @asynccontextmanager
    async def world(self) -> AsyncIterator[None]:
        self.users: dict[str, User] = {}
        async with FakeDiscord(clock=FairClock()) as self.fake:
            self.fake.patience_seconds = PATIENCE_SECONDS
            yield

    @override
    def running(self, **given: Any) -> AbstractAsyncContextManager[Runs]:
        return running(self.fake, self.terms.folder, **given)

    @property
    def place(self) -> dict[str, Any]:
        """The settings with which a bot is there."""
        return {
            "DISCORD_TOKEN": self.fake.token,
            "DISCORD_API_URL": self.fake.api_url,
            "DISCORD_GATEWAY_URL": self.fake.gateway_url,
        }

    @override
    def written(self, name: str) -> str:
        return f"discord/{self.fake.home.id}/{self.user(name).id}"

    @override
    def mention(self, name: str) -> str:
        return self.user(name).mention

    def user(self, name: str) -> User:
        """Somebody, who comes when they are first needed."""
        if name not in self.users:
            manages = name == self.terms.admin
            roles = (self.fake.role("managers", May.MANAGE_GUILD),) if manages else ()
            self.users[name] = self.fake.user(name, roles=roles)
        return self.users[name]


class DiscordTalk(ChatTalk):
    """Somebody in a thread, which their first mention opens, or in their private messages."""

    desk: DiscordDesk

    def __init__(
        self, desk: DiscordDesk, name: str, channel: Channel | None, thread: Channel | None
    ) -> None:
        super().__init__(desk, name)
        self.channel, self.thread = channel, thread
        self.user = desk.user(name)
        self.own: dict[str, Message] = {}

    @property
    def place(self) -> Channel:
        """Where it goes on."""
        return self.thread or self.channel or self.desk.fake.world.direct(self.user)

    def card(self, label: str) -> Message:
        """The newest message with such a button."""
        return next(row for row in reversed(self._shown()) if label in row.buttons)

    @override
    async def sees(self) -> list[Line]:
        return [
            Line(str(row.id), ESCAPE.sub("", row.shown), tuple(row.buttons))
            for row in self._shown()
        ]

    @override
    async def files(self) -> list[str]:
        return [one.content.decode() for row in self._shown() for one in row.attachments]

    @override
    async def _command(self, words: str) -> str:
        given = await self.desk.fake.command(self.user, self.place, f"frontdesk {words}")
        assert given.trouble is None, given.trouble
        return str(given.id)

    @override
    async def _press(self, label: str, values: dict[str, str]) -> str:
        fake = self.desk.fake
        pressed = await fake.press(self.user, self.card(label), label)
        assert pressed.trouble is None, pressed.trouble
        if pressed.form is not None:
            sent = await fake.submit(self.user, values)
            assert sent.trouble is None, sent.trouble
            return str(sent.id)
        return str(pressed.id)

    @override
    async def _intrude(self, label: str, whose: Talk) -> str:
        assert isinstance(whose, DiscordTalk)
        card = whose.card(label)
        rows = (one for one in controls(card.components) if one.get("label") == label)
        custom_id = str(next(rows)["custom_id"])
        pressed = await self.desk.fake.press(self.user, card, custom_id, forged=True)
        return str(pressed.id)

    @override
    async def _confide(self, secret: str) -> str:
        fake = self.desk.fake
        pressed = await fake.press(self.user, self.card(FORM), FORM)
        assert pressed.form is not None
        rows = pressed.form["components"]
        [field] = [row["component"]["custom_id"] for row in rows if row["type"] == LABEL]
        sent = await fake.submit(self.user, {field: secret})
        return str(sent.id)

    @override
    async def _edit(self, said: str, text: str) -> str:
        await self.desk.fake.edit(self.user, self.own[said], text)
        return str(self.own[said].id)

    @override
    async def _delete(self, said: str) -> str:
        await self.desk.fake.delete(self.user, self.own[said])
        return str(self.own[said].id)

    @override
    async def _speak(self, text: str, **more: Any) -> str:
        fake, is_private = self.desk.fake, self.place.person is not None
        speak = fake.say if is_private or self.own else fake.mention
        self.own[text] = message = await speak(self.user, self.place, text, **more)
        if self.channel is not None and self.thread is None:
            await fake.until(lambda: message.thread_id, PATIENCE_SECONDS)
            self.thread = fake.world.channels[message.id]
        return str(message.id)

    def _shown(self) -> list[Message]:
        fake = self.desk.fake
        private = fake.world.direct(self.user)
        places = {place.id: place for place in (private, self.place)}
        rows = [row for place in places.values() for row in fake.sees(self.user, place)]
        bots = [row for row in rows if row.author is fake.bot or row.webhook_id is not None]
        return sorted(bots, key=lambda row: row.id)
