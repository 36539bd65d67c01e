"""Turns as the engine carries them out: in order, beside each other, never lost."""

import asyncio
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.core.ports import Beginning, Ending
from bot.core.services import Progress, Services
from bot.domain.budget import Limits
from bot.domain.errors import Fenced, StoreAway
from bot.engine.turns import GRACE_SECONDS, PARKED
from bot.storage.memory import MemoryStore
from tests.fakes.engine import Office, echo
from tests.fakes.events import SESSION, a_message, a_reply, a_thread, the_ending

ENOUGH_TRIES = 50


async def fails(beginning: Beginning, services: Services, progress: Progress) -> Ending:
    message = f"cannot say {beginning.incoming.text}"
    raise ValueError(message)


async def fails_on_the_first(
    beginning: Beginning, services: Services, progress: Progress
) -> Ending:
    answer = fails if beginning.incoming.id == "1" else echo
    return await answer(beginning, services, progress)


class Forgetful(MemoryStore):
    """A store that is away for some calls."""

    def __init__(self, inner: MemoryStore, away: list[str]) -> None:
        self._inner = inner
        self._away = away

    def __getattribute__(self, name: str) -> object:
        if name.startswith("_"):
            return object.__getattribute__(self, name)
        if name in self._away:
            self._away.remove(name)
            raise StoreAway(name)
        return getattr(self._inner, name)


async def test_a_message_is_answered():
    bot = Office().bot()
    await bot.engine.start()

    assert await bot.answers(a_message("1", text="hello")) == ["re: hello"]
    assert bot.platform.ended == [("1", False)]
    await bot.engine.stop()


async def test_nothing_is_answered_before_the_start():
    bot = Office().bot()
    await bot.hears(a_message("1"))
    assert bot.platform.said == []

    await bot.engine.start()
    await bot.idles()

    assert bot.platform.said == ["re: message 1"]
    await bot.engine.stop()


async def test_a_copy_gets_the_end_of_its_turn_and_no_answer():
    bot = Office().bot()
    await bot.engine.start()

    said = await bot.answers(*(a_message("1") for _ in range(4)))

    assert said == ["re: message 1"]
    assert sorted(bot.platform.ended) == [("1", False), ("1", True), ("1", True), ("1", True)]
    await bot.engine.stop()


async def test_a_session_answers_in_the_order_it_was_asked():
    bot = Office().bot()
    await bot.engine.start()

    said = await bot.answers(*(a_message(str(number)) for number in range(20)))

    assert said == [f"re: message {number}" for number in range(20)]
    await bot.engine.stop()


