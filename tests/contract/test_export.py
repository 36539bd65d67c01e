"""What both databases promise to whoever looks in from outside: everything, but nothing sealed."""

from typing import Any

import pytest
from pydantic import JsonValue

from bot.core.ports.credentials import ApiKey, KeyScope, digest_of
from bot.core.ports.environment import Cipher
from bot.core.ports.http_api import Outgoing
from bot.domain.budget import DailyUsage
from bot.domain.ids import ReplyId
from bot.domain.messages import Feedback
from bot.domain.operations import Forgotten, TurnOperations
from bot.domain.participant import Facts, Participant, Sealed
from bot.storage.accounts.api_keys import SqlApiKeys
from bot.storage.accounts.event_log import SqlAnswers, SqlEventLog
from bot.storage.databases.transactions import SqlDatabase
from bot.storage.export import PAGE, SECTIONS, ExportReader
from bot.storage.tables.schema import TABLES
from tests.fakes.events import (
    ANA,
    BEN,
    SESSION,
    a_message,
    a_reply,
    a_request,
    a_thread,
    said,
    the_ending,
)
from tests.fakes.opened import Store
from tests.fakes.plans import a_message_of, a_plan_with
from tests.fakes.world import NOON, FakeClock, ReversingCipher

BY_NAME = {part.name: part for part in SECTIONS}
ANSWER: JsonValue = {"sealed": "x", "a": 1, "provider": {"reasoning": "They sound poor."}}


@pytest.fixture
async def reader(store: Store, database: SqlDatabase, cipher: Cipher) -> ExportReader:
    """Looks at a store in which Ana has said something, and Ben is about to."""
    await store.inbox.accept(a_message("1"))
    beginning = await store.turns.begin(SESSION)
    assert beginning is not None
    await store.turns.record(beginning.turn, beginning.epoch, "model:1", ANSWER)
    plan = a_plan_with("completed", "awaiting")
    secrets = {"bank": Sealed(cipher.seal("monkey"), NOON)}
    await store.turns.commit(
        the_ending(
            beginning,
            participants=(Participant(ANA, facts=Facts(ANA.key), secrets=secrets),),
            said=(said(beginning, "Hello"), said(beginning, "Good day", by_bot=True)),
            replies=(a_reply(beginning),),
            opened=(a_request(),),
            plans=(plan,),
            agent_messages=(a_message_of(plan),),
            besides=TurnOperations(usage=DailyUsage(turns=1)).telling(
                "effect", {"outcome": "done"}
            ),
        )
    )
    await store.inbox.accept(a_message("2", person=BEN))
    await _called_over_http(database)
    return ExportReader(database)


async def _called_over_http(database: SqlDatabase) -> None:
    """Let Ana have a key, and have used it."""
    clock = FakeClock()
    key = ApiKey("k1", digest_of("secret"), ANA, frozenset({KeyScope.READ}), NOON)
    await SqlApiKeys(database).add(key)
    published = SqlEventLog(database, clock)
    await published.open(SESSION, ANA)
    await published.note("e1", Outgoing(SESSION, "message", {"text": "Good day"}, "1"))
    await SqlAnswers(database, ReversingCipher(), clock).claim(ANA, "key", "digest of a question")


async def test_sessions_are_counted_up(reader: ExportReader):
    (one,) = await reader.sessions()

    assert (one.session, one.people, one.open_requests, one.waiting_events) == (SESSION, 1, 1, 1)


async def test_a_session_can_be_read(reader: ExportReader):
    assert [one.person for one in await reader.participants(SESSION)] == [ANA]
    assert [request.id for request in await reader.pending()] == ["r1"]
    assert [line.text for line in await reader.transcript(SESSION, most=1)] == ["Good day"]


