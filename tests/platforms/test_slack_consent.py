"""R2 in Slack: what a card shows is what runs, what changed since does not, one click decides."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.platforms.slack.blocks import Message as Shown
from tests.effort import IN_FULL
from tests.fakes.slack import FakeSlack, Message
from tests.platforms import small_desk
from tests.platforms.slack_bot import Bot, Talk
from tests.platforms.slack_desk import (
    WISH,
    a_bank,
    audited,
    card_of,
    moved,
    request_of,
    said,
    until_shown,
    with_a_card,
)
from tests.unit.slack_requests import values_on

pytestmark = [pytest.mark.timeout(3_000), pytest.mark.proves("R2")]

CARDS, SEEDS, RACES = (1_000, 25, 1_000) if IN_FULL else (15, 1, 6)
HOSTILE = (
    *("\u202e", "\u200b", "\u2066", "`", "*", "_", "~", "<!here>", "<@U1>", "@channel", "&amp;"),
    *("http://evil.test", "paypal", "p\u0430ypal", "1,234,567,890.00", "⟨U+202E⟩", "\u00a0"),
    *("• amount: `1`", "```", "](", "\t", "é", "🙂", "\U000e0041", "it's", '"', "\\n", "0"),
)
RULE = {"FRONTDESK_FOUR_EYES": "pay", "FRONTDESK_AGENTS": small_desk.MODULE}

Record = Callable[[str, object], None]


def a_till(folder: Path) -> AbstractAsyncContextManager[Bot]:
    """A desk at which Ben and Cleo let things be paid."""
    given: dict[str, Any] = RULE | {"FRONTDESK_APPROVERS": "U2,U3"}
    return a_bank(folder, approvers="", model=small_desk.model(), **given)


def payments(folder: Path) -> list[str]:
    """What was paid, by the ledger."""
    return [payment["what"] for payment in small_desk.paid(folder)]


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
            before, shown = len(payments(tmp_path)), values_on(on_card(card))
            if "Approve" in card.labels:
                in_one_click += 1
                await bot.fake.press("U2", card, "Approve")
            else:
                await bot.fake.press("U2", card, "Open to read all first")
                [form] = bot.fake.modals("U2")
                await bot.fake.submit("U2", form, {})
                shown = {}
            await until_shown(bot, card, "Approved")
            await talk.until_turn(talk.turns + (len(payments(tmp_path)) == before))

            assert shown in ({}, {"what": payments(tmp_path)[-1]}), what
        assert in_one_click > CARDS // 3
        record_property("faults:cards_in_slack_that_show_what_ran", CARDS)


def on_card(card: Message) -> Shown:
    """What a card shows of its action."""
    return Shown(tuple(block for block in card.blocks if block["type"] == "section"), "")


async def test_of_many_clicks_at_once_one_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Record
):
    """R2: approve and approve and reject at the same moment: one decision, at most one run."""
    monkeypatch.setenv(small_desk.FOLDER, str(tmp_path))
    async with a_till(tmp_path) as bot:
        for number in range(RACES):
            talk = bot.talk("U1", "C1")
            card = await card_for(talk, f"race {number}")
            request, seen = request_of(card), replace(card)
            await bot.fake.press("U3", card, "Reject")
            [form] = bot.fake.modals("U3")
            await asyncio.gather(
                bot.fake.press("U2", seen, "Approve"),
                bot.fake.submit("U3", form, {"reason": ""}),
                bot.fake.press("U2", seen, "Approve"),
            )
            await bot.fake.until(partial(is_locked, card), 5)
            decisions = [d for d in await audited(bot, "decision") if d["request"] == request]
            runs = payments(tmp_path).count(f"race {number}")

            assert len(decisions) == 1, number
            assert runs == (decisions[0]["verdict"] == "approve"), number
        record_property("faults:races_of_clicks_in_slack", RACES)


def is_locked(card: Message) -> bool:
    """Whether a card shows how it ended."""
    return card.labels == [] and " by <@U" in card.shown


def own_folder(folder: Path, seed: int) -> Path:
    """A folder for one bot."""
    own = folder / str(seed)
    own.mkdir()
    return own


@dataclass
class Case:
    """A card for 700 dollars, and what may happen before it is pressed."""

    bot: Bot
    talk: Talk
    card: Message
    chance: random.Random
    monkeypatch: pytest.MonkeyPatch

    @property
    def wish(self) -> Message:
        """What Ann wrote."""
        said_ = self.bot.fake.messages("C1", self.talk.root)
        return next(m for m in said_ if m.text == WISH)


async def the_amount(case: Case) -> None:
    await case.talk.say(f"no, make it {case.chance.randint(601, 699)}")


async def the_wish(case: Case) -> None:
    text = f"transfer {case.chance.randint(601, 699)} to 1234324"
    await case.bot.fake.edit("U1", case.wish, text)
    await case.bot.fake.until(lambda: case.card.labels == [], 5)


async def the_target(case: Case) -> None:
    text = f"transfer 700 to {case.chance.choice(['9876543210', '1234320', '7654321'])}"
    await case.bot.fake.edit("U1", case.wish, text)
    await case.bot.fake.until(lambda: case.card.labels == [], 5)


async def taken_back(case: Case) -> None:
    await case.bot.fake.delete("U1", case.wish)
    await case.bot.fake.until(lambda: case.card.labels == [], 5)


async def its_card(case: Case) -> None:
    card = case.talk.with_button("Approve")
    case.bot.fake.user("U9", is_admin=True)
    await case.bot.fake.delete("U9", card)


async def the_account(case: Case) -> None:
    await case.talk.say("check my savings balance")


async def the_login(case: Case) -> None:
    await case.talk.say("log me out")


async def its_task(case: Case) -> None:
    await case.talk.say(case.chance.choice(["stop", "cancel", "never mind", "abort"]))


async def its_person(case: Case) -> None:
    await case.talk.say("reset")


async def forgotten(case: Case) -> None:
    await case.talk.say("forget yes")


async def its_time(case: Case) -> None:
    clock = case.bot.app.ports.clock
    later = clock.now() + timedelta(seconds=case.chance.randint(24 * 3_600, 10**6))
    case.monkeypatch.setattr(clock, "now", lambda: later)


async def who_asked(case: Case) -> None:
    case.bot.fake.user("U1", deleted=True)


CHANGES: tuple[Callable[[Case], Awaitable[None]], ...] = (
    *(the_amount, the_wish, the_target, taken_back, its_card, the_account),
    *(the_login, its_task, its_person, forgotten, its_time, who_asked),
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
async def test_a_changed_action_runs_on_no_old_click(
    tmp_path: Path,
    change: Callable[[Case], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
    record_property: Record,
):
    """R2: twelve kinds of changes here, one more below, 25 seeds each in full: nothing runs."""
    for seed in range(SEEDS):
        async with a_bank(own_folder(tmp_path, seed)) as bot:
            talk = await with_a_card(bot)
            card = replace(card_of(talk))
            live = card_of(talk)
            case = Case(bot, talk, live, random.Random(seed), monkeypatch)  # noqa: S311 - as above
            await change(case)

            await pressed(bot, card)

            assert await moved(bot) == [], seed
            monkeypatch.undo()
    record_property("faults:changed_actions_not_run_in_slack", SEEDS)


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
            await pressed(bot, card)

            assert await moved(bot) == []
    record_property("faults:changed_actions_not_run_in_slack", 1)


async def pressed(bot: Bot, card: Message) -> None:
    """Press the card as it was, and wait until that was refused or decided."""

    async def told() -> int:
        return len(await audited(bot, "press_refused")) + len(await audited(bot, "decision"))

    before = await told()
    await bot.fake.press("U2", card, "Approve", forged=True)
    async with asyncio.timeout(60):
        while await told() == before:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0)


async def test_a_card_that_was_approved_is_not_approved_again(tmp_path: Path):
    async with a_bank(tmp_path, approvers="") as bot:
        talk = bot.talk("U1")
        await said(talk, "log me in", "seldo", "monkey", "what is my checking balance?")
        await talk.say("transfer 700 to 1234324")
        card = replace(card_of(talk))
        request = request_of(card)
        for _time in range(3):
            await bot.fake.press("U1", card, "Approve")
        await bot.fake.until(lambda: "already" in str([m.shown for m in talk.answers]), 5)

        assert request
        assert len(await moved(bot)) == 1
