"""The conversations that are disturbed, each prepared undisturbed up to every one of its turns."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.driver import DATABASE, Heard, Line, Talk
from tests.faults.killing import TRACE
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

# The files a process leaves: the database, closed cleanly, and the key beside it.
KEY = Path(".frontdesk", "secret.key")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A folder as a process left it, all that was heard so far, and what the last turn touched."""

    folder: Path
    heard: tuple[Heard, ...] = ()
    touches: tuple[str, ...] = ()

    def copy_to(self, folder: Path, starter: Starter) -> Talk:
        """Go on from here, in a folder of its own."""
        (folder / KEY).parent.mkdir(parents=True, mode=0o700)
        for name in (Path(DATABASE), KEY):
            if (self.folder / name).exists():
                shutil.copy2(self.folder / name, folder / name)
        return Talk(starter, folder, heard=list(self.heard))


@dataclass(frozen=True, slots=True)
class Library:
    """Chapters by the lines that led to them; each is told once, by a process of its own."""

    folder: Path
    starter: Starter
    told: dict[tuple[Line, ...], Chapter] = field(default_factory=dict)

    def chapter(self, lines: Sequence[Line]) -> Chapter:
        """Find how things stand after these lines, or let them happen."""
        key = tuple(lines)
        if key not in self.told:
            self.told[key] = self._tell(key) if key else Chapter(self._new_folder())
        return self.told[key]

    def opened(self, lines: Sequence[Line], folder: Path) -> Talk:
        """Go on after these lines, in a folder of one's own."""
        return self.chapter(lines).copy_to(folder, self.starter)

    def whole(self, lines: Sequence[Line]) -> Talk:
        """The undisturbed conversation."""
        chapter = self.chapter(lines)
        return Talk(self.starter, chapter.folder, heard=list(chapter.heard))

    def _tell(self, lines: tuple[Line, ...]) -> Chapter:
        folder = self._new_folder()
        before, line = self.chapter(lines[:-1]), lines[-1]
        with before.copy_to(folder, self.starter) as talk:
            talk.environment = {TRACE: str(folder / "touches.txt")}
            talk.start()
            assert talk.say(line), "nobody disturbs it"
            assert talk.finish() == 0
        touches = (folder / "touches.txt").read_text().split()
        return Chapter(folder, tuple(talk.heard), tuple(touches))

    def _new_folder(self) -> Path:
        folder = self.folder / str(len(list(self.folder.iterdir())))
        folder.mkdir()
        return folder
