"""How much is done to find a value in a long text that is made to take for ever."""

from collections.abc import Callable
from typing import Any

import pytest

from agents.kit import Money
from bot.core.acting import amounts, edges
from bot.core.acting.own_words import is_said

TIMES = 10_000
ACCOUNTS = [str(number) for number in range(1_000_000, 1_000_200)]
SUMS = [Money(f"{number}.00") for number in range(100, 300)]


class Counted:
    """Counts the calls of a function of a module."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        self.calls = 0
        self._function: Callable[..., Any] = getattr(module, name)
        monkeypatch.setattr(module, name, self)

    def __call__(self, *given: Any) -> Any:
        self.calls += 1
        return self._function(*given)

    def during(self, value: Any, text: str) -> int:
        self.calls = 0
        is_said(value, (text,))
        return self.calls


@pytest.mark.parametrize("unit", ["1234324x ", "1234324", "-1234324 ", "x1234324, ", "1234324 "])
def test_a_value_that_stands_there_again_and_again_is_looked_at_once(
    monkeypatch: pytest.MonkeyPatch, unit: str
):
    looks = Counted(monkeypatch, edges, "_is_whole")

    assert looks.during("1234324", unit * TIMES) <= 5
    assert looks.during(1234324, unit * TIMES) <= 5


@pytest.mark.parametrize("unit", ["700 euros ", "700 ", "$700, ", "700 in my rupees "])
def test_an_amount_that_stands_there_again_and_again_is_read_once(
    monkeypatch: pytest.MonkeyPatch, unit: str
):
    worth = Counted(monkeypatch, amounts, "_worth")
    named = Counted(monkeypatch, amounts, "_named")

    assert worth.during(Money("700.00"), unit * TIMES) <= 2
    assert named.during(Money("700.00"), unit * TIMES) <= 50


def test_twice_the_text_is_at_most_twice_the_effort(monkeypatch: pytest.MonkeyPatch):
    named = Counted(monkeypatch, amounts, "_named")
    text = " ".join(f"{number} apples" for number in range(2_000))

    half = named.during(Money("700.00"), text[: len(text) // 2])

    assert named.during(Money("700.00"), text) <= 2.5 * half


@pytest.mark.parametrize("values", [ACCOUNTS, SUMS, list(range(200))], ids=["ids", "sums", "ints"])
def test_a_text_is_made_legible_once_for_all_values_of_a_list(
    monkeypatch: pytest.MonkeyPatch, values: list[Any]
):
    read = Counted(monkeypatch, edges, "_visible")
    text = " and ".join(map(str, [value for value in values for _again in range(3)]))

    assert is_said(values, (text,))
    assert read.during(values, text) == 1
