"""An agent: an expert with a name, a prompt and tools; it makes an outcome of a message.

Task trees and procedures are agents too: they have a script, which plays inner agents on the
stage the bot gives it.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from pydantic import JsonValue

from agents.kit.outcome import Outcome, RecipeStep, Suspended
from agents.kit.ports.records import Records, Rows, Table
from agents.kit.ports.sql import Database
from agents.kit.ports.web import Http
from agents.kit.tool import Tool
from agents.kit.turn import Turn
from agents.kit.values.declaration import (
    FLAG,
    TEXT,
    Word,
    function_of,
    keep_tuples,
    many,
    one_of,
    refuse_misfits,
    spelled,
)
from agents.kit.values.model import Card, ChatMessage, ModelCall, ModelReply
from agents.kit.values.person import Fact, Person

SCRIPT = Word(
    "a script, such as TaskLoop(agent=…) or one of a class that is based on Script",
    lambda it: (
        not isinstance(it, type)
        and all(hasattr(it, name) for name in ("agents", "run", "claims", "without"))
    ),
)
WORDS: Mapping[str, Word] = {
    "name": TEXT,
    "description": TEXT,
    "introduction": TEXT,
    "prompt": TEXT,
    "opening": TEXT,
    "tools": many(Tool, "tools, functions with @tool above them"),
    "requires": many(Fact, "facts"),
    "provides": many(Fact, "facts"),
    "examples": many(str, "texts"),
    "names": many(str, "texts"),
    "pages": many(str, "addresses"),
    "tables": many(Table, "tables"),
    "databases": many(Database, "databases"),
    "steps": many(RecipeStep, "steps of a recipe"),
    "expose_to_user": FLAG,
    "can_generate_task": FLAG,
    "private": FLAG,
    "remote": TEXT,
    "keeps": one_of("task", "thread"),
    "style": one_of("", "talk"),
    "run": function_of("turn"),
    "script": Word(SCRIPT.what, lambda it: it is None or SCRIPT.fits(it)),
    "demo": function_of("rows"),
}
LISTS = (
    *("tools", "requires", "provides", "examples", "names", "pages", "tables", "databases"),
    "steps",
)


AgentFunction = Callable[[Turn], Awaitable[Outcome]]


@spelled
@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """Everything the bot needs to know of an agent.

    `description` is what the model reads, `introduction` what people read. With `run` the
    agent is a function, with `script` one that plays inner agents, else a model with `prompt`
    and `tools`. `keeps` says where its state
    lives: on its task, or under its own saved thread. `{colleagues}` in a prompt becomes
    the list of agents people may ask for. `opening` is said without a model
    when the task starts and nothing has been said for it yet. Whoever says nothing but one of
    `names`, where nobody waits for an answer, wants to be told of it. `tables` are its own,
    `demo` fills them, `databases` are what its tools ask in SQL; `pages` are addresses its own
    code reads, whoever talks to it. With `private`, what it says
    is for its user's eyes only, also in a thread that others read. `remote` is the address of
    the server that runs it, if another does. `inner` are the agents its
    script plays; it is filled in from there, and makes it private if one of them is. Where all
    its tools end the task and take flat values, it is a form, and code asks for them; with
    `style="talk"` a model does. With `steps` what is filled in makes a plan of them (`Recipe`).

    Raises:
        AuthorError: something is not what its word asks for; all of it is named.
    """

    name: str
    description: str
    introduction: str = ""
    prompt: str = ""
    tools: tuple[Tool, ...] = ()
    requires: tuple[Fact, ...] = ()
    examples: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    opening: str = ""
    expose_to_user: bool = True
    can_generate_task: bool = True
    run: AgentFunction | None = None
    script: "Script | None" = None
    keeps: Literal["task", "thread"] = "task"
    provides: tuple[Fact, ...] = ()
    private: bool = False
    tables: tuple[Table, ...] = ()
    databases: tuple[Database, ...] = ()
    pages: tuple[str, ...] = ()
    demo: Callable[[Rows], None] | None = None
    inner: "tuple[Agent, ...]" = ()
    remote: str = ""
    style: Literal["", "talk"] = ""
    steps: tuple[RecipeStep, ...] = ()

    def __post_init__(self) -> None:
        refuse_misfits(f"agent {self.name}", self, WORDS)
        keep_tuples(self, *LISTS)
        if self.script is not None and not self.inner:
            object.__setattr__(self, "inner", self.script.agents)
        if any(actor.private for actor in self.inner):
            object.__setattr__(self, "private", True)

    @property
    def card(self) -> Card:
        """What others may know of it."""
        return Card(
            name=self.name,
            description=self.description,
            introduction=self.introduction,
            examples=self.examples,
            names=self.names,
            exposed=self.expose_to_user,
        )

    @property
    def is_form(self) -> bool:
        """True when code asks for what its tools need: each ends the task, and takes flat values.

        Anything else with tools talks: a model decides what it does next. So does a form whose
        author wants it to.
        """
        is_model = self.run is None and self.script is None
        flat = all(tool.ends_task and tool.is_flat for tool in self.tools)
        return is_model and bool(self.tools) and flat and self.style != "talk"

    @property
    def needs_model(self) -> bool:
        """True for an agent that can do nothing without a language model."""
        if self.script is not None:
            return bool(getattr(self.script, "needs_model", False))
        return self.run is None and not self.is_form

    @property
    def can_provide(self) -> frozenset[str]:
        """The names of the facts its tools, its inner agents or its function can establish."""
        from_tools = (fact for tool in self.tools for fact in tool.provides)
        from_inner = (name for agent in self.inner for name in agent.can_provide)
        return frozenset((*(fact.name for fact in (*self.provides, *from_tools)), *from_inner))

    def tool_named(self, name: str) -> Tool | None:
        """The tool of this name, or None."""
        return next((tool for tool in self.tools if tool.name == name), None)


def everyone(agents: Iterable[Agent]) -> tuple[Agent, ...]:
    """The agents and those their scripts play; one that plays in several is there once."""
    found: list[Agent] = []
    for agent in agents:
        found += [one for one in (agent, *everyone(agent.inner)) if one not in found]
    return tuple(found)


class Stage(Protocol):
    """What the bot gives a script for one run: journalled, budgeted, guarded.

    A run that begins again, after a crash, gets the same of everything, and the same answers
    to what it has asked before; so a script must do the same again, given the same.
    """

    @property
    def person(self) -> Person:
        """Whom it works for."""
        ...

    @property
    def text(self) -> str:
        """What they newly said for this task; empty when it just goes on, or starts bare."""
        ...

    @property
    def said(self) -> tuple[str, ...]:
        """All that was said for this task, oldest first."""
        ...

    @property
    def quoted(self) -> tuple[str, ...]:
        """The texts of files that came with it: something to read, said by nobody."""
        ...

    @property
    def state(self) -> Mapping[str, JsonValue] | None:
        """What the last run returned as `Outcome.state`, or kept; None at the start."""
        ...

    @property
    def result(self) -> str | None:
        """What a call that had to wait returned; “error: …” if it failed or was rejected."""
        ...

    async def diary(self, book: str, since: int, until: int) -> tuple[JsonValue, ...]:
        """The lines from `since` up to, not including, `until` of a book of the diary, in order.

        The diary is what earlier runs for this task returned as `Outcome.diary`. A line that
        is kept again under its number replaces the one before, so a script counts its lines in
        its state and asks for those it has counted.
        """
        ...

    @property
    def key(self) -> str:
        """Stable for this run, also when it begins again: it seeds every random choice."""
        ...

    @property
    def now(self) -> datetime:
        """The moment the turn began."""
        ...

    @property
    def known(self) -> Mapping[str, JsonValue]:
        """The facts about the person, by name."""
        ...

    @property
    def http(self) -> Http:
        """Talks to servers the operator allowed; reads pages its agent or the person names."""
        ...

    @property
    def records(self) -> Records:
        """The tables of agents."""
        ...

    async def earlier(self) -> tuple[ChatMessage, ...]:
        """The conversation before this task and beside it, as other agents read it.

        It is read anew in every run, so that it must not be kept: what is edited or deleted
        meanwhile would live on.
        """
        ...

    async def complete(self, call: ModelCall) -> ModelReply:
        """Ask the model, within the turn's budget; `call.agent` names an inner agent.

        Raises:
            ModelUnavailable: no usable answer came.
        """
        ...

    async def use(self, agent: Agent, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        """Run a tool of an inner agent; Suspended when a fact, a secret or an approval is missing.

        Return an outcome with the same `Suspended` then: the call runs once it may, and
        the next run gets what it returned as `result`.

        Raises:
            ToolFailed: the tool could not do it, said in words.
        """
        ...

    def keep(self, state: dict[str, JsonValue]) -> None:
        """Keep the position reached so far, so that nothing repeats if the run fails later.

        Raises:
            AuthorError: it is no JSON, or longer than what is kept.
        """
        ...

    def progress(self, text: str) -> None:
        """Tell what it is doing, beside the answer."""
        ...

    def say(self, speaker: str, text: str) -> None:
        """Say a line under a persona's own name, before the outcome; sent with the turn."""
        ...


class Script(Protocol):
    """Plays inner agents; its position is `Outcome.state`, a JSON value written at every run.

    What grows with every run belongs into `Outcome.diary`, of which only new lines are written.

    It returns `ask(…)` for a person's part, `go_on(…)` when it is not finished and waits for
    nobody: it then goes on in a turn of its own, and survives a crash in between.
    """

    @property
    def agents(self) -> tuple[Agent, ...]:
        """Every inner agent, each once."""
        ...

    async def run(self, stage: Stage) -> Outcome:
        """Play on from `stage.state`.

        Raises:
            ModelUnavailable, ToolFailed: the task stays where it was kept last.
        """
        ...

    def claims(self, state: Mapping[str, JsonValue] | None, text: str) -> bool:
        """Say whether words are surely for its task; else a router looks at them first.

        A script that can hand back what is not for it, as one with a model can, claims all.
        """
        del state, text
        return True

    def without(
        self, state: Mapping[str, JsonValue], words: Collection[str]
    ) -> dict[str, JsonValue]:
        """The position as it is once its person has edited or deleted these words.

        Who keeps nothing of what was said has nothing to change.
        """
        del words
        return dict(state)
