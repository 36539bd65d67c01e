"""What the fake finds in what a bot sent, and what Slack's crawler would have fetched."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import FakeSlack
from tests.fakes.slack.listening import listening
from tests.fakes.slack.samples import field, mrkdwn, plain, section

QUIET: dict[str, Any] = {"unfurl_links": False, "unfurl_media": False}
MODAL = {
    "type": "modal",
    "title": {"type": "plain_text", "text": "T"},
    "submit": {"type": "plain_text", "text": "Go"},
    "blocks": [{"type": "input", "label": plain("Name"), "element": field()["element"]}],
}
IMAGE = {"type": "image", "image_url": "https://evil.test/pixel.png", "alt_text": "x"}


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(door="none") as slack:
        slack.user("U1", name="ana")
        yield slack


@pytest.fixture
def client(fake: FakeSlack) -> AsyncWebClient:
    return fake.client()


async def test_good_manners_are_not_mentioned(fake: FakeSlack, client: AsyncWebClient):
    ts = (
        await client.chat_postMessage(
            channel="C1",
            text="&lt;!channel&gt; is inert",
            blocks=[section("&lt;!here&gt; too"), {"type": "header", "text": plain("<!channel>")}],
            **QUIET,
        )
    )["ts"]
    await client.chat_update(channel="C1", ts=ts, text="done", **QUIET)
    await client.views_open(trigger_id=fake.world.new_trigger("U1", "T1"), view=MODAL)

    assert fake.findings() == []
    assert fake.record.methods_used == {"chat.postMessage", "chat.update", "views.open"}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"text": "x"}, "link previews are not switched off"),
        ({"text": "x", "unfurl_links": False}, "link previews are not switched off"),
        ({"text": "<!channel> hi", **QUIET}, "calls everybody: <!channel"),
        ({"text": "<!subteam^S1|@pay>", **QUIET}, "calls everybody: <!subteam^"),
        ({"text": "x", "blocks": [section("<!here>")], **QUIET}, "calls everybody: <!here"),
        (
            {"text": "x", "attachments": [{"fallback": "a", "text": "<!everyone>"}], **QUIET},
            "calls everybody: <!everyone",
        ),
        (
            {
                "text": "x",
                "blocks": [
                    {
                        "type": "rich_text",
                        "elements": [
                            {
                                "type": "rich_text_section",
                                "elements": [{"type": "broadcast", "range": "here"}],
                            }
                        ],
                    }
                ],
                **QUIET,
            },
            "a broadcast element",
        ),
        ({"text": "@here", "link_names": True, **QUIET}, "names in the text become mentions"),
        ({"text": "x", "parse": "full", **QUIET}, "names in the text become mentions"),
        ({"blocks": [section()], **QUIET}, "blocks without a text"),
        ({"text": "x" * 40_001, **QUIET}, "more than 40000 characters"),
        ({"text": "x", "metadata": {"event_type": "a"}, **QUIET}, "invalid_metadata_format"),
        ({**QUIET}, "the message is empty"),
    ],
)
async def test_bad_manners_are_found(
    message: dict[str, Any], said: str, fake: FakeSlack, client: AsyncWebClient
):
    with suppress(SlackApiError):
        await client.api_call("chat.postMessage", json={"channel": "C1"} | message)

    assert [one for one in fake.findings() if said in one], fake.findings()


async def test_acknowledgements_are_looked_at(fake: FakeSlack):
    fake.door = fake.socket
    async with listening(fake) as ear:
        ear.answer = {"text": "see https://x.test", "blocks": [{"type": "header"}]}
        delivery = await fake.command("U1", "C1", "/bot")

    found = fake.findings()
    assert delivery.trouble == "invalid_blocks"
    assert [one for one in found if "#1 ack" in one and "link previews" in one]
    assert [one for one in found if "/blocks/0/text" in one]


async def test_a_form_answered_badly_is_found_and_shown_as_trouble(
    fake: FakeSlack, client: AsyncWebClient
):
    await client.views_open(trigger_id=fake.world.new_trigger("U1", "T1"), view=MODAL)
    form = fake.modal("U1")
    assert form is not None
    fake.door = fake.socket
    async with listening(fake) as ear:
        ear.answer = {"response_action": "update", "view": MODAL | {"submit": None}}
        await fake.submit("U1", form, {"Name": "ana"})

    assert form.trouble is not None
    assert [one for one in fake.findings() if "must have a submit button" in one]


async def test_an_unacknowledged_form_stays_open_with_trouble(
    fake: FakeSlack, client: AsyncWebClient
):
    await client.views_open(trigger_id=fake.world.new_trigger("U1", "T1"), view=MODAL)
    form = fake.modal("U1")
    assert form is not None
    fake.door, fake.patience_seconds = fake.socket, 0.05

    await fake.submit("U1", form, {"Name": "ana"})

    assert fake.modal("U1") is form
    assert form.trouble is not None


FETCHED: dict[str, tuple[dict[str, Any], str]] = {
    "bare": ({"text": "see https://evil.test/?q=1."}, "https://evil.test/?q=1"),
    "without scheme": ({"text": "see evil.example/?q=1"}, "evil.example/?q=1"),
    "masked": ({"text": "<https://evil.test/a|your bank>"}, "https://evil.test/a"),
    "markdown": ({"markdown_text": "[bank](https://evil.test/b)"}, "https://evil.test/b"),
    "markdown image": (
        {"markdown_text": "![x](https://evil.test/c.png)"},
        "https://evil.test/c.png",
    ),
    "section": ({"text": "x", "blocks": [section("https://evil.test/d")]}, "https://evil.test/d"),
    "rich text": (
        {
            "text": "x",
            "blocks": [
                {
                    "type": "rich_text",
                    "elements": [
                        {
                            "type": "rich_text_section",
                            "elements": [{"type": "link", "url": "https://evil.test/e"}],
                        }
                    ],
                }
            ],
        },
        "https://evil.test/e",
    ),
    "attachment": (
        {"text": "x", "attachments": [{"fallback": "https://evil.test/f"}]},
        "https://evil.test/f",
    ),
    "escaped": ({"text": "&lt;https://evil.test/g&gt;"}, "https://evil.test/g"),
}


@pytest.mark.parametrize("case", FETCHED)
async def test_previews_are_fetched_unless_both_flags_are_false(
    case: str, fake: FakeSlack, client: AsyncWebClient
):
    message, url = FETCHED[case]
    await client.api_call("chat.postMessage", json={"channel": "C1"} | message | QUIET)
    assert fake.crawler.hits == []
    half = {"unfurl_links": False}

    await client.api_call("chat.postMessage", json={"channel": "C1"} | message | half)

    assert fake.crawler.urls == {url}


@pytest.mark.parametrize(
    "message",
    [
        {"blocks": [IMAGE]},
        {"blocks": [section(accessory=IMAGE)]},
        {"blocks": [{"type": "context", "elements": [IMAGE]}]},
        {"blocks": [{"type": "card", "title": mrkdwn("t"), "hero_image": IMAGE}]},
        {"attachments": [{"fallback": "x", "image_url": IMAGE["image_url"]}]},
        {"attachments": [{"fallback": "x", "thumb_url": IMAGE["image_url"]}]},
        {"username": "Bank", "icon_url": IMAGE["image_url"]},
    ],
)
async def test_images_are_fetched_always(
    message: dict[str, Any], fake: FakeSlack, client: AsyncWebClient
):
    await client.api_call(
        "chat.postMessage", json={"channel": "C1", "text": "x"} | message | QUIET
    )

    assert fake.crawler.urls == {"https://evil.test/pixel.png"}


async def test_a_button_is_followed_by_people_only(fake: FakeSlack, client: AsyncWebClient):
    button = {"type": "button", "text": plain("Go"), "action_id": "a", "url": "https://evil.test"}
    await client.chat_postMessage(
        channel="C1", text="x", blocks=[{"type": "actions", "elements": [button]}]
    )

    assert fake.crawler.hits == []


async def test_what_was_shown_for_a_moment_was_fetched(fake: FakeSlack, client: AsyncWebClient):
    ts = (await client.chat_postMessage(channel="C1", text="x", **QUIET))["ts"]
    await client.chat_update(channel="C1", ts=ts, text="https://evil.test/a")
    await client.chat_update(channel="C1", ts=ts, text="gone", **QUIET)
    root = await fake.say("U1", None, "https://people.test is not the bot's")
    stream = await client.chat_stream(channel=root.channel, thread_ts=root.ts)
    await stream.stop(markdown_text="https://evil.test/b")

    assert fake.crawler.urls == {"https://evil.test/a", "https://evil.test/b"}
