"""People of the fake: what they do comes in the payloads in which Slack tells it."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from tests.fakes.slack import FakeSlack, NotPossible
from tests.fakes.slack.app_acts import SELF_SHAPES
from tests.fakes.slack.listening import listening
from tests.fakes.slack.samples import actions, button, select


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(door="none") as slack:
        slack.user("U1", name="ana")
        slack.user("U2", name="ben")
        yield slack


async def test_a_message_event_has_what_recorded_ones_have(fake: FakeSlack):
    message = await fake.say("U1", "C1", "hello")

    payload = message.deliveries[0].payload
    event = payload["event"]
    assert payload["type"] == "event_callback"
    assert payload["authorizations"][0]["user_id"] == fake.bot_user_id
    assert event == {
        "type": "message",
        "client_msg_id": f"client-{message.ts}",
        "text": "hello",
        "user": "U1",
        "team": "T1",
        "ts": message.ts,
        "event_ts": message.ts,
        "channel": "C1",
        "channel_type": "channel",
        "blocks": event["blocks"],
    }
    assert event["blocks"][0]["type"] == "rich_text"


async def test_a_mention_is_not_told_twice_in_a_direct_message(fake: FakeSlack):
    direct = await fake.say("U1", None, f"<@{fake.bot_user_id}> hi")
    named = await fake.mention("U1", "C1", "hi")

    assert [row.event["type"] for row in direct.deliveries] == ["message"]
    assert [row.event["type"] for row in named.deliveries] == ["message", "app_mention"]
    assert "channel_type" not in named.deliveries[1].event
    assert direct.deliveries[0].event["channel_type"] == "im"


async def test_only_what_is_subscribed_to_is_told(fake: FakeSlack):
    fake.world.subscriptions = {"app_mention", "message.im"}

    assert [row.event["type"] for row in (await fake.mention("U1", "C1", "x")).deliveries] == [
        "app_mention"
    ]
    assert (await fake.say("U1", "C1", "x")).deliveries == []


async def test_where_the_bot_is_not_it_hears_nothing(fake: FakeSlack):
    fake.channel("G1", kind="private", members=("U1",)).members.discard(fake.bot_user_id)

    assert (await fake.say("U1", "G1", "secret")).deliveries == []


async def test_edits_and_deletions_carry_what_was_before(fake: FakeSlack):
    message = await fake.say("U1", "C1", "one")
    edited = (await fake.edit("U1", message, "two")).event
    deleted = (await fake.delete("U1", message)).event

    assert (edited["subtype"], edited["hidden"]) == ("message_changed", True)
    assert (edited["previous_message"]["text"], edited["message"]["text"]) == ("one", "two")
    assert edited["message"]["edited"]["user"] == "U1"
    assert "user" not in edited
    assert (deleted["subtype"], deleted["deleted_ts"]) == ("message_deleted", message.ts)
    assert deleted["previous_message"]["text"] == "two"
    assert fake.messages("C1") == []


async def test_nobody_edits_for_others_but_admins_delete(fake: FakeSlack):
    message = await fake.say("U1", "C1", "one")

    with pytest.raises(NotPossible):
        await fake.edit("U2", message, "two")
    with pytest.raises(NotPossible):
        await fake.delete("U2", message)
    fake.user("U2", is_admin=True)
    await fake.delete("U2", message)

    assert message.is_deleted


async def test_a_link_preview_changes_a_message_that_nobody_edited(fake: FakeSlack):
    message = await fake.say("U1", "C1", "see https://x.test")

    event = (await fake.link_preview(message, "https://x.test")).event

    assert event["subtype"] == "message_changed"
    assert "edited" not in event["message"]
    assert event["message"]["text"] == event["previous_message"]["text"]
    assert event["message"]["attachments"][0]["from_url"] == "https://x.test"


@pytest.mark.parametrize("shape", SELF_SHAPES)
async def test_the_bot_sees_itself_in_every_shape(fake: FakeSlack, shape: Any):
    event = (await fake.self_message(shape, "C1")).event

    inner = event.get("message") or event.get("previous_message") or event
    marks = {"user": fake.bot_user_id, "bot_id": "BT1", "app_id": "AFAKE"}
    assert any(inner.get(name) == value for name, value in marks.items())


async def test_the_shapes_differ_in_what_gives_the_bot_away(fake: FakeSlack):
    events = {shape: (await fake.self_message(shape, "C1")).event for shape in SELF_SHAPES}

    assert "user" not in events["bot_id"]
    assert events["bot_message"]["subtype"] == "bot_message"
    assert "bot_id" not in events["user_only"]
    assert "bot_id" not in events["app_id"]
    assert "app_id" not in events["response_url"]
    assert events["message_changed"]["subtype"] == "message_changed"
    assert events["message_deleted"]["subtype"] == "message_deleted"
    assert "subtype" not in events["no_subtype"]


async def test_slack_echoes_what_the_bot_does(fake: FakeSlack):
    fake.door = fake.socket
    async with listening(fake) as ear:
        ts = (await fake.client().chat_postMessage(channel="C1", text="a"))["ts"]
        await fake.client().chat_update(channel="C1", ts=ts, text="b")
        await fake.client().chat_delete(channel="C1", ts=ts)
        await fake.until(lambda: len(ear.heard) == 3)

    subtypes = [req.payload["event"].get("subtype") for req in ear.heard]
    assert sorted(subtypes, key=str) == [None, "message_changed", "message_deleted"]


async def test_the_same_id_in_two_workspaces_is_two_people(fake: FakeSlack):
    fake.team("T2", "Other")
    fake.channel("C1", team="T2")
    other = fake.user("U1", team="T2", name="eve")

    here = await fake.say("U1", "C1", "here")
    there = await fake.say(other, "C1", "there")

    assert here.deliveries[0].payload["team_id"] == "T1"
    assert there.deliveries[0].payload["team_id"] == "T2"
    assert there.deliveries[0].payload["authorizations"][0]["user_id"] == "UBOTT2"
    assert [row.text for row in fake.messages("C1")] == ["here"]
    assert [row.text for row in fake.messages("C1", team="T2")] == ["there"]


async def test_what_is_known_of_people_can_change(fake: FakeSlack):
    owner = fake.user("U3", is_owner=True, is_restricted=False)
    fake.user("U3", is_owner=False, is_restricted=True, deleted=True)

    assert (owner.is_owner, owner.is_restricted, owner.as_json()["deleted"]) == (False, True, True)
    assert "is_admin" not in owner.as_json()
    with pytest.raises(NotPossible, match="deactivated"):
        await fake.say("U3", "C1", "still here")
    with pytest.raises(LookupError, match=r"fake\.user"):
        await fake.say("U9", "C1", "who am I")


async def test_a_stranger_comes_from_elsewhere(fake: FakeSlack):
    fake.channel("C2", is_ext_shared=True)
    fake.user("U4", is_stranger=True)

    payload = (await fake.say("U4", "C2", "hello")).deliveries[0].payload

    assert payload["is_ext_shared_channel"] is True
    assert payload["event"]["user_team"] == payload["event"]["team"] == "T-U4"
    user = (await fake.client().users_info(user="U4"))["user"]
    assert (user["is_stranger"], user["team_id"]) == (True, "T-U4")
    command = await fake.command("U4", "C2", "/bot")
    assert command.payload["team_id"] == "T1"


async def test_presses_have_every_oddity_of_recorded_ones(fake: FakeSlack):
    blocks = [actions(button(value="v1", visible_to_user_ids=["U1"]), select(2))]
    ts = (await fake.client().chat_postMessage(channel="C1", text="x", blocks=blocks))["ts"]
    (card,) = fake.answers("C1")
    for person in ("U1", "U2"):
        await fake.say(person, "C1", "hi")

    honest = (await fake.press("U1", card, "Go")).payload
    chosen = (await fake.press("U1", card, "s", value="1")).payload
    bare = (await fake.press("U1", card, "Go", without_value=True, is_stub=True)).payload
    forged = (await fake.press("U2", card, "Go", forged=True, changes={"value": "v2"})).payload
    with pytest.raises(NotPossible, match="does not see 'Go'"):
        await fake.press("U2", card, "Go")
    fake.user("U1", deleted=True)
    with pytest.raises(NotPossible, match="deactivated"):
        await fake.press("U1", card, "Go")

    assert honest["actions"][0]["value"] == "v1"
    assert honest["message"]["ts"] == honest["container"]["message_ts"] == ts
    assert chosen["actions"][0]["selected_option"]["value"] == "1"
    assert "value" not in bare["actions"][0]
    assert bare["message"] == {"type": "message", "ts": ts}
    assert (forged["user"]["id"], forged["actions"][0]["value"]) == ("U2", "v2")


async def test_a_button_without_action_id_is_found_by_its_words(fake: FakeSlack):
    await fake.say("U1", "C1", "hi")
    nameless = {name: value for name, value in button().items() if name != "action_id"}
    await fake.client().chat_postMessage(channel="C1", text="x", blocks=[actions(nameless)])

    payload = (await fake.press("U1", fake.answers("C1")[0], "Go")).payload

    assert payload["actions"][0]["type"] == "button"


async def test_a_press_on_what_is_gone_must_be_forged(fake: FakeSlack):
    await fake.say("U1", "C1", "hi")
    blocks = [actions(button())]
    ts = (await fake.client().chat_postMessage(channel="C1", text="x", blocks=blocks))["ts"]
    (card,) = fake.answers("C1")
    await fake.client().chat_delete(channel="C1", ts=ts)

    with pytest.raises(NotPossible, match="gone"):
        await fake.press("U1", card, "Go")
    assert (await fake.press("U1", card, "Go", forged=True)).payload["message"]["ts"] == ts


async def test_a_press_on_an_ephemeral_message_has_no_message(fake: FakeSlack):
    await fake.say("U1", "C1", "hi")
    await fake.client().chat_postEphemeral(
        channel="C1", user="U1", text="x", blocks=[actions(button())]
    )
    (card,) = fake.ephemerals("U1")

    payload = (await fake.press("U1", card, "Go")).payload

    assert payload["container"]["is_ephemeral"] is True
    assert "message" not in payload
    with pytest.raises(NotPossible, match="somebody else"):
        await fake.press("U2", card, "Go")


async def test_files_come_with_the_message_and_need_the_token(fake: FakeSlack):
    message = await fake.say("U1", "C1", "look", files=[("report.csv", b"a,b")])

    event = message.deliveries[0].event
    (file,) = event["files"]
    assert (event["subtype"], file["mimetype"], file["size"]) == ("file_share", "text/csv", 3)
    assert await fake.fetch(file["url_private"], fake.bot_token) == (200, b"a,b")
    status, page = await fake.fetch(file["url_private"])
    assert (status, b"Sign in" in page) == (200, True)


async def test_uninstalling_ends_the_tokens_and_tells_the_app(fake: FakeSlack):
    first, second = await fake.uninstall()

    assert first.event == {"type": "app_uninstalled"}
    assert second.event["tokens"] == {"oauth": [], "bot": [fake.bot_user_id]}
    with pytest.raises(SlackApiError, match="account_inactive"):
        await fake.client().auth_test()


async def test_what_a_person_looks_at_is_told(fake: FakeSlack):
    event = (await fake.look_at("U1", "C1")).event

    assert event["type"] == "app_context_changed"
    assert event["context"]["entities"][0]["value"] == "C1"


async def test_held_back_events_come_without_an_envelope(fake: FakeSlack):
    payload = (await fake.rate_limit_events()).payload

    assert (payload["type"], payload["team_id"]) == ("app_rate_limited", "T1")
    assert "event" not in payload


async def test_what_happened_tells_which_scopes_it_needs(fake: FakeSlack):
    await fake.say("U1", None, "hi")
    await fake.mention("U1", "C1", "hi")
    await fake.command("U1", "C1", "/bot")
    await fake.client().chat_postMessage(channel="C1", text="x")

    assert fake.scopes_needed == {
        "app_mentions:read",
        "channels:history",
        "chat:write",
        "commands",
        "im:history",
    }
