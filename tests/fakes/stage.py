"""A stage without a bot: scripts play on it, and what they did can be looked at."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from pydantic import JsonValue

from agents.kit import Agent, Outcome, Person, Records, Script, Tool
from agents.kit.outcome import Suspended
from agents.kit.ports.web import Headers, Http
from agents.kit.values.errors import ToolFailed
from agents.kit.values.model import ChatMessage, ModelCall, ModelReply
from tests.fakes.records import FakeRecords
from tests.fakes.scripted import ScriptedModel

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ANA = Person("console", "local", "ana")

Use = Callable[[Agent, Tool, Mapping[str, Any]], str | Suspended]


class NoHttp(Http):
    """Reaches nobody."""

    async def post_json(
        self, url: str, body: dict[str, JsonValue], *, headers: Headers | None = None
    ) -> dict[str, JsonValue]:
        message = "no tool server is allowed"
        raise ToolFailed(message)


def _no_tools(agent: Agent, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
    message = f"nobody expected {tool.name}"
    raise AssertionError(message)


@dataclass
class FakeStage:
    """Gives a script its words, and a model that answers as the test says."""

    model: ScriptedModel
    text: str = ""
    said: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    state: Mapping[str, JsonValue] | None = None
    result: str | None = None
    key: str = "run-1"
    now: datetime = NOW
    person: Person = ANA
    known: Mapping[str, JsonValue] = field(default_factory=dict)
    http: Http = field(default_factory=NoHttp)
    records: Records = field(default_factory=FakeRecords)
    using: Use = _no_tools
    before: tuple[ChatMessage, ...] = ()
    lines: list[tuple[str, str]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    books: dict[str, dict[int, JsonValue]] = field(default_factory=dict)

    async def diary(self, book: str, since: int, until: int) -> tuple[JsonValue, ...]:
        lines = sorted(self.books.get(book, {}).items())
        return tuple(body for number, body in lines if since <= number < until)

    async def earlier(self) -> tuple[ChatMessage, ...]:
        return self.before

    async def complete(self, call: ModelCall) -> ModelReply:
        return await self.model.complete(call, within_seconds=5)

    async def use(self, agent: Agent, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        return self.using(agent, tool, arguments)

    def keep(self, state: dict[str, JsonValue]) -> None:
        self.state = state

    def progress(self, text: str) -> None:
        self.told.append(text)

    def say(self, speaker: str, text: str) -> None:
        self.lines.append((speaker, text))


@dataclass
class Play:
    """A script played from turn to turn; every turn is a fresh stage that only has the state."""

    script: Script
    stage: FakeStage
    outcomes: list[Outcome] = field(default_factory=list)

    async def start(self, text: str = "", turns: int = 100) -> Outcome:
        """Begin with what somebody said, and go on while it wants to."""
        return await self._play(
            replace(self.stage, text=text, said=(text,) if text else ()), turns
        )

    async def answer(self, text: str, turns: int = 100) -> Outcome:
        """Go on with what a person answered."""
        return await self._play(self._next(text=text, said=(*self.stage.said, text)), turns)

    async def returned(self, result: str, turns: int = 100) -> Outcome:
        """Go on with what a call that waited has returned."""
        return await self._play(self._next(result=result), turns)

    async def go_on(self, turns: int = 1) -> Outcome:
        """Let it go on by itself."""
        return await self._play(self._next(), turns)

    def _next(self, **changes: Any) -> FakeStage:
        given: dict[str, Any] = {"text": "", "result": None, **changes}
        return replace(self.stage, state=self.outcomes[-1].state, **given)

    async def _play(self, stage: FakeStage, turns: int) -> Outcome:
        for _turn in range(turns):
            self.stage = stage
            self.outcomes.append(await self.script.run(stage))
            for line in self.outcomes[-1].diary:
                stage.books.setdefault(line.book, {})[line.number] = line.body
            if not self.outcomes[-1].goes_on:
                break
            stage = self._next()
            stage = replace(stage, key=f"run-{len(self.outcomes) + 1}")
        return self.outcomes[-1]

    @property
    def lines(self) -> list[tuple[str, str]]:
        """What was said, and under whose name."""
        return self.stage.lines
