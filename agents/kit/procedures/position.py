"""Where a procedure stands: one JSON value that survives restarts and new versions of its file.

Keys this version does not know are dropped, and those an older one did not write have defaults.
What was said is counted here and kept in the diary, so that a step does not cost more with every
step before it.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from agents.kit.outcome import Suspended


class PositionPart(BaseModel):
    """A part of a position."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class ProcedureMemory(PositionPart):
    """Something that was said, by whom, in which role, and its vector."""

    role: str
    name: str
    content: str
    vector: dict[str, float] = {}
    by_person: bool = False


class OwnLine(PositionPart):
    """What an agent has seen, or has said itself."""

    seen: bool
    content: str


class Own(PositionPart):
    """What an agent remembers for itself: its lines, and a summary of what it did not see.

    `left_out` counts the lines before those at hand.
    """

    lines: tuple[OwnLine, ...] = ()
    left_out: int = 0
    summary: str = ""

    @property
    def told(self) -> int:
        """How many lines there are in all."""
        return self.left_out + len(self.lines)

    def put_away(self) -> "Own":
        """Have no line at hand."""
        return self.model_copy(update={"lines": (), "left_out": self.told})


class Progress(PositionPart):
    """How far one state has come; an empty role says that the order begins with its begin role."""

    spoken: int = 0
    index: int = 0
    role: str = ""
    is_new: bool = True


class WaitingSpeaker(PositionPart):
    """Who has the floor and cannot speak before somebody else has acted."""

    role: str
    whom: Literal["person", "tool"]
    call: Suspended | None = None


class ProcedurePosition(PositionPart):
    """The whole of it.

    `since` is where the current state's conversation began, `openings` are agents that have
    had their fixed opening, as `state/agent`. `shared` are words that all may use: what the
    person wished for, and what was extracted. `memories` are the last of what was said, as
    much as is at hand, and `earlier` counts what was said before. `taken_back` are words that a
    person has edited or deleted, to be taken out of the diary with the next step.
    """

    state: str
    since: int = 0
    progress: dict[str, Progress] = {}
    openings: tuple[str, ...] = ()
    earlier: int = 0
    memories: tuple[ProcedureMemory, ...] = ()
    summary: str = ""
    shared: dict[str, str] = {}
    agents: dict[str, Own] = {}
    waiting: WaitingSpeaker | None = None
    taken_back: tuple[str, ...] = ()

    def with_(self, **changes: object) -> "ProcedurePosition":
        """Return a changed copy."""
        return self.model_copy(update=changes)

    @property
    def told(self) -> int:
        """How much was said in all."""
        return self.earlier + len(self.memories)

    def as_json(self) -> dict[str, JsonValue]:
        """Write it for the task it belongs to; what was said is only counted."""
        agents = {name: own.put_away() for name, own in self.agents.items()}
        counted = self.with_(memories=(), earlier=self.told, agents=agents)
        return counted.model_dump(mode="json", exclude_defaults=True) | {"state": self.state}

    def from_number(self, number: int) -> tuple[ProcedureMemory, ...]:
        """What was said from this number on, as far as it is at hand."""
        return self.memories[max(0, number - self.earlier) :]

    @classmethod
    def read(cls, state: object) -> "ProcedurePosition | None":
        """Read it again; None when it is no position at all."""
        try:
            return cls.model_validate(state)
        except ValidationError:
            return None

    def own(self, name: str) -> Own:
        """What one agent remembers for itself."""
        return self.agents.get(name, Own())

    def with_own(self, name: str, own: Own) -> "ProcedurePosition":
        """Change what one agent remembers for itself."""
        return self.with_(agents={**self.agents, name: own})
