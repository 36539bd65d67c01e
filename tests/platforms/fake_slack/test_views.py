"""Modals and Home: what they may hold, how they are opened, stacked, changed and left."""

from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import FakeSlack, ManualClock, NotPossible, View
from tests.fakes.slack.listening import listening
from tests.fakes.slack.samples import actions, button, field, plain, section, table

Json = dict[str, Any]


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(clock=ManualClock(), door="none") as slack:
        slack.user("U1", name="ana")
        yield slack


@pytest.fixture
def client(fake: FakeSlack) -> AsyncWebClient:
    return fake.client()


async def error_of(call: Awaitable[object]) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


def trigger(fake: FakeSlack, view: View | None = None) -> str:
    """What an interaction a moment ago would have brought."""
    return fake.world.new_trigger("U1", "T1", None if view is None else view.id)


def modal(*blocks: Json, **more: Any) -> Json:
    shown = list(blocks) or [field()]
    return {"type": "modal", "title": plain("T"), "submit": plain("Go"), "blocks": shown} | more


BAD_VIEWS: dict[str, Json] = {
    "no blocks": modal() | {"blocks": []},
    "101 blocks": modal(*[{"type": "divider"}] * 101),
    "title": modal(title=plain("x" * 25)),
    "no title": {"type": "modal", "submit": plain("Go"), "blocks": [section()]},
    "submit": modal(submit=plain("x" * 25)),
    "input without submit": modal(field(), submit=None),
    "private_metadata": modal(private_metadata="x" * 3001),
    "callback_id": modal(callback_id="x" * 256),
    "message block": modal(table(1)),
    "same action_id": modal(actions(button(), button())),
    "nonsense": {"type": "window"},
}


@pytest.mark.parametrize("case", BAD_VIEWS)
async def test_bad_views_are_refused_and_found(case: str, fake: FakeSlack, client: AsyncWebClient):
    with pytest.raises(SlackApiError, match="invalid_arguments"):
        await client.views_open(trigger_id=trigger(fake), view=BAD_VIEWS[case])

    assert len(fake.findings()) >= 2
    assert fake.modals("U1") == []


async def test_a_good_view_passes(fake: FakeSlack, client: AsyncWebClient):
    view = modal(
        *[field(action_id=str(n)) for n in range(100)],
        title=plain("x" * 24),
        private_metadata="x" * 3000,
    )

    await client.views_open(trigger_id=trigger(fake), view=view)

    assert fake.findings() == []


async def test_a_view_may_be_too_large(fake: FakeSlack, client: AsyncWebClient):
    view = modal(*[section("x" * 2600)] * 100)

    with pytest.raises(SlackApiError, match="view_too_large"):
        await client.views_open(trigger_id=trigger(fake), view=view)


async def test_home_has_no_title(fake: FakeSlack, client: AsyncWebClient):
    with pytest.raises(SlackApiError, match="invalid_arguments"):
        await client.views_publish(
            user_id="U1", view={"type": "home", "title": plain("x"), "blocks": [section()]}
        )
    assert fake.findings() != []


async def test_a_trigger_opens_one_modal_within_three_seconds(
    fake: FakeSlack, client: AsyncWebClient
):
    used, late = trigger(fake), trigger(fake)

    opened = await client.views_open(trigger_id=used, view=modal())
    again = client.views_open(trigger_id=used, view=modal())
    assert await error_of(again) == "exchanged_trigger_id"
    await fake.advance(3.1)
    assert await error_of(client.views_open(trigger_id=late, view=modal())) == "expired_trigger_id"
    nobody = client.views_open(trigger_id="1.2.abc", view=modal())
    assert await error_of(nobody) == "invalid_trigger_id"

    view = fake.modal("U1")
    assert view is not None
    assert (view.id, view.hash) == (opened["view"]["id"], opened["view"]["hash"])
    assert view.root_id == view.id


async def test_modals_stack_three_high(fake: FakeSlack, client: AsyncWebClient):
    await client.views_open(trigger_id=trigger(fake), view=modal())
    for _ in range(2):
        top = fake.modal("U1")
        await client.views_push(trigger_id=trigger(fake, top), view=modal())

    root, second, third = fake.modals("U1")
    assert {view.root_id for view in fake.modals("U1")} == {root.id}
    assert [view.previous_id for view in fake.modals("U1")] == [None, root.id, second.id]
    fourth = client.views_push(trigger_id=trigger(fake, third), view=modal())
    assert await error_of(fourth) == "push_limit_reached"
    outside = client.views_push(trigger_id=trigger(fake), view=modal())
    assert await error_of(outside) == "not_found"


async def test_an_update_needs_the_current_hash(fake: FakeSlack, client: AsyncWebClient):
    opened = (await client.views_open(trigger_id=trigger(fake), view=modal()))["view"]
    changed = modal(title=plain("Changed"))

    await client.views_update(view_id=opened["id"], hash=opened["hash"], view=changed)

    stale = client.views_update(view_id=opened["id"], hash=opened["hash"], view=changed)
    assert await error_of(stale) == "hash_conflict"
    nowhere = client.views_update(view_id="V9", view=changed)
    assert await error_of(nowhere) == "not_found"
    view = fake.modal("U1")
    assert view is not None
    assert "Changed" in view.shown


