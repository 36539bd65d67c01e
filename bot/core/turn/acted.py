"""What tools have done in a turn."""

from dataclasses import dataclass, field

from bot.domain.ids import TaskId


@dataclass(slots=True)
class Acted:
    """The answers of effects, their tasks with the digests of their actions, and tools' errors."""

    answers: list[str] = field(default_factory=list)
    effects: set[tuple[TaskId, str]] = field(default_factory=set)
    troubles: list[str] = field(default_factory=list)
