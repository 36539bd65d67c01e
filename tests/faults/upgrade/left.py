"""What conversations were left in by the version whose last migration was 0020.

`rows-0020.json.gz` are its rows, written over the console's JSON lines, by rules and with a
scripted model, until it was killed in the middle of five turns. `sessions.json` tells of each:

- `state`, `said` and `pending`: where it stands, what was said in it, and which requests wait
- `cut_off`: the event whose turn did not end, and what of it had been journalled
- `next`: what its person, or `by`, naturally says next, or which button they press
- `may_add_to`: the tables that `next` may add to, for it is the last word that was lacking
- `rest`: all that is still missing for a transfer whose order was given before the upgrade
"""

import json
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.platforms.console.input import person_of, thread_of
from tests.faults import former

REVISION = "0020"
_FOLDER = Path(__file__).parent
_TOLD = json.loads((_FOLDER / "sessions.json").read_text(encoding="utf-8"))

LEFT_AT = datetime.fromisoformat(_TOLD["left_at"])


@dataclass(frozen=True)
class Left:
    """A conversation as it was left."""

    name: str
    person: str
    state: str
    said: tuple[str, ...]
    pending: tuple[dict[str, str], ...]
    next: dict[str, Any]
    cut_off: dict[str, Any] = field(default_factory=dict)
    may_add_to: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()

    @property
    def thread(self) -> Thread:
        """Where it is held."""
        return thread_of(self.name)

    def goes_on(self) -> Incoming:
        """What is said, or pressed, next."""
        if "press" not in self.next:
            return self.says(self.next["text"])
        press = Press(self._newest_request(), self.next["press"], self.next.get("values", {}))
        by = person_of(self.next.get("by", self.person))
        return Incoming(f"{self.name}-pressed", self.thread, by, Kind.PRESS, press=press)

    def says(self, text: str, number: int = 1) -> Incoming:
        """Something its person says."""
        return Incoming(f"{self.name}-{number}", self.thread, person_of(self.person), text=text)

    def _newest_request(self) -> RequestId:
        return RequestId(self.pending[-1]["request"])


LEFT = TypeAdapter(tuple[Left, ...]).validate_python(_TOLD["sessions"])


def restore(address: str) -> None:
    """Make a database of that version, with all its rows."""
    former.restore(address, _FOLDER / f"rows-{REVISION}.json.gz", REVISION)
