"""Theirs to ours: what lines the console understands, and what it says of the others."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit.values.person import Person
from bot.domain.ids import RequestId
from bot.domain.messages import Button, Incoming, Kind, Press, Thread
from bot.domain.untrusted import MOST_CHARACTERS
from bot.platforms.console.input import BadLine, Seat, Typed, read_line, thread_of

MAIN = Thread("console", "local", "chat", "main")
ANA = Person("console", "local", "ana")
SEAT = Seat("ana")
APPROVE, REJECT = Button("r.1:approve", "Approve"), Button("r.1:reject", "Reject")


def event(line: Mapping[str, object]) -> Incoming:
    return read_line(json.dumps(line)).event("made-up", SEAT)


def test_a_text_is_a_message():
    assert event({"text": "hello"}) == Incoming("made-up", MAIN, ANA, Kind.MESSAGE, "hello")


def test_a_line_may_say_who_where_and_which():
    line = {"text": "hello", "user": "ben", "thread": "t/2", "id": "7"}

    assert event(line) == Incoming(
        "7", thread_of("t/2"), Person("console", "local", "ben"), Kind.MESSAGE, "hello"
    )


def test_a_press_names_its_request_and_verb():
    assert event({"press": "a:b.3:edit", "values": {"amount": "20"}}) == Incoming(
        "made-up",
        MAIN,
        ANA,
        Kind.PRESS,
        press=Press(RequestId("a:b.3"), "edit", {"amount": "20"}),
    )


def test_a_command_keeps_its_words():
    assert event({"command": "/frontdesk help"}) == Incoming(
        "made-up", MAIN, ANA, Kind.COMMAND, "/frontdesk help"
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ('{"text": NaN}', "it is not JSON"),
        ('{"text": "a", "text": "b"}', "it is not JSON"),
        ('["text"]', "it is not a JSON object"),
        ('{"text": "a"}' + " " * MOST_CHARACTERS, "it is too long"),
        ("{}", "give exactly one of “text”, “press” and “command”"),
        ('{"text": "a", "command": "b"}', "give exactly one of “text”, “press” and “command”"),
        ('{"text": " "}', "there is no text"),
        ('{"text": "a", "values": {}}', "“values” go with “press”"),
        ('{"press": "approve"}', "“press” is not the id of a button"),
        ('{"text": 1}', "“text”: input should be a valid string"),
        ('{"txet": "a"}', "“txet”: extra inputs are not permitted"),
    ],
)
def test_any_other_line_is_answered_in_words(line: str, problem: str):
    with pytest.raises(BadLine) as caught:
        read_line(line)

    assert str(caught.value) == f"This line was not understood: {problem}."


def test_a_line_may_say_that_others_read_along():
    assert read_line('{"text": "a", "shared": true}').event("1", SEAT).shared
    assert not read_line('{"text": "a"}').event("1", SEAT).shared


@pytest.mark.parametrize("line", ['{"text": 1, "id": "7"}', '{"press": "x", "id": "7"}'])
def test_a_bad_line_still_knows_its_id(line: str):
    with pytest.raises(BadLine) as caught:
        read_line(line)

    assert caught.value.id == "7"


def test_half_characters_and_nul_are_replaced_however_deep():
    line = '{"press": "r:edit", "values": {"a\\u0000": ["\\ud800", {"b": "ok"}]}}'

    press = read_line(line).event("1", SEAT).press

    assert press == Press(RequestId("r"), "edit", {"a�": ["�", {"b": "ok"}]})


@given(st.text())
def test_whatever_is_written_is_understood_or_refused(line: str):
    try:
        read_line(line)
    except BadLine as error:
        assert str(error)  # noqa: PT017 - both ends are fine


def test_a_typed_number_presses_the_button_of_that_number():
    assert Typed("2", (APPROVE, REJECT)).event("1", SEAT) == Incoming(
        "1", MAIN, ANA, Kind.PRESS, press=Press(RequestId("r.1"), "reject")
    )


@pytest.mark.parametrize("text", ["3", "0", "02", "²", "1 please"])
def test_any_other_number_is_a_message(text: str):
    assert Typed(text, (APPROVE, REJECT)).event("1", SEAT).kind is Kind.MESSAGE


def test_a_slash_starts_a_command():
    assert Typed("/help").event("1", SEAT) == Incoming("1", MAIN, ANA, Kind.COMMAND, "/help")
