"""Usage: what turns have cost, as a value that adds up."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from agents.kit.model import Usage as Spent

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
        return Usage(
            self.turns + other.turns,
            self.model_calls + other.model_calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cost_micros + other.cost_micros,
        )

    def asked(self, spent: Spent) -> "Usage":
        """With one more call of a model, as often as it was answered, and what that took."""
        return Usage(
            self.turns,
            self.model_calls + spent.answers,
            self.input_tokens + spent.input_tokens,
            self.output_tokens + spent.output_tokens,
            self.cost_micros + spent.cost_micros,
        )

    def minus(self, other: "Usage") -> "Usage":
        """Without what is a part of it."""
        return Usage(
            self.turns - other.turns,
            self.model_calls - other.model_calls,
            self.input_tokens - other.input_tokens,
            self.output_tokens - other.output_tokens,
            self.cost_micros - other.cost_micros,
        )


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one person, or one workspace, may use in a day; 0 is no limit."""

    model_calls: int = 0
    cost_micros: int = 0
    turns: int = 0

    @property
    def is_limited(self) -> bool:
        """Say whether there is any limit."""
        return bool(self.model_calls or self.cost_micros or self.turns)

    @property
    def words(self) -> str:
        """The limits there are, in words."""
        parts = [f"{self.turns} turns"] if self.turns else []
        parts += [f"{self.model_calls} model calls"] if self.model_calls else []
        parts += [f"${self.cost_micros / MICROS:.2f}"] if self.cost_micros else []
        return " or ".join(parts)

    def is_spent(self, used: Usage) -> bool:
        """Say whether nothing more may be used."""
        pairs = (
            (self.turns, used.turns),
            (self.model_calls, used.model_calls),
            (self.cost_micros, used.cost_micros),
        )
        return any(limit and spent >= limit for limit, spent in pairs)


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
