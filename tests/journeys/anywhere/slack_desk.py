"""Journeys in Slack: the real SDK against the fake, in person and in a channel's thread."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from html import unescape
from typing import Any

from typing_extensions import override

from bot.platforms.slack.wire.platform import SlackPlatform
from tests.fakes.slack import FakeSlack, Message
from tests.journeys.anywhere.chat_desk import ChatDesk, ChatTalk, Runs
from tests.journeys.anywhere.desk import PATIENCE_SECONDS, Line, Talk
from tests.journeys.anywhere.fair_clock import FairClock
from tests.platforms.slack.bot import running

CHANNEL = "C1"
FORM = "Open the form"
ACCEPTED = ""  # Slack's acts end when they are acknowledged, and their events are kept by then


class SlackDesk(ChatDesk):
    """A workspace with a channel in which everybody is."""

    name = "slack"
    platform = SlackPlatform

    @override
    def talk(self, name: str, *, beside: Talk | None = None, shared: bool = False) -> ChatTalk:
        user = self.user(name)
        if isinstance(beside, SlackTalk) and beside.channel == CHANNEL:
            return SlackTalk(self, name, CHANNEL, beside.root)
        return SlackTalk(self, name, CHANNEL if shared else self.fake.dm(user))

    @override
    @asynccontextmanager
    async def world(self) -> AsyncIterator[None]:
        self.users: dict[str, str] = {}
        async with FakeSlack(clock=FairClock()) as self.fake:
            self.fake.patience_seconds = PATIENCE_SECONDS
            yield

    @override
    def running(self, **given: Any) -> AbstractAsyncContextManager[Runs]:
        return running(self.fake, self.terms.folder, **given)

    @override
    def written(self, name: str) -> str:
        return f"slack/T1/{self.user(name)}"

    @override
    def mention(self, name: str) -> str:
        return f"<@{self.user(name)}>"

    def user(self, name: str) -> str:
        """The id of somebody, who comes when they are first needed."""
        if name not in self.users:
            self.users[name] = f"U{len(self.users) + 1}"
            is_admin = name == self.terms.admin
            self.fake.user(self.users[name], name=name, is_admin=is_admin)
            self.fake.world.directory.channel("T1", CHANNEL).members.add(self.users[name])
        return self.users[name]


class SlackTalk(ChatTalk):
    """Somebody in a thread of the channel, or in their direct messages."""

    desk: SlackDesk

    def __init__(self, desk: SlackDesk, name: str, channel: str, root: str | None = None) -> None:
        super().__init__(desk, name)
        self.channel, self.root = channel, root
        self.user = desk.user(name)
        self.own: dict[str, Message] = {}

    def card(self, label: str) -> Message:
        """The newest message with such a button."""
        return next(row for row in reversed(self._shown()) if label in row.labels)

    @override
    async def sees(self) -> list[Line]:
        return [Line(row.ts, unescape(row.shown), tuple(row.labels)) for row in self._shown()]

    @override
    async def files(self) -> list[str]:
        files = self.desk.fake.world.files.values()
        places = [place for place, _thread in [one for file in files for one in file.shared_in]]
        assert {*places} <= {self.channel}, "a file went elsewhere"
        return [file.content.decode() for file in files if file.shared_in]

    @override
    async def _command(self, words: str) -> str:
        await self.desk.fake.command(self.user, self.channel, f"/frontdesk {words}")
        return ACCEPTED

    @override
    async def _press(self, label: str, values: dict[str, str]) -> str:
        fake = self.desk.fake
        await fake.press(self.user, self.card(label), label)
        if (form := fake.modal(self.user)) is not None:
            sent = await fake.submit(self.user, form, values)
            assert not sent.errors, sent.errors
        return ACCEPTED

    @override
    async def _intrude(self, label: str, whose: Talk) -> str:
        assert isinstance(whose, SlackTalk)
        await self.desk.fake.press(self.user, whose.card(label), label, forged=True)
        return ACCEPTED

    @override
    async def _confide(self, secret: str) -> str:
        fake = self.desk.fake
        await fake.press(self.user, self.card(FORM), FORM)
        [form] = fake.modals(self.user)
        [field] = [b["element"]["action_id"] for b in form.blocks if b["type"] == "input"]
        await fake.submit(self.user, form, {field: secret})
        return ACCEPTED

    @override
    async def _edit(self, said: str, text: str) -> str:
        await self.desk.fake.edit(self.user, self.own[said], text)
        return ACCEPTED

    @override
    async def _delete(self, said: str) -> str:
        await self.desk.fake.delete(self.user, self.own[said])
        return ACCEPTED

    @override
    async def _speak(self, text: str, **more: Any) -> str:
        fake = self.desk.fake
        is_first = self.channel == CHANNEL and not self.own
        words = f"<@{fake.bot_user_id}> {text}" if is_first else text
        message = await fake.say(self.user, self.channel, words, thread_ts=self.root, **more)
        self.root = self.root or message.ts
        self.own[text] = message
        return ACCEPTED

    def _shown(self) -> list[Message]:
        fake = self.desk.fake
        is_here = self.channel != CHANNEL or self.root is not None
        thread = self.root if self.channel == CHANNEL else None
        said = fake.answers(self.channel, thread) if is_here else []
        said += [row for row in fake.ephemerals(self.user) if row.channel == self.channel]
        said += fake.answers(fake.dm(self.user)) if self.channel == CHANNEL else []
        return sorted({row.ts: row for row in said}.values(), key=lambda row: row.ts)
