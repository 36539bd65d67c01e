"""The outbox as the engine empties it: in order, until the platform took everything."""

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.core.ports.turns import Beginning, Ending
from bot.core.state.catalogue import Progress, Services
from bot.domain.errors import PlatformFailed
from bot.engine.ports import Undeliverable
from bot.platforms.console.terminal import ReaderGone
from tests.fakes.engine import Office
from tests.fakes.events import SESSION, a_message, a_reply, the_ending


async def says_three(beginning: Beginning, services: Services, progress: Progress) -> Ending:
    texts = (f"{beginning.incoming.id}.{number}" for number in (1, 2, 3))
    replies = tuple(a_reply(beginning, text, n) for n, text in enumerate(texts))
    return the_ending(beginning, replies=replies)


async def committed(office: Office, id_: str) -> None:
    """Leave a turn as a process does that dies between its commit and its first reply."""
    await office.store.accept(a_message(id_))
    beginning = await office.store.begin(SESSION)
    assert beginning is not None
    await office.store.commit(the_ending(beginning, replies=(a_reply(beginning, f"old {id_}"),)))


async def test_a_reply_is_offered_until_the_platform_takes_it_and_order_is_kept():
    office = Office()
    office.platform.failures = [PlatformFailed("429")] * 5
    bot = office.bot(says_three)
    await bot.engine.start()

    said = await bot.answers(a_message("1"), a_message("2"))

    assert said == ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3"]
    assert bot.pauses[1:4] == [0.1, 0.2, 0.4]
    assert await office.store.unsent(SESSION) == []
    await bot.engine.stop()


async def test_a_delay_is_logged_once_for_each_reason():
    """A platform that is away for an hour, or a console nobody reads, would fill the log."""
    office = Office()
    away = PlatformFailed("429")
    office.platform.failures = [away, ReaderGone(), away, ReaderGone()]
    bot = office.bot(says_three)
    await bot.engine.start()

    with capture_logs() as logs:
        await bot.answers(a_message("1"))

    delays = [log for log in logs if log["event"] == "reply_delayed"]
    assert [delay["error"] for delay in delays] == ["PlatformFailed", "ReaderGone"]
    assert len({delay["reply"] for delay in delays}) == 1
    await bot.engine.stop()


@pytest.mark.parametrize("failures", [[Undeliverable()], [KeyError("a bug")] * 3])
async def test_a_reply_nobody_can_take_does_not_block_its_thread(failures: list[Exception]):
    office = Office()
    office.platform.failures = failures
    bot = office.bot(says_three)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == ["1.2", "1.3"]
    assert await office.store.unsent(SESSION) == []
    await bot.engine.stop()


async def test_what_was_owed_before_the_start_is_sent():
    office = Office()
    await committed(office, "1")
    bot = office.bot()

    await bot.engine.start()
    await bot.idles()

    assert office.platform.said == ["old 1"]
    assert office.platform.ended == [("1", False)]
    await bot.engine.stop()


async def test_what_was_owed_goes_before_what_is_new():
    office = Office()
    await committed(office, "1")
    await committed(office, "2")
    await office.store.accept(a_message("3"))
    bot = office.bot()

    await bot.engine.start()
    await bot.idles()

    assert office.platform.said == ["old 1", "old 2", "re: message 3"]
    assert office.platform.ended == [("1", False), ("2", False), ("3", False)]
    await bot.engine.stop()


async def test_what_another_worker_left_is_sent_before_our_next_turn():
    office = Office()
    bot = office.bot()
    await bot.engine.start()
    await bot.answers(a_message("1"))
    await committed(office, "2")

    said = await bot.answers(a_message("3"))

    assert said == ["re: message 1", "old 2", "re: message 3"]
    await bot.engine.stop()


async def test_a_reply_that_was_being_sent_at_the_stop_comes_again():
    office = Office()
    office.platform.gate = asyncio.Event()
    first = office.bot()
    await first.engine.start()
    await first.hears(a_message("1"))
    await asyncio.sleep(0)
    await first.engine.stop()
    assert len(await office.store.unsent(SESSION)) == 1

    office.platform.gate = None
    second = office.bot()
    await second.engine.start()
    await second.idles()

    assert office.platform.said == ["re: message 1"]
    await second.engine.stop()


async def test_a_platform_that_cannot_end_a_turn_harms_nobody():
    office = Office()
    office.platform.ended = None  # type: ignore[assignment]
    bot = office.bot()
    await bot.engine.start()

    assert await bot.answers(a_message("1"), a_message("2")) == ["re: message 1", "re: message 2"]
    await bot.engine.stop()


class Frozen:
    """A store whose worker is frozen right after a commit; another may send what it owes."""

    def __init__(self, office: Office, *, is_taken_over: bool) -> None:
        self._office = office
        self._is_taken_over = is_taken_over

    def __getattr__(self, name: str) -> Any:
        return getattr(self._office.store, name)

    async def commit(self, ending: Ending) -> None:
        await self._office.store.commit(ending)
        self._office.clock.pass_time(seconds=10)
        if self._is_taken_over:
            await self._office.store.sent([reply.id for reply in ending.replies])


async def said_after_a_frost(*, is_taken_over: bool) -> list[str]:
    office = Office()
    bot = office.bot(says_three, store=Frozen(office, is_taken_over=is_taken_over))
    await bot.engine.start()
    said = await bot.answers(a_message("1"))
    await bot.engine.stop()
    return said


async def test_a_worker_that_was_frozen_does_not_send_what_another_has_sent():
    assert await said_after_a_frost(is_taken_over=True) == []


async def test_a_worker_that_was_frozen_sends_what_no_other_has_sent():
    assert await said_after_a_frost(is_taken_over=False) == ["1.1", "1.2", "1.3"]
