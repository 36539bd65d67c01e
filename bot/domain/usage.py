"""Usage: what turns have cost, as a value that adds up."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from operator import add, sub

from agents.kit.values.model import Usage as Spent

MICROS = 1_000_000  # in a dollar


@dataclass(frozen=True, slots=True)
class Usage:
    """Turns, calls of a model, their tokens, and their price in millionths of a dollar."""

    turns: int = 0
    model_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_micros: int = 0

    def plus(self, other: "Usage") -> "Usage":
        """Both together."""
        return Usage(*map(add, self.counts, other.counts))

    def asked(self, spent: Spent) -> "Usage":
        """With one more call of a model, as often as it was answered, and what that took."""
        tokens = (spent.input_tokens, spent.output_tokens)
        return self.plus(Usage(0, spent.answers, *tokens, spent.cost_micros))

    def minus(self, other: "Usage") -> "Usage":
        """Without what is a part of it."""
        return Usage(*map(sub, self.counts, other.counts))

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

    def is_spent(self, used: Usage) -> bool:
        """Say whether nothing more may be used."""
        limits = (self.turns, self.model_calls, self.cost_micros)
        spent = (used.turns, used.model_calls, used.cost_micros)
        return any(limit and count >= limit for limit, count in zip(limits, spent, strict=True))


def day_of(at: datetime) -> str:
    """The day a moment counts for, in UTC, so that it sorts as text."""
    return at.date().isoformat()


def starts_anew(at: datetime) -> str:
    """When the next day begins, in words: at midnight in UTC, and in how long that is."""
    day = at.astimezone(UTC)
    midnight = (day + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    hours, minutes = divmod(-(-(midnight - day).total_seconds() // 60), 60)
    left = f"{hours:.0f} h {minutes:.0f} min" if hours else f"{minutes:.0f} min"
    return f"from 00:00 UTC on, in {left}"
