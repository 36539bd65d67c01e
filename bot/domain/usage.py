"""Usage: what turns have cost, as a value that adds up."""

from dataclasses import dataclass
from datetime import datetime


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


def day_of(at: datetime) -> str:
    """The day a moment counts for, in UTC, so that it sorts as text."""
    return at.date().isoformat()
