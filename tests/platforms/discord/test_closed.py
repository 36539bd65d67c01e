"""Cards that others decide, whose place was closed: they get them, or who asked is told."""

from pathlib import Path

import pytest

from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.permissions import Can
from tests.platforms.discord.bot import Talk
from tests.platforms.discord.desk import Bank, a_bank, request_of
from tests.platforms.discord.test_places import close
from tests.platforms.kept import MOVED, READY, WISH, moved

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]

NOBODY = "I can show this to none of those who may decide it"


async def wishes(bank: Bank, way: str) -> None:
    """Ann asks for what others decide, and before she is answered her thread is closed."""
    talk = bank.bot.talk(bank.ann, bank.fake.general)
    for line in READY:
        await talk.say(line)
    ended = bank.bot.ends.count
    await bank.fake.say(bank.ann, talk.place, WISH)
    await close(bank.fake, talk.place, way)
    await bank.bot.ends.until(ended + 1)


def at_a_desk(bank: Bank) -> Talk:
    """Ben, in a channel that nothing was closed in."""
    return bank.bot.talk(bank.ben, bank.fake.channel("desk"))


@pytest.mark.parametrize("way", ["locked", "hidden", "read only", "deleted"])
async def test_who_may_decide_gets_the_card_in_private(tmp_path: Path, way: str):
    async with a_bank(tmp_path) as bank:
        await wishes(bank, way)

        [brought] = bank.fake.answers(bank.ben)
        shown = bank.fake.answers(bank.ann)[-1]
        assert shown.shown.startswith("-# <#")
        assert "Approve" in shown.buttons

        await bank.fake.press(bank.ben, brought, "Approve")
        await bank.until_shown(shown, "Approved")
        await bank.until_told(bank.ann, bank.fake.general, "$700.00 went from Checking")
        assert await moved(bank) == [MOVED]


@pytest.mark.parametrize(
    "approvers", ["{ben}", "{ann},{ben}", "{seven}"], ids=["shy", "and who asked", "a role"]
)
async def test_who_asked_is_told_that_nobody_could_be_shown_it(tmp_path: Path, approvers: str):
    async with a_bank(tmp_path, approvers=approvers) as bank:
        bank.ben.takes_messages = False

        await wishes(bank, "locked")

        *_before, card, told = bank.fake.answers(bank.ann)
        assert "Waiting for" in card.shown
        assert told.shown.startswith(NOBODY)
        assert "`/frontdesk requests` shows it" in told.shown
        bank.fake.change_member(bank.ben, bank.seven)
        assert request_of(card) in await at_a_desk(bank).command("frontdesk requests")


async def test_in_a_private_talk_nobody_is_left_waiting_for_who_cannot_know(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        bank.ben.takes_messages = False

        talk = await bank.with_a_card()

        assert [row.shown.startswith(NOBODY) for row in talk.answers[-2:]] == [False, True]


async def test_who_may_decide_gets_it_though_who_asked_cannot_be_told(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        bank.ann.takes_messages = False
        await wishes(bank, "locked")

        [brought] = bank.fake.answers(bank.ben)
        await bank.fake.press(bank.ben, brought, "Reject")
        await bank.fake.submit(bank.ben, {"reason": "far too much"})
        await bank.until_shown(brought, "Rejected: far too much")

        assert await moved(bank) == []


async def test_what_reaches_nobody_stays_to_be_decided(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        bank.ann.takes_messages = bank.ben.takes_messages = False
        await wishes(bank, "locked")

        assert "transfer" in await at_a_desk(bank).command("frontdesk requests")
        assert bank.fake.answers(bank.ben) == []


async def test_where_nobody_has_any_rights_it_is_said_at_once(tmp_path: Path):
    """In several servers, without a setting, nobody in private is known to be of any."""
    async with FakeDiscord() as fake:
        fake.guild("another")
        async with a_bank(tmp_path, on=fake) as bank:
            talk = await bank.with_a_card()

            assert "Please ask me in a channel of your server." in talk.answers[-1].shown
            assert fake.answers(bank.ben) == []


async def test_what_is_told_in_private_links_to_a_place_that_is_there(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        fake = bank.fake
        fake.deny(fake.general, fake.bot, Can.SEND_MESSAGES | Can.CREATE_PUBLIC_THREADS)

        await fake.mention(bank.ann, fake.general, "what does AAPL cost?")
        await bank.bot.ends.until(1)

        told = fake.answers(bank.ann)[0].shown
        assert told.startswith(f"-# {fake.general.mention}\nOne share of Apple")
