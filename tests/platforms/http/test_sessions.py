"""Conversations over HTTP: said, heard as they come, taken up again, decided, and one's own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.core.commands.forget import FORGOTTEN
from bot.core.memory.memory_card import INSTEAD
from bot.core.ports.credentials import KeyScope
from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import HttpDesk, served

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HttpDesk]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    async with served() as served_desk:
        yield served_desk


@pytest.mark.proves("S2-44")
async def test_a_conversation_goes_on_over_http(desk: HttpDesk):
    key = await desk.key("ana")

    assert await desk.say("log me in", key=key)
    assert await desk.say("seldo", key=key)
    asked = (await desk.call("GET /requests", key=key)).json
    assert [(one["kind"], one["verbs"]) for one in asked] == [("secret", ["submit"])]
    await desk.fill("monkey", key=key)
    said = await desk.say("what is the balance of my checking account?", key=key)

    assert "1,000.00" in " ".join(said)
    lines = (await desk.call("GET /sessions/s1/messages?limit=100", key=key)).json
    assert "monkey" not in str(lines)
    assert [lines[0]["role"], lines[0]["content"]] == ["person", "log me in"]
    assert {frozenset(line) for line in lines} == {
        frozenset({"id", "session_id", "role", "source", "content", "ts"})
    }
    assert [line["id"] for line in lines] == sorted({line["id"] for line in lines})
    assert {line["source"] for line in lines if line["role"] == "bot"} >= {"account_balance"}


@pytest.mark.proves("S2-45")
async def test_an_agent_that_needs_the_floor_asks_for_it_with_a_reason(desk: HttpDesk):
    key = await desk.key("ana")
    for line in ("log me in", "seldo"):
        await desk.say(line, key=key)

    (asked,) = (await desk.call("GET /requests", key=key)).json

    assert (asked["agent"], asked["session_id"], asked["asked_by"]) == (
        "authenticate",
        "s1",
        "ana",
    )
    assert asked["text"].startswith("Please type your password")
    assert asked["id"]
    assert asked["created_at"] < asked["expires_at"]


@pytest.mark.proves("S2-32")
async def test_a_session_is_read_with_its_status(desk: HttpDesk):
    key = await desk.key("ana")

    said = await desk.say("log me in", key=key)
    during = (await desk.call("GET /sessions/s1", key=key)).json
    await desk.say("cancel", key=key)
    after = (await desk.call("GET /sessions/s1", key=key)).json

    assert (during["id"], during["data_type"]) == ("s1", "session")
    assert during["ts"] == after["ts"]
    assert during["message_to_user"] == said[-1]
    assert (during["current_status"], after["current_status"]) == ("active", "completed")


async def test_a_stream_is_taken_up_where_it_broke_off(desk: HttpDesk):
    key = await desk.key("ana")
    await desk.say("tell me about Apple", key=key)
    numbers = [event["id"] for event in (await desk.call("GET /sessions/s1/events", key=key)).json]

    async for event in desk.listen("s1", key=key, last=str(numbers[0])):
        assert event["id"] == str(numbers[1])
        break


async def test_a_repeat_is_answered_the_same_and_taken_in_once(desk: HttpDesk):
    key, path = await desk.key("ana"), "POST /sessions/s1/messages"

    first = await desk.call(path, {"text": "hello"}, key=key, idempotency_key="k1")
    again = await desk.call(path, {"text": "hello"}, key=key, idempotency_key="k1")
    other = await desk.call(path, {"text": "bye"}, key=key, idempotency_key="k1")

    assert (first.status, again.status, other.status) == (202, 202, 409)
    assert first.text == again.text
    assert again.headers["idempotency-replayed"] == "true"
    await desk.answers(first.json["id"], key=key)
    lines = (await desk.call("GET /sessions/s1/messages", key=key)).json
    assert [line["content"] for line in lines if line["role"] == "person"] == ["hello"]


async def test_nobody_finds_what_is_somebody_elses(desk: HttpDesk):
    ana, ben = await desk.key("ana"), await desk.key("ben")
    elsewhere = await desk.key("ana", workspace="other")
    await desk.say("log me in", key=ana)
    await desk.say("seldo", key=ana)
    request = (await desk.call("GET /requests", key=ana)).json[0]["id"]
    body = {"verb": "submit", "values": {"password": "monkey"}}

    for key in (ben, elsewhere):
        assert (await desk.call("GET /sessions", key=key)).json == []
        assert (await desk.call("GET /requests", key=key)).json == []
        for path in ("/sessions/s1", "/sessions/s1/messages", "/sessions/s1/events"):
            assert (await desk.call(f"GET {path}", key=key)).status == 404
        assert (await desk.call(f"GET /requests/{request}", key=key)).status == 404
        decided = await desk.call(f"POST /requests/{request}/decision", body, key=key)
        assert decided.status == 404


async def test_a_session_is_listed_until_its_end(desk: HttpDesk):
    key = await desk.key("ana")
    for number in range(3):
        await desk.say("hello", key=key, session=f"s{number}")

    first = await desk.call("GET /sessions?limit=2", key=key)
    rest = await desk.call(
        f"GET /sessions?limit=2&cursor={first.headers['x-next-cursor']}", key=key
    )

    assert [one["id"] for one in (*first.json, *rest.json)] == ["s2", "s1", "s0"]
    assert "x-next-cursor" not in rest.headers


async def test_words_do_no_more_than_their_key_may(desk: HttpDesk):
    key = await desk.key("ana", frozenset({KeyScope.READ, KeyScope.WRITE}))
    admin = await desk.key("adam", frozenset(KeyScope))
    path = "POST /sessions/s1/messages"

    for text in ("pause: an incident", "/frontdesk pause now", "/frontdesk reset ann"):
        assert (await desk.call(path, {"text": text}, key=key)).status == 403
    assert "paus" in " ".join(await desk.say("pause: an incident", key=admin)).lower()


async def test_the_memory_card_is_shown_and_is_in_no_store(desk: HttpDesk):
    """Its words are held until anything else is said; after that, it says how to see it anew."""
    key = await desk.key("ana")
    await desk.say("my canary sings", key=key)

    (card,) = await desk.say("memory", key=key)
    page = (await desk.call("GET /sessions/s1/events?limit=100", key=key)).json
    await desk.say("help", key=key)
    later = (await desk.call("GET /sessions/s1/events?limit=100", key=key)).json

    assert "canary" in card
    (shown,) = [event["body"] for event in page if event["body"].get("text") == card]
    assert "buttons" not in shown  # they decide no request, so there is nowhere to press them
    (now,) = [event["body"] for event in later if event["body"].get("id") == shown["id"]]
    assert now["text"] == INSTEAD


async def test_a_command_is_one_as_in_a_chat(desk: HttpDesk):
    key = await desk.key("ana")

    (told,) = await desk.say("/frontdesk frobnicate", key=key)
    (used,) = await desk.say("/frontdesk usage", key=key)

    assert "There is no command “frobnicate”" in told
    assert "Today: 0 turns" in used


async def test_that_all_is_forgotten_is_told_in_the_session_where_it_was_asked_for(
    desk: HttpDesk,
):
    key = await desk.key("ana")
    for session in ("s1", "s2"):
        await desk.say("my canary sings", key=key, session=session)

    assert await desk.say("forget yes", key=key) == [FORGOTTEN]

    lines = (await desk.call("GET /sessions/s1/messages", key=key)).json
    assert "canary" not in str(lines)
    assert (await desk.call("GET /sessions/s2", key=key)).status == 404


async def test_who_listens_behind_what_was_forgotten_misses_nothing(desk: HttpDesk):
    key = await desk.key("ana")
    for line in ("my canary sings", "help"):
        await desk.say(line, key=key)
    events = "GET /sessions/s1/events?limit=100"
    last = (await desk.call(events, key=key)).json[-1]["id"]

    await desk.say("forget yes", key=key)
    behind = (await desk.call(f"{events}&cursor={last}", key=key)).json
    await desk.say("forget yes", key=key)
    again = (await desk.call(f"{events}&cursor={behind[-1]['id']}", key=key)).json

    for found in (behind, again):
        assert [event["body"].get("text") for event in found] == [FORGOTTEN, None]
    kept = await desk.app.ports.database.read(
        lambda sql: sql.rows("SELECT COUNT(*) FROM http_events WHERE session = ''")
    )
    assert kept == [(1,)]
