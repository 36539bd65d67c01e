"""The sweep deletes what is kept of workspaces that left, once an hour, within a day."""

from datetime import timedelta

import pytest

from bot.engine.scheduler import FORGET_EVERY_SECONDS, PURGED_AFTER
from tests.fakes.departures import FakeDepartures
from tests.fakes.engine import Office
from tests.fakes.world import NOON
from tests.unit.engine.test_sweep import a_sweeper, expires

pytestmark = pytest.mark.proves("R27")


async def test_who_left_is_purged_within_a_day():
    office, departures = Office(), FakeDepartures()
    sweeper = a_sweeper(office, office.bot(expires), purge=departures.purge)

    for _ in range(3):
        await sweeper.sweep()
    office.clock.pass_time(seconds=FORGET_EVERY_SECONDS)
    await sweeper.sweep()

    later = timedelta(seconds=FORGET_EVERY_SECONDS)
    assert departures.purged == [NOON - PURGED_AFTER, NOON + later - PURGED_AFTER]
    assert timedelta(days=1) - later > PURGED_AFTER
