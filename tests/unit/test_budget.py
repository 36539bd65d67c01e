"""Budgets: what one turn may use, and what is said when it is used up."""

import pytest

from bot.domain.budget import Budget, TurnLimits
from bot.domain.errors import BudgetSpent


def a_budget(**limits: float) -> Budget:
    given = {"model_calls": 3, "hand_offs": 2, "same_call": 3, "seconds": 10.0, "tokens": 100}
    return Budget(TurnLimits(**{**given, **limits}))  # type: ignore[arg-type]


def test_a_turn_has_the_limits_of_the_product():
    assert Budget().limits == TurnLimits(
        model_calls=25,
        hand_offs=10,
        same_call=3,
        seconds=120.0,
        call_seconds=60.0,
        tokens=60_000,
        requests=200,
    )


def test_every_model_call_within_the_limit_is_allowed_and_the_next_one_is_not():
    budget = Budget()
    for _call in range(25):
        budget.model_call()

    with pytest.raises(BudgetSpent, match="25 model calls"):
        budget.model_call()


def test_every_hand_off_within_the_limit_is_allowed_and_the_next_one_is_not():
    budget = Budget()
    for _change in range(10):
        budget.hand_off()

    with pytest.raises(BudgetSpent, match="10 hand-offs"):
        budget.hand_off()


def test_the_same_tool_call_is_allowed_three_times():
    budget = Budget()
    for _call in range(3):
        budget.tool_call('["bank", "balance", {}]')

    with pytest.raises(BudgetSpent, match="same tool call 3 times"):
        budget.tool_call('["bank", "balance", {}]')


def test_tool_calls_that_differ_are_counted_apart():
    budget = Budget()

    for number in range(100):
        budget.tool_call(f'["bank", "balance", {{"account": {number}}}]')

    assert budget == Budget(calls=budget.calls)
    assert set(budget.calls.values()) == {1}


def test_no_model_is_asked_once_the_tokens_are_used_up():
    budget = a_budget(tokens=100)
    budget.model_call()
    budget.answered(60)
    budget.model_call()
    budget.answered(60)

    with pytest.raises(BudgetSpent, match="100 tokens"):
        budget.model_call()


def test_the_tokens_of_a_finished_call_are_counted_without_a_complaint():
    budget = a_budget(tokens=100)

    budget.answered(1_000)

    assert budget.tokens == 1_000


def test_each_model_that_answered_is_a_call_of_its_own():
    budget = a_budget(model_calls=3)
    budget.model_call()
    budget.answered(10, answers=3)

    with pytest.raises(BudgetSpent, match="3 model calls"):
        budget.model_call()


def test_a_call_that_nothing_answered_is_one_call():
    budget = a_budget(model_calls=2)
    budget.model_call()
    budget.answered(0, answers=0)
    budget.model_call()

    assert budget.model_calls == 2


@pytest.mark.parametrize(("elapsed", "left"), [(0.0, 10.0), (4.0, 6.0), (9.5, 0.5)])
def test_a_turn_knows_how_many_seconds_are_left(elapsed: float, left: float):
    assert a_budget(seconds=10.0).time(elapsed) == left


@pytest.mark.parametrize("elapsed", [10.0, 10.1, 500.0])
def test_a_turn_ends_when_its_seconds_are_over(elapsed: float):
    with pytest.raises(BudgetSpent, match="10 seconds"):
        a_budget(seconds=10.0).time(elapsed)


def test_what_was_used_up_can_be_named():
    budget = a_budget(hand_offs=0)

    with pytest.raises(BudgetSpent) as spent:
        budget.hand_off()

    assert spent.value.limit == "0 hand-offs between agents"


def test_a_new_turn_starts_with_nothing_used():
    spent = a_budget()
    spent.model_call()
    spent.tool_call("balance")

    assert a_budget() == Budget(spent.limits)
