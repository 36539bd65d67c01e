"""What every database promises of what programs read back: one's own, in order, once."""

from datetime import timedelta

import pytest

from agents.kit import Person
from bot.core.ports.http_api import Answered, Outgoing
from bot.domain.ids import SessionId
from bot.domain.operations import Forgotten
from bot.storage.accounts.event_log import SqlAnswers, SqlEventLog
from bot.storage.databases.codec import write_moment
from bot.storage.databases.transactions import SqlDatabase
from bot.storage.memory.erasure import erase_person
from bot.storage.memory.retention import SqlRetention
from tests.fakes.opened import Store
from tests.fakes.world import NOON, FakeClock, ReversingCipher

ANA, BEN = Person("http", "main", "ana"), Person("http", "main", "ben")
HERE, THERE = SessionId("http/main/ana/1"), SessionId("http/main/ana/2")


@pytest.fixture
def published(database: SqlDatabase, clock: FakeClock) -> SqlEventLog:
    return SqlEventLog(database, clock)


def said(text: str, session: SessionId = HERE, reader: Person | None = None) -> Outgoing:
    return Outgoing(session, "message", {"text": text}, "e1", reader)


async def texts(published: SqlEventLog, person: Person, after: int = 0) -> list[object]:
    found = await published.events(HERE, person, 10, after)
    return [event.body["text"] for event in found]


async def test_nobody_finds_the_session_of_somebody_else(published: SqlEventLog):
    await published.open(HERE, ANA)
    await published.open(HERE, ANA)
    await published.note("r1", said("hello"))

    assert await published.find(HERE, BEN) is None
    assert await published.sessions(BEN, 10) == []
    assert await published.events(HERE, BEN, 10) == []
    assert await published.lines(HERE, BEN, 10) == []
    found = await published.find(HERE, ANA)
    assert found is not None
    assert (found.session, found.opened_at, found.is_active) == (HERE, NOON, False)


async def test_sessions_come_newest_first_and_page_by_page(
    published: SqlEventLog, clock: FakeClock
):
    await published.open(HERE, ANA)
    clock.pass_time(seconds=1)
    await published.open(THERE, ANA)

    first = await published.sessions(ANA, 1)
    second = await published.sessions(ANA, 1, first[0].session)

    assert [own.session for own in (*first, *second)] == [THERE, HERE]
    assert await published.sessions(BEN, 1, first[0].session) == []


async def test_what_went_out_is_kept_once_and_read_on_from_anywhere(published: SqlEventLog):
    await published.open(HERE, ANA)

    assert await published.note("r1", said("one"))
    assert not await published.note("r1", said("one again"))
    assert await published.note("r2", said("two"))

    assert await texts(published, ANA) == ["one", "two"]
    first = (await published.events(HERE, ANA, 1))[0]
    assert await texts(published, ANA, first.number) == ["two"]


async def test_what_is_for_one_reader_is_for_no_other(published: SqlEventLog):
    await published.open(HERE, ANA)
    await published.note("r1", said("for Ben", reader=BEN))

    assert await texts(published, ANA) == []


async def test_a_whisper_is_read_by_whom_it_is_for_also_in_the_session_of_another(
    published: SqlEventLog,
):
    await published.open(HERE, ANA)
    await published.note("r1", said("for all"))
    await published.note("r2", said("for Ben", reader=BEN))

    assert [one.body["text"] for one in await published.whispers(HERE, BEN, 9)] == ["for Ben"]
    assert await published.whispers(HERE, ANA, 9) == []
    assert await published.whispers(THERE, BEN, 9) == []
    (whisper,) = await published.whispers(HERE, BEN, 9)
    assert await published.whispers(HERE, BEN, 9, whisper.number) == []


async def test_the_end_of_a_turn_is_known(published: SqlEventLog):
    await published.open(HERE, ANA)
    assert not await published.ended(HERE, "e1")

    await published.note("end", Outgoing(HERE, "end_of_turn", {}, "e1"))

    assert await published.ended(HERE, "e1")
    assert not await published.ended(THERE, "e1")


async def test_what_is_forgotten_is_gone_and_takes_nothing_more(
    published: SqlEventLog, database: SqlDatabase
):
    await published.open(HERE, ANA)
    await published.note("r1", said("hello"))

    await database.write(lambda sql: erase_person(sql, Forgotten(HERE, ANA)))

    assert not await published.note("r2", said("late"))
    await published.open(HERE, ANA)
    assert await texts(published, ANA) == []


async def test_the_first_question_under_a_key_stays_and_so_does_its_answer(
    database: SqlDatabase, clock: FakeClock
):
    answers, noon = SqlAnswers(database, ReversingCipher(), clock), write_moment(NOON)

    assert await answers.claim(ANA, "k", "this") == Answered("this", since=noon)
    clock.pass_time(seconds=1)
    assert await answers.claim(ANA, "k", "that") == Answered("this", since=noon)
    await answers.keep(ANA, "k", Answered("this", 202, "yes"))
    await answers.keep(ANA, "k", Answered("this", 500, "no"))

    assert await answers.claim(ANA, "k", "this") == Answered("this", 202, "yes", noon)
    assert (await answers.claim(BEN, "k", "that")).digest == "that"


async def test_answers_are_kept_for_a_day_and_no_longer(store: Store, clock: FakeClock):
    answers = SqlAnswers(store.database, ReversingCipher(), clock)
    await answers.claim(ANA, "k", "this")

    await store.upkeep.forget(NOON)
    assert (await answers.claim(ANA, "k", "that")).digest == "this"
    await store.upkeep.forget(NOON + timedelta(hours=25))

    assert (await answers.claim(ANA, "k", "that")).digest == "that"


async def test_a_key_begins_anew_with_what_was_forgotten(database: SqlDatabase, clock: FakeClock):
    answers = SqlAnswers(database, ReversingCipher(), clock)
    before = await answers.claim(ANA, "k", "this")
    clock.pass_time(seconds=1)

    await database.write(lambda sql: erase_person(sql, Forgotten(HERE, ANA)))

    assert (await answers.claim(ANA, "k", "this")).since > before.since


async def test_a_number_that_was_read_is_not_given_again_once_its_event_was_kept_long_enough(
    published: SqlEventLog, database: SqlDatabase, clock: FakeClock
):
    """Who asks behind the last one they know would never be told what comes next."""
    await published.open(HERE, ANA)
    await published.note("r1", said("a word"))
    (known,) = await published.events(HERE, ANA, 10)
    clock.pass_time(days=2)

    await SqlRetention(database, clock).expire(clock.now() - timedelta(days=1))
    await published.note("r2", said("the answer"))

    assert await texts(published, ANA, known.number) == ["the answer"]
    assert await texts(published, ANA) == ["the answer"]
    kept = await database.read(lambda sql: sql.rows("SELECT body FROM http_events ORDER BY seq"))
    assert "a word" not in str(kept)
