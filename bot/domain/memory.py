"""What is remembered of a conversation for one person: passages of it, and a rolling summary."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from agents.kit.values.person import Person
from bot.domain.ids import SessionId, TurnId

MOST_LINES = 24
LINE_CHARACTERS = 240


@dataclass(frozen=True, slots=True)
class Whose:
    """Memory belongs to a person and a place: what one was told elsewhere is not known here."""

    session: SessionId
    person: Person


@dataclass(frozen=True, slots=True)
class Passage:
    """A line of the transcript that a person said, or that the bot said to them.

    `number` grows with every line of the store; `private` was for their eyes only.
    """

    number: int
    session: SessionId
    turn: TurnId
    by_bot: bool
    speaker: str
    text: str
    at: datetime
    private: bool = False


@dataclass(frozen=True, slots=True)
class Gist:
    """A line of a summary: what happened, when, and in which turns it can be read."""

    text: str
    at: datetime
    sources: tuple[TurnId, ...]
    private: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """What a session's older lines come to, for one person.

    It covers `count` lines, up to the one numbered `until`, said at `until_at`; `version`
    grows with every change, so that one that was made meanwhile is thrown away.
    """

    gists: tuple[Gist, ...] = ()
    until: int = 0
    until_at: datetime | None = None
    count: int = 0
    version: int = 0

    def grown(self, gists: tuple[Gist, ...], covered: tuple[Passage, ...]) -> "Summary":
        """With what further lines come to; the oldest make room, for they can be recalled."""
        return replace(
            self,
            gists=(*self.gists, *gists)[-MOST_LINES:],
            until=covered[-1].number,
            until_at=covered[-1].at,
            count=self.count + len(covered),
        )

    def without(self, turns: Collection[TurnId]) -> "Summary":
        """Without the lines that come from any of these turns."""
        return replace(self, gists=tuple(g for g in self.gists if not {*g.sources} & {*turns}))

    def since(self, moment: datetime) -> "Summary":
        """Without the lines from before a moment."""
        return replace(self, gists=tuple(gist for gist in self.gists if gist.at >= moment))
