"""What every store promises where all that was said was kept long enough: memory begins anew."""

from datetime import timedelta

import pytest

from bot.storage.memory import embeddings
from bot.storage.memory.search_index import DUE_LINES, KEPT_BACK
from tests.contract.conftest import Ports
from tests.contract.embedding import embed, texts
from tests.contract.test_memory import a_due, a_long_talk, grown, spoke
from tests.fakes.world import NOON, FakeClock


async def test_summaries_grow_again_after_all_lines_were_kept_long_enough(
    ports: Ports, clock: FakeClock
):
    """SQLite numbers lines from the beginning then; what they covered before says nothing."""
    await a_long_talk(ports)
    due = await a_due(ports)
    assert await ports.memory.save(due, grown(due))
    clock.pass_time(days=2)
    await ports.expire(NOON + timedelta(days=1))

    await a_long_talk(ports)

    assert len((await a_due(ports)).lines) == DUE_LINES - KEPT_BACK


async def test_what_is_said_then_is_embedded_too(
    ports: Ports, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(embeddings, "LOOKED_AT_AGAIN", 0)
    await a_long_talk(ports)
    await embed(ports)
    clock.pass_time(days=2)
    await ports.expire(NOON + timedelta(days=1))

    await spoke(ports, "a hound")
    await embed(ports)

    assert await texts(ports, "puppy") == {"a hound", "re: a hound"}
