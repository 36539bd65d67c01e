"""Tasks that are ended, however often they have to be told."""

import asyncio
from contextlib import suppress

import pytest

from bot.engine import patience
from bot.engine.patience import let_go


async def test_tasks_that_swallow_a_cancellation_are_cancelled_again(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(patience, "CANCELLED_AGAIN_SECONDS", 0.0)
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
    await let_go(*tasks)

    assert ended == ["after 0", "after 1", "after 2"]
    assert all(task.done() for task in tasks)
    await let_go()
