"""Streams and agent sessions: their states, and what is refused in each."""

from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.models.messages.chunk import MarkdownTextChunk, PlanUpdateChunk, TaskUpdateChunk
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import FakeSlack, ManualClock, NotPossible

SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "sources"}}


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(clock=ManualClock(), door="none") as slack:
        slack.user("U1", name="ana")
        yield slack


@pytest.fixture
def client(fake: FakeSlack) -> AsyncWebClient:
    return fake.client()


@pytest.fixture
async def dm(fake: FakeSlack) -> dict[str, Any]:
    """A direct message to stream into."""
    message = await fake.say("U1", None, "question")
    return {"channel": message.channel, "thread_ts": message.ts}


async def error_of(call: Awaitable[object]) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def test_the_sdk_streams_text_and_blocks(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    stream = await client.chat_stream(buffer_size=4, **dm)
    await stream.append(markdown_text="**hello ")
    await stream.append(markdown_text="world**")
    metadata = {"event_type": "answer", "event_payload": {"id": "1"}}
    await stream.stop(blocks=[SECTION], metadata=metadata)

    (message,) = fake.streams
    assert message.stream is not None
    assert (message.ts, message.text) == (stream.ts, "**hello world**")
    assert message.blocks[-1] == SECTION
    assert (message.stream.state, message.metadata) == ("stopped", metadata)
    assert fake.findings() == []


async def test_a_stream_without_text_starts_at_its_end(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    stream = await client.chat_stream(**dm)
    await stream.stop(markdown_text="short")

    assert [row.text for row in fake.streams] == ["short"]


async def test_tasks_are_shown_where_they_began_and_their_details_grow(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    chunks: list[Any] = [
        PlanUpdateChunk(title="Plan"),
        TaskUpdateChunk(id="1", title="Look", status="in_progress", details="a"),
        TaskUpdateChunk(id="1", title="Looked", status="complete", details="b", output="42"),
        MarkdownTextChunk(text="done"),
    ]
    start = await client.chat_startStream(**dm, task_display_mode="plan", chunks=chunks[:2])
    await client.chat_appendStream(channel=dm["channel"], ts=start["ts"], chunks=chunks[2:])

    plan, text = fake.streams[0].blocks
    (task,) = plan["tasks"]
    assert (plan["title"], text["text"]) == ("Plan", "done")
    assert (task["title"], task["status"]) == ("Looked", "complete")
    assert fake.streams[0].shown.splitlines() == ["Plan", "Looked", "ab", "42", "done"]
    assert fake.findings() == []


async def test_after_the_stop_nothing_is_taken(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    ts = (await client.chat_startStream(**dm, markdown_text="a"))["ts"]
    place: dict[str, Any] = {"channel": dm["channel"], "ts": ts}

    update = client.chat_update(**place, text="x")
    assert await error_of(update) == "streaming_state_conflict"
    await client.chat_stopStream(**place)

    late = client.chat_appendStream(**place, markdown_text="b")
    assert await error_of(late) == "message_not_in_streaming_state"
    assert await error_of(client.chat_stopStream(**place)) == "message_not_in_streaming_state"
    await client.chat_update(**place, text="final")
    assert fake.streams[0].text == "final"


async def test_a_stream_ends_by_itself_after_five_minutes(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    ts = (await client.chat_startStream(**dm, markdown_text="a"))["ts"]
    place: dict[str, Any] = {"channel": dm["channel"], "ts": ts}
    await fake.advance(299)
    await client.chat_appendStream(**place, markdown_text="b")

    await fake.advance(2)

    late = client.chat_appendStream(**place, markdown_text="c")
    assert await error_of(late) == "message_not_in_streaming_state"
    assert fake.streams[0].text == "ab"
    await client.chat_update(**place, text="final")


async def test_in_a_channel_a_stream_needs_its_recipient(fake: FakeSlack, client: AsyncWebClient):
    root = await fake.say("U1", "C1", "question")
    place: dict[str, Any] = {"channel": "C1", "thread_ts": root.ts}

    assert await error_of(client.chat_startStream(**place)) == "missing_recipient_user_id"
    half = client.chat_startStream(**place, recipient_user_id="U1")
    assert await error_of(half) == "missing_recipient_team_id"
    nobody = client.chat_startStream(**place, recipient_user_id="U9", recipient_team_id="T1")
    assert await error_of(nobody) == "user_not_found"
    await client.chat_startStream(**place, recipient_user_id="U1", recipient_team_id="T1")
    assert fake.streams[0].thread_ts == root.ts


async def test_what_a_stream_refuses(fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]):
    ts = (await client.chat_startStream(**dm, markdown_text="a"))["ts"]
    place: dict[str, Any] = {"channel": dm["channel"], "ts": ts}
    text = {"type": "markdown_text", "text": "b"}
    own = (await client.chat_postMessage(channel="C1", text="x"))["ts"]

    def append(**args: Any) -> Awaitable[Any]:
        return client.chat_appendStream(**(place | args))

    assert await error_of(append()) == "markdown_text_or_chunks_required"
    assert await error_of(append(chunks=[text])) == "streaming_mode_mismatch"
    both = "cannot_provide_both_markdown_text_and_chunks"
    assert await error_of(append(markdown_text="b", chunks=[text])) == both
    assert await error_of(append(markdown_text="b" * 12_001)) == "msg_too_long"
    assert await error_of(append(ts="1.0", markdown_text="b")) == "message_not_found"
    posted = append(channel="C1", ts=own, markdown_text="b")
    assert await error_of(posted) == "message_not_in_streaming_state"
    theirs = append(ts=dm["thread_ts"], markdown_text="b")
    assert await error_of(theirs) == "message_not_owned_by_app"
    thread = client.chat_startStream(channel=dm["channel"], thread_ts="1.0")
    assert await error_of(thread) == "thread_not_found"
    assert fake.streams[0].text == "a"


@pytest.mark.parametrize(
    "chunk",
    [
        {"type": "task_update", "id": "1", "title": "x" * 257, "status": "complete"},
        {"type": "task_update", "id": "1", "title": "x", "status": "finished"},
        {
            "type": "task_update",
            "id": "1",
            "title": "x",
            "status": "complete",
            "output": "x" * 257,
        },
        {"type": "plan_update", "title": "x" * 257},
        {"type": "plan_update"},
        {"type": "music"},
        {"type": "blocks", "blocks": [{"type": "header"}]},
        {"type": "blocks", "blocks": [{"type": "divider"}] * 51},
    ],
)
async def test_bad_chunks_are_refused_and_found(
    chunk: dict[str, Any], fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    assert await error_of(client.chat_startStream(**dm, chunks=[chunk])) == "invalid_chunks"
    assert len(fake.findings()) >= 2
    assert fake.streams == []


async def test_blocks_of_chunks_and_of_the_end_count_apart(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    fifty = [{"type": "divider"}] * 50
    chunk = {"type": "blocks", "blocks": fifty}
    ts = (await client.chat_startStream(**dm, chunks=[chunk]))["ts"]
    more = {"type": "blocks", "blocks": fifty[:1]}
    late = client.chat_appendStream(channel=dm["channel"], ts=ts, chunks=[more])
    assert await error_of(late) == "msg_blocks_too_many"

    await client.chat_stopStream(channel=dm["channel"], ts=ts, blocks=fifty)

    assert len(fake.streams[0].blocks) == 100


async def test_a_session_keeps_its_title_and_every_status(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    thread: dict[str, Any] = {"channel_id": dm["channel"], "thread_ts": dm["thread_ts"]}
    await client.agents_sessions_setStatus(**thread, status="processing", title="Numbers")
    ts = (await client.chat_startStream(**dm, markdown_text="a"))["ts"]
    await client.chat_stopStream(channel=dm["channel"], ts=ts, session_status="suspended")
    await client.agents_sessions_rename(**thread, title="The numbers")
    await client.agents_sessions_setStatus(**thread, status="closed", title="ignored")

    session = fake.session(dm["channel"], dm["thread_ts"])
    assert session is not None
    assert [status for _, status in session.transitions] == ["processing", "suspended", "closed"]
    assert (session.title, session.titles) == ("The numbers", ["Numbers", "The numbers"])


async def test_what_a_session_refuses(fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]):
    thread: dict[str, Any] = {"channel_id": dm["channel"], "thread_ts": dm["thread_ts"]}

    def status(name: str = "active", **args: Any) -> Awaitable[Any]:
        return client.agents_sessions_setStatus(**(thread | args), status=name)

    assert await error_of(status("busy")) == "invalid_status"
    assert await error_of(status(thread_ts="1.0")) == "thread_not_found"
    assert await error_of(status(thread_ts=None)) == "thread_ts_required"
    assert await error_of(status(title="x" * 201)) == "invalid_arguments"
    rename = client.agents_sessions_rename(**thread, title="x")
    assert await error_of(rename) == "session_not_found"
    fake.world.is_agent = False
    assert await error_of(status()) == "feature_disabled"


async def test_without_the_subscription_there_is_no_stop_button(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    fake.world.subscriptions = {"message.im"}
    thread: dict[str, Any] = {"channel_id": dm["channel"], "thread_ts": dm["thread_ts"]}

    answer = await client.agents_sessions_setStatus(**thread, status="processing")

    assert answer["warning"] == "missing_agent_session_stopped_event_subscription"
    with pytest.raises(NotPossible, match="does not listen"):
        await fake.press_stop("U1", dm["channel"], dm["thread_ts"])


async def test_stop_ends_streams_and_leaves_the_status_to_the_app(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    thread: dict[str, Any] = {"channel_id": dm["channel"], "thread_ts": dm["thread_ts"]}
    with pytest.raises(NotPossible, match="no session is processing"):
        await fake.press_stop("U1", dm["channel"], dm["thread_ts"])
    await client.agents_sessions_setStatus(**thread, status="processing")
    ts = (await client.chat_startStream(**dm, markdown_text="a"))["ts"]

    delivery = await fake.press_stop("U1", dm["channel"], dm["thread_ts"])

    assert delivery.event == {
        "type": "agent_session_stopped",
        "channel": dm["channel"],
        "thread_ts": dm["thread_ts"],
        "user": "U1",
        "streaming_message_ts": [ts],
        "event_ts": delivery.event["event_ts"],
    }
    late = client.chat_appendStream(channel=dm["channel"], ts=ts, markdown_text="b")
    assert await error_of(late) == "stopped_by_user"
    session = fake.session(dm["channel"], dm["thread_ts"])
    assert session is not None
    assert session.status == "processing"
    await client.chat_stopStream(channel=dm["channel"], ts=ts, session_status="active")
    assert session.status == "active"


async def test_prompts_are_suggested_and_chosen(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    prompts = [{"title": "Balance", "message": "What is my balance?"}]
    await client.assistant_threads_setSuggestedPrompts(channel_id=dm["channel"], prompts=prompts)

    chosen = await fake.choose_prompt("U1", "Balance")

    assert (chosen.text, chosen.channel) == ("What is my balance?", dm["channel"])
    five = client.assistant_threads_setSuggestedPrompts(
        channel_id=dm["channel"], prompts=prompts * 5
    )
    assert await error_of(five) == "invalid_arguments"


async def test_a_status_line_needs_its_thread(
    fake: FakeSlack, client: AsyncWebClient, dm: dict[str, Any]
):
    thread: dict[str, Any] = {"channel_id": dm["channel"], "thread_ts": dm["thread_ts"]}
    await client.assistant_threads_setStatus(**thread, status="is looking…")

    assert fake.world.typing == [(dm["channel"], dm["thread_ts"], "is looking…")]
    nowhere = client.assistant_threads_setStatus(**(thread | {"thread_ts": "1.0"}), status="x")
    assert await error_of(nowhere) == "invalid_thread_ts"
