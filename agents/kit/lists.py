"""Lists in answers: a line each, and not without end."""

from collections.abc import Sequence

MOST_LINES = 10


def listed(head: str, lines: Sequence[str], nothing: str) -> str:
    """Write a list under its head, shortened if it is long; `nothing` says that it is empty."""
    if not lines:
        return nothing
    left = len(lines) - MOST_LINES
    more = [f"and {left} more"] if left > 0 else []
    return "\n".join([head, *(f"- {line}" for line in lines[:MOST_LINES]), *more])
