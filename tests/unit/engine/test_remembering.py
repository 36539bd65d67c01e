"""The engine looks after memory beside the turns, and leaves it when it stops."""

import asyncio
from collections.abc import Container
from dataclasses import dataclass, field, replace
from datetime import datetime

import pytest

from bot.core.ports.memory import Due, Summaries
from bot.domain.errors import StoreAway
from bot.domain.memory import Summary
from bot.engine.engine import Engine
from bot.engine.internal_jobs import Rememberer
from tests.fakes.engine import Office, echo


@dataclass
class Watched(Summaries):
    """Memory that writes down what is done with it."""

    done: list[str] = field(default_factory=list)
    fails: int = 0
    was_called: asyncio.Event = field(default_factory=asyncio.Event)

    async def keep_up(self) -> None:
        self.done.append("keep up")
        if len(self.done) <= self.fails:
            raise StoreAway("the store is away")
        self.was_called.set()

    async def due(self, most: int, platforms: Container[str]) -> list[Due]:
        return []

    async def save(self, due: Due, summary: Summary, spent: object = None) -> bool:
        raise AssertionError(due)

    async def expire(self, before: datetime) -> int:
        self.done.append(f"expire {before:%m-%d}")
        return 0


def an_engine(office: Office, watched: Watched, days: float = 0.0) -> Engine:
    ports = replace(
        office.services,
        summaries=watched,
        expire=watched.expire,
        retention_days=days,
        pause=lambda _seconds: asyncio.sleep(0),
    )
    return Engine(ports, {"console": office.platform}, echo)


async def test_memory_is_looked_after_while_the_engine_runs_and_not_after():
    watched = Watched()
    engine = an_engine(Office(), watched)

    await engine.start()
    await watched.was_called.wait()
    await engine.stop()

    done = len(watched.done)
    await asyncio.sleep(0)
    assert len(watched.done) == done


async def test_a_store_that_is_away_is_tried_again():
    watched = Watched(fails=2)
    engine = an_engine(Office(), watched)

    await engine.start()
    await watched.was_called.wait()
    await engine.stop()

    assert watched.done[:3] == ["keep up"] * 3


@pytest.mark.parametrize(("days", "expired"), [(0.0, 0), (30.0, 2)])
async def test_old_words_are_deleted_once_an_hour_if_a_retention_is_set(days: float, expired: int):
    office, watched = Office(), Watched()
    rememberer = Rememberer(watched, office.services, {"console"}, watched.expire, days)

    for _round in range(3):
        await rememberer.remember()
    office.clock.pass_time(hours=2)
    await rememberer.remember()

    assert len([act for act in watched.done if act.startswith("expire")]) == expired
