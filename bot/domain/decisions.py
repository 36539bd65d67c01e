"""Decisions: who handles a message, why, and what was rejected; `why` shows them."""

from dataclasses import dataclass
from enum import StrEnum


class Gate(StrEnum):
    """The rule that fired, in the order of precedence."""

    COMMAND = "command"
    REQUEST = "request"
    ADDRESS = "address"
    FLOOR = "floor"
    PREREQUISITE = "prerequisite"
    ROUTER = "router"
    CONTINUATION = "continuation"
    CONCIERGE = "concierge"
    BUDGET = "budget"
    PAUSE = "pause"
    PLAN = "plan"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision, kept where it was made."""

    gate: Gate
    chosen: str
    reason: str
    rejected: tuple[str, ...] = ()
