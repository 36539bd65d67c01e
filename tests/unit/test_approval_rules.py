"""Rules of approval: how they are written shortly, and what is wrong with some."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, RootModel

from agents.kit import Agent, Approval, EffectKey, Money, Tool, always, four_eyes, over, tool
from agents.kit.lint import findings
from agents.kit.values.errors import AuthorError

LIMIT = Money("600.00")
SMALL, LARGE = Money("1.00"), Money("600.01")
ABOVE = "amounts above $600.00 need an approval"


class Line(BaseModel):
    """A line of a bill."""

    model_config = ConfigDict(extra="allow")

    price: Money | None = None


class Bill(RootModel[list[Line]]):
    """Nothing but lines."""


class Share(NamedTuple):
    """What somebody pays."""

    whose: str
    amount: Money


@dataclass(frozen=True, slots=True)
class Basket:
    """What is bought."""

    lines: tuple[Any, ...]


@tool(effect=True)
def pay(amount: Money, key: EffectKey) -> str:
    """Pay somebody."""
    return f"{amount} {key}"


def found(approval: Approval) -> list[str]:
    ruled: Tool = replace(pay, approval=approval)
    agent = Agent(name="payer", description="Pays.", introduction="Paying", tools=(ruled,))
    return [finding.removeprefix("payer.pay: ") for finding in findings((agent,))]


def test_four_eyes_take_over_when_another_rule_would_ask():
    rule = four_eyes(approvers=["U1"], groups=["S7"], quorum=2, when=over(LIMIT))

    assert (rule.policy, rule.approvers, rule.groups, rule.quorum) == (
        "four_eyes",
        ("U1",),
        ("S7",),
        2,
    )
    assert rule.because == over(LIMIT).because
    assert [rule.needed({"amount": Money(n)}) for n in ("600.00", "600.01")] == [False, True]


@pytest.mark.parametrize(
    "hidden",
    [
        *(Line(price=LARGE), Line.model_validate({"tip": LARGE}), Bill([Line(price=LARGE)])),
        *(Share("Ana", LARGE), Basket((LARGE,)), Basket((Line(price=LARGE),))),
        *([LARGE], (LARGE,), frozenset({LARGE}), {"a": LARGE}, {LARGE: "a"}),
        *([[SMALL], [[LARGE]]], {"a": [{"b": Basket((Share("Ana", LARGE),))}]}),
    ],
    ids=repr,
)
def test_an_amount_above_the_limit_counts_wherever_it_stands(hidden: object):
    assert over(LIMIT).needed({"fee": SMALL, "rest": hidden})


def boxed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Whatever a value may lie in."""
    lines = st.builds(lambda part: Line.model_validate({"tip": part}), inner)
    baskets = st.builds(lambda part: Basket((part,)), inner)
    return st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner) | lines | baskets


@given(st.recursive(st.just(SMALL), boxed))
def test_small_amounts_ask_nobody_however_deep_they_lie(arguments: object):
    assert not over(LIMIT).needed({"fee": SMALL, "rest": arguments})


@pytest.mark.parametrize(
    ("amount", "asks"),
    [(600, False), (600.0, False), (600.001, True), (Decimal("600.01"), True), (-601, True)],
)
def test_a_number_is_an_amount_where_no_money_is_given(amount: object, *, asks: bool):
    assert over(LIMIT).needed({"to": "Ana", "amount": amount}) is asks
    assert not over(LIMIT).needed({"fee": SMALL, "count": 700})


@pytest.mark.proves("R6")
@pytest.mark.parametrize(
    "arguments",
    [{}, {"amount": float("nan")}, {"amount": True}, {"amount": None}, {"amount": "700.00 USD"}],
)
def test_a_limit_asks_where_there_is_no_amount_to_compare(arguments: dict[str, object]):
    assert over(LIMIT).needed(arguments)


@pytest.mark.proves("R6")
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"amount": LARGE}, ABOVE),
        ({"amount": Money("-600.01")}, ABOVE),
        (
            {"amount": Money("5 CHF"), "fee": Money("1 EUR")},
            "amounts in CHF, EUR need an approval, for the limit is $600.00",
        ),
        ({}, "no amount is given that could be compared with the limit of $600.00"),
        (
            {"amount": [LARGE, Money("5 EUR")]},
            f"{ABOVE}; amounts in EUR need an approval, for the limit is $600.00",
        ),
    ],
)
def test_a_limit_says_what_about_the_arguments_makes_it_ask(
    arguments: dict[str, object], why: str
):
    for rule in (over(LIMIT), four_eyes(over(LIMIT), approvers=["U1"])):
        assert rule.reason(arguments) == why