async def test_every_part_is_exported_without_what_is_sealed(reader: ExportReader):
    parts = {part.name: [row async for row in reader.rows(part)] for part in SECTIONS}

    assert {name: len(rows) for name, rows in parts.items()} == {
        "sessions": 1,
        "stacks": 1,
        "diaries": 0,
        "requests": 1,
        "decisions": 0,
        "journal": 1,
        "transcript": 2,
        "summaries": 0,
        "inbox": 2,
        "parked": 0,
        "outbox": 1,
        "plans": 1,
        "agent_messages": 1,
        "audit": 1,
        "pauses": 0,
        "attention": 0,
        "usage": 1,
        "feedback": 0,
        **dict.fromkeys(("posts", "joined_threads", "slack_installations", "departures"), 0),
        "api_keys": 1,
        "http_sessions": 1,
        "http_events": 1,
        "http_answers": 1,
        **dict.fromkeys(("link_members", "link_offers", "link_attempts"), 0),
    }
    assert parts["stacks"][0]["secrets"] == ["bank"]
    assert parts["journal"][0]["entry"] == {"a": 1}
    assert parts["requests"][0]["status"] == "pending"
    assert parts["plans"][0]["goal"] == "Onboard Jessica Smith"
    steps: Any = parts["plans"][0]["steps"]
    assert [step["status"] for step in steps] == ["completed", "awaiting"]
    assert "kept_version" not in parts["plans"][0]
    assert parts["agent_messages"][0]["content"] == "what m1 says"
    assert parts["audit"][0]["entries"] == [{"act": "effect", "outcome": "done"}]
    assert [row["status"] for row in parts["inbox"]] == ["done", "waiting"]
    assert parts["http_events"][0]["body"] == {"text": "Good day"}
    assert not {"digest", "secrets"} & set(_names(parts, but="stacks"))
    del parts["http_events"]
    assert "body" not in _names(parts)


def _names(parts: dict[str, list[dict[str, Any]]], but: str = "") -> set[str]:
    """The names of all that is exported."""
    return {name for part, rows in parts.items() if part != but for row in rows for name in row}


@pytest.mark.proves("S2-17")
async def test_plans_verdicts_and_what_went_out_are_gone_with_who_is_forgotten(
    reader: ExportReader, store: Store, database: SqlDatabase
):
    (sent,) = [row async for row in reader.rows(BY_NAME["outbox"])]
    judged = Feedback(ReplyId(str(sent["id"])), ANA, "bad", NOON, "I did not like “Good day”")
    bens = await store.turns.begin(SESSION)
    assert bens is not None
    await store.turns.commit(the_ending(bens, feedback=(judged,)))
    assert len([row async for row in reader.rows(BY_NAME["feedback"])]) == 1
    published = SqlEventLog(database, FakeClock())
    await published.note("e2", Outgoing(SESSION, "message", {"text": "Good day again"}, "1"))
    await store.inbox.accept(a_message("3"))
    last = await store.turns.begin(SESSION)
    assert last is not None

    await store.turns.commit(the_ending(last, besides=TurnOperations((Forgotten(SESSION, ANA),))))

    left = {part.name: [row async for row in reader.rows(part)] for part in SECTIONS}
    assert [left[name] for name in ("feedback", "plans", "agent_messages")] == [[], [], []]
    assert "Good day" not in str((left["http_events"], left["outbox"]))


def test_every_table_is_exported_but_what_says_nothing():
    # Used up digests; the end of a chain that is exported; what lines mean that are exported.
    left_out = {"tickets", "audit_head", "vectors"}

    assert {part.table.name for part in SECTIONS} == {table.name for table in TABLES} - left_out


async def test_a_verdict_is_kept_for_replies_there_are(store: Store, reader: ExportReader):
    judging = await store.turns.begin(SESSION)
    assert judging is not None
    (reply,) = await store.outbox.unsent(SESSION)
    verdicts = (
        Feedback(reply.id, ANA, "bad", NOON),
        Feedback(reply.id, ANA, "good", NOON, "thanks \x00"),
        Feedback(ReplyId("made up"), ANA, "good", NOON),
    )

    await store.turns.commit(the_ending(judging, feedback=verdicts))

    (row,) = [row async for row in reader.rows(BY_NAME["feedback"])]
    assert (row["reply"], row["person"], row["verdict"]) == (reply.id, ANA.key, "good")
    assert row["comment"] == "thanks \N{REPLACEMENT CHARACTER}"


async def test_a_part_longer_than_a_page_is_exported_whole(
    reader: ExportReader, database: SqlDatabase
):
    rows = [{"id": f"s{number:04}"} for number in range(2 * PAGE)]
    insert = "INSERT INTO participants (session, person, body) VALUES (:id, 'ana', '{}')"
    await database.write(lambda sql: sql.change_each(insert, rows))

    exported = [row["session"] async for row in reader.rows(BY_NAME["stacks"])]

    assert len(exported) == len(set(exported)) == 2 * PAGE + 1


async def test_nothing_is_known_of_what_does_not_exist(reader: ExportReader):
    nowhere = a_thread("nowhere").session

    assert await reader.participants(nowhere) == []
    assert await reader.transcript(nowhere, most=5) == []
