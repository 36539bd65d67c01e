"""A bank on Discord in which somebody else approves: its people, its card, its ledger."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.bootstrap import App
from bot.domain.ids import RequestId
from bot.platforms.chat.render.forms import button_of
from tests.fakes.discord import Channel, FakeDiscord, Message, User
from tests.fakes.discord.rows import Role, controls
from tests.platforms.discord.bot import Bot, Talk, running
from tests.platforms.kept import READY, WISH


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
    def app(self) -> App:
        """The application they talk to."""
        return self.bot.app

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

    async def until_shown(self, card: Message, words: str) -> None:
        """Wait until a card shows something."""
        await self.fake.until(lambda: words in card.shown)

    def whispers(self, user: User, channel: Channel) -> list[str]:
        """What only this person was shown in a place, or told in private."""
        rows = [row for row in self.fake.sees(user, channel) if row.only_for == user.id]
        return [row.shown for row in (*rows, *self.fake.answers(user))]

    async def until_told(self, user: User, channel: Channel, words: str) -> None:
        """Wait until somebody was told something alone."""
        await self.fake.until(lambda: any(words in told for told in self.whispers(user, channel)))


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
