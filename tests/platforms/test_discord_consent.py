"""R2 on Discord: what changed since a card was shown does not run, and one click decides."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.effort import IN_FULL
from tests.fakes.discord import Message
from tests.platforms import small_desk
from tests.platforms.discord_bot import Talk
from tests.platforms.discord_desk import Bank, a_bank, card_of, request_of
from tests.platforms.slack_desk import WISH
from tests.platforms.test_slack_consent import own_folder, payments

pytestmark = [pytest.mark.timeout(3_000), pytest.mark.proves("R2")]

SEEDS, RACES = (25, 1_000) if IN_FULL else (1, 4)
TELLING_SECONDS = 60.0
Record = Callable[[str, object], None]


async def test_of_many_clicks_at_once_one_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Record
):
    """R2: approve and approve and reject at the same moment: one decision, at most one run."""
    monkeypatch.setenv(small_desk.FOLDER, str(tmp_path))
    rule: dict[str, Any] = {"FRONTDESK_FOUR_EYES": "pay", "FRONTDESK_AGENTS": small_desk.MODULE}
    async with a_bank(
        tmp_path, approvers="{ben},{cleo}", model=small_desk.model(), **rule
    ) as bank:
        fake, place = bank.fake, bank.fake.general
        for number in range(RACES):
            talk = bank.bot.talk(bank.ann, place)
            await talk.say(f"pay race {number}")
            await fake.until(lambda: talk.answers, TELLING_SECONDS)  # noqa: B023
            card = card_of(talk)
            request = request_of(card)
            await fake.press(bank.cleo, card, "Reject")
            approve = f"{request}:approve"
            await asyncio.gather(
                fake.press(bank.ben, card, approve, forged=True),
                fake.submit(bank.cleo, {"reason": ""}),
                fake.press(bank.ben, card, approve, forged=True),
            )
            await fake.until(lambda: not card.buttons, TELLING_SECONDS)  # noqa: B023
            decisions = [d for d in await bank.audited("decision") if d["request"] == request]
            runs = payments(tmp_path).count(f"race {number}")

            assert len(decisions) == 1, number
            assert runs == (decisions[0]["verdict"] == "approve"), number
        record_property("faults:races_of_clicks_on_Discord", RACES)


@dataclass
class Case:
    """A card for 700 dollars, and what may happen before it is pressed."""

    bank: Bank
    talk: Talk
    card: Message
    chance: random.Random
    monkeypatch: pytest.MonkeyPatch

    @property
    def wish(self) -> Message:
        """What Ann wrote."""
        said = self.bank.fake.messages(self.talk.place)
        return next(row for row in said if row.content == WISH)

    async def closed(self) -> None:
        """Wait until the card can be pressed no more."""
        await self.bank.fake.until(lambda: not self.card.buttons, TELLING_SECONDS)


async def the_amount(case: Case) -> None:
    await case.talk.say(f"no, make it {case.chance.randint(601, 699)}")


async def the_wish(case: Case) -> None:
    text = f"transfer {case.chance.randint(601, 699)} to 1234324"
    await case.bank.fake.edit(case.bank.ann, case.wish, text)
    await case.closed()


async def the_target(case: Case) -> None:
    text = f"transfer 700 to {case.chance.choice(['9876543210', '1234320', '7654321'])}"
    await case.bank.fake.edit(case.bank.ann, case.wish, text)
    await case.closed()


async def taken_back(case: Case) -> None:
    await case.bank.fake.delete(case.bank.ann, case.wish)
    await case.closed()


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
    clock = case.bank.bot.app.ports.clock
    later = clock.now() + timedelta(seconds=case.chance.randint(24 * 3_600, 10**6))
    case.monkeypatch.setattr(clock, "now", lambda: later)


async def its_approver(case: Case) -> None:
    case.bank.fake.leave(case.bank.ben)


async def who_asked(case: Case) -> None:
    case.bank.fake.leave(case.bank.ann)


CHANGES: tuple[Callable[[Case], Awaitable[None]], ...] = (
    *(the_amount, the_wish, the_target, taken_back, the_account, the_login),
    *(its_task, its_person, forgotten, its_time, its_approver, who_asked),
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
async def test_a_changed_action_runs_on_no_old_click(
    tmp_path: Path,
    change: Callable[[Case], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
    record_property: Record,
):
    """R2: twelve kinds of changes, 25 seeds each in full: nothing runs."""
    for seed in range(SEEDS):
        async with a_bank(own_folder(tmp_path, seed)) as bank:
            talk = await bank.with_a_card(bank.fake.general)
            card = card_of(talk)
            request = request_of(card)
            chance = random.Random(seed)  # noqa: S311 - to be repeated
            await change(Case(bank, talk, card, chance, monkeypatch))

            await _pressed(bank, card, f"{request}:approve")

            assert await bank.moved() == [], seed
            monkeypatch.undo()
    record_property("faults:changed_actions_not_run_on_Discord", SEEDS)


async def _pressed(bank: Bank, card: Message, custom_id: str) -> None:
    """Press the card as it was, and wait until that was refused or decided."""

    async def told() -> int:
        return len(await bank.audited("press_refused")) + len(await bank.audited("decision"))

    before = await told()
    await bank.fake.press(bank.ben, card, custom_id, forged=True)
    async with asyncio.timeout(TELLING_SECONDS):
        while await told() == before:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.01)
