"""Requests on Discord where it is unlike other platforms: forms with faults, odd presses."""

from pathlib import Path

import pytest

from tests.fakes.discord import Channel, FakeDiscord, Message
from tests.fakes.discord.rows import controls
from tests.platforms.discord.bot import running
from tests.platforms.discord.desk import Bank, a_bank, card_of, request_of
from tests.platforms.discord.test_closed import wishes
from tests.platforms.discord.test_plans import bytes_in
from tests.platforms.kept import MOVED, READY, WISH, moved

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R1", "R2")]


async def the_card(bank: Bank) -> Message:
    """The card that Ann's wish is shown on, in the channel's thread."""
    return card_of(await bank.with_a_card(bank.fake.general))


async def test_an_edit_that_changes_nothing_approves_what_the_form_showed(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        card = await the_card(bank)
        await bank.fake.press(bank.ben, card, "Edit")

        await bank.fake.submit(bank.ben, {})
        await bank.until_shown(card, "Approved")

        assert await moved(bank) == [MOVED]


async def test_what_is_wrong_with_an_edit_is_told_and_can_be_mended(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        card = await the_card(bank)
        await bank.fake.press(bank.ben, card, "Edit")

        sent = await bank.fake.submit(bank.ben, {"amount": "lots"})
        [told] = sent.messages
        assert "is not an amount" in told.shown
        assert told.only_for == bank.ben.id

        await bank.fake.press(bank.ben, told, "Open the form again")
        await bank.fake.submit(bank.ben, {"amount": "620"})
        await bank.until_shown(card, "Edited and approved")
        assert await moved(bank) == [("1234567890", "1234324", 62_000)]


async def test_a_form_with_a_mistake_can_be_mended_after_a_restart(tmp_path: Path):
    """What was typed is kept, sealed; only who typed it gets it back."""
    async with FakeDiscord() as fake:
        ann, eve = fake.user("ann"), fake.user("eve")
        async with running(fake, tmp_path) as bot:
            talk = bot.talk(ann, fake.general)
            for line in (*READY, WISH):
                await talk.say(line)
            card = card_of(talk)
            await fake.press(ann, card, "Edit")
            sent = await fake.submit(ann, {"amount": "lots-of-it"})
        assert b"lots-of-it" not in bytes_in(tmp_path)

        async with running(fake, tmp_path) as bot:
            again = str(controls(sent.messages[0].components)[0]["custom_id"])
            await fake.press(eve, card, again, forged=True)
            assert fake.form(eve) is None
            await fake.press(ann, sent.messages[0], "Open the form again")
            assert "lots-of-it" in str(fake.form(ann))
            await fake.submit(ann, {"amount": "620"})
            await fake.until(lambda: "Edited and approved" in card.shown)


async def test_a_press_on_what_is_decided_is_answered(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        card = await the_card(bank)
        custom_id = f"{card.components[0]['components'][0]['custom_id']}"
        await bank.fake.press(bank.ben, card, "Approve")
        await bank.until_shown(card, "Approved")

        again = await bank.fake.press(bank.ben, card, custom_id, forged=True)

        assert again.trouble is None
        place: Channel = card.channel
        await bank.until_told(bank.ben, place, "already")
        assert await moved(bank) == [MOVED]


async def test_a_button_of_nothing_known_is_answered(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        card = await the_card(bank)

        pressed = await bank.fake.press(bank.eve, card, "nothing", forged=True)

        assert "I do not know that button" in pressed.messages[0].shown
        assert pressed.messages[0].only_for == bank.eve.id


async def test_who_may_decide_finds_the_request_in_private_and_decides_it_there(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        card = await the_card(bank)
        request = request_of(card)
        ben, eve = bank.bot.talk(bank.ben), bank.bot.talk(bank.eve)

        assert request in await ben.say("requests")
        assert request not in await eve.say("requests")
        await ben.command("frontdesk decide", about=f"{request} approve")
        await bank.until_shown(card, "Approved")

        assert await moved(bank) == [MOVED]


async def test_who_may_approve_is_heard_in_the_thread_though_they_never_spoke_there(
    tmp_path: Path,
):
    async with a_bank(tmp_path) as bank:
        talk = await bank.with_a_card(bank.fake.general)
        card = card_of(talk)

        await bank.fake.say(bank.ben, talk.place, "reject, far too much")
        await bank.until_shown(card, "Rejected: far too much")

        assert await moved(bank) == []


@pytest.mark.parametrize("place", ["direct", "closed"])
async def test_a_card_that_was_brought_in_private_is_decided_by_a_reply_to_it(
    tmp_path: Path, place: str
):
    async with a_bank(tmp_path) as bank:
        if place == "closed":
            await wishes(bank, "locked")
        else:
            await bank.with_a_card()
        [brought] = bank.fake.answers(bank.ben)

        await bank.fake.reply(bank.ben, brought, "nice weather")
        await bank.fake.reply(bank.ben, brought, "edit amount=620")
        await bank.until_shown(brought, "Edited and approved")
        await bank.fake.reply(bank.ben, brought, "reject")
        await bank.until_told(bank.ben, bank.fake.general, "already answered by")

        assert await moved(bank) == [("1234567890", "1234324", 62_000)]
