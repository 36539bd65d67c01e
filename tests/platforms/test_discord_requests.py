"""Every verb of a request on Discord: by buttons and forms, in a thread and in private."""

from pathlib import Path

import pytest

from tests.fakes.discord import Channel, Message
from tests.platforms.discord_desk import Bank, a_bank, card_of
from tests.platforms.slack_desk import MOVED

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R1", "R2")]

PLACES = ("private", "channel")


async def bens(bank: Bank, place: str) -> tuple[Message, Message]:
    """The card in Ann's conversation, and what Ben sees of it."""
    talk = await bank.with_a_card(bank.fake.general if place == "channel" else None)
    card = card_of(talk)
    if place == "channel":
        return card, card
    await bank.fake.until(lambda: bank.fake.answers(bank.ben), 5)
    return card, bank.fake.answers(bank.ben)[-1]


@pytest.mark.parametrize("place", PLACES)
async def test_approve(tmp_path: Path, place: str):
    async with a_bank(tmp_path) as bank:
        card, seen = await bens(bank, place)

        pressed = await bank.fake.press(bank.ben, seen, "Approve")
        await bank.until_shown(card, "Approved")

        assert pressed.trouble is None
        assert bank.ben.mention in card.shown
        assert await bank.moved() == [MOVED]
        assert card.buttons == []


@pytest.mark.parametrize("place", PLACES)
async def test_edit(tmp_path: Path, place: str):
    async with a_bank(tmp_path) as bank:
        card, seen = await bens(bank, place)
        await bank.fake.press(bank.ben, seen, "Edit")

        await bank.fake.submit(bank.ben, {"amount": "650"})
        await bank.until_shown(card, "Edited and approved")

        assert await bank.moved() == [("1234567890", "1234324", 65_000)]


@pytest.mark.parametrize("place", PLACES)
async def test_reject_with_a_reason(tmp_path: Path, place: str):
    async with a_bank(tmp_path) as bank:
        card, seen = await bens(bank, place)
        await bank.fake.press(bank.ben, seen, "Reject")

        await bank.fake.submit(bank.ben, {"reason": "far too much"})
        await bank.until_shown(card, "Rejected: far too much")

        assert await bank.moved() == []


@pytest.mark.parametrize("place", PLACES)
async def test_respond(tmp_path: Path, place: str):
    async with a_bank(tmp_path) as bank:
        card, seen = await bens(bank, place)
        await bank.fake.press(bank.ben, seen, "Respond")

        await bank.fake.submit(bank.ben, {"text": "make it 650"})
        await bank.until_shown(card, "Replaced")

        assert await bank.moved() == []


async def test_an_edit_that_changes_nothing_approves_what_the_form_showed(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        card, seen = await bens(bank, "channel")
        await bank.fake.press(bank.ben, seen, "Edit")

        await bank.fake.submit(bank.ben, {})
        await bank.until_shown(card, "Approved")

        assert await bank.moved() == [MOVED]


async def test_what_is_wrong_with_an_edit_is_told_and_can_be_mended(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        card, seen = await bens(bank, "channel")
        await bank.fake.press(bank.ben, seen, "Edit")

        sent = await bank.fake.submit(bank.ben, {"amount": "lots"})
        [told] = sent.messages
        assert "is not an amount" in told.shown
        assert told.only_for == bank.ben.id

        await bank.fake.press(bank.ben, told, "Open the form again")
        await bank.fake.submit(bank.ben, {"amount": "620"})
        await bank.until_shown(card, "Edited and approved")
        assert await bank.moved() == [("1234567890", "1234324", 62_000)]


async def test_a_press_on_what_is_decided_is_answered(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        card, _seen = await bens(bank, "channel")
        custom_id = f"{card.components[0]['components'][0]['custom_id']}"
        await bank.fake.press(bank.ben, card, "Approve")
        await bank.until_shown(card, "Approved")

        again = await bank.fake.press(bank.ben, card, custom_id, forged=True)

        assert again.trouble is None
        place: Channel = card.channel
        await bank.until_told(bank.ben, place, "already")
        assert await bank.moved() == [MOVED]


async def test_a_button_of_nothing_known_is_answered(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        card, _seen = await bens(bank, "channel")

        pressed = await bank.fake.press(bank.eve, card, "nothing", forged=True)

        assert "I do not know that button" in pressed.messages[0].shown
        assert pressed.messages[0].only_for == bank.eve.id
