"""Small tasks for tests: agents that do sums, models that answer from a list each."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from agents.kit import Agent, Suspended, Tool, ToolFailed, tool
from agents.kit.tasks import TaskLoop
from agents.kit.values.model import Finish, ModelCall, ModelReply, ToolCall, Usage
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.fakes.stage import FakeStage, Play


@tool
def add(one: int, other: int) -> str:
    """Add two numbers."""
    return str(one + other)


@tool
def divide(one: int, other: int) -> str:
    """Divide a number by another."""
    if other == 0:
        raise ToolFailed("nothing can be divided by zero")
    return str(one // other)


@tool(ends_task=True)
def announce(text: str) -> str:
    """Say something to everybody; that is all there is to do."""
    return f"Announced: {text}"


@tool
def look() -> str:
    """Look at the sign."""
    return "the sign says DONE"


def an_agent(name: str, *tools: Tool) -> Agent:
    """Return an agent that is a model."""
    return Agent(name=name, description=f"Does {name}.", prompt=f"You are {name}.", tools=tools)


def a_task(name: str, *tools: Tool, **details: Any) -> TaskLoop:
    """Return a task of an agent of its own."""
    return TaskLoop(agent=an_agent(name, *tools), **details)


def call(name: str, **arguments: JsonValue) -> ToolCall:
    """Return a model's call of a tool."""
    return ToolCall(f"call-{name}", name, json.dumps(arguments))


def calls(*made: ToolCall, text: str = "") -> ModelReply:
    """Return one message of a model with words and calls."""
    return ModelReply(text, made, Finish.TOOL_CALLS)


def costing(tokens: int, text: str = "Well.") -> ModelReply:
    """Return words that took so many tokens, and as many millionths of a dollar."""
    return ModelReply(text, usage=Usage(input_tokens=tokens, cost_micros=tokens))


def each(**answers: Iterable[ScriptedAnswer]) -> Callable[[ModelCall], ScriptedAnswer]:
    """Answer for each agent from a list of its own; the last answer is given again and again."""
    left = {name: list(listed) for name, listed in answers.items()}

    def answer(asked: ModelCall) -> ScriptedAnswer:
        own = left[asked.agent]
        return own.pop(0) if len(own) > 1 else own[0]

    return answer


@dataclass
class Bench:
    """Runs tools at once, and remembers; `gated` ones wait for an approval."""

    gated: frozenset[str] = frozenset()
    used: list[tuple[str, str]] = field(default_factory=list)

    def use(self, agent: Agent, wanted: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        shown = wanted.as_json(arguments)
        if wanted.name in self.gated:
            return Suspended(
                agent=agent.name,
                tool=wanted.name,
                arguments=shown,
                waits_for="approval",
                name=wanted.name,
            )
        self.used.append((agent.name, f"{wanted.name}({json.dumps(shown)})"))
        return str(wanted.function(**arguments))


def playing(
    task: TaskLoop, *answers: ScriptedAnswer, bench: Bench | None = None, **of: Any
) -> Play:
    """Return a task on a stage; a list of answers for its agent, or one for each by name."""
    said = {task.name: answers, **of} if answers else of
    stage = FakeStage(ScriptedModel(each(**said)), using=(bench or Bench()).use)
    return Play(task, stage)


def asked(play: Play, agent: str = "") -> list[ModelCall]:
    """What models were asked, those of one agent or of all."""
    return [one for one in play.stage.model.calls if agent in {"", one.agent}]


def read_by(play: Play, agent: str) -> list[str]:
    """What an agent's model read when it was asked last, its prompt left out."""
    return [message.content for message in asked(play, agent)[-1].messages[1:]]