def test_a_rule_says_nothing_where_it_does_not_ask():
    assert over(LIMIT).reason({"amount": SMALL}) == ""


@pytest.mark.parametrize("because", ["", "  ", 7])
def test_a_rule_without_a_reason_to_show_is_refused(because: Any):
    """What is asked for no reason would look like what needs no approval."""
    with pytest.raises(AuthorError, match="because is what those who decide are told, not"):
        always(because)


def test_an_amount_below_zero_counts_as_much_as_the_same_above():
    """A refund of less than nothing moves as much money, the other way."""
    asked = [over(LIMIT).needed({"amount": Money(n)}) for n in ("-600.00", "-600.01")]

    assert asked == [False, True]


def test_four_eyes_alone_always_ask():
    rule = four_eyes(approvers=["U1"])

    assert rule.needed({})
    assert rule.quorum == 1


def test_a_rule_reminds_after_four_hours_and_escalates_to_nobody():
    rule = four_eyes(approvers=["U1"])

    assert rule.remind_after_seconds == 4 * 3600
    assert (rule.escalate_after_seconds, rule.escalate_to) == (0, ())


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({"approvers": "U123"}, r'approvers is a list of ids, such as \["U123"\], not \'U123\''),
        ({"groups": "S7"}, "groups is a list of ids"),
        ({"escalate_to": "U1"}, "escalate_to is a list of ids"),
        ({"quorum": 0}, "quorum is one person or more, not 0"),
        ({"quorum": "2"}, "quorum is one person or more, not '2'"),
        ({"expires_after_seconds": 0}, "expires_after_seconds is one second or more, not 0"),
        ({"remind_after_seconds": -1}, "remind_after_seconds is a number of seconds, 0 for never"),
        ({"approver": ["U1"]}, "there is no word approver; did you mean approvers?"),
        ({"when": ["U1"]}, r"takes a rule first, such as .*, not \['U1'\]"),
    ],
)
def test_a_word_of_a_rule_that_is_not_what_it_asks_for_is_refused(
    details: dict[str, Any], words: str
):
    with pytest.raises(AuthorError, match=words):
        four_eyes(**details)


@pytest.mark.parametrize(
    "change",
    [
        {"approvers": ("U2",)},
        {"approvers": ("U1", "U2")},
        {"groups": ("S7",)},
        {"quorum": 2},
        {"escalate_to": ("U9",)},
        {"policy": "confirm"},
    ],
)
def test_another_rule_is_told_by_who_decides(change: dict[str, Any]):
    rule = four_eyes(approvers=["U1"])

    assert replace(rule, **change).who != rule.who


@pytest.mark.parametrize(
    "rule",
    [
        four_eyes(approvers=["U1", "slack/T1/U2"]),
        four_eyes(groups=["S7", "slack/T1/S8"], quorum=3),
        four_eyes(approvers=["U1"], escalate_to=["U9"], quorum=2),
        over(LIMIT),
    ],
)
def test_rules_that_can_be_met_are_fine(rule: Approval):
    assert found(rule) == []


@pytest.mark.parametrize(
    ("rule", "finding"),
    [
        (four_eyes(), "names no approvers, so nobody can give it."),
        (four_eyes(escalate_to=["U9"]), "names no approvers, so nobody can give it."),
        (four_eyes(approvers=["U1"], quorum=2), "needs 2 approvals but names 1"),
        (four_eyes(approvers=["U1", "U1"], quorum=2), "needs 2 approvals but names 1"),
        (four_eyes(approvers=["T1/U1"]), "“T1/U1” is not an approver"),
        (four_eyes(approvers=["Ann Smith"]), "“Ann Smith” is not an approver"),
        (four_eyes(groups=["//"]), "“//” is not an approver"),
        (replace(over(LIMIT), approvers=("U1",)), "only its requester is asked"),
    ],
)
def test_rules_that_cannot_be_met_are_found(rule: Approval, finding: str):
    (said,) = found(rule)

    assert finding in said


def test_a_limit_that_is_no_money_is_refused_where_it_is_written():
    with pytest.raises(AuthorError, match=r'over takes Money, such as over\(Money\("600"\)\)'):
        over(600)  # type: ignore[arg-type]