async def test_a_session_has_one_turn_at_a_time_and_others_run_beside_it():
    running: list[str] = []
    most: dict[str, int] = {}
    everywhere = 0

    async def watched(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        nonlocal everywhere
        session = beginning.incoming.thread.session
        running.append(session)
        most[session] = max(most.get(session, 0), running.count(session))
        everywhere = max(everywhere, len(running))
        await asyncio.sleep(0)
        running.remove(session)
        return await echo(beginning, services, progress)

    bot = Office().bot(watched)
    await bot.engine.start()
    threads = [a_thread(name) for name in ("a", "b", "c")]

    await bot.answers(*(a_message(f"{n}{t.thread}", t) for n in range(5) for t in threads))

    assert set(most.values()) == {1}
    assert everywhere == 3
    assert len(bot.platform.said) == 15
    await bot.engine.stop()


async def test_what_fails_three_times_is_parked_and_the_session_goes_on():
    bot = Office().bot(fails_on_the_first)
    await bot.engine.start()

    said = await bot.answers(a_message("1"), a_message("2"))

    assert said == [PARKED, "re: message 2"]
    (parked,) = await bot.store.parked()
    assert parked.reason.startswith("ValueError at test_engine_turns.py:")
    assert bot.platform.ended == [("1", False), ("2", False)]
    await bot.engine.stop()


async def test_what_fails_once_is_answered_the_second_time():
    tries: list[int] = []

    async def fails_once(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        tries.append(beginning.attempt)
        answer = fails if len(tries) == 1 else echo
        return await answer(beginning, services, progress)

    bot = Office().bot(fails_once)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == ["re: message 1"]
    assert tries == [1, 2]
    await bot.engine.stop()


async def test_what_kills_the_bot_three_times_is_parked_without_a_fourth_try():
    office = Office()
    await office.store.accept(a_message("1"))
    for _ in range(3):
        await office.store.begin(SESSION)

    bot = office.bot()
    await bot.engine.start()
    await bot.idles()

    assert bot.platform.said == [PARKED]
    await bot.engine.stop()


async def test_a_failure_is_logged_without_a_word_of_what_was_said():
    bot = Office().bot(fails)
    await bot.engine.start()

    with capture_logs() as logs:
        await bot.answers(a_message("1", text="my secret"))

    events = [entry["event"] for entry in logs]
    assert events == ["turn_failed", "turn_failed", "turn_failed", "turn_parked"]
    assert "my secret" not in str(logs)
    await bot.engine.stop()


async def test_a_fenced_worker_stops_quietly_and_does_not_count_as_a_failure():
    async def fenced(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        raise Fenced

    office = Office()
    bot = office.bot(fenced)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == []

    (event,) = office.store.tables.waiting()
    assert event.attempts == 0
    await bot.engine.stop()


async def test_a_hanging_turn_is_given_up_and_tried_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.engine.turns.GRACE_SECONDS", 0.0)

    async def hangs_once(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        if beginning.attempt == 1:
            await asyncio.Event().wait()
        return await echo(beginning, services, progress)

    office = Office()
    office.services = replace(office.services, limits=Limits(seconds=0.01))
    bot = office.bot(hangs_once)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == ["re: message 1"]
    assert GRACE_SECONDS > 0
    await bot.engine.stop()


async def test_a_stopped_turn_goes_on_after_the_start_and_was_no_failure():
    begun = asyncio.Event()

    async def hangs(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    office = Office()
    first = office.bot(hangs)
    await first.engine.start()
    await first.hears(a_message("1"), a_message("2"))
    await begun.wait()
    await first.engine.stop()
    assert [event.attempts for event in office.store.tables.waiting()] == [0, 0]

    second = office.bot()
    await second.engine.start()
    await second.idles()

    assert office.platform.said == ["re: message 1", "re: message 2"]
    await second.engine.stop()


@pytest.mark.parametrize("call", ["begin", "commit", "settle", "record"])
async def test_a_turn_outlives_an_outage_of_the_store(call: str):
    async def records(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        await services.turns.record(beginning.turn, beginning.epoch, "step", "done")
        return await echo(beginning, services, progress)

    office = Office()
    bot = office.bot(records, store=Forgetful(office.store, [call] * 20))
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == ["re: message 1"]
    assert max(bot.pauses) <= 15
    assert office.store.tables.epochs[SESSION][0] == 1
    await bot.engine.stop()


async def test_an_outage_during_the_work_is_not_the_fault_of_the_event():
    async def away_often(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        if beginning.epoch < ENOUGH_TRIES:
            raise StoreAway("agents' tables")
        return await echo(beginning, services, progress)

    bot = Office().bot(away_often)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == ["re: message 1"]
    await bot.engine.stop()


async def test_what_cannot_be_kept_is_not_accepted():
    office = Office()
    bot = office.bot(store=Forgetful(office.store, ["accept"]))

    with pytest.raises(StoreAway):
        await bot.engine.accept(a_message("1"))


async def test_progress_is_shown_and_never_costs_a_turn():
    async def reports(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        progress("bank", "looking")
        return the_ending(beginning, replies=(a_reply(beginning, "found"),))

    office = Office()
    bot = office.bot(reports)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == ["found"]
    assert office.platform.doing == ["bank: looking"]

    office.platform.doing = None  # type: ignore[assignment]
    assert await bot.answers(a_message("2")) == ["found", "found"]
    await bot.engine.stop()
