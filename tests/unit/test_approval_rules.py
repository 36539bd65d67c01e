"""Rules of approval: how they are written shortly, and what is wrong with some."""

from dataclasses import replace
from typing import Any

import pytest

from agents.kit import Agent, Approval, EffectKey, Money, Tool, four_eyes, over, tool
from agents.kit.errors import AuthorError
from agents.kit.lint import findings

LIMIT = Money("600.00")


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


def test_four_eyes_alone_always_ask():
    rule = four_eyes(approvers=["U1"])

    assert rule.needed({})
    assert rule.quorum == 1


def test_a_rule_reminds_after_four_hours_and_escalates_to_nobody():
    rule = four_eyes(approvers=["U1"])

    assert rule.remind_after_seconds == 4 * 3600
    assert (rule.escalate_after_seconds, rule.escalate_to) == (0, ())


@pytest.mark.parametrize(
    "words", [{"approvers": "U123"}, {"groups": "S7"}, {"escalate_to": "U1"}, {"quorum": 0}]
)
def test_a_single_text_is_no_list_and_nobody_no_quorum(words: dict[str, Any]):
    with pytest.raises(AuthorError):
        four_eyes(**words)


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
