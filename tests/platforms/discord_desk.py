"""A bank on Discord in which somebody else approves: its people, its card, its ledger."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.domain.ids import RequestId
from bot.domain.requests import Request
from bot.platforms.discord.components import button_of
from tests.fakes.discord import Channel, FakeDiscord, Message, User
from tests.fakes.discord.rows import Role, controls
from tests.platforms.discord_bot import Bot, Talk, running
from tests.platforms.slack_desk import READY, WISH, transfers


@dataclass
class Bank:
    """The bot, and who is there: Ann asks, Ben or the role `seven` approves, Eve may nothing."""

    bot: Bot
    ann: User
    ben: User
    cleo: User
    eve: User
    seven: Role

    @property
    def fake(self) -> FakeDiscord:
        """The Discord they are on."""
        return self.bot.fake

    async def with_a_card(self, place: Channel | None = None, wish: str = WISH) -> Talk:
        """Ann has asked for 700 dollars to be sent, and the card is shown."""
        talk = self.bot.talk(self.ann, place)
        for line in (*READY, wish):
            await talk.say(line)
        return talk

    async def moved(self) -> list[tuple[str, str, int]]:
        """What the ledger says was moved."""
        return await transfers(self.bot.app.ports.records)

    async def the_request(self, request: RequestId) -> Request:
        """The request as it is kept now."""
        found = await self.bot.app.ports.requests.find(request)
        assert found is not None
        return found

    async def audited(self, act: str) -> list[dict[str, Any]]:
        """What the audit holds of one sort of act, oldest first."""
        links = await self.bot.app.services.oversight.trail.last(2_000)
        return [dict(entry) for link in links for entry in link.told if entry["act"] == act]

    async def until_audited(self, act: str, count: int) -> None:
        """Wait until the audit holds so many of one sort of act."""
        async with asyncio.timeout(10):
            while len(await self.audited(act)) < count:  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.01)

    async def until_shown(self, card: Message, words: str) -> None:
        """Wait until a card shows something."""
        await self.fake.until(lambda: words in card.shown, 5)

    def whispers(self, user: User, channel: Channel) -> list[str]:
        """What only this person was shown in a place, or told in private."""
        rows = [row for row in self.fake.sees(user, channel) if row.only_for == user.id]
        return [row.shown for row in (*rows, *self.fake.answers(user))]

    async def until_told(self, user: User, channel: Channel, words: str) -> None:
        """Wait until somebody was told something alone."""
        await self.fake.until(
            lambda: any(words in told for told in self.whispers(user, channel)), 5
        )


@asynccontextmanager
async def a_bank(
    folder: Path, *, approvers: str = "{ben}", on: FakeDiscord | None = None, **more: Any
) -> AsyncIterator[Bank]:
    """A bank where more than 600 dollars need one of `approvers`; of none, the requester's yes."""
    async with on or FakeDiscord() as fake:
        ann, ben, cleo, eve = (fake.user(name) for name in ("ann", "ben", "cleo", "eve"))
        seven = fake.role("seven")
        given = {"ann": ann.id, "ben": ben.id, "cleo": cleo.id, "seven": f"group:{seven.id}"}
        names = approvers.format(**given)
        rule = {"FRONTDESK_FOUR_EYES": "transfer_money", "FRONTDESK_APPROVERS": names}
        async with running(fake, folder, **((rule if approvers else {}) | more)) as bot:
            yield Bank(bot, ann, ben, cleo, eve, seven)


def card_of(talk: Talk) -> Message:
    """The newest card that can be decided."""
    return talk.with_button("Approve")


def request_of(card: Message) -> RequestId:
    """The request of a card, as its buttons name it."""
    found = button_of(str(controls(card.components)[0]["custom_id"]))
    assert found is not None
    return found[0]
