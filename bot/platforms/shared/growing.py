"""An answer while it grows: whole words only, inert, each piece once."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

LONGEST_PIECE = 3_000
LONGEST_ANSWER = 10_000
_SPACE = re.compile(r"(\s+)")


@dataclass
class Growing:
    """What a model has said so far, and how much of it was shown.

    The answer that is committed takes the place of all of it, so nothing here is formatted;
    `written` writes a word so that it does nothing by itself, `told` is all that was shown.
    """

    written: Callable[[str], str]
    said: Sequence[str] = field(default_factory=list)
    told: str = ""
    _shown: int = 0
    _heard: int = 0

    def hear(self, said: Sequence[str]) -> None:
        """Note the pieces so far; another list is another answer."""
        if said is not self.said:
            self.said, self.told, self._shown = said, "", 0

    @property
    def has_more(self) -> bool:
        """Say whether anything came since it was looked at last."""
        return len(self.said) != self._heard

    def next(self) -> str:
        """What may be shown now and was not before."""
        self._heard = len(self.said)
        text = "".join(self.said)
        spaces = list(_SPACE.finditer(text, self._shown))
        if not spaces or self._shown > LONGEST_ANSWER:
            return ""
        piece = text[self._shown : spaces[-1].end()][:LONGEST_PIECE]
        if not piece[-1].isspace():  # cut at the limit: only up to the last whole word
            piece = piece[: piece.rfind(" ") + 1] or piece
        self._shown += len(piece)
        written = "".join(
            part if part.isspace() else self.written(part) for part in _SPACE.split(piece) if part
        )
        self.told += written
        return written