async def test_an_external_id_names_one_view(fake: FakeSlack, client: AsyncWebClient):
    named = modal(external_id="login-1")
    await client.views_open(trigger_id=trigger(fake), view=named)
    await client.views_update(external_id="login-1", view=named | {"title": plain("Again")})

    top = fake.modal("U1")
    second = client.views_push(trigger_id=trigger(fake, top), view=named)
    assert await error_of(second) == "duplicate_external_id"


async def test_home_is_published_and_comes_with_the_event(fake: FakeSlack, client: AsyncWebClient):
    first = await fake.open_home("U1")
    await client.views_publish(user_id="U1", view={"type": "home", "blocks": [section("Hello")]})
    second = await fake.open_home("U1")
    messages = await fake.open_home("U1", "messages")

    assert "view" not in first.event
    assert second.event["view"]["blocks"][0]["text"]["text"] == "Hello"
    assert (messages.event["tab"], messages.event["channel"]) == ("messages", fake.dm("U1"))
    assert "view" not in messages.event


async def test_a_form_is_filled_in_as_slack_lets_people(fake: FakeSlack, client: AsyncWebClient):
    colours = {"type": "static_select", "action_id": "colour"}
    options = [{"text": plain("Red"), "value": "r"}, {"text": plain("Blue"), "value": "b"}]
    form = modal(
        field(max_length=5) | {"block_id": "name"},
        field() | {"element": colours | {"options": options}, "label": plain("Colour")},
        field(action_id="note") | {"optional": True, "label": plain("Note")},
    )
    await client.views_open(trigger_id=trigger(fake), view=form)
    view = fake.modal("U1")
    assert view is not None

    with pytest.raises(NotPossible, match="fill in 'Colour'"):
        await fake.submit("U1", view, {"Name": "ana"})
    with pytest.raises(NotPossible, match="so much into 'Name'"):
        await fake.submit("U1", view, {"Name": "anastasia", "Colour": "Red"})
    with pytest.raises(NotPossible, match="no field size"):
        await fake.submit("U1", view, {"Name": "ana", "Colour": "Red", "size": "1"})

    sent = await fake.submit("U1", view, {"name": "ana", "Colour": "Red"})

    values = sent.payload["view"]["state"]["values"]
    assert values["name"]["f"] == {"type": "plain_text_input", "value": "ana"}
    assert values["b1"]["colour"]["selected_option"]["value"] == "r"
    assert values["b2"]["note"]["value"] is None


async def test_an_answer_that_comes_late_is_still_obeyed(fake: FakeSlack, client: AsyncWebClient):
    await client.views_open(trigger_id=trigger(fake), view=modal())
    view = fake.modal("U1")
    assert view is not None
    fake.door = fake.socket
    async with listening(fake) as ear:
        ear.answer = {"response_action": "push", "view": modal(title=plain("Next"))}
        await fake.submit("U1", view, {"Name": "ana"}, wait=False)
        await fake.until(lambda: len(fake.modals("U1")) == 2)
        ear.answer = {"response_action": "clear"}
        await fake.submit("U1", fake.modals("U1")[1], {"Name": "ana"})

    assert fake.modals("U1") == []


async def test_a_form_nobody_acknowledges_says_so_after_three_seconds(
    fake: FakeSlack, client: AsyncWebClient
):
    await client.views_open(trigger_id=trigger(fake), view=modal())
    view = fake.modal("U1")
    assert view is not None
    fake.door, fake.patience_seconds = fake.socket, 0.05
    async with listening(fake, acks=False):
        await fake.submit("U1", view, {"Name": "ana"})
        before = view.trouble
        await fake.advance(3)

    assert (before, bool(view.trouble)) == (None, True)
    assert fake.modals("U1") == [view]


async def test_closing_is_told_only_on_request(fake: FakeSlack, client: AsyncWebClient):
    await client.views_open(trigger_id=trigger(fake), view=modal())
    silent = fake.modal("U1")
    assert silent is not None
    assert await fake.close_view("U1", silent) is None
    await client.views_open(trigger_id=trigger(fake), view=modal(notify_on_close=True))
    loud = fake.modal("U1")
    assert loud is not None

    delivery = await fake.close_view("U1", loud, is_cleared=True)

    assert delivery is not None
    assert (delivery.payload["type"], delivery.payload["is_cleared"]) == ("view_closed", True)
    assert fake.modals("U1") == []


async def test_a_press_in_a_modal_can_push(fake: FakeSlack, client: AsyncWebClient):
    await client.views_open(trigger_id=trigger(fake), view=modal(actions(button()), field()))
    view = fake.modal("U1")
    assert view is not None

    pressed = await fake.press("U1", view, "Go", state={"f": "half"})
    await client.views_push(trigger_id=pressed.payload["trigger_id"], view=modal())

    assert pressed.payload["container"] == {"type": "view", "view_id": view.id}
    assert pressed.payload["view"]["state"]["values"]["b1"]["f"]["value"] == "half"
    assert "response_url" not in pressed.payload
    assert len(fake.modals("U1")) == 2
