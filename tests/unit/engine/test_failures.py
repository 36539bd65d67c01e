"""What the engine does when a turn fails, hangs or kills it, and when the store is away."""

import asyncio
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.core.ports.turns import LAST_TRY, Beginning, Ending
from bot.core.state.catalogue import Progress, Services
from bot.domain.budget import TurnLimits
from bot.domain.errors import StoreAway
from bot.domain.ids import SessionId
from bot.domain.messages import Incoming, Kind
from bot.engine.retries import AWAY
from bot.engine.turn_runner import LOST, PARKED
from tests.fakes.engine import Office, echo
from tests.fakes.events import SESSION, a_message, a_thread
from tests.fakes.store.store import MemoryStore
from tests.fakes.world import FakeClock, FakeIds

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


class Sealed(MemoryStore):
    """A store whose first event cannot be read, as after its key was replaced."""

    def __init__(self, inner: MemoryStore, kind: Kind) -> None:
        super().__init__(FakeClock(), FakeIds())
        self._inner = inner
        self._kind = kind

    def __getattribute__(self, name: str) -> object:
        if name in {"_inner", "_kind", "begin"}:
            return object.__getattribute__(self, name)
        return getattr(self._inner, name)

    async def begin(self, session: SessionId) -> Beginning | None:
        begun = await self._inner.begin(session)
        if begun is None or begun.incoming.id != "1":
            return begun
        unread = Incoming(begun.turn, begun.incoming.thread, begun.incoming.person)
        return replace(begun, incoming=replace(unread, kind=self._kind), is_unreadable=True)


@pytest.mark.parametrize(
    ("kind", "what"), [(Kind.MESSAGE, "what you sent"), (Kind.TIMER, "what I was to do for you")]
)
async def test_what_cannot_be_read_is_set_aside_untried_and_its_person_told_why(
    kind: Kind, what: str
):
    tried: list[str] = []

    async def noted(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        tried.append(beginning.incoming.id)
        return await echo(beginning, services, progress)

    office = Office()
    bot = office.bot(noted, store=Sealed(office.store, kind))
    await bot.engine.start()

    assert await bot.answers(a_message("1"), a_message("2")) == [
        LOST.format(what=what),
        "re: message 2",
    ]
    (parked,) = await bot.store.parked()
    assert (parked.reason, tried) == ("it cannot be read", ["2"])
    assert office.store.tables.journal == {}
    await bot.engine.stop()


async def test_what_fails_three_times_is_parked_and_the_session_goes_on():
    bot = Office().bot(fails_on_the_first)
    await bot.engine.start()

    said = await bot.answers(a_message("1"), a_message("2"))

    assert said == [PARKED, "re: message 2"]
    (parked,) = await bot.store.parked()
    assert parked.reason.startswith("ValueError at test_failures.py:")
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
        begun = await office.store.begin(SESSION)
    assert begun is not None
    await office.store.record(begun.turn, begun.epoch, LAST_TRY, entry=True)

    bot = office.bot()
    await bot.engine.start()
    await bot.idles()

    assert bot.platform.said == [PARKED]
    await bot.engine.stop()


async def test_nobody_is_blamed_for_what_kills_the_bot_beside_them():
    office = Office()
    threads = [a_thread(name) for name in ("a", "b", "c")]
    for thread in threads:
        await office.store.accept(a_message(thread.thread, thread))
        for _ in range(2):  # it died twice, and nobody knows of which of them
            await office.store.begin(thread.session)
    tries_of_others: list[int] = []

    async def watched(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        await asyncio.sleep(0)
        waiting = office.store.tables.waiting()
        tries_of_others.extend(e.attempts for e in waiting if e.turn != beginning.turn)
        return await echo(beginning, services, progress)

    bot = office.bot(watched)
    await bot.engine.start()
    await bot.idles()

    assert len(bot.platform.said) == 3
    assert tries_of_others == [2, 2, 2]
    await bot.engine.stop()


async def test_who_died_beside_the_last_try_of_another_has_one_too():
    office = Office()
    await office.store.accept(a_message("1"))
    for _ in range(3):  # the third began, and was not taken back before another killed the bot
        await office.store.begin(SESSION)

    bot = office.bot()
    await bot.engine.start()
    await bot.idles()

    assert bot.platform.said == ["re: message 1"]
    await bot.engine.stop()


async def test_outages_that_also_refuse_to_forgive_are_held_against_nobody():
    office, tries = Office(), 0
    store = Forgetful(office.store, [])

    async def away_thrice(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        nonlocal tries
        tries += 1
        if tries <= 3:
            store._away.append("forgive")  # noqa: SLF001 - the fake's own
            raise StoreAway("gone")
        return await echo(beginning, services, progress)

    bot = office.bot(away_thrice, store=store)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == ["re: message 1"]
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


async def test_a_hanging_turn_is_given_up_and_tried_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.engine.turn_runner.GRACE_SECONDS", 0.0)

    async def hangs_once(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        if beginning.attempt == 1:
            await asyncio.Event().wait()
        return await echo(beginning, services, progress)

    office = Office()
    office.services = replace(office.services, limits=TurnLimits(seconds=0.01))
    bot = office.bot(hangs_once)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == ["re: message 1"]
    await bot.engine.stop()


@pytest.mark.parametrize(
    ("tries", "told"),
    [(4, []), (7, [f"concierge: {AWAY}"])],
    ids=["for less than a second", "for longer"],
)
async def test_whoever_waits_for_the_store_is_told_so_once(tries: int, told: list[str]):
    office = Office()
    bot = office.bot(store=Forgetful(office.store, ["commit"] * tries))
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == ["re: message 1"]
    assert bot.platform.doing == told
    await bot.engine.stop()


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
