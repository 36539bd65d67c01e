"""The sweep deletes what is kept of workspaces that left, once an hour, within a day."""

from datetime import timedelta

import pytest

from bot.engine.ports import Desk
from bot.engine.sweep import FORGET_EVERY_SECONDS, PURGED_AFTER, Sweeper
from tests.fakes.departures import FakeDepartures
from tests.fakes.engine import Office
from tests.fakes.world import NOON
from tests.unit.engine.test_sweep import expires

pytestmark = pytest.mark.proves("R27")


async def test_who_left_is_purged_within_a_day():
    office, departures = Office(), FakeDepartures()
    desk = Desk(office.store, office.store, office.store, {}, departures)
    sweeper = Sweeper(desk, office.bot(expires).dispatcher, office.clock)

    for _ in range(3):
        await sweeper.sweep()
    office.clock.pass_time(seconds=FORGET_EVERY_SECONDS)
    await sweeper.sweep()

    later = timedelta(seconds=FORGET_EVERY_SECONDS)
    assert departures.purged == [NOON - PURGED_AFTER, NOON + later - PURGED_AFTER]
    assert timedelta(days=1) - later > PURGED_AFTER
