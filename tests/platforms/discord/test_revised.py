"""R20 on Discord: what was taken back or changed does not run, and an edit never runs it again."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.effort import IN_FULL
from tests.fakes.discord import Message
from tests.platforms import small_desk
from tests.platforms.discord.bot import Talk
from tests.platforms.discord.desk import Bank, a_bank, card_of
from tests.platforms.small_desk import payments

pytestmark = [pytest.mark.timeout(1_500), pytest.mark.proves("R20")]

TIMES = 60 if IN_FULL else 3
PATIENCE_SECONDS = 60.0

Sequence = Callable[[Bank, Talk, Message, str], Awaitable[list[str]]]
"""Does something to what was said; what may have been paid in the end."""


async def edited_before_its_press(bank: Bank, talk: Talk, said: Message, what: str) -> list[str]:
    old = await _card(bank, talk)
    await bank.fake.edit(bank.ann, said, f"pay {what} less")
    await bank.fake.until(lambda: not old.buttons, PATIENCE_SECONDS)
    await bank.fake.until(lambda: _newest(talk) is not None, PATIENCE_SECONDS)
    await _approved(bank, card_of(talk))
    return [f"{what} less"]


async def edited_once_it_ran(bank: Bank, talk: Talk, said: Message, what: str) -> list[str]:
    await _approved(bank, await _card(bank, talk))
    await bank.fake.edit(bank.ann, said, f"pay {what} again")
    await talk.say("echo over")
    return [what]


async def deleted_before_its_card(bank: Bank, talk: Talk, said: Message, what: str) -> list[str]:
    await bank.fake.delete(bank.ann, said)
    await talk.say("echo over")
    await bank.fake.until(lambda: _newest(talk) is None, PATIENCE_SECONDS)
    return []


async def deleted_with_its_card(bank: Bank, talk: Talk, said: Message, what: str) -> list[str]:
    card = await _card(bank, talk)
    await bank.fake.delete(bank.ann, said)
    await bank.fake.until(lambda: not card.buttons, PATIENCE_SECONDS)
    return []


async def deleted_once_it_ran(bank: Bank, talk: Talk, said: Message, what: str) -> list[str]:
    await _approved(bank, await _card(bank, talk))
    await bank.fake.delete(bank.ann, said)
    await talk.say("echo over")
    return [what]


SEQUENCES: tuple[Sequence, ...] = (
    *(edited_before_its_press, edited_once_it_ran),
    *(deleted_before_its_card, deleted_with_its_card, deleted_once_it_ran),
)


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: sequence.__name__)
async def test_what_was_changed_or_taken_back_does_not_run(
    tmp_path: Path,
    sequence: Sequence,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
):
    """R20: five kinds, sixty of each in full."""
    monkeypatch.setenv(small_desk.FOLDER, str(tmp_path))
    settings: dict[str, Any] = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    async with a_bank(tmp_path, approvers="", **settings) as bank:
        wanted: list[str] = []
        for number in range(TIMES):
            talk = bank.bot.talk(bank.ann)
            said = await bank.fake.say(bank.ann, None, f"pay what{number}")
            allowed = await sequence(bank, talk, said, f"what{number}")

            wanted += allowed
            await _paid(bank, tmp_path, wanted)
    record_property("faults:edits_and_deletions_on_Discord", TIMES)


async def _paid(bank: Bank, folder: Path, wanted: list[str]) -> None:
    """Wait until all that may be paid is; nothing else is."""
    await bank.fake.until(lambda: len(payments(folder)) >= len(wanted), PATIENCE_SECONDS)
    assert payments(folder) == wanted


def _newest(talk: Talk) -> Message | None:
    rows = (row for row in reversed(talk.answers) if "Approve" in row.buttons)
    return next(rows, None)


async def _card(bank: Bank, talk: Talk) -> Message:
    await bank.fake.until(lambda: _newest(talk) is not None, PATIENCE_SECONDS)
    return card_of(talk)


async def _approved(bank: Bank, card: Message) -> None:
    await bank.fake.press(bank.ann, card, "Approve")
    await bank.fake.until(lambda: not card.buttons, PATIENCE_SECONDS)
    await bank.fake.until(lambda: "Approved" in card.shown, PATIENCE_SECONDS)
