"""Places that are deleted: what waited there is withdrawn, for nobody sees it any more."""

from pathlib import Path

import pytest

from bot.domain.requests import RequestStatus
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.permissions import Can
from tests.platforms.discord.bot import Talk, running
from tests.platforms.discord.desk import Bank, a_bank, card_of, request_of
from tests.platforms.discord.test_following import settled
from tests.platforms.discord.test_gaps import PAYING
from tests.platforms.kept import moved, the_request

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]


async def status(bank: Bank, talk: Talk) -> RequestStatus:
    """How Ann's request stands."""
    return (await the_request(bank, request_of(card_of(talk)))).status


async def gone(fake: FakeDiscord, talk: Talk, way: str) -> None:
    """Delete her thread, or the channel around it."""
    assert talk.thread is not None
    if way == "thread":
        await fake.delete_thread(talk.thread)
    else:
        fake.delete_channel(fake.general)


@pytest.mark.parametrize("way", ["thread", "channel"])
async def test_what_waits_in_a_place_that_is_deleted_is_withdrawn(tmp_path: Path, way: str):
    async with a_bank(tmp_path) as bank:
        talk = await bank.with_a_card(bank.fake.general)
        await talk.say("status")  # which shows the card once more
        request = request_of(card_of(talk))
        assert len(await bank.app.ports.posts.of_request(request)) > 1
        ended = bank.bot.ends.count

        await gone(bank.fake, talk, way)
        await bank.bot.ends.until(ended + 1)

        assert (await the_request(bank, request)).status is RequestStatus.CANCELLED
        assert any("card is gone" in row.shown for row in bank.fake.answers(bank.ann))
        assert await moved(bank) == []


@pytest.mark.parametrize("way", ["thread", "channel"])
async def test_what_waited_in_a_place_that_was_deleted_meanwhile_is_withdrawn(
    tmp_path: Path, way: str
):
    async with FakeDiscord() as fake:
        ann = fake.user("ann")
        async with running(fake, tmp_path, **PAYING) as bot:
            talk = bot.talk(ann, fake.general)
            await talk.say("pay rent")
            request = request_of(card_of(talk))
        await gone(fake, talk, way)

        async with running(fake, tmp_path, **PAYING) as bot:
            await bot.ends.until(1)

            assert (await the_request(bot, request)).status is RequestStatus.CANCELLED


async def test_what_waits_where_the_bot_only_sees_no_more_still_waits(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        talk = await bank.with_a_card(bank.fake.general)

        bank.fake.deny(bank.fake.general, bank.fake.bot, Can.VIEW_CHANNEL)
        bank.fake.delete_channel(bank.fake.channel("another"))
        await settled(bank.bot)

        assert await status(bank, talk) is RequestStatus.PENDING
