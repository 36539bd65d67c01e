"""Room for turns: bounded, shared, and given to everybody before anybody gets a second one."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from bot.engine.concurrency_limit import ConcurrencyLimit
from tests.effort import examples


@dataclass
class Room:
    """People who take places until they are told to leave."""

    places: ConcurrencyLimit
    inside: list[str] = field(default_factory=list)
    told: list[tuple[str, int]] = field(default_factory=list)
    tasks: list[tuple[str, asyncio.Task[None], asyncio.Event]] = field(default_factory=list)

    async def comes(self, *people: str) -> None:
        for person in people:
            leaves = asyncio.Event()
            self.tasks.append((person, asyncio.create_task(self._stay(person, leaves)), leaves))
        await self.settle()

    async def leaves(self, person: str) -> None:
        number = next(i for i, (who, task, _) in enumerate(self.tasks) if who == person)
        _, task, leaves = self.tasks.pop(number)
        leaves.set()
        await task
        await self.settle()

    async def gives_up(self, number: int) -> None:
        _, task, _ = self.tasks.pop(number)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def close(self) -> None:
        for _, task, _ in self.tasks:
            task.cancel()
        await asyncio.gather(*(task for _, task, _ in self.tasks), return_exceptions=True)

    async def _stay(self, person: str, leaves: asyncio.Event) -> None:
        async with self.places.place(person, lambda before: self.told.append((person, before))):
            self.inside.append(person)
            try:
                await leaves.wait()
            finally:
                self.inside.remove(person)


async def test_nobody_waits_while_there_is_room():
    room = Room(ConcurrencyLimit(most=3, share=2))
    await room.comes("ann", "ben", "ann")
    assert sorted(room.inside) == ["ann", "ann", "ben"]
    assert room.told == []
    await room.close()


async def test_one_person_leaves_room_for_others():
    room = Room(ConcurrencyLimit(most=4, share=3))
    await room.comes(*["ann"] * 100)
    assert room.inside == ["ann"] * 3
    await room.comes("ben")
    assert room.inside[-1] == "ben"
    await room.close()


async def test_whoever_waits_is_told_how_many_wait_before():
    room = Room(ConcurrencyLimit(most=1, share=1))
    await room.comes("ann", "ben", "cleo")
    assert room.told == [("ben", 0), ("cleo", 1)]
    await room.close()


async def test_everybody_gets_a_place_before_anybody_gets_a_second_one():
    room = Room(ConcurrencyLimit(most=1, share=1))
    await room.comes("ann", "ann", "ann", "ben", "cleo")
    order = []
    while room.inside:
        order += room.inside
        await room.leaves(room.inside[0])
    assert order == ["ann", "ann", "ben", "cleo", "ann"]


@given(st.data())
@examples(200)
def test_laws_hold_whatever_people_do(data: st.DataObject):
    most = data.draw(st.integers(1, 4))
    share = data.draw(st.integers(1, most))

    async def happen() -> None:
        room = Room(ConcurrencyLimit(most, share))
        for _ in range(data.draw(st.integers(1, 25))):
            if not room.tasks or data.draw(st.booleans()):
                await room.comes(data.draw(st.sampled_from("abc")))
            else:
                await room.gives_up(data.draw(st.integers(0, len(room.tasks) - 1)))
            counted = Counter(room.inside)
            wanted = Counter(who for who, _, _ in room.tasks)
            allowed = {who: min(share, count) for who, count in wanted.items()}
            assert len(room.inside) == min(most, sum(allowed.values()))
            assert all(count <= share for count in counted.values())
        await room.close()
        assert room.inside == []
        await room.comes(*"defg"[:most])
        assert len(room.inside) == most, "every place is free again"
        await room.close()

    asyncio.run(happen())
