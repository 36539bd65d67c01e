"""The task loop: an agent with sub-tasks, run until it is done; a tree of them is one script."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from pydantic import JsonValue, ValidationError
from typing_extensions import override

from agents.kit.agent import Agent, Script, Stage
from agents.kit.declaring import spelled
from agents.kit.outcome import Outcome, done
from agents.kit.tasks import dialogue
from agents.kit.tasks.declared import Part, TaskDeclaration
from agents.kit.tasks.play import Ending, Play, Waits
from agents.kit.tasks.position import PERSON, VERSION, Ledger, Message, Position
from agents.kit.tasks.results import Status
from agents.kit.tasks.running import News, Running
from agents.kit.tasks.taking_back import taken_back

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
        ending = await Running(self, position, play, is_root=True, news=news).run()
        if not isinstance(ending, Waits):
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

    def _begun(self, stage: Stage) -> Position:
        text = "\n".join(stage.said) or stage.text
        position = Position(pending=Message(sender=PERSON, text=text), opening=text)
        dialogue.read(position, *dialogue.quoting(stage.quoted))
        return position


def _restored(state: Mapping[str, JsonValue] | None) -> Position | None:
    """Where the task stood; None at its start, and for a state of another shape."""
    if state is None or state.get("version") != VERSION:
        return None
    try:
        return Position.model_validate(state)
    except ValidationError:
        return None


def _dumped(position: Position) -> dict[str, JsonValue]:
    return position.model_dump(mode="json")


def _outcome(ending: Ending, position: Position, stage: Stage) -> Outcome:
    if isinstance(ending, Waits) and ending.outcome.hands_back:
        # The message was for somebody else: everything is as it was before it.
        before = None if stage.state is None else dict(stage.state)
        return ending.outcome.model_copy(update={"state": before})
    if isinstance(ending, Waits):
        return ending.outcome.model_copy(update={"state": _dumped(position)})
    is_known = ending.status is Status.STOPPED and ending.text == position.question
    outcome = done(ENOUGH if is_known else ending.words)
    return outcome.model_copy(update={"rationale": str(ending.status)})
