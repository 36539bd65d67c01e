"""What turns beside each other use is seen by each of them, once, and not by the turn itself."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.state.limits import Spending
from bot.domain.budget import DailyUsage
from bot.domain.ids import TurnId

PURSE, TOMORROW = ("2026-11-22", "ann"), ("2026-11-23", "ann")
FIRST, SECOND, THIRD = TurnId("1"), TurnId("2"), TurnId("3")
CALL = DailyUsage(model_calls=1)


@contextmanager
def going_on(spending: Spending, turn: TurnId) -> Iterator[None]:
    yield
    spending.end(turn)


def test_a_turn_sees_what_others_use_and_not_its_own():
    spending = Spending()
    with going_on(spending, FIRST), going_on(spending, SECOND):
        for turn in (FIRST, SECOND):
            spending.enter(turn, PURSE)
            spending.note(turn, PURSE, CALL)
        spending.note(SECOND, PURSE, CALL)

        assert spending.beside(FIRST, PURSE) == CALL.plus(CALL)
        assert spending.beside(SECOND, PURSE) == CALL


def test_what_ended_before_a_turn_looked_is_left_to_the_store():
    spending = Spending()
    with going_on(spending, FIRST):
        spending.enter(FIRST, PURSE)
        with going_on(spending, SECOND):
            spending.enter(SECOND, PURSE)
            spending.note(SECOND, PURSE, CALL)
        with going_on(spending, THIRD):
            assert spending.enter(THIRD, PURSE)
            assert not spending.enter(THIRD, PURSE)

            assert spending.beside(FIRST, PURSE) == CALL
            assert spending.beside(THIRD, PURSE) == DailyUsage()


def test_days_and_people_have_purses_of_their_own():
    spending = Spending()
    with going_on(spending, FIRST):
        for purse in (PURSE, TOMORROW, ("2026-11-23", "ben")):
            spending.enter(FIRST, purse)
        spending.note(FIRST, TOMORROW, CALL)
        with going_on(spending, SECOND):
            for purse in (TOMORROW, ("2026-11-23", "ben")):
                spending.enter(SECOND, purse)

            assert spending.beside(SECOND, TOMORROW) == CALL
            assert spending.beside(SECOND, ("2026-11-23", "ben")) == DailyUsage()
