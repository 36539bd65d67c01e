"""What one turn may use, and what turns have cost: budgets, usage, the quota of a day."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from operator import add, sub

from agents.kit.values.model import Usage as Spent
from bot.domain.errors import BudgetSpent, CallRepeated, HandOffsSpent


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """The limits of a turn; the defaults are the product's."""

    model_calls: int = 25
    hand_offs: int = 10
    same_call: int = 3
    seconds: float = 120.0
    call_seconds: float = 60.0
    tokens: int = 60_000
    requests: int = 200


@dataclass(slots=True)
class Budget:
    """Counts what a turn has used.

    Raises:
        BudgetSpent: by every method, when the limit is passed.
    """

    limits: TurnLimits = field(default_factory=TurnLimits)
    model_calls: int = 0
    hand_offs: int = 0
    tokens: int = 0
    requests: int = 0
    calls: dict[str, int] = field(default_factory=dict)

    def model_call(self) -> None:
        """Count a model call before it is made."""
        self.model_calls += 1
        if self.model_calls > self.limits.model_calls:
            raise BudgetSpent(f"{self.limits.model_calls} model calls")
        if self.tokens > self.limits.tokens:
            raise BudgetSpent(f"{self.limits.tokens} tokens")

    @property
    def is_used_up(self) -> bool:
        """Say whether the next model call would be one too many."""
        return self.model_calls >= self.limits.model_calls or self.tokens > self.limits.tokens

    def answered(self, tokens: int, answers: int = 1) -> None:
        """Count what a finished call took; where several models answered, each was a call."""
        self.tokens += tokens
        self.model_calls += max(0, answers - 1)

    def hand_off(self) -> None:
        """Count a change of agent."""
        self.hand_offs += 1
        if self.hand_offs > self.limits.hand_offs:
            raise HandOffsSpent(f"{self.limits.hand_offs} hand-offs between agents")

    def tool_call(self, fingerprint: str) -> None:
        """Count a tool call by its name and arguments."""
        self.calls[fingerprint] = self.calls.get(fingerprint, 0) + 1
        if self.calls[fingerprint] > self.limits.same_call:
            raise CallRepeated(f"the same tool call {self.limits.same_call} times")

    def request(self) -> None:
        """Count a request to another server before it is sent."""
        self.requests += 1
        if self.requests > self.limits.requests:
            raise BudgetSpent(f"{self.limits.requests} requests to other servers")

    def time(self, elapsed_seconds: float) -> float:
        """Say how many seconds are left."""
        left = self.limits.seconds - elapsed_seconds
        if left <= 0:
            raise BudgetSpent(f"{self.limits.seconds:.0f} seconds")
        return left


MICROS = 1_000_000  # in a dollar


@dataclass(frozen=True, slots=True)
class DailyUsage:
    """Turns, calls of a model, their tokens, and their price in millionths of a dollar."""

    turns: int = 0
    model_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_micros: int = 0

    def plus(self, other: "DailyUsage") -> "DailyUsage":
        """Both together."""
        return DailyUsage(*map(add, self.counts, other.counts))

    def asked(self, spent: Spent) -> "DailyUsage":
        """With one more call of a model, as often as it was answered, and what that took."""
        tokens = (spent.input_tokens, spent.output_tokens)
        return self.plus(DailyUsage(0, spent.answers, *tokens, spent.cost_micros))

    def minus(self, other: "DailyUsage") -> "DailyUsage":
        """Without what is a part of it."""
        return DailyUsage(*map(sub, self.counts, other.counts))

    @property
    def counts(self) -> tuple[int, ...]:
        """All of it, in the order of its fields."""
        tokens = (self.input_tokens, self.output_tokens)
        return (self.turns, self.model_calls, *tokens, self.cost_micros)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one person, or one workspace, may use in a day; 0 is no limit."""

    model_calls: int = 0
    cost_micros: int = 0
    turns: int = 0

    @property
    def is_limited(self) -> bool:
        """Say whether there is any limit."""
        return bool(self.words)

    @property
    def words(self) -> str:
        """The limits there are, in words."""
        parts = [f"{self.turns} turns"] if self.turns else []
        parts += [f"{self.model_calls} model calls"] if self.model_calls else []
        parts += [f"${self.cost_micros / MICROS:.2f}"] if self.cost_micros else []
        return " or ".join(parts)

    def is_spent(self, used: DailyUsage) -> bool:
        """Say whether nothing more may be used."""
        limits = (self.turns, self.model_calls, self.cost_micros)
        spent = (used.turns, used.model_calls, used.cost_micros)
        return any(limit and count >= limit for limit, count in zip(limits, spent, strict=True))


def name_day(at: datetime) -> str:
    """The day a moment counts for, in UTC, so that it sorts as text."""
    return at.date().isoformat()


def describe_next_day(at: datetime) -> str:
    """When the next day begins, in words: at midnight in UTC, and in how long that is."""
    day = at.astimezone(UTC)
    midnight = (day + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    hours, minutes = divmod(-(-(midnight - day).total_seconds() // 60), 60)
    left = f"{hours:.0f} h {minutes:.0f} min" if hours else f"{minutes:.0f} min"
    return f"from 00:00 UTC on, in {left}"
