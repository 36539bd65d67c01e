"""Cards in Slack, and what people do about them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from typing_extensions import override

from tests.fakes.slack import Message
from tests.platforms import small_desk
from tests.platforms.asked import Asked, Platform, Till
from tests.platforms.kept import WISH
from tests.platforms.slack.bot import Bot, Talk
from tests.platforms.slack.desk import PEOPLE, a_bank, card_of, request_of, with_a_card

ANN, BEN, CLEO, EVE = PEOPLE
PATIENCE_SECONDS = 60.0


class SlackAsked(Asked):
    """A card in the thread of a channel."""

    def __init__(self, bot: Bot, talk: Talk) -> None:
        self.app, self.fake, self.talk = bot.app, bot.fake, talk
        self.now = card_of(talk)
        self.before, self.request = replace(self.now), request_of(self.now)

    @override
    async def say(self, text: str) -> None:
        await self.talk.say(text)

    @override
    async def edit(self, text: str) -> None:
        await self.fake.edit(ANN, self._wish(), text)
        await self._closed()

    @override
    async def take_back(self) -> None:
        await self.fake.delete(ANN, self._wish())
        await self._closed()

    @override
    async def remove_card(self) -> None:
        self.fake.user(EVE, is_admin=True)
        await self.fake.delete(EVE, self.now)

    @override
    def leave(self, name: str) -> None:
        self.fake.user({"ann": ANN, "ben": BEN}[name], deleted=True)

    @override
    async def press(self) -> None:
        await self.fake.press(BEN, self.before, "Approve", forged=True)

    @override
    async def press_at_once(self) -> None:
        await self.fake.press(CLEO, self.now, "Reject")
        [form] = self.fake.modals(CLEO)
        await asyncio.gather(
            self.fake.press(BEN, self.before, "Approve"),
            self.fake.submit(CLEO, form, {"reason": ""}),
            self.fake.press(BEN, self.before, "Approve"),
        )
        await self._closed()
        await self.fake.until(lambda: " by <@U" in self.now.shown, PATIENCE_SECONDS)

    async def _closed(self) -> None:
        await self.fake.until(lambda: not self.now.labels, PATIENCE_SECONDS)

    def _wish(self) -> Message:
        said = self.fake.messages(self.talk.channel, self.talk.root)
        return next(row for row in said if row.text == WISH)


class SlackTill(Till):
    """A till in a channel."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.app = bot, bot.app

    @override
    async def asked(self, what: str) -> SlackAsked:
        talk = self.bot.talk(ANN, "C1")
        await talk.say(f"pay {what}", mention=True)
        return SlackAsked(self.bot, talk)


class Slack(Platform):
    """A workspace."""

    where = "in_slack"

    @override
    @asynccontextmanager
    async def till(self, folder: Path) -> AsyncIterator[Till]:
        async with a_till(folder) as bot:
            yield SlackTill(bot)

    @override
    @asynccontextmanager
    async def transfer(self, folder: Path) -> AsyncIterator[Asked]:
        async with a_bank(folder) as bot:
            yield SlackAsked(bot, await with_a_card(bot))


def a_till(folder: Path) -> AbstractAsyncContextManager[Bot]:
    """A desk at which Ben and Cleo let things be paid."""
    rule: dict[str, Any] = small_desk.RULE | {"FRONTDESK_APPROVERS": f"{BEN},{CLEO}"}
    return a_bank(folder, approvers="", model=small_desk.model(), **rule)
