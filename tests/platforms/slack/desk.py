"""A bank in Slack in which somebody else approves: its people, its card, its ledger."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from bot.domain.ids import RequestId
from tests.fakes.slack import FakeSlack, Message
from tests.platforms.kept import READY, WISH
from tests.platforms.slack.bot import Bot, Talk, running

PEOPLE = {"U1": "ann", "U2": "ben", "U3": "cleo", "U9": "eve"}
PRIVATE, CHANNEL = None, "C1"


@asynccontextmanager
async def a_bank(
    folder: Path,
    *,
    approvers: str = "U2",
    fake: FakeSlack | None = None,
    keeps: bool = False,
    **more: Any,
) -> AsyncIterator[Bot]:
    """A bank where more than 600 dollars need one of `approvers`; of none, the requester's yes.

    `keeps` says that the fake is there already, and stays.
    """
    rule = {"FRONTDESK_FOUR_EYES": "transfer_money", "FRONTDESK_APPROVERS": approvers}
    given = (rule if approvers else {}) | more
    there = nullcontext(fake) if keeps and fake else fake or FakeSlack()
    async with there as slack, running(slack, folder, **given) as bot:
        for user, name in PEOPLE.items():
            slack.user(user, name=name)
            slack.world.directory.channel("T1", "C1").members.add(user)
        yield bot


async def said(talk: Talk, *lines: str) -> str:
    """Say every line and return the last answer; a channel's first line names the bot."""
    answer = ""
    for line in lines:
        is_first = talk.root is None and not talk.channel.startswith("D")
        answer = await talk.say(line, mention=is_first)
    return answer


async def with_a_card(bot: Bot, place: str | None = CHANNEL, wish: str = WISH) -> Talk:
    """Ann has asked for 700 dollars to be sent, and the card is shown."""
    talk = bot.talk("U1", place)
    await said(talk, *READY, wish)
    await bot.fake.until(lambda: any("Approve" in m.labels for m in talk.answers))
    return talk


def card_of(talk: Talk) -> Message:
    """The newest card that can be decided."""
    return talk.with_button("Approve")


def request_of(card: Message) -> RequestId:
    """The request of a card, as its buttons name it."""
    [row] = [block for block in card.blocks if block["type"] == "actions"]
    return RequestId(str(row["elements"][0]["value"]).rpartition(":")[0])


def whispers(bot: Bot, user: str) -> list[str]:
    """What only this person was shown, and what was said to them in person."""
    shown = [m.shown for m in bot.fake.ephemerals(user)]
    return shown + [m.shown for m in bot.fake.answers(bot.fake.dm(user))]


async def until_told(bot: Bot, user: str, words: str) -> None:
    """Wait until somebody was told something in private."""
    await bot.fake.until(lambda: any(words in told for told in whispers(bot, user)))


async def until_shown(bot: Bot, card: Message, words: str) -> None:
    """Wait until a card shows something."""
    await bot.fake.until(lambda: words in card.shown)
