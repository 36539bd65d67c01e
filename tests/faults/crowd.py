"""An agent that writes down when it began and ended, for turns on many machines.

    FRONTDESK_AGENTS=tests.faults.crowd

`@tally herex17` writes two lines into a file that all processes share; each is one write. It is
one word, so that nothing in it looks like another wish. With CROWD_GATE, a path, nothing is ended
before there is a file.
"""

import asyncio
import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.kit import Agent, Outcome, Turn, done

MODULE = "tests.faults.crowd"
BOOK = "CROWD_BOOK"
SECONDS = "CROWD_SECONDS"
GATE = "CROWD_GATE"
LOOK_SECONDS = 0.02
BEGUN, ENDED = "begun", "ended"
BETWEEN = "x"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the book; `at` is the same clock in all processes of a machine."""

    what: str
    session: str
    number: int
    pid: int
    at: float


async def _tally(turn: Turn) -> Outcome:
    session, _, number = turn.text.split()[-1].rpartition(BETWEEN)
    _write(BEGUN, session, int(number))
    turn.progress(f"tallying {number}")
    await asyncio.sleep(float(os.environ.get(SECONDS, "0")))
    while not _is_open():  # noqa: ASYNC110 - another process opens it
        await asyncio.sleep(LOOK_SECONDS)
    _write(ENDED, session, int(number))
    return done(f"tallied {number}")


def asked(session: str, number: int) -> str:
    """What to say to have a number tallied."""
    return f"@tally {session}{BETWEEN}{number}"


def entries(book: Path) -> Sequence[Entry]:
    """Everything in the book, in the order in which it was written."""
    if not book.exists():
        return ()
    return [Entry(**json.loads(line)) for line in book.read_text().splitlines()]


def _is_open() -> bool:
    gate = os.environ.get(GATE)
    return gate is None or Path(gate).exists()


def _write(what: str, session: str, number: int) -> None:
    at = time.monotonic()
    line: dict[str, Any] = {"what": what, "session": session, "number": number}
    written = json.dumps({**line, "pid": os.getpid(), "at": at}) + "\n"
    book = os.open(os.environ[BOOK], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(book, written.encode())
    finally:
        os.close(book)


AGENTS = (
    Agent(
        name="tally",
        description="Keeps a tally of numbers.",
        introduction="Keeping a tally",
        run=_tally,
    ),
)
