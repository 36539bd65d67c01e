"""What the engine finds by itself: expired requests, sessions nobody works on, old events."""

from datetime import timedelta
from typing import Any

from bot.core.ports.turns import Beginning, Ending
from bot.core.state.catalogue import Progress, Services
from bot.domain.messages import Kind
from bot.domain.requests import RequestStatus
from bot.engine.scheduler import Scheduler
from tests.fakes.engine import Bot, Office
from tests.fakes.events import (
    ANA,
    SESSION,
    a_message,
    a_reply,
    a_request,
    a_thread,
    the_ending,
)
from tests.fakes.world import NOON


def a_sweeper(office: Office, bot: Bot, **others: Any) -> Scheduler:
    store, ports = office.store, office.services
    return Scheduler(
        platforms={"console": office.platform},
        dispatcher=bot.dispatcher,
        inbox=store,
        outbox=store,
        upkeep=store,
        operations=ports.operations,
        clock=ports.clock,
        **others,
    )


async def expires(beginning: Beginning, services: Services, progress: Progress) -> Ending:
    incoming = beginning.incoming
    assert (incoming.kind, incoming.person) == (Kind.TIMER, ANA)
    closed = tuple(request.close(RequestStatus.EXPIRED) for request in beginning.pending)
    return the_ending(beginning, closed=closed, replies=(a_reply(beginning, incoming.text),))


async def test_the_person_asked_is_told_once_that_time_is_over():
    office = Office()
    await office.store.accept(a_message("1"))
    beginning = await office.store.begin(SESSION)
    assert beginning is not None
    asked = a_request(created_at=NOON, expires_at=NOON + timedelta(hours=24))
    await office.store.commit(the_ending(beginning, opened=(asked,)))
    bot = office.bot(expires)
    await bot.dispatcher.start()
    sweeper = a_sweeper(office, bot)

    await sweeper.sweep()
    assert office.platform.said == []
    office.clock.pass_time(hours=24)
    for _ in range(3):
        await sweeper.sweep()
    await bot.idles()

    assert office.platform.said == ["/expire r1"]
    await sweeper.sweep()
    await bot.idles()
    assert office.platform.said == ["/expire r1"]


async def test_a_session_whose_worker_died_is_taken_over():
    office = Office()
    bot = office.bot()
    await bot.dispatcher.start()
    await office.store.accept(a_message("1"))
    await office.store.begin(SESSION)
    sweeper = a_sweeper(office, bot)

    await sweeper.sweep()
    await bot.idles()
    assert office.platform.said == []
    office.clock.pass_time(minutes=3)
    await sweeper.sweep()
    await bot.idles()

    assert office.platform.said == ["re: message 1"]


async def test_sessions_of_platforms_served_elsewhere_are_left_alone():
    office = Office()
    bot = office.bot()
    await bot.dispatcher.start()
    await office.store.accept(a_message("1", a_thread("main", "slack")))
    office.clock.pass_time(minutes=3)
    sweeper = a_sweeper(office, bot)

    await sweeper.resume()
    await sweeper.sweep()
    await bot.idles()

    assert len(await office.store.waiting()) == 1


async def test_threads_that_another_process_serves_are_left_to_it():
    office = Office()
    bot = office.bot()
    await bot.dispatcher.start()
    theirs, free = a_thread("theirs"), a_thread("free")
    for thread in (theirs, free):
        await office.store.accept(a_message(f"to {thread.thread}", thread))
    office.platform.elsewhere.add(theirs)
    office.clock.pass_time(minutes=3)
    sweeper = a_sweeper(office, bot)

    await sweeper.resume()
    await sweeper.sweep()
    await bot.idles()

    assert office.platform.said == ["re: message to free"]
    assert await office.store.waiting() == [theirs.session]


async def test_done_events_are_forgotten_after_more_than_a_day():
    office = Office()
    bot = office.bot()
    await bot.dispatcher.start()
    await bot.answers(a_message("1"))
    sweeper = a_sweeper(office, bot)

    office.clock.pass_time(hours=24)
    await sweeper.sweep()
    assert len(office.store.tables.events) == 1
    office.clock.pass_time(hours=2)
    await sweeper.sweep()

    assert office.store.tables.events == {}


async def test_what_another_process_left_is_found_unless_it_is_being_done():
    office = Office()
    bot = office.bot()
    await bot.dispatcher.start()
    await office.store.accept(a_message("left"))
    await office.store.accept(a_message("begun", a_thread("busy")))
    assert await office.store.begin(a_thread("busy").session) is not None
    sweeper = a_sweeper(office, bot)

    await sweeper.sweep()
    await bot.idles()
    assert office.platform.said == []

    office.clock.pass_time(seconds=3)
    await sweeper.sweep()
    await bot.idles()
    assert office.platform.said == ["re: message left"]
