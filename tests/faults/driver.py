"""Talks to the program over pipes, and starts it anew when it has died."""

import json
import os
import select
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from tests.faults.killing import AT, SIDE, Side
from tests.faults.starter import Starter

PATIENCE_SECONDS = 120.0
DATABASE, OUTPUT, ERRORS = "frontdesk.db", "stdout.txt", "stderr.txt"
KILLED = -signal.SIGKILL

Heard = dict[str, Any]
Environment = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Kill:
    """Where the program kills itself: at the so-many-th touch."""

    at: int
    side: Side

    @property
    def environment(self) -> Environment:
        """What tells the program so."""
        return {AT: str(self.at), SIDE: self.side}


@dataclass(frozen=True, slots=True)
class Line:
    """One line to be sent; `press` names the label of a button shown last."""

    id: str
    text: str = ""
    press: str = ""
    thread: str = "main"
    values: tuple[tuple[str, str], ...] = ()

    def written(self, heard: list[Heard]) -> Heard:
        """The line as JSON, with the button's own id found among what was heard."""
        where = {"id": self.id, "thread": self.thread}
        if not self.press:
            return {"text": self.text, **where}
        shown = [button for line in heard for button in line.get("buttons", ())]
        (*_, button) = [button for button in shown if button["label"] == self.press]
        values = {"values": dict(self.values)} if self.values else {}
        return {"press": button["id"], **values, **where}


class Silent(AssertionError):
    """The program lives, but does not say what it should."""


class Program:
    """One process of the program in a folder of its own."""

    def __init__(self, starter: Starter, folder: Path, environment: Environment) -> None:
        self.said, self.errors = folder / OUTPUT, folder / ERRORS
        settings = {"DATABASE_URL": f"sqlite:///{folder / DATABASE}", **environment}
        its_input, self._to = os.pipe()
        self._from, its_output = os.pipe()
        with self.errors.open("ab") as errors:
            pipes = (its_input, its_output, errors.fileno())
            self._pid = starter.start(folder, settings, pipes)
        os.close(its_input)
        os.close(its_output)
        self._starter = starter
        self._unread = b""

    def send(self, line: Heard) -> None:
        """Write a line; nobody may be there to read it."""
        with suppress(BrokenPipeError):
            os.write(self._to, json.dumps(line).encode() + b"\n")

    def hear(self, until: float | None = None) -> Heard | None:
        """Read a line; None when the process has ended, or when `until` has come.

        Raises:
            Silent: nothing came for too long.
        """
        while b"\n" not in self._unread:
            last = time.monotonic() + PATIENCE_SECONDS if until is None else until
            ready, _, _ = select.select([self._from], [], [], max(0.0, last - time.monotonic()))
            if not ready and until is not None:
                return None
            if not ready:
                raise Silent(self.errors.read_text()[-2000:])
            piece = os.read(self._from, 65536)
            if not piece:
                return None
            self._unread += piece
            with self.said.open("ab") as said:
                said.write(piece)
        line, _, self._unread = self._unread.partition(b"\n")
        heard: Heard = json.loads(line)
        return heard

    def no_more(self) -> None:
        """Close its input, so that it ends when all is done."""
        os.close(self._to)

    def kill(self) -> None:
        """Kill it from outside."""
        os.kill(self._pid, signal.SIGKILL)

    def ended(self) -> int:
        """Wait for its end; what it ended with."""
        os.close(self._from)
        return self._starter.wait(self._pid)


@dataclass
class Talk:
    """A conversation that outlives the processes it is held with."""

    starter: Starter
    folder: Path
    environment: Environment = field(default_factory=dict)
    heard: list[Heard] = field(default_factory=list)
    program: Program | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.program is not None:
            self.program.kill()
            self.program.no_more()
            self.program.ended()
            self.program = None

    def start(self, kill: Kill | None = None) -> None:
        """Start a process, which may be one that will kill itself."""
        assert self.program is None, "one process at a time"
        where = kill.environment if kill else {}
        self.program = Program(self.starter, self.folder, {**self.environment, **where})

    def say(self, line: Line) -> bool:
        """Send a line and listen until its turn has ended; False if the process ended first."""
        self.send(line)
        return self.listen(line)

    def send(self, line: Line) -> None:
        """Send a line."""
        assert self.program is not None, "started before"
        self.program.send(line.written(self.heard))

    def listen(self, line: Line) -> bool:
        """Listen until the turn of a line has ended; False if the process ended first."""
        while not self.is_answered(line):
            if self.hear() is None:
                return False
        return True

    def hear(self, until: float | None = None) -> Heard | None:
        """Listen to one line."""
        assert self.program is not None, "started before"
        heard = self.program.hear(until)
        if heard is not None:
            self.heard.append(heard)
        return heard

    def kill(self) -> None:
        """Kill the process from outside."""
        assert self.program is not None, "started before"
        self.program.kill()

    def finish(self) -> int:
        """Send no more, listen to the end; what the process ended with."""
        assert self.program is not None, "started before"
        self.program.no_more()
        while self.hear() is not None:
            pass
        code, self.program = self.program.ended(), None
        return code

    def carry_on(self, *lines: Line) -> int:
        """Send again, in a new process, what got no answer; what that ended with.

        Who died right after a commit without a reply has nothing left to tell but that the line
        is a copy. So nobody listens for the end of the last: the process ends when all is done.
        """
        self.start()
        *earlier, last = lines
        for line in earlier:
            if not self.is_answered(line) and not self.say(line):
                return self.finish()
        if not self.is_answered(last):
            self.send(last)
        return self.finish()

    @property
    def errors(self) -> str:
        """All that the processes wrote to their errors."""
        return (self.folder / ERRORS).read_text()

    def is_answered(self, line: Line) -> bool:
        """Say whether the turn of a line has ended; a copy's end does not count."""
        return any(
            one["kind"] == "end_of_turn" and one["reply_to"] == line.id and "duplicate" not in one
            for one in self.heard
        )
