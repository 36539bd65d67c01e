"""What a turn may still use: calls, seconds, and the wish of others that it stops."""

from dataclasses import dataclass

from bot.core.ports.halt import Halt
from bot.core.ports.world import Clock
from bot.domain.budget import Budget, DailyUsage


@dataclass(slots=True)
class TurnLimits:
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
