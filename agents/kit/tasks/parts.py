"""Any other script as a sub-task: it gets the stage, with its own text and its own state."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.agent import Agent, Stage
from agents.kit.identity import Person
from agents.kit.model import ChatMessage, ModelCall, ModelReply
from agents.kit.outcome import Outcome, Suspended
from agents.kit.ports import Http
from agents.kit.records import Records
from agents.kit.tasks.play import Ending, Play, Waits
from agents.kit.tasks.position import Position
from agents.kit.tasks.results import Result, Status
from agents.kit.tool import Tool


@dataclass
class PartStage(Stage):
    """The stage of a task, for a part it turns to."""

    play: Play
    position: Position
    name: str
    words: str
    found: str | None = None

    @property
    @override
    def person(self) -> Person:
        return self.play.stage.person

    @property
    @override
    def text(self) -> str:
        return self.words

    @property
    @override
    def said(self) -> tuple[str, ...]:
        return self.play.stage.said

    @property
    @override
    def quoted(self) -> tuple[str, ...]:
        return self.play.stage.quoted

    @property
    @override
    def state(self) -> Mapping[str, JsonValue] | None:
        return self.position.parts.get(self.name)

    @property
    @override
    def result(self) -> str | None:
        return self.found

    @override
    async def diary(self, book: str, since: int, until: int) -> tuple[JsonValue, ...]:
        return await self.play.stage.diary(_book(self.name, book), since, until)

    @property
    @override
    def key(self) -> str:
        return f"{self.play.stage.key}/{self.name}/{self.position.steps}"

    @property
    @override
    def now(self) -> datetime:
        return self.play.stage.now

    @property
    @override
    def known(self) -> Mapping[str, JsonValue]:
        return self.play.stage.known

    @property
    @override
    def http(self) -> Http:
        return self.play.stage.http

    @property
    @override
    def records(self) -> Records:
        return self.play.stage.records

    @override
    async def earlier(self) -> tuple[ChatMessage, ...]:
        return ()  # what it is to know, the task has told it

    @override
    async def complete(self, call: ModelCall) -> ModelReply:
        return await self.play.complete(call)

    @override
    async def use(self, agent: Agent, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        return await self.play.stage.use(agent, tool, arguments)

    @override
    def keep(self, state: dict[str, JsonValue]) -> None:
        self.position.parts[self.name] = state
        self.play.keep()

    @override
    def progress(self, text: str) -> None:
        self.play.stage.progress(text)

    @override
    def say(self, speaker: str, text: str) -> None:
        self.play.stage.say(speaker, text)


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
