"""The fake's Web API keeps and refuses what Slack keeps and refuses; the client is the SDK's."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import FakeSlack

SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "in a block"}}


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(door="none") as slack:
        slack.user("U1", name="ana")
        slack.user("U2", name="ben")
        yield slack


@pytest.fixture
def client(fake: FakeSlack) -> AsyncWebClient:
    return fake.client()


async def error_of(call: Awaitable[object]) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def test_a_post_is_shown_with_author_and_thread(fake: FakeSlack, client: AsyncWebClient):
    root = await fake.say("U1", "C1", "question")

    posted = await client.chat_postMessage(channel="C1", text="answer", thread_ts=root.ts)

    (answer,) = fake.answers("C1", root.ts)
    assert (answer.ts, answer.text, answer.user) == (posted["ts"], "answer", fake.bot_user_id)
    assert posted["message"]["thread_ts"] == root.ts
    assert fake.record.of("chat.postMessage")[0].arguments["text"] == "answer"


async def test_a_thread_is_followed_from_any_of_its_messages(
    fake: FakeSlack, client: AsyncWebClient
):
    root = await fake.say("U1", "C1", "question")
    reply = await fake.say("U2", "C1", "more", thread_ts=root.ts)

    await client.chat_postMessage(channel="C1", text="answer", thread_ts=reply.ts)

    read = await client.conversations_replies(channel="C1", ts=root.ts)
    assert [row["text"] for row in read["messages"]] == ["question", "more", "answer"]
    assert read["messages"][0]["reply_count"] == 2


async def test_metadata_is_given_back_only_when_asked_for(fake: FakeSlack, client: AsyncWebClient):
    metadata = {"event_type": "answer", "event_payload": {"id": "42"}}
    await client.chat_postMessage(channel="C1", text="x", metadata=metadata)

    plain = await client.conversations_history(channel="C1")
    full = await client.conversations_history(channel="C1", include_all_metadata=True)

    assert "metadata" not in plain["messages"][0]
    assert full["messages"][0]["metadata"] == metadata


async def test_history_pages_from_the_newest(fake: FakeSlack, client: AsyncWebClient):
    for number in range(5):
        await fake.say("U1", "C1", str(number))

    first = await client.conversations_history(channel="C1", limit=2)
    cursor = first["response_metadata"]["next_cursor"]
    rest = await client.conversations_history(channel="C1", limit=9, cursor=cursor)

    assert [row["text"] for row in first["messages"]] == ["4", "3"]
    assert [row["text"] for row in rest["messages"]] == ["2", "1", "0"]
    assert (first["has_more"], rest["has_more"]) == (True, False)


async def test_history_since_a_message_leaves_that_message_out(
    fake: FakeSlack, client: AsyncWebClient
):
    seen = await fake.say("U1", "C1", "seen")
    await fake.say("U1", "C1", "missed")

    read = await client.conversations_history(channel="C1", oldest=seen.ts)

    assert [row["text"] for row in read["messages"]] == ["missed"]


async def test_an_update_replaces_blocks_by_text_and_counts(
    fake: FakeSlack, client: AsyncWebClient
):
    metadata = {"event_type": "answer", "event_payload": {}}
    ts = (
        await client.chat_postMessage(channel="C1", text="a", blocks=[SECTION], metadata=metadata)
    )["ts"]

    await client.chat_update(channel="C1", ts=ts, text="b")

    (message,) = fake.messages("C1")
    assert (message.text, message.blocks, message.edits) == ("b", [], 1)
    assert message.metadata == metadata


async def test_only_the_author_updates_and_deletes(fake: FakeSlack, client: AsyncWebClient):
    theirs = await fake.say("U1", "C1", "mine")
    own = (await client.chat_postMessage(channel="C1", text="x"))["ts"]

    update = client.chat_update(channel="C1", ts=theirs.ts, text="yours")
    assert await error_of(update) == "cant_update_message"
    assert await error_of(client.chat_delete(channel="C1", ts=theirs.ts)) == "cant_delete_message"

    await client.chat_delete(channel="C1", ts=own)
    assert [row.text for row in fake.messages("C1")] == ["mine"]
    again = client.chat_update(channel="C1", ts=own, text="x")
    assert await error_of(again) == "message_not_found"


async def test_a_persona_is_kept_and_has_no_user(fake: FakeSlack, client: AsyncWebClient):
    answer = await client.chat_postMessage(
        channel="C1", text="x", username="Bank", icon_emoji=":bank:"
    )

    (message,) = fake.messages("C1")
    assert (message.username, message.icon) == ("Bank", ":bank:")
    assert answer["message"]["subtype"] == "bot_message"
    assert "user" not in answer["message"]


async def test_an_ephemeral_message_is_for_one_person(fake: FakeSlack, client: AsyncWebClient):
    fake.world.directory.channel("T1", "C1").members.add("U1")

    await client.chat_postEphemeral(channel="C1", user="U1", text="psst")

    assert [row.text for row in fake.ephemerals("U1")] == ["psst"]
    assert fake.ephemerals("U2") == fake.messages("C1") == []
    outside = client.chat_postEphemeral(channel="C1", user="U2", text="psst")
    assert await error_of(outside) == "user_not_in_channel"


async def test_a_very_long_text_is_cut_with_a_warning_but_refused_in_an_update(
    fake: FakeSlack, client: AsyncWebClient
):
    posted = await client.chat_postMessage(channel="C1", text="x" * 40_001)

    assert len(fake.messages("C1")[0].text) == 40_000
    assert posted["response_metadata"]["warnings"] == ["message_truncated"]
    update = client.chat_update(channel="C1", ts=posted["ts"], text="x" * 4001)
    assert await error_of(update) == "msg_too_long"


async def test_reactions_are_kept_once(fake: FakeSlack, client: AsyncWebClient):
    message = await fake.say("U1", "C1", "x")

    await client.reactions_add(channel="C1", timestamp=message.ts, name="eyes")

    assert message.reactions == [("eyes", fake.bot_user_id)]
    again = client.reactions_add(channel="C1", timestamp=message.ts, name="eyes")
    assert await error_of(again) == "already_reacted"


Call = Callable[[AsyncWebClient], Awaitable[Any]]
REFUSED: dict[str, tuple[Call, str]] = {
    "unknown method": (lambda c: c.api_call("chat.meow"), "unknown_method"),
    "unknown channel": (lambda c: c.chat_postMessage(channel="C9", text="x"), "channel_not_found"),
    "hidden channel": (lambda c: c.chat_postMessage(channel="G1", text="x"), "channel_not_found"),
    "foreign channel": (lambda c: c.chat_postMessage(channel="C2", text="x"), "not_in_channel"),
    "archive": (lambda c: c.chat_postMessage(channel="C3", text="x"), "is_archived"),
    "nothing": (
        lambda c: c.api_call("chat.postMessage", json={"channel": "C1"}),
        "no_text",
    ),
    "no channel": (lambda c: c.chat_postMessage(channel="", text="x"), "invalid_arguments"),
    "unknown thread": (
        lambda c: c.chat_postMessage(channel="C1", text="x", thread_ts="1.0"),
        "thread_not_found",
    ),
    "both texts": (
        lambda c: c.chat_postMessage(channel="C1", text="x", markdown_text="y"),
        "markdown_text_conflict",
    ),
    "markdown": (
        lambda c: c.chat_postMessage(channel="C1", markdown_text="y" * 12_001),
        "msg_too_long",
    ),
    "metadata": (
        lambda c: c.chat_postMessage(channel="C1", text="x", metadata={"event_type": "a"}),
        "invalid_metadata_format",
    ),
    "much metadata": (
        lambda c: c.chat_postMessage(
            channel="C1",
            text="x",
            metadata={"event_type": "a", "event_payload": {"x": "y" * 9000}},
        ),
        "metadata_too_large",
    ),
    "attachments": (
        lambda c: c.chat_postMessage(channel="C1", text="x", attachments=[{"text": "x"}] * 101),
        "too_many_attachments",
    ),
    "unreadable blocks": (
        lambda c: c.chat_postMessage(channel="C1", text="x", blocks="[{"),
        "invalid_blocks_format",
    ),
    "no such message": (
        lambda c: c.chat_update(channel="C1", ts="1.0", text="x"),
        "message_not_found",
    ),
    "no such thread": (
        lambda c: c.conversations_replies(channel="C1", ts="1.0"),
        "thread_not_found",
    ),
    "foreign thread": (
        lambda c: c.conversations_replies(channel="C2", ts="1.0"),
        "not_in_channel",
    ),
    "no such person": (lambda c: c.users_info(user="U9"), "user_not_found"),
    "gone person": (lambda c: c.conversations_open(users="U3"), "user_disabled"),
    "no such group": (lambda c: c.usergroups_users_list(usergroup="S9"), "no_such_subteam"),
    "no such file": (lambda c: c.files_info(file="F9"), "file_not_found"),
    "app token": (
        lambda c: c.apps_connections_open(app_token="xoxb-T1"),
        "not_allowed_token_type",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_what_slack_refuses(case: str, fake: FakeSlack, client: AsyncWebClient):
    hidden = fake.channel("G1", kind="private")
    foreign = fake.channel("C2")
    for place in (hidden, foreign):
        place.members.clear()
    fake.channel("C3", is_archived=True)
    fake.user("U3", deleted=True)
    call, error = REFUSED[case]

    assert await error_of(call(client)) == error

    assert fake.messages("C1") == []
    assert fake.record.refused[-1].answer is not None


async def test_arguments_may_come_as_a_form(fake: FakeSlack, client: AsyncWebClient):
    await client.api_call("chat.postMessage", data={"channel": "C1", "text": "x", "blocks": "[]"})

    assert fake.messages("C1")[0].text == "x"
