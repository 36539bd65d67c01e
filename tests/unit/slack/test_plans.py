"""Plans as Slack draws them: task cards that Slack takes, cards that show what will run."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from bot.domain.ids import RequestId
from bot.domain.messages import StepView
from bot.domain.plans.plan_view import begun, view_of
from bot.platforms.chat.wire import PlatformMessage
from bot.platforms.slack.render.cards import SlackCardView, card
from bot.platforms.slack.render.modals import SlackFormOrigin, full_text
from bot.platforms.slack.render.task_cards import draw_plan, list_plan, state_of
from tests.effort import examples
from tests.unit.slack.limits import controls, refusals, texts
from tests.unit.slack.requests import ids_on
from tests.unit.slack.steps import a_plan, a_reply, a_request, values_of_steps
from tests.unit.slack.test_cards_laws import names, values
from tests.unit.slack.texts import hostile

steps = st.lists(st.dictionaries(names, values, max_size=4), min_size=1, max_size=6)
TITLES = {"courier": "Parcels"}


def the_card(given_: list[dict[str, JsonValue]], goal: str = "Move") -> PlatformMessage:
    plan = a_plan(given_, goal)
    return card(a_reply(plan), SlackCardView.of(a_request(plan)))


def approving(message: PlatformMessage) -> list[str]:
    return [id_ for id_ in ids_on(message) if ":approve" in id_]


@pytest.mark.proves("R2")
@pytest.mark.timeout(120)
@examples(300)
@given(steps, hostile)
def test_the_card_of_a_plan_shows_what_each_step_is_given(
    given_: list[dict[str, JsonValue]], goal: str
):
    """R2: the values read back from the card are the arguments, or no click approves them."""
    said = the_card(given_, goal)

    assert refusals(said.parts) == []
    assert [found for text in texts(said.parts) for found in controls(text)] == []
    if approving(said):
        assert values_of_steps(said) == [_told(one) for one in given_]
    else:
        assert ids_on(said)[0] == "r1:read"
        assert not any(":edit" in id_ for id_ in ids_on(said))
        assert "before you decide" in "\n".join(texts(said.parts))


def _told(arguments: dict[str, JsonValue]) -> dict[str, str]:
    return {
        name: json.dumps(v, ensure_ascii=False) if isinstance(v, dict | list) else str(v)
        for name, v in arguments.items()
        if v is not None
    }


@pytest.mark.proves("R2")
@pytest.mark.parametrize("bad", ["x" * 1_300, "⟨U+202E⟩"], ids=["too long", "ambiguous"])
def test_what_cannot_be_shown_exactly_is_opened_before_it_is_approved(bad: str):
    plan = a_plan([{"to": "Ada"}, {"to": bad}])
    said = card(a_reply(plan), SlackCardView.of(a_request(plan)))

    assert approving(said) == []
    assert "`step 2, to` in full" in "\n".join(texts(said.parts))
    form = full_text(SlackFormOrigin("r1"), SlackCardView.of(a_request(plan)), may_approve=True)
    assert json.dumps(bad)[1:9] in "\n".join(texts(form["blocks"]))
    assert form["submit"]["text"] == "Approve"


def test_one_step_that_stands_nowhere_is_not_approved_by_a_click():
    plan = a_plan([{"to": "Ada"}])
    request = a_request(plan)
    view = SlackCardView.of(replace(request, text=request.text.replace("send parcel", "print")))

    assert approving(card(a_reply(plan), view)) == []


def test_hidden_characters_are_shown():
    said = the_card([{"to": "Ada\u202e\u200b"}])

    assert "`Ada⟨U+202E⟩⟨U+200B⟩`" in "\n".join(texts(said.parts))


@pytest.mark.timeout(60)
@settings(max_examples=50)
@given(steps, hostile, st.sampled_from([draw_plan, list_plan]))
def test_boards_are_taken_by_slack_and_nothing_on_them_acts(
    given_: list[dict[str, JsonValue]], words: str, draw: Callable[..., PlatformMessage]
):
    view = view_of(a_plan(given_, words or "x"))
    noted = tuple(replace(step, note=words, status="completed") for step in view.steps)

    said = draw(replace(view, steps=noted), TITLES)

    read_as_mrkdwn = [block for block in said.parts if block["type"] != "plan"]
    assert refusals(said.parts) == []
    assert [found for text in texts(read_as_mrkdwn) for found in controls(text)] == []
    assert not any("<!" in text or "://" in text for text in texts(said.parts))
    assert controls(said.text) == []


def test_a_running_step_is_shown_as_running():
    view = begun(view_of(a_plan([{"to": "Ada"}, {"to": "Eve"}])), 2)

    assert [state_of(step) for step in view.steps] == ["pending", "in_progress"]


def test_a_planners_sentence_is_not_on_the_board():
    plan = a_plan([{"to": "Eve"}])
    view = view_of(plan)

    said = "\n".join(texts(draw_plan(view, TITLES).parts))

    assert "Send parcel 1" not in said
    assert "to: Eve" in said


def test_a_step_that_was_changed_says_so_on_its_card():
    plan = a_plan([{"to": "Ada"}, {"to": "Eve"}])
    first, second = view_of(plan).steps
    changed: StepView = replace(second, arguments={"to": "Bob"}, status="approved", sign="●")
    waiting = replace(first, status="awaiting")
    view = replace(view_of(plan), steps=(waiting, changed))

    said = card(a_reply(plan, view), SlackCardView.of(a_request(plan)))

    assert "● approved · changed to to: Bob" in "\n".join(texts(said.parts))
    assert [id_ for id_ in ids_on(said) if id_.endswith("-2")] == []
    assert RequestId("r1:approve-1") in ids_on(said)
