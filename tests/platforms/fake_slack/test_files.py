"""Files that the bot uploads, and response URLs."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.fakes.slack import FakeSlack, ManualClock
from tests.fakes.slack.samples import actions, button


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(clock=ManualClock(), door="none") as slack:
        slack.user("U1", name="ana")
        await slack.say("U1", "C1", "hi")
        yield slack


@pytest.fixture
def client(fake: FakeSlack) -> AsyncWebClient:
    return fake.client()


async def test_an_upload_is_shared_in_its_thread(fake: FakeSlack, client: AsyncWebClient):
    root = fake.messages("C1")[0]

    done = await client.files_upload_v2(
        channel="C1",
        thread_ts=root.ts,
        filename="letter.txt",
        title="A letter",
        content="Dear Ana",
        initial_comment="Here",
    )

    (message,) = fake.answers("C1", root.ts)
    (file,) = fake.world.files.values()
    assert (message.text, message.file_ids) == ("Here", [file.id])
    assert (file.name, file.title, file.content) == ("letter.txt", "A letter", b"Dear Ana")
    assert file.shared_in == [("C1", root.ts)]
    assert done["file"]["id"] == file.id
    info = (await client.files_info(file=file.id))["file"]
    assert await fake.fetch(info["url_private_download"], fake.bot_token) == (200, b"Dear Ana")


async def test_an_unfinished_upload_is_nobodys_file(fake: FakeSlack, client: AsyncWebClient):
    ticket = await client.files_getUploadURLExternal(filename="a.txt", length=3)

    early = client.files_completeUploadExternal(files=[{"id": ticket["file_id"]}])
    with pytest.raises(SlackApiError, match="file_not_found"):
        await early
    async with (
        ClientSession() as session,
        session.post(ticket["upload_url"], data=b"too long") as answer,
    ):
        assert answer.status == 400
    with pytest.raises(SlackApiError, match="missing_argument"):
        await client.files_getUploadURLExternal(filename="a.txt", length=0)
    assert len(fake.messages("C1")) == 1


async def test_a_file_of_another_workspace_is_not_given(fake: FakeSlack, client: AsyncWebClient):
    fake.team("T2", "Other")
    await client.files_upload_v2(channel="C1", filename="a.txt", content="mine")
    file = next(iter(fake.world.files.values()))
    url = f"{fake.base_url}/files-pri/T1-{file.id}/a.txt"

    other = fake.world.directory.teams["T2"].bot_token

    assert b"mine" not in (await fake.fetch(url, other))[1]
    assert [call.is_ok for call in fake.record.of("download")] == [False]


async def a_response_url(fake: FakeSlack) -> str:
    delivery = await fake.command("U1", "C1", "/bot")
    return str(delivery.payload["response_url"])


async def test_a_response_url_speaks_privately_or_to_all(fake: FakeSlack):
    hook = AsyncWebhookClient(await a_response_url(fake))

    await hook.send(text="for you")
    await hook.send(text="for all", response_type="in_channel")

    assert [row.text for row in fake.ephemerals("U1")] == ["for you"]
    assert [row.text for row in fake.answers("C1")] == ["for all"]


async def test_a_response_url_works_five_times_in_half_an_hour(fake: FakeSlack):
    hook = AsyncWebhookClient(await a_response_url(fake))
    late = AsyncWebhookClient(await a_response_url(fake))

    answers = [await hook.send(text=str(number)) for number in range(6)]
    await fake.advance(1801)
    expired = await late.send(text="late")

    assert [answer.status_code for answer in answers] == [200] * 5 + [404]
    assert "used_url" in answers[5].body
    assert (expired.status_code, "expired_url" in expired.body) == (404, True)
    assert len(fake.ephemerals("U1")) == 5
    assert len(fake.record.of("response_url")) == 7


async def test_a_response_url_changes_or_deletes_the_message_pressed(
    fake: FakeSlack, client: AsyncWebClient
):
    await client.chat_postEphemeral(
        channel="C1", user="U1", text="card", blocks=[actions(button())]
    )
    (card,) = fake.ephemerals("U1")
    pressed = await fake.press("U1", card, "Go")
    hook = AsyncWebhookClient(str(pressed.payload["response_url"]))

    await hook.send(text="decided", replace_original=True)
    assert (card.text, card.blocks, card.edits) == ("decided", [], 1)
    await hook.send(delete_original=True)
    assert card.is_deleted


@pytest.mark.parametrize(
    ("body", "error"), [(b"{", "invalid_payload"), (b'{"blocks": [{}]}', "invalid_blocks")]
)
async def test_a_response_url_refuses_nonsense(fake: FakeSlack, body: bytes, error: str):
    url = await a_response_url(fake)
    answer: dict[str, Any]
    async with ClientSession() as session, session.post(url, data=body) as response:
        answer = await response.json()

    assert (response.status, answer["error"]) == (400, error)
