"""What comes later than a message and is about it: edits, deletions, a wish to stop."""

from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import TurnId
from bot.domain.messages import Incoming, Said

EFFECT = "effect:"
"""How the steps of the journal begin that change the world."""


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
    lines: tuple[Said, ...] = ()
    effects: tuple[str, ...] = ()
    is_recent: bool = True
    parked: TurnId | None = None
