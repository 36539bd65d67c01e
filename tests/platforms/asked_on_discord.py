"""Cards on Discord, and what people do about them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from typing_extensions import override

from tests.fakes.discord import Can, Message
from tests.platforms import small_desk
from tests.platforms.asked import Asked, Platform, Till
from tests.platforms.discord.bot import Talk
from tests.platforms.discord.desk import Bank, a_bank, card_of, request_of
from tests.platforms.kept import WISH

PATIENCE_SECONDS = 60.0


class DiscordAsked(Asked):
    """A card in the thread of a channel."""

    def __init__(self, bank: Bank, talk: Talk) -> None:
        self.bank, self.app, self.fake, self.talk = bank, bank.app, bank.fake, talk
        self.card = card_of(talk)
        self.request = request_of(self.card)

    @override
    async def say(self, text: str) -> None:
        await self.talk.say(text)

    @override
    async def edit(self, text: str) -> None:
        await self.fake.edit(self.bank.ann, self._wish(), text)
        await self._closed()

    @override
    async def take_back(self) -> None:
        await self.fake.delete(self.bank.ann, self._wish())
        await self._closed()

    @override
    async def remove_card(self) -> None:
        sweepers = self.fake.role("sweepers", Can.MANAGE_MESSAGES)
        await self.fake.delete(self.fake.user("sweeper", roles=(sweepers,)), self.card)

    @override
    def leave(self, name: str) -> None:
        self.fake.leave({"ann": self.bank.ann, "ben": self.bank.ben}[name])

    @override
    async def press(self) -> None:
        approve = f"{self.request}:approve"
        await self.fake.press(self.bank.ben, self.card, approve, forged=True)

    @override
    async def press_at_once(self) -> None:
        await self.fake.press(self.bank.cleo, self.card, "Reject")
        await asyncio.gather(
            self.press(),
            self.fake.submit(self.bank.cleo, {"reason": ""}),
            self.press(),
        )
        await self._closed()

    async def _closed(self) -> None:
        await self.fake.until(lambda: not self.card.buttons, PATIENCE_SECONDS)

    def _wish(self) -> Message:
        said = self.fake.messages(self.talk.place)
        return next(row for row in said if row.content == WISH)


class DiscordTill(Till):
    """A till in a channel."""

    def __init__(self, bank: Bank) -> None:
        self.bank, self.app = bank, bank.app

    @override
    async def asked(self, what: str) -> DiscordAsked:
        talk = self.bank.bot.talk(self.bank.ann, self.bank.fake.general)
        await talk.say(f"pay {what}")
        await self.bank.fake.until(lambda: talk.answers, PATIENCE_SECONDS)
        return DiscordAsked(self.bank, talk)


class Discord(Platform):
    """A server."""

    where = "on_Discord"

    @override
    @asynccontextmanager
    async def till(self, folder: Path) -> AsyncIterator[Till]:
        model, rule = small_desk.model(), dict[str, Any](small_desk.RULE)
        async with a_bank(folder, approvers="{ben},{cleo}", model=model, **rule) as bank:
            yield DiscordTill(bank)

    @override
    @asynccontextmanager
    async def transfer(self, folder: Path) -> AsyncIterator[Asked]:
        async with a_bank(folder) as bank:
            yield DiscordAsked(bank, await bank.with_a_card(bank.fake.general))
