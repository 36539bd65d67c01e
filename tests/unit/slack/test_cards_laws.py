"""Cards, for any arguments: what they show is what will run, and nothing on them acts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from bot.domain.messages import Button
from bot.platforms.chat.render.cards import RequestEnding
from bot.platforms.chat.wire import PlatformMessage
from bot.platforms.slack.render.cards import card, locked
from tests.effort import examples
from tests.unit.slack.limits import controls, refusals, texts
from tests.unit.slack.requests import (
    NOON,
    a_card,
    a_question,
    a_reply,
    a_text,
    a_view,
    ids_on,
    values_on,
)
from tests.unit.slack.texts import HOSTS, hostile

values = st.one_of(
    hostile,
    st.text(st.characters(), max_size=60),
    st.integers(),
    st.booleans(),
    st.none(),
    st.lists(hostile, max_size=3),
    st.dictionaries(st.sampled_from("ab"), hostile, max_size=2),
    st.sampled_from(
        ["1,234,567,890.00 USD", "\u0661\u0662\u0663", "\uff11\uff12", "p\u0430ypal", " x "]
    ),
)
names = st.from_regex(r"[a-z][a-z_0-9]{0,20}", fullmatch=True)


@pytest.mark.proves("R2")
@pytest.mark.timeout(60)
@examples(1_000)
@given(st.dictionaries(names, values, max_size=6), hostile)
def test_the_values_on_a_card_are_the_arguments(arguments: dict[str, JsonValue], before: str):
    """R2: what is shown reads back as what will run, or one click does not approve it."""
    reply = a_reply(f"{before}\n\n{a_text(arguments)}")
    view = a_view(arguments)

    said = card(reply, view, hosts=HOSTS)

    assert refusals(said.parts) == []
    assert [found for text in texts(said.parts) for found in controls(text)] == []
    assert controls(said.text) == []
    divided = [block["type"] for block in said.parts].index("divider") if before.strip() else -1
    shown = values_on(PlatformMessage("", said.parts[divided + 1 :]))
    told = {name: str(value) for name, value in arguments.items() if value is not None}
    if "r1:approve" in ids_on(said):
        assert shown == told
    else:
        assert ids_on(said) == ["r1:read", "r1:reject"]
        assert "before you decide" in "\n".join(texts(said.parts))
        assert view.untold or len("".join(told.values())) > 500


@given(
    st.dictionaries(names, st.text(st.characters(exclude_characters="⟨"), max_size=40), max_size=4)
)
def test_ordinary_arguments_are_approved_in_one_click(arguments: dict[str, JsonValue]):
    assert "r1:approve" in ids_on(a_card(arguments))


@pytest.mark.proves("R7", "R19")
@given(hostile, st.lists(hostile, min_size=1, max_size=8), hostile)
def test_no_text_of_a_question_acts(text: str, options: list[str], outcome: str):
    buttons = tuple(Button(f"r1:option-{number}", option) for number, option in enumerate(options))
    asked = card(a_reply(text, buttons), a_question(text), hosts=HOSTS)

    for said in (asked, locked(asked, RequestEnding(outcome, (outcome,), NOON))):
        assert refusals(said.parts) == []
        assert said.text
        mrkdwn = (block for block in said.parts if block["type"] in {"section", "context"})
        assert [c for block in mrkdwn for text in texts(block) for c in controls(text)] == []
        assert controls(said.text) == []
