"""The conversations that are disturbed, each prepared undisturbed up to every one of its turns."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from tests.faults.driver import DATABASE, KILLED, Environment, Heard, Kill, Line, Talk
from tests.faults.kept import Databases
from tests.faults.killing import TRACE, Side
from tests.faults.outside import OUTSIDE
from tests.faults.starter import Starter

LEADING = (
    Line("1", "hello"),
    Line("2", "Transfer money"),
    Line("3", "seldo"),
    Line("4", "monkey"),
    Line("5", "Checking"),
    Line("6", "To account ID 1234324"),
)
PAYMENT = (*LEADING, Line("7", "500"))
APPROVAL = (*LEADING, Line("8", "700"), Line("9", press="Approve"))
SAID_YES = (*LEADING, Line("8", "700"), Line("10", "yes"))

# What a process leaves: the database, closed cleanly, the key beside it, and the world outside.
KEY = Path(".frontdesk", "secret.key")
LEFT = (Path(DATABASE), KEY, Path(OUTSIDE))


FRESH_SECONDS = 10 * 60.0


@dataclass(frozen=True, slots=True)
class Chapter:
    """A folder as a process left it, all that was heard so far, and what the last turn touched."""

    folder: Path
    heard: tuple[Heard, ...] = ()
    touches: tuple[str, ...] = ()
    told_at: float = field(default_factory=monotonic)

    @property
    def is_fresh(self) -> bool:
        """Say whether it may still be gone on from: a login does not last for ever."""
        return monotonic() - self.told_at < FRESH_SECONDS

    def copy_to(self, folder: Path) -> None:
        """Let another process find what this one left."""
        (folder / KEY).parent.mkdir(parents=True, mode=0o700)
        for name in LEFT:
            if (self.folder / name).exists():
                shutil.copy2(self.folder / name, folder / name)


@dataclass(frozen=True, slots=True)
class Library:
    """Chapters by the lines that led to them; each is told once, by a process of its own."""

    folder: Path
    starter: Starter
    environment: Environment = field(default_factory=dict)
    databases: Databases | None = None
    told: dict[tuple[Line, ...], Chapter] = field(default_factory=dict)

    def chapter(self, lines: Sequence[Line]) -> Chapter:
        """Find how things stand after these lines, or let them happen."""
        key = tuple(lines)
        if key not in self.told or not self.told[key].is_fresh:
            self.told[key] = self._tell(key) if key else Chapter(self._new_folder())
        return self.told[key]

    def opened(self, lines: Sequence[Line], folder: Path) -> Talk:
        """Go on after these lines, in a folder of one's own."""
        chapter = self.chapter(lines)
        chapter.copy_to(folder)
        environment = dict(self.environment)
        if self.databases is not None:
            environment["DATABASE_URL"] = self.databases.copy(chapter.folder, folder)
        return Talk(self.starter, folder, environment, heard=list(chapter.heard))

    def whole(self, lines: Sequence[Line]) -> Talk:
        """The undisturbed conversation."""
        chapter = self.chapter(lines)
        return Talk(self.starter, chapter.folder, heard=list(chapter.heard))

    def _tell(self, lines: tuple[Line, ...]) -> Chapter:
        folder, line = self._new_folder(), lines[-1]
        with self.opened(lines[:-1], folder) as talk:
            talk.environment = {**talk.environment, TRACE: str(folder / "touches.txt")}
            talk.start()
            assert talk.say(line), "nobody disturbs it"
            assert talk.finish() == 0, talk.errors
        touches = (folder / "touches.txt").read_text().split()
        told_at = self.chapter(lines[:-1]).told_at
        return Chapter(folder, tuple(talk.heard), tuple(touches), told_at)

    def _new_folder(self) -> Path:
        folder = self.folder / str(len(list(self.folder.iterdir())))
        folder.mkdir()
        return folder


@dataclass(frozen=True, slots=True)
class Place:
    """One turn of a story, and how many of its touches are passed over between two kills."""

    story: tuple[Line, ...]
    turn: int
    every: int = 1

    def kills(self, library: Library) -> dict[str, Kill]:
        """Name the ways to die in this turn."""
        touches = library.chapter(self.story[: self.turn + 1]).touches
        ways = [
            (f"{side} {number} {name}", Kill(number, side))
            for side in Side
            for number, name in enumerate(touches)
            if side is not Side.WITHIN or name == "transact"
        ]
        return dict(ways[self.turn % self.every :: self.every])

    def killed(self, library: Library, folder: Path, kill: Kill) -> Talk:
        """Kill the bot in this turn."""
        with library.opened(self.story[: self.turn], folder) as talk:
            talk.start(kill)
            talk.say(self.story[self.turn])
            assert talk.finish() == KILLED, talk.errors
        return talk

    def disturbed(self, library: Library, folder: Path, kill: Kill) -> Talk:
        """Kill the bot in this turn; then start it anew and say the rest."""
        with self.killed(library, folder, kill) as talk:
            assert talk.carry_on(*self.story[self.turn :]) == 0, talk.errors
        return talk
