"""What may be said to each kind of request, and what of it is kept as its reason."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import JsonValue

from agents.kit.values.person import Person
from bot.core.requests.verdicts import (
    AS_SHOWN,
    LONGEST_REASON,
    read_choice,
    read_reason,
    refuse_odd,
)
from bot.domain.errors import NotUnderstood
from bot.domain.ids import RequestId, SessionId, TaskId
from bot.domain.messages import Press
from bot.domain.requests import Request, RequestKind, Subject

NOON = datetime(2024, 7, 17, 12, 0, tzinfo=UTC)
ACTION = Subject("bank", "transfer", arguments={"to": "1234324", "amount": "700.00 USD"})


def a_request(kind: RequestKind = RequestKind.APPROVAL, **details: Any) -> Request:
    request = Request(
        id=RequestId("r1"),
        kind=kind,
        session=SessionId("slack/T1/C1/1"),
        task=TaskId("t1"),
        asked=Person("slack", "T1", "U-ana", "Ana"),
        text="Really?",
        subject=ACTION,
        created_at=NOON,
        expires_at=NOON + timedelta(days=1),
    )
    return replace(request, **details)


CLOSED = a_request(RequestKind.QUESTION, options=("Home", "Motor"))
OPEN = a_request(RequestKind.QUESTION)


def a_press(verb: str, **values: JsonValue) -> Press:
    return Press(RequestId("r1"), verb, values)


@pytest.mark.proves("R2")
def test_an_approval_is_given_to_what_is_shown_and_to_nothing_else():
    refuse_odd(a_request(), a_press("approve"))

    with pytest.raises(NotUnderstood, match=AS_SHOWN):
        refuse_odd(a_request(), a_press("approve", amount="900"))


@pytest.mark.proves("R1")
@pytest.mark.parametrize("verb", ["", "yes", "submit", "option-1", "approve-1", "APPROVE"])
def test_an_approval_takes_its_own_verbs_alone(verb: str):
    with pytest.raises(NotUnderstood, match="approve, edit, reject or respond"):
        refuse_odd(a_request(), a_press(verb))


@pytest.mark.parametrize(
    ("request_", "press"),
    [
        (a_request(), a_press("respond", text="  ")),
        (a_request(RequestKind.SECRET), a_press("submit")),
        (a_request(RequestKind.SECRET), a_press("submit", pin=" ")),
        (OPEN, a_press("respond")),
    ],
)
def test_where_something_must_be_typed_nothing_is_no_answer(request_: Request, press: Press):
    with pytest.raises(NotUnderstood, match="Nothing was typed"):
        refuse_odd(request_, press)


@pytest.mark.parametrize(
    "press",
    [a_press("option-2"), a_press("respond", text="Motor"), a_press("respond", text=" Motor ")],
)
def test_a_closed_question_takes_a_choice_by_number_or_by_its_words(press: Press):
    assert read_choice(CLOSED, press) == "Motor"


@pytest.mark.parametrize(
    "press",
    [
        *(a_press(verb) for verb in ("option-0", "option-3", "option--1", "option-x", "2")),
        *(a_press("respond", text=text) for text in ("", "Boat", "Motor, please")),
    ],
)
def test_a_closed_question_takes_nothing_else_and_names_its_choices(press: Press):
    for kind in (RequestKind.QUESTION, RequestKind.UNKNOWN_OUTCOME, RequestKind.LINK):
        with pytest.raises(NotUnderstood, match="Please choose one of: Home, Motor"):
            refuse_odd(replace(CLOSED, kind=kind), press)


def test_an_open_question_takes_any_words():
    assert read_choice(OPEN, a_press("respond", text=" by train ")) == "by train"


@pytest.mark.proves("R8")
@pytest.mark.parametrize(
    ("request_", "press", "reason"),
    [
        (a_request(), a_press("reject", reason=" too much "), "too much"),
        (a_request(RequestKind.PLAN), a_press("reject", reason="no"), "no"),
        (a_request(), a_press("approve", reason="fine"), ""),
        (a_request(), a_press("respond", text="why?"), ""),
        (a_request(), a_press("edit", to="1234324", amount="650"), "amount 650"),
        (a_request(RequestKind.PLAN), a_press("edit", to="99"), ""),
        (OPEN, a_press("respond", text="my answer"), ""),
        (OPEN, a_press("reject", reason="my answer"), ""),
        (a_request(RequestKind.SECRET), a_press("submit", pin="4711"), ""),
        (CLOSED, a_press("option-1"), "Home"),
        (a_request(), a_press("reject", reason="x" * 900), "x" * LONGEST_REASON),
    ],
)
def test_what_is_kept_is_why_or_what_was_chosen_and_no_free_answer(
    request_: Request, press: Press, reason: str
):
    assert read_reason(request_, press) == reason
