"""Sees whether a task still gets anywhere: cycles of messages, and repeated tool calls."""

import hashlib
import json
import re
from collections.abc import Sequence

from agents.kit.tasks.position import Call, Message

LONGEST_CYCLE = 10
REPEATS = 3
KEPT = LONGEST_CYCLE * REPEATS

_GAP = re.compile(r"\s+")


def mark(message: Message) -> str:
    """A digest of what a message says, whatever its case and spaces."""
    text = _GAP.sub(" ", message.text).strip().casefold()
    calls = [[call.name, call.arguments] for call in message.calls]
    return _digest([message.sender, message.recipient, text, calls])


def mark_of_call(agent: str, call: Call) -> str:
    """A digest of a tool call; the order of its arguments makes no difference."""
    try:
        arguments = json.dumps(json.loads(call.arguments or "{}"), sort_keys=True)
    except (ValueError, RecursionError):
        arguments = call.arguments
    return _digest([agent, call.name, arguments])


def walked(trail: Sequence[str], message: Message) -> list[str]:
    """The trail one message further, as long as the longest cycle needs it."""
    return [*trail, mark(message)][-KEPT:]


def goes_in_circles(trail: Sequence[str]) -> bool:
    """Say whether the latest messages are one cycle, several times over."""
    return any(_repeats(trail, length) for length in range(1, LONGEST_CYCLE + 1))


def _repeats(trail: Sequence[str], length: int) -> bool:
    latest = trail[-length * REPEATS :]
    if len(latest) < length * REPEATS:
        return False
    return all(one == latest[place % length] for place, one in enumerate(latest))


def _digest(content: object) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]
