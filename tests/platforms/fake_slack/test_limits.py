"""Payloads that Slack does not take are refused and found; good ones pass without a word."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import FakeSlack
from tests.fakes.slack.samples import BAD_BLOCKS, GOOD_BLOCKS, section

Json = dict[str, Any]


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(door="none") as slack:
        slack.user("U1", name="ana")
        yield slack


@pytest.fixture
def client(fake: FakeSlack) -> AsyncWebClient:
    return fake.client()


QUIET: dict[str, Any] = {"unfurl_links": False, "unfurl_media": False}


@pytest.mark.parametrize("case", GOOD_BLOCKS)
async def test_good_blocks_pass(case: str, fake: FakeSlack, client: AsyncWebClient):
    await client.chat_postMessage(channel="C1", text="x", blocks=[GOOD_BLOCKS[case]], **QUIET)

    assert fake.findings() == []


@pytest.mark.parametrize("case", BAD_BLOCKS)
async def test_bad_blocks_are_refused_and_found(
    case: str, fake: FakeSlack, client: AsyncWebClient
):
    bad = BAD_BLOCKS[case]

    with pytest.raises(SlackApiError) as refused:
        await client.chat_postMessage(
            channel="C1", text="x", blocks=bad if isinstance(bad, list) else [bad], **QUIET
        )

    assert refused.value.response["error"] == "invalid_blocks"
    assert refused.value.response["errors"]
    assert len(fake.findings()) >= 2, "what is wrong, and that it was refused"


async def test_slack_points_at_what_is_wrong(client: AsyncWebClient):
    with pytest.raises(SlackApiError) as refused:
        await client.chat_postMessage(channel="C1", text="x", blocks=[section("x" * 3001)])

    said = "must be less than 3001 characters [json-pointer:/blocks/0/text/text]"
    assert refused.value.response["errors"] == [said]
    assert refused.value.response["response_metadata"]["messages"] == [f"[ERROR] {said}"]


@pytest.mark.parametrize(
    "blocks",
    [[{"type": "markdown", "text": "x" * 11_900}, section("x" * 1200)], [section("x" * 190)] * 50],
)
async def test_many_words_in_few_blocks_pass(
    blocks: list[Json], fake: FakeSlack, client: AsyncWebClient
):
    await client.chat_postMessage(channel="C1", text="x", blocks=blocks, **QUIET)

    assert fake.findings() == []


@pytest.mark.parametrize("blocks", [[section("x" * 2700)] * 5, [section("x" * 250)] * 45])
async def test_too_many_words_in_all_blocks_are_refused_and_found(
    blocks: list[Json], fake: FakeSlack, client: AsyncWebClient
):
    with pytest.raises(SlackApiError, match="msg_blocks_too_long"):
        await client.chat_postMessage(channel="C1", text="x", blocks=blocks, **QUIET)

    assert len(fake.findings()) == 2
