"""The task loop: an agent with sub-tasks, run until it is done; a tree of them is one script."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from pydantic import JsonValue, ValidationError
from typing_extensions import override

from agents.kit.agent import Agent, Script, Stage
from agents.kit.outcome import Outcome, done
from agents.kit.tasks import dialogue
from agents.kit.tasks.declaration import Part, TaskDeclaration
from agents.kit.tasks.dialogue import shortened
from agents.kit.tasks.position import (
    PERSON,
    VERSION,
    DialogueLine,
    Ledger,
    TaskMessage,
    TaskPosition,
)
from agents.kit.tasks.run import News, TaskRun
from agents.kit.tasks.run_limits import Ending, Play, RunWaits
from agents.kit.tasks.signals import Status
from agents.kit.values.declaration import spelled

TAKEN_BACK = "(taken back by the user)"


def taken_back(task: TaskDeclaration, position: TaskPosition, words: Collection[str]) -> None:
    """Take words out of a position, and out of those of its sub-tasks and parts."""
    said = _pattern(words)
    if said is None:
        return
    position.opening = said.sub(TAKEN_BACK, position.opening)
    position.heard = _left(position.heard, said)
    position.interjected = _left(position.interjected, said)
    text = said.sub(TAKEN_BACK, position.pending.text)
    position.pending = position.pending.model_copy(update={"text": text})
    position.dialogue = [_without(line, said) for line in position.dialogue]
    for sub in task.sub_tasks:
        if isinstance(sub, Part):
            _from_part(sub, position, words)
        elif sub.name in position.nested:
            taken_back(sub, position.nested[sub.name], words)


def _from_part(part: Part, position: TaskPosition, words: Collection[str]) -> None:
    if part.name in position.parts:
        position.parts[part.name] = part.script.without(position.parts[part.name], words)


def _pattern(words: Collection[str]) -> re.Pattern[str] | None:
    """Finds these words where they stand for themselves; several messages are a line each."""
    whole = sorted({*words, *map(shortened, words)} - {""}, key=len, reverse=True)
    if not whole:
        return None
    return re.compile(rf"(?<![^\n])(?:{'|'.join(map(re.escape, whole))})(?![^\n])")


def _left(texts: list[str], said: re.Pattern[str]) -> list[str]:
    """The texts that are not nothing without these words."""
    changed = (said.sub(TAKEN_BACK, text) for text in texts)
    return [text for text in changed if text.replace(TAKEN_BACK, "").strip()]


def _without(line: DialogueLine, said: re.Pattern[str]) -> DialogueLine:
    """What others have said is theirs, and stays."""
    if line.role != "user":
        return line
    return line.model_copy(update={"text": said.sub(TAKEN_BACK, line.text)})


ENOUGH = "All right, that is all."


@spelled
@dataclass(frozen=True, slots=True, kw_only=True)
class TaskLoop(TaskDeclaration, Script):
    """An agent that responds with its tools, its model, a person and its sub-tasks.

    Its `run` is what an agent's script needs, so that a tree stands behind an agent like any
    other: `Agent(name="…", description="…", script=TaskLoop(agent=writer, sub_tasks=(…)))`.
    """

    needs_model: ClassVar[bool] = True

    @property
    @override
    def agents(self) -> tuple[Agent, ...]:
        return self.played

    def with_sub_tasks(self, *more: TaskDeclaration | Part) -> "TaskLoop":
        """Return the task with further sub-tasks, which are tried after those it has."""
        return replace(self, sub_tasks=(*self.sub_tasks, *more))

    @override
    async def run(self, stage: Stage) -> Outcome:
        restored = _restored(stage.state)
        position = restored or self._begun(stage)
        ledger = position.ledger or Ledger()
        position.ledger = ledger
        if restored is not None and stage.text:
            ledger.calls.clear()
        news = News(stage.text, stage.result) if restored is not None else None
        play = Play(stage, ledger, lambda: stage.keep(_dumped(position)))
        ending = await TaskRun(self, position, play, is_root=True, news=news).run()
        if not isinstance(ending, RunWaits):
            stage.progress(f"{self.name}: {ending.status}")
        return _outcome(ending, position, stage)

    @override
    def without(
        self, state: Mapping[str, JsonValue], words: Collection[str]
    ) -> dict[str, JsonValue]:
        position = _restored(state)
        if position is None:
            return dict(state)
        taken_back(self, position, words)
        return _dumped(position)

    def _begun(self, stage: Stage) -> TaskPosition:
        text = "\n".join(stage.said) or stage.text
        position = TaskPosition(pending=TaskMessage(sender=PERSON, text=text), opening=text)
        dialogue.read(position, *dialogue.quoting(stage.quoted))
        return position


def _restored(state: Mapping[str, JsonValue] | None) -> TaskPosition | None:
    """Where the task stood; None at its start, and for a state of another shape."""
    if state is None or state.get("version") != VERSION:
        return None
    try:
        return TaskPosition.model_validate(state)
    except ValidationError:
        return None


def _dumped(position: TaskPosition) -> dict[str, JsonValue]:
    return position.model_dump(mode="json")


def _outcome(ending: Ending, position: TaskPosition, stage: Stage) -> Outcome:
    if isinstance(ending, RunWaits) and ending.outcome.hands_back:
        # The message was for somebody else: everything is as it was before it.
        before = None if stage.state is None else dict(stage.state)
        return ending.outcome.model_copy(update={"state": before})
    if isinstance(ending, RunWaits):
        return ending.outcome.model_copy(update={"state": _dumped(position)})
    is_known = ending.status is Status.STOPPED and ending.text == position.question
    outcome = done(ENOUGH if is_known else ending.words)
    return outcome.model_copy(update={"rationale": str(ending.status)})
