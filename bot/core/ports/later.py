"""What comes later than a message and is about it: edits, deletions, a wish to stop."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import TurnId
from bot.domain.messages import Incoming, TranscriptLine

EFFECT = "effect:"
"""How the steps of the journal begin that change the world."""

_STARTED = ":started"


def started_of(step: str) -> str:
    """The step that says that an effect has begun; its own is journalled when it has ended."""
    return step + _STARTED


def effects_in(journal: Iterable[str]) -> list[str]:
    """The effects that a turn has begun, each once."""
    return sorted({step.removesuffix(_STARTED) for step in journal if step.startswith(EFFECT)})


@dataclass(frozen=True, slots=True)
class Waiting:
    """An accepted event that waits behind another one of its session."""

    turn: TurnId
    incoming: Incoming
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Original:
    """A message of the past that its author has edited or deleted.

    `turns` answered it, the first one first (an edit is answered by a turn of its own);
    `lines` are its lines of the transcript, `effects` what was done for its author since it
    began, in words, and empty words where nobody knows them. `is_recent` says that all of
    that can still be known; `parked` names its turn when it was set aside.
    """

    turns: tuple[TurnId, ...]
    lines: tuple[TranscriptLine, ...] = ()
    effects: tuple[str, ...] = ()
    is_recent: bool = True
    parked: TurnId | None = None
