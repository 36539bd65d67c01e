"""Cards that stand where too few of those who may decide see them: the others get them."""

from pathlib import Path

import pytest

from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import User
from tests.platforms.discord.desk import Bank, a_bank, card_of
from tests.platforms.kept import MOVED, moved

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]


async def asked_in(bank: Bank, *others: User) -> None:
    """Ann has asked in a channel that these others see."""
    await bank.with_a_card(bank.fake.channel("few", only_for=(bank.ann, *others)))


def brought(bank: Bank) -> list[int]:
    """How many cards Ben and Cleo were brought."""
    return [len(bank.fake.answers(one)) for one in (bank.ben, bank.cleo)]


async def test_who_may_decide_and_does_not_see_it_gets_the_card(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        talk = await bank.with_a_card(bank.fake.channel("few", only_for=(bank.ann,)))
        card = card_of(talk)
        await bank.fake.until(lambda: bank.fake.answers(bank.ben))
        [copy] = bank.fake.answers(bank.ben)

        await bank.fake.press(bank.ben, copy, "Approve")
        await bank.until_shown(copy, "Approved")
        await bank.fake.until(lambda: not card.buttons)

        assert await moved(bank) == [MOVED]


async def test_nobody_is_brought_what_enough_of_them_see(tmp_path: Path):
    async with a_bank(tmp_path, approvers="{ben},{cleo}") as bank:
        await bank.with_a_card(bank.fake.general)
        assert brought(bank) == [0, 0]

        await asked_in(bank, bank.cleo)
        assert brought(bank) == [0, 0]


async def test_of_two_who_are_needed_the_one_who_does_not_see_it_gets_it(tmp_path: Path):
    async with a_bank(tmp_path, approvers="{ben},{cleo}", FRONTDESK_QUORUM=2) as bank:
        await asked_in(bank, bank.cleo)

        await bank.fake.until(lambda: brought(bank) == [1, 0])


async def test_who_sees_it_by_a_role_or_rules_everywhere_is_brought_nothing(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        few = bank.fake.channel("few", only_for=(bank.ann, bank.seven))
        bank.fake.change_member(bank.ben, bank.seven)
        await bank.with_a_card(few)
        assert brought(bank) == [0, 0]

        bank.fake.change_member(bank.ben, bank.fake.role("chief", Can.ADMINISTRATOR))
        await asked_in(bank)
        assert brought(bank) == [0, 0]


async def test_who_asked_is_told_that_nobody_sees_it(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        bank.ben.takes_messages = False
        await asked_in(bank)

        await bank.until_told(bank.ann, bank.fake.general, "I can show this to none of those")
