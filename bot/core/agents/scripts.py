"""The stage of a script: inner agents think and act here like any other, and under the same guard.

What a script names is looked up in the catalogue: the operator's rules are filled in there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.agent import Agent, Stage
from agents.kit.outcome import Suspended, refuse_unkept
from agents.kit.ports.records import Records
from agents.kit.ports.web import Http
from agents.kit.tool import Tool
from agents.kit.values.errors import AuthorError, ToolFailed
from agents.kit.values.model import ChatMessage, ModelCall, ModelReply
from agents.kit.values.person import Person
from bot.core.agents.agent_turn import JournalledHttp
from bot.core.agents.tool_calls import TurnHands
from bot.core.memory.recall import remember
from bot.core.prompts.model_calls import ask_model
from bot.core.prompts.prompting import list_quoted, show_beside
from bot.core.state.work import Work
from bot.domain.tasks import Task


@dataclass
class TurnStage(Stage):
    """One run of a task's script, in one turn; `found` is what a call that waited returned."""

    work: Work
    task: Task
    agent: Agent
    found: str | None = None
    _key: str = field(init=False)

    def __post_init__(self) -> None:
        step = self.work.journal.step("run", self.agent.name, list(self.task.said))
        self._key = f"{self.work.journal.turn}:{step}"

    @property
    @override
    def person(self) -> Person:
        return self.work.person.identity

    @property
    @override
    def text(self) -> str:
        is_bare = self.task.bare and not self.task.started
        return "" if is_bare else "\n".join(self.task.unread)

    @property
    @override
    def said(self) -> tuple[str, ...]:
        return self.task.said

    @property
    @override
    def quoted(self) -> tuple[str, ...]:
        return list_quoted(self.work, self.task)

    @property
    @override
    def state(self) -> Mapping[str, JsonValue] | None:
        if self.agent.keeps == "thread":
            return self.work.person.participant.threads.get(self.agent.name)
        return self.task.state

    @property
    @override
    def result(self) -> str | None:
        return self.found

    @override
    async def diary(self, book: str, since: int, until: int) -> tuple[JsonValue, ...]:
        lines = await self.work.services.turns.diary(self.task.id, book, since, until)
        kept = dict(enumerate(lines, start=since))
        for written in self.work.changes.diary:  # earlier in this very turn
            line = written.line
            if (written.task, line.book) == (self.task.id, book) and since <= line.number < until:
                kept[line.number] = line.body
        return tuple(kept[number] for number in sorted(kept))

    @property
    @override
    def key(self) -> str:
        return self._key

    @property
    @override
    def now(self) -> datetime:
        return self.work.now

    @property
    @override
    def known(self) -> Mapping[str, JsonValue]:
        return self.work.person.facts.values

    @property
    @override
    def http(self) -> Http:
        return JournalledHttp(self.work, self.task, self.agent, may_act=True)

    @property
    @override
    def records(self) -> Records:
        return self.work.services.records

    @override
    async def earlier(self) -> tuple[ChatMessage, ...]:
        await remember(self.work, self.agent.name)
        return tuple(show_beside(self.work, self.work.person.current(self.task)))

    @override
    async def complete(self, call: ModelCall) -> ModelReply:
        return await ask_model(self.work, call)

    @override
    async def use(self, agent: Agent, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        actor, known_tool = self._known(agent.name, tool.name)
        result = await TurnHands(self.work, self.task, actor).use(known_tool, arguments)
        if not isinstance(result, Suspended):
            return result
        if result.waits_for == "fact" and result.name in self.agent.can_provide:
            meaning = self.work.catalogue.kinds[result.name].meaning
            raise ToolFailed(f"{tool.name} needs {meaning} first.")
        return result.model_copy(update={"agent": actor.name})

    @override
    def keep(self, state: dict[str, JsonValue]) -> None:
        refuse_unkept(state, self.agent.name)
        task = self.work.person.current(self.task).with_(read=len(self.task.said))
        if self.agent.keeps == "thread":
            self.work.person.change(
                threads={**self.work.person.participant.threads, self.agent.name: state}
            )
        else:
            task = task.with_(state=state)
        self.work.person.update(task)

    @override
    def progress(self, text: str) -> None:
        self.work.progress(self.agent.name, text)

    @override
    def say(self, speaker: str, text: str) -> None:
        self.work.say(self.agent.name, text, speaker=speaker)

    def _known(self, agent_name: str, tool_name: str) -> tuple[Agent, Tool]:
        actor = next((inner for inner in self.agent.inner if inner.name == agent_name), None)
        tool = actor.tool_named(tool_name) if actor else None
        if actor is None or tool is None:
            message = f"{self.agent.name} plays no {agent_name} with the tool {tool_name}"
            raise AuthorError(message)
        return actor, tool
