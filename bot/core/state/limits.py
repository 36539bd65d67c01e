"""What a turn may still use, and what turns beside each other use of a day."""

from collections import defaultdict
from dataclasses import dataclass, field

from bot.core.ports.environment import Clock
from bot.core.ports.turns import Halt
from bot.domain.budget import Budget, DailyUsage
from bot.domain.ids import TurnId


@dataclass(slots=True)
class TurnBudget:
    """The budget and the time of one turn.

    `used_together` is what all in the workspace had used that day, once it was looked up.
    """

    budget: Budget
    halt: Halt
    clock: Clock
    started: float
    used_together: DailyUsage | None = None

    def seconds_left(self) -> float:
        """How long this turn may still take.

        Raises:
            BudgetSpent: its time is over.
        """
        return self.budget.time(self.clock.elapsed() - self.started)


DailyAccount = tuple[str, str]
"""A day, and who uses: a person or a workspace."""


@dataclass(slots=True)
class _Account:
    """What was used from a purse by all turns of this process, and by those that have ended."""

    used: DailyUsage = field(default_factory=DailyUsage)
    ended: DailyUsage = field(default_factory=DailyUsage)


@dataclass(slots=True)
class _TurnUse:
    """What a turn has used itself, and what others had ended with when it first looked."""

    ended_before: DailyUsage
    used: DailyUsage = field(default_factory=DailyUsage)


class Spending:
    """Knows what the turns of one process use, from before a model is asked until the commit.

    What other processes use is seen only once their turns have ended.
    """

    def __init__(self) -> None:
        self._accounts: dict[DailyAccount, _Account] = {}
        self._turns = defaultdict[TurnId, dict[DailyAccount, _TurnUse]](dict)

    def enter(self, turn: TurnId, purse: DailyAccount) -> bool:
        """Begin to look at others, before the store is read; False if that was done already."""
        if purse in self._turns[turn]:
            return False
        self._turns[turn][purse] = _TurnUse(self._account(purse).ended)
        return True

    def beside(self, turn: TurnId, purse: DailyAccount) -> DailyUsage:
        """What others use that the store did not tell of when this turn entered."""
        own = self._turns[turn][purse]
        return self._account(purse).used.minus(own.used).minus(own.ended_before)

    def note(self, turn: TurnId, purse: DailyAccount, usage: DailyUsage) -> None:
        """Count what a turn that has entered uses, so that others see it."""
        own, account = self._turns[turn][purse], self._account(purse)
        own.used, account.used = own.used.plus(usage), account.used.plus(usage)

    def end(self, turn: TurnId) -> None:
        """Take what a turn has used for kept; to be called when it is over, however it ended."""
        for purse, own in self._turns.pop(turn, {}).items():
            account = self._accounts.get(purse, _Account())
            account.ended = account.ended.plus(own.used)

    def _account(self, purse: DailyAccount) -> _Account:
        if purse not in self._accounts:
            day, _who = purse
            self._accounts = {p: one for p, one in self._accounts.items() if p[0] >= day}
        return self._accounts.setdefault(purse, _Account())
