"""Conversations in Slack with a bot that is a process of its own."""

import html
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from typing_extensions import override

from tests.fakes.model_answers import Script
from tests.fakes.slack import Message
from tests.faults.bot_process import BotProcess
from tests.faults.chats import Chat
from tests.faults.slack.process import SlackProcess, a_bot
from tests.platforms.slack.bot import Talk
from tests.platforms.slack.plans import tasks_on

CHANNEL = "C1"
SPEED = 4.0  # at which a person is quick, and the bot's real work does not seem slow


class SlackChat(Chat):
    """Somebody in a thread of the channel, or in their direct messages."""

    where = "in_Slack"
    bot: SlackProcess

    def __init__(self, bot: SlackProcess, talk: Talk) -> None:
        self.bot, self.talk = bot, talk

    @override
    @staticmethod
    def running(
        folder: Path, *, script: Script, **settings: str
    ) -> AbstractAsyncContextManager[BotProcess]:
        return a_bot(folder, script=script, speed=SPEED, **settings)

    @override
    @classmethod
    def of(cls, bot: BotProcess, name: str, *, shared: bool) -> "SlackChat":
        assert isinstance(bot, SlackProcess)
        user = f"U{100 + len(bot.fake.world.directory.users)}"
        bot.fake.user(user, name=name)
        if shared:
            bot.fake.world.directory.channel("T1", CHANNEL).members.add(user)
        return cls(bot, Talk(bot.fake, user, CHANNEL if shared else bot.fake.dm(user)))

    @property
    @override
    def shown(self) -> list[str]:
        return [message.shown for message in self.talk.answers]

    @property
    @override
    def boards(self) -> list[bool]:
        rows = (m for m in self.talk.answers if any(b["type"] == "plan" for b in m.blocks))
        return [set(tasks_on(row)) == {"complete"} for row in rows]

    @property
    @override
    def sent(self) -> object:
        return [call.arguments for call in self.bot.fake.record]

    @override
    async def say(self, text: str, answer: str = "") -> None:
        is_first = self.talk.channel == CHANNEL and self.talk.root is None
        await self.talk.say(_as_slack_writes(text), mention=is_first)

    @override
    async def edit(self, said: str, text: str) -> None:
        rows = self.bot.fake.messages(self.talk.channel, self.talk.root)
        row = next(row for row in rows if row.text == said)
        await self.bot.fake.edit(self.talk.user, row, _as_slack_writes(text))

    @override
    async def command(self, words: str) -> None:
        await self.bot.fake.command(self.talk.user, self.talk.channel, f"/frontdesk {words}")

    @override
    async def press(self, label: str) -> None:
        await self.bot.press(self.talk.user, self._card(label), label)

    @override
    async def open(self, label: str) -> None:
        await self.bot.fake.press(self.talk.user, self._card(label), label)
        await self.bot.until(lambda: self.bot.fake.modal(self.talk.user))

    @override
    async def fill_in(self, **values: str) -> None:
        form = self.bot.fake.modal(self.talk.user)
        assert form is not None
        await self.bot.fake.submit(self.talk.user, form, values)

    @override
    def offers(self, label: str) -> bool:
        return any(label in message.labels for message in self.talk.answers)

    def _card(self, label: str) -> Message:
        return self.talk.with_button(label)


def _as_slack_writes(typed: str) -> str:
    """What Slack makes of what a person types."""
    return html.escape(typed, quote=False)
