"""What decisions do to a stack."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.reading.decide import apply_decision
from bot.domain.decisions import (
    AskAgain,
    Clarify,
    Confirm,
    Continue,
    Decision,
    FillSlots,
    KeepInMind,
    Refuse,
    Resume,
    SmallTalk,
    Start,
)
from bot.domain.ids import RequestId, TaskId
from bot.domain.participant import FilledSlot, ToolForm
from bot.domain.tasks import TaskStack
from tests.unit.reading.situations import a_task

BANK, STOCKS = a_task("bank"), a_task("stocks")
BOTH = TaskStack(tasks=(STOCKS, BANK))
values = st.dictionaries(st.text("abc", min_size=1), st.integers(), max_size=3)


@pytest.mark.parametrize(
    "decision",
    [
        AskAgain(BANK.id, "hm"),
        Confirm(RequestId("r")),
        Clarify(),
        Refuse(),
        SmallTalk("hi"),
    ],
)
def test_what_only_speaks_leaves_the_stack_as_it_is(decision: Decision):
    assert apply_decision(decision, BOTH) == BOTH


def test_a_start_puts_its_task_on_top():
    new = a_task("notes")

    assert apply_decision(Start("notes", "note it"), BOTH, new) == BOTH.push(new)


def test_a_task_that_is_resumed_comes_to_the_top_with_the_words():
    stack = apply_decision(Resume(STOCKS.id, "go on"), BOTH)

    assert stack.tasks == (BANK, STOCKS.hearing("go on"))


def test_who_speaks_hears_the_words_and_what_waited_is_asked_for_anew():
    stack = apply_decision(Continue(BANK.id, "more"), BOTH)

    assert stack.tasks == (STOCKS, BANK.hearing("more"))


def test_words_for_who_waits_beneath_are_kept_beneath():
    stack = apply_decision(KeepInMind("stocks", "make it two"), BOTH)

    assert stack.tasks == (STOCKS.hearing("make it two"), BANK)


@given(values, values)
def test_values_beside_and_in_place_of_others(before: dict[str, int], given_now: dict[str, int]):
    form = ToolForm("pay").filled({name: FilledSlot(value) for name, value in before.items()})
    stack = TaskStack(tasks=(BANK.with_(state=form.as_state()),))

    decision = FillSlots(BANK.id, "so", {n: FilledSlot(v, "so") for n, v in given_now.items()})
    top = apply_decision(decision, stack).top

    assert top is not None
    filled = ToolForm.read(top.state)
    assert filled.arguments == {**before, **given_now}
    assert filled.heard == len(top.said)
    replaced = {n for n, v in given_now.items() if before.get(n, v) != v}
    assert set(filled.changed) == replaced


def test_a_form_taken_up_again_is_asked_anew_which_tool_is_meant():
    kept = BANK.with_(state=ToolForm("pay").filled({"amount": FilledSlot(5)}).as_state())

    top = apply_decision(
        Resume(TaskId("t-bank"), "or rather the balance"), TaskStack(tasks=(kept,))
    ).top

    assert top is not None
    assert ToolForm.read(top.state).tool == ""


@pytest.mark.parametrize("rejected", [None, {"amount": 5}])
def test_an_answer_after_a_rejection_is_noted(rejected: dict[str, int] | None):
    kept = BANK.with_(state=ToolForm("pay", rejected=rejected).as_state())

    top = apply_decision(
        FillSlots(BANK.id, "5", {"amount": FilledSlot(5)}), TaskStack(tasks=(kept,))
    ).top

    assert top is not None
    assert ToolForm.read(top.state).answered is (rejected is not None)
