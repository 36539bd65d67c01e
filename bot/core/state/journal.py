"""The journal of a turn: ids and steps drawn in order, and what an earlier try has finished."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pydantic import JsonValue

from bot.core.ports.turns import Beginning, Turns
from bot.domain.ids import TaskId, TurnId

_written = json.JSONEncoder(sort_keys=True).encode


@dataclass
class Journal:
    """Draws the ids and the steps of one turn, so that one that starts again makes the same ones.

    `finished` is what an earlier try has journalled, `now` the moment the turn counts as its own.
    """

    turn: TurnId
    epoch: int
    attempt: int
    finished: Mapping[str, JsonValue]
    now: datetime
    turns: Turns
    _drawn: int = 0
    _steps: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, beginning: Beginning, turns: Turns, now: datetime) -> "Journal":
        """Go on with what a turn has journalled so far; what it has done stays as true as it was.

        No earlier than it was accepted, which another machine by its own clock may have done.
        """
        noted = [entry for entry in beginning.journal.values() if isinstance(entry, dict)]
        begun = (datetime.fromisoformat(str(entry["now"])) for entry in noted)
        first = min(begun, default=None) or max(now, beginning.received_at)
        kept = (beginning.turn, beginning.epoch, beginning.attempt, beginning.journal)
        return cls(*kept, first, turns)

    def next_id(self) -> str:
        """Return the next id of this turn; the same one when the turn starts again."""
        self._drawn += 1
        return f"{self.turn}.{self._drawn}"

    def step(self, kind: str, *content: JsonValue | list[str]) -> str:
        """Name a step by what it does, so that a turn that begins again finds the same one."""
        digest = hashlib.sha256(_written(content).encode()).hexdigest()[:20]
        name = f"{kind}:{digest}"
        self._steps[name] = self._steps.get(name, 0) + 1
        return f"{name}:{self._steps[name]}"

    def recorded(self, step: str) -> JsonValue:
        """What an earlier try of this turn journalled under a step, or None."""
        noted = self.finished.get(step)
        return noted["entry"] if isinstance(noted, dict) else None

    async def record(self, step: str, entry: JsonValue) -> None:
        """Journal a finished step, with the moment this turn counts as its own.

        Raises:
            Fenced: another worker took the session over.
        """
        noted: JsonValue = {"now": self.now.isoformat(), "entry": entry}
        await self.turns.record(self.turn, self.epoch, step, noted)

    def until(self, seconds: float) -> datetime:
        """The moment this many seconds from now."""
        return self.now + timedelta(seconds=seconds)


@dataclass(slots=True)
class TurnEffects:
    """The answers of effects, their tasks with the digests of their actions, and tools' errors.

    `failed` are effects that ran and failed, by task and call, of which nobody was told;
    `is_doubted` says that a model was asked again whether it hands over to whom it named.
    """

    answers: list[str] = field(default_factory=list)
    effects: set[tuple[TaskId, str]] = field(default_factory=set)
    troubles: list[str] = field(default_factory=list)
    failed: dict[tuple[TaskId, str], str] = field(default_factory=dict)
    is_doubted: bool = False
