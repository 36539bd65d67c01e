"""Diaries: what scripts keep of their tasks beside their positions, line by line."""

from dataclasses import dataclass

from agents.kit.outcome import DiaryLine
from agents.kit.values.person import Person
from bot.domain.ids import TaskId


@dataclass(frozen=True, slots=True)
class Written:
    """A line that a turn adds to the diary of somebody's task, or puts in another's place."""

    task: TaskId
    person: Person
    line: DiaryLine


@dataclass(frozen=True, slots=True)
class Diary:
    """What a turn changes about diaries; those of tasks that `ended` are deleted."""

    written: tuple[Written, ...] = ()
    ended: tuple[TaskId, ...] = ()
