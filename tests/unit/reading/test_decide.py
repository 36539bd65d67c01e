"""What is done with a reading: each row is one message in one situation."""

import pytest

from bot.core.reading.decide import MessageReading, decide
from bot.domain.decisions import (
    AnswerAbout,
    AskAgain,
    Clarify,
    Confirm,
    Continue,
    DecideRequest,
    Decision,
    FillSlots,
    KeepInMind,
    MakePlan,
    Refuse,
    Resume,
    SmallTalk,
    Start,
)
from bot.domain.ids import RequestId, TaskId
from bot.domain.participant import FilledSlot
from bot.domain.questions import Opinion, Topic
from tests.unit.reading.situations import a_situation, a_task, beside_a_card, in_a_form

TOP = TaskId("t-bank")
AMOUNT = {"amount": FilledSlot("60.00 USD", "make it 60")}


def said(**read: object) -> MessageReading:
    return MessageReading("words", **read)  # type: ignore[arg-type]


@pytest.mark.proves("S0-25", "S0-29", "S0-33", "S1-22")
@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ("stocks", Start("stocks", "words")),
        ("planner", MakePlan("words")),
        ("small_talk", SmallTalk("words")),
        ("unclear", Clarify()),
        ("out_of_scope", Refuse()),
        (None, SmallTalk("words")),
    ],
)
def test_with_nothing_open_it_goes_to_whom_it_is_for(agent: str | None, expected: Decision):
    assert decide(said(agent=agent), a_situation()) == expected


@pytest.mark.proves("S0-37", "S0-41")
@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        (said(topic=Topic.THIS, values=AMOUNT), FillSlots(TOP, "words", AMOUNT)),
        (said(topic=Topic.THIS), AskAgain(TOP, "words")),
        (said(topic=Topic.THIS, asks=True), AnswerAbout(TOP, "words")),
        (said(topic=Topic.STOP, values=AMOUNT), AskAgain(TOP, "words", stops=True)),
        (said(topic=Topic.ELSE, agent="stocks"), Start("stocks", "words")),
        (said(topic=Topic.ELSE, agent="bank"), AskAgain(TOP, "words")),
        (said(topic=Topic.ELSE, agent="bank", values=AMOUNT), FillSlots(TOP, "words", AMOUNT)),
    ],
)
def test_in_a_form_values_fill_it_and_only_exact_words_end_it(
    reading: MessageReading, expected: Decision
):
    assert decide(reading, in_a_form()) == expected


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        (said(opinion=Opinion.APPROVE), Confirm(RequestId("r-1"))),
        (said(opinion=Opinion.REJECT), DecideRequest(RequestId("r-1"), "reject", "words")),
        (said(opinion=Opinion.CHANGE, values=AMOUNT), FillSlots(TOP, "words", AMOUNT)),
        (said(opinion=Opinion.CHANGE), DecideRequest(RequestId("r-1"), "edit")),
        (said(opinion=Opinion.QUESTION), AnswerAbout(TOP, "words")),
        (said(opinion=Opinion.NONE, agent="stocks"), Start("stocks", "words")),
    ],
)
def test_beside_a_card_no_reading_ever_approves(reading: MessageReading, expected: Decision):
    assert decide(reading, beside_a_card()) == expected


def test_a_change_of_a_talkers_action_is_for_the_talker():
    situation = a_situation(top=a_task(), card=beside_a_card().card)

    assert decide(said(opinion=Opinion.CHANGE), situation) == Continue(TOP, "words")


def test_words_for_whom_the_top_only_serves_are_kept_for_it():
    situation = in_a_form(beneath=("stocks",), waiting={"stocks": TaskId("t-stocks")})

    decided = decide(said(topic=Topic.ELSE, agent="stocks"), situation)

    assert decided == KeepInMind("stocks", "words")


def test_a_value_that_the_top_asked_for_is_for_the_top_whoever_is_served_by_it():
    situation = in_a_form(beneath=("stocks",), waiting={"stocks": TaskId("t-stocks")})

    decided = decide(said(topic=Topic.ELSE, agent="stocks", values=AMOUNT), situation)

    assert decided == FillSlots(TOP, "words", AMOUNT)


def test_an_agent_that_waits_is_resumed_and_not_started_twice():
    situation = in_a_form(waiting={"stocks": TaskId("t-stocks")})

    decided = decide(said(topic=Topic.ELSE, agent="stocks"), situation)

    assert decided == Resume(TaskId("t-stocks"), "words")


def test_words_that_an_agent_handed_back_do_not_go_to_it_again():
    situation = a_situation(handed_back=frozenset({"stocks"}))

    assert decide(said(agent="stocks"), situation) == Clarify("stocks")


def test_an_agent_that_needs_a_model_is_not_started_without_one():
    situation = a_situation(asleep=frozenset({"stocks"}))

    assert decide(said(agent="stocks"), situation) == Refuse("stocks")


@pytest.mark.parametrize("agent", ["small_talk", "unclear", "out_of_scope"])
def test_in_an_open_round_what_is_for_nobody_else_is_for_the_round(agent: str):
    situation = a_situation(top=a_task(), takes_all=True)

    decided = decide(said(topic=Topic.ELSE, agent=agent), situation)

    assert decided == Continue(TOP, "words")
