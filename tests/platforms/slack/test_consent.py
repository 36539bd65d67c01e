"""R2 in Slack: what a card shows is what runs, under the rule that holds then, and once."""

import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.platforms.chat.wire import PlatformMessage as Shown
from tests.effort import IN_FULL
from tests.fakes.slack import FakeSlack, Message
from tests.platforms import small_desk
from tests.platforms.asked_in_slack import a_till
from tests.platforms.kept import moved, until_taken
from tests.platforms.slack.bot import Talk
from tests.platforms.slack.desk import (
    a_bank,
    card_of,
    request_of,
    said,
    until_shown,
    with_a_card,
)
from tests.unit.slack.requests import values_on

pytestmark = [pytest.mark.timeout(3_000), pytest.mark.proves("R2")]

CARDS = 1_000 if IN_FULL else 15
HOSTILE = (
    *("\u202e", "\u200b", "\u2066", "`", "*", "_", "~", "<!here>", "<@U1>", "@channel", "&amp;"),
    *("http://evil.test", "paypal", "p\u0430ypal", "1,234,567,890.00", "⟨U+202E⟩", "\u00a0"),
    *("• amount: `1`", "```", "](", "\t", "é", "🙂", "\U000e0041", "it's", '"', "\\n", "0"),
)

Record = Callable[[str, object], None]


async def card_for(talk: Talk, what: str) -> Message:
    """Ask for something to be paid, and return the card of it."""
    await talk.say(f"pay {what}", mention=talk.root is None)
    return next(m for m in reversed(talk.answers) if "Reject" in m.labels)


async def test_what_the_card_shows_is_what_is_paid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Record
):
    """R2: the values read back from the blocks are the arguments that ran."""
    chance = random.Random(20)  # noqa: S311 - a seed, to be repeated
    monkeypatch.setenv(small_desk.FOLDER, str(tmp_path))
    async with a_till(tmp_path) as bot:
        in_one_click = 0
        for _number in range(CARDS):
            talk = bot.talk("U1", "C1")
            what = "".join(chance.choices(HOSTILE, k=chance.randint(1, 9))) + "x"
            card = await card_for(talk, what)
            before, shown = len(small_desk.payments(tmp_path)), values_on(on_card(card))
            if "Approve" in card.labels:
                in_one_click += 1
                await bot.fake.press("U2", card, "Approve")
            else:
                await bot.fake.press("U2", card, "Open to read all first")
                [form] = bot.fake.modals("U2")
                await bot.fake.submit("U2", form, {})
                shown = {}
            await until_shown(bot, card, "Approved")
            await talk.until_turn(talk.turns + (len(small_desk.payments(tmp_path)) == before))

            assert shown in ({}, {"what": small_desk.payments(tmp_path)[-1]}), what
        assert in_one_click > CARDS // 3
        record_property("faults:cards_in_slack_that_show_what_ran", CARDS)


def on_card(card: Message) -> Shown:
    """What a card shows of its action."""
    return Shown("", tuple(block for block in card.blocks if block["type"] == "section"))


@pytest.mark.parametrize(("approvers", "quorum"), [("U2,U3", 1), ("U2,U3", 2), ("U3", 1)])
async def test_another_rule_voids_what_was_asked_under_the_old_one(
    tmp_path: Path, approvers: str, quorum: int, record_property: Record
):
    async with AsyncExitStack() as stack:
        fake = await stack.enter_async_context(FakeSlack())
        async with a_bank(tmp_path, fake=fake, keeps=True) as bot:
            talk = await with_a_card(bot)
            card = replace(card_of(talk))
        rule: dict[str, Any] = {"FRONTDESK_QUORUM": quorum}
        async with a_bank(tmp_path, approvers=approvers, fake=fake, keeps=True, **rule) as bot:
            await until_taken(bot, bot.fake.press("U2", card, "Approve", forged=True))

            assert await moved(bot) == []
    record_property("faults:changed_actions_not_run_in_slack", 1)


async def test_a_card_that_was_approved_is_not_approved_again(tmp_path: Path):
    async with a_bank(tmp_path, approvers="") as bot:
        talk = bot.talk("U1")
        await said(talk, "log me in", "seldo", "monkey", "what is my checking balance?")
        await talk.say("transfer 700 to 1234324")
        card = replace(card_of(talk))
        request = request_of(card)
        for _time in range(3):
            await bot.fake.press("U1", card, "Approve")
        await bot.fake.until(lambda: "already" in str([m.shown for m in talk.answers]))

        assert request
        assert len(await moved(bot)) == 1
