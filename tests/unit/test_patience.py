"""Tasks that are ended, however often they have to be told, and turns that the store keeps."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress

import pytest
from pydantic import JsonValue

from bot.domain.errors import StoreAway
from bot.domain.ids import TaskId, TurnId
from bot.engine import retries
from bot.engine.retries import RetryingTurns, answering, cancel_tasks
from tests.fakes.store.store import MemoryStore
from tests.fakes.world import FakeClock, FakeIds


async def test_tasks_that_swallow_a_cancellation_are_cancelled_again(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(retries, "CANCELLED_AGAIN_SECONDS", 0.0)
    ended: list[str] = []

    async def deaf(times: int) -> None:
        for _ in range(times):
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(f"after {times}")

    async def fails() -> None:
        message = "of its own"
        raise OSError(message)

    tasks = [asyncio.create_task(deaf(times)) for times in range(3)]
    tasks.append(asyncio.create_task(fails()))
    await asyncio.sleep(0)
    await cancel_tasks(*tasks)

    assert ended == ["after 0", "after 1", "after 2"]
    assert all(task.done() for task in tasks)
    await cancel_tasks()


class AwayForOne(MemoryStore):
    """A store that keeps what one turn did from being recorded, while it is away."""

    is_away = True

    async def record(self, turn: TurnId, epoch: int, step: str, entry: JsonValue) -> None:
        if self.is_away and turn == "kept":
            raise StoreAway("gone")

    async def diary(
        self, task: TaskId, book: str, since: int, until: int
    ) -> tuple[JsonValue, ...]:
        raise StoreAway("gone")


def patient(store: MemoryStore) -> RetryingTurns:
    return RetryingTurns(store, lambda _seconds: asyncio.sleep(0))


async def record(turns: RetryingTurns, turn: str) -> None:
    answering.set(TurnId(turn))
    await turns.record(TurnId(turn), 1, "step", entry=True)


async def tried(call: Coroutine[None, None, object]) -> None:
    """Give a call up after a try or two."""
    waiting = asyncio.create_task(call)
    await asyncio.sleep(0)
    await cancel_tasks(waiting)


async def test_only_the_turn_that_the_store_kept_waiting_was_kept_waiting():
    turns = patient(AwayForOne(FakeClock(), FakeIds()))
    waiting = asyncio.create_task(record(turns, "kept"))
    await asyncio.sleep(0)

    await record(turns, "other")
    await cancel_tasks(waiting)

    assert not turns.kept_waiting(TurnId("other"))
    assert turns.kept_waiting(TurnId("kept"))
    assert not turns.kept_waiting(TurnId("kept"))


async def test_a_turn_that_the_store_answers_again_is_kept_waiting_no_more():
    store = AwayForOne(FakeClock(), FakeIds())
    turns = patient(store)
    await tried(record(turns, "kept"))

    store.is_away = False
    await record(turns, "kept")

    assert not turns.kept_waiting(TurnId("kept"))


async def test_a_turn_that_reads_its_diary_in_vain_was_kept_waiting():
    turns = patient(AwayForOne(FakeClock(), FakeIds()))
    answering.set(TurnId("reading"))

    await tried(turns.diary(TaskId("task"), "book", 0, 1))

    assert turns.kept_waiting(TurnId("reading"))
