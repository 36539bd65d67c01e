"""What comes from one channel is kept in its order; another channel never waits for it."""

import asyncio
from weakref import ref

from bot.platforms.chat.conversations import Lanes


async def test_a_lane_lets_in_one_at_a_time_in_the_order_they_came():
    lanes, kept, first_is_in = Lanes(), list[int](), asyncio.Event()

    async def keep(number: int) -> None:
        async with lanes.lane("C1"):
            if number == 0:
                await first_is_in.wait()
            kept.append(number)

    keeping = [asyncio.create_task(keep(number)) for number in range(5)]
    await asyncio.sleep(0)
    assert kept == []
    first_is_in.set()
    await asyncio.gather(*keeping)

    assert kept == [0, 1, 2, 3, 4]


async def test_no_channel_waits_for_another():
    lanes = Lanes()
    async with lanes.lane("C1"):
        for number in range(2, 1000):
            assert not lanes.lane(f"C{number}").locked()


async def test_a_lane_is_forgotten_when_nothing_is_in_it():
    lanes = Lanes()
    async with lanes.lane("C1"):
        lane = ref(lanes.lane("C1"))
        assert lane() is not None

    assert lane() is None
