"""Any other script as a sub-task: it gets the stage, with its own text and its own state."""

from collections.abc import Mapping

from pydantic import JsonValue

from agents.kit.agent import Stage
from agents.kit.model import ChatMessage, ModelCall, ModelReply
from agents.kit.outcome import Outcome
from agents.kit.passing import Passing
from agents.kit.tasks.play import Ending, Play, Waits
from agents.kit.tasks.position import Position
from agents.kit.tasks.results import Result, Status


class PartStage(Passing[Stage]):
    """The stage of a task, for a part it turns to."""

    def __init__(
        self, play: Play, position: Position, name: str, text: str, result: str | None
    ) -> None:
        super().__init__(play.stage)
        self.text = text
        self.result = result
        self._play = play
        self._position = position
        self._name = name

    @property
    def state(self) -> Mapping[str, JsonValue] | None:
        """What the part has kept in the position of the task."""
        return self._position.parts.get(self._name)

    @property
    def key(self) -> str:
        """The key of the task, with the part and the step it is at."""
        return f"{self._inner.key}/{self._name}/{self._position.steps}"

    async def diary(self, book: str, since: int, until: int) -> tuple[JsonValue, ...]:
        """Lines of a book of the part's own."""
        return await self._inner.diary(_book(self._name, book), since, until)

    async def earlier(self) -> tuple[ChatMessage, ...]:
        """Nothing: what it is to know, the task has told it."""
        return ()

    async def complete(self, call: ModelCall) -> ModelReply:
        """Ask the model as the task does."""
        return await self._play.complete(call)

    def keep(self, state: dict[str, JsonValue]) -> None:
        """Keep its position as a part of the task's."""
        self._position.parts[self._name] = state
        self._play.keep()


def ended(outcome: Outcome, position: Position, name: str) -> Ending:
    """What a part's outcome means for the task; one that wants other agents has no answer."""
    if outcome.interrupt and (outcome.suspended or outcome.goes_on or outcome.asks_human):
        if outcome.state is not None:
            position.parts[name] = outcome.state
        diary = tuple(
            line.model_copy(update={"book": _book(name, line.book)}) for line in outcome.diary
        )
        return Waits(outcome.model_copy(update={"diary": diary}))
    position.parts.pop(name, None)
    return Result(Status.PASSED if outcome.interrupt else Status.DONE, outcome.value)


def _book(part: str, book: str) -> str:
    """A book of a part's own, in the one diary of the task."""
    return f"{part}/{book}"
