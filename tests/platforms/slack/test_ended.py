"""Channels that end: what waited there is withdrawn, for nobody can answer it there any more."""

from pathlib import Path
from typing import get_args

import pytest

from bot.domain.requests import RequestStatus
from tests.fakes.slack.app_acts import ChannelEnd
from tests.platforms.kept import MOVED, moved, the_request
from tests.platforms.slack.desk import (
    CHANNEL,
    PRIVATE,
    a_bank,
    card_of,
    request_of,
    until_told,
    with_a_card,
)

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]


@pytest.mark.parametrize("way", get_args(ChannelEnd))
async def test_what_waits_in_a_channel_that_ends_is_withdrawn(tmp_path: Path, way: ChannelEnd):
    async with a_bank(tmp_path) as bank:
        talk = await with_a_card(bank, CHANNEL)
        request = request_of(card_of(talk))

        await bank.fake.end_channel("U1", CHANNEL, way)
        await until_told(bank, "U1", "card is gone")

        assert (await the_request(bank, request)).status is RequestStatus.CANCELLED
        assert await moved(bank) == []


async def test_what_waits_elsewhere_still_waits(tmp_path: Path):
    async with a_bank(tmp_path, approvers="") as bank:
        talk = await with_a_card(bank, PRIVATE)

        delivery = await bank.fake.end_channel("U1", CHANNEL, "channel_archive")
        await bank.fake.until(lambda: delivery.is_acked)

        assert (await the_request(bank, request_of(card_of(talk)))).status is RequestStatus.PENDING
        await talk.press("Approve")
        assert await moved(bank) == [MOVED]
