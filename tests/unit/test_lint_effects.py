"""What lint says effects mean, and what `destinations` means on them: nothing."""

from typing import Any

import pytest

from agents.kit import Agent, Approval, EffectKey, Money, Tool, always, four_eyes, over, tool
from agents.kit.lint import meanings, warnings

CHANGES_NOTHING = (
    "bank: pay lists destinations, which changes nothing on an effect: all its arguments count; "
    "leave it out, and list in free what may come from anywhere."
)


def pay(to_account: str, amount: Money, key: EffectKey, note: str = "") -> str:
    """Pay somebody."""
    return f"{to_account} {amount} {note} {key}"


def a_bank(made: Tool) -> Agent:
    return Agent(
        name="bank",
        description="Pays.",
        introduction="Paying",
        prompt="Pay.",
        tools=(made,),
        style="talk",
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({}, "asks unless the person named to_account and amount, and note where given."),
        (
            {"free": ["note"]},
            "asks unless the person named to_account and amount; note may come from anywhere.",
        ),
        (
            {"free": ["to_account", "amount", "note"]},
            (
                "runs as soon as its person asked for it; to_account, amount and note may come "
                "from anywhere."
            ),
        ),
        (
            {"free": ["to_account", "amount"]},
            (
                "asks unless the person named note where given; to_account and amount may come "
                "from anywhere."
            ),
        ),
        (
            {"approval": always("it costs money"), "free": ["note"]},
            "always asks a person (approval rule: it costs money).",
        ),
        (
            {"approval": four_eyes(approvers=["U1", "U2"], groups=["S1"])},
            "always asks a second person (U1, U2, S1) (approval rule: this changes something).",
        ),
        (
            {"approval": over(Money("50.00")), "free": ["note"]},
            (
                "asks unless the person named to_account and amount; also asks a person by its "
                "approval rule (amounts above $50.00 need an approval); note may come from "
                "anywhere."
            ),
        ),
        (
            {
                "approval": four_eyes(
                    Approval(needed=lambda _: True, because="it may be much"), quorum=2
                ),
                "free": ["to_account", "amount", "note"],
            },
            (
                "asks 2 others by its approval rule (it may be much); else runs as soon as its "
                "person asked for it; to_account, amount and note may come from anywhere."
            ),
        ),
    ],
)
def test_an_effect_is_told_in_one_line(words: dict[str, Any], said: str):
    assert meanings([a_bank(tool(effect=True, **words)(pay))]) == [f"bank.pay: {said}"]


def test_what_changes_nothing_is_not_told():
    @tool(destinations=["url"])
    def read(url: str) -> str:
        """Read a page."""
        return url

    assert meanings([a_bank(read)]) == []
    assert warnings([a_bank(read)]) == []


def test_destinations_of_an_effect_are_said_to_change_nothing():
    assert warnings([a_bank(tool(effect=True, destinations=["amount"])(pay))]) == [CHANGES_NOTHING]
