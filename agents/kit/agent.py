"""An agent: an expert with a name, a prompt and tools; it makes an outcome of a message."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from agents.kit.fact import Fact
from agents.kit.model import Card
from agents.kit.outcome import Outcome
from agents.kit.records import Records, Rows, Table
from agents.kit.tool import Tool
from agents.kit.turn import Turn

AgentFunction = Callable[[Turn], Awaitable[Outcome]]


@dataclass(frozen=True, slots=True)
class Overheard:
    """A message nobody has read yet; `login_pending` says that a secret is being waited for."""

    text: str
    login_pending: bool
    records: Records


SecretFinder = Callable[[Overheard], Awaitable[str | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """Everything the bot needs to know of an agent.

    `description` is what the model reads, `introduction` what people read. With `run` the
    agent is a function, else a model with `prompt` and `tools`. `keeps` says where its state
    lives: on its task, or under its own saved thread. `{colleagues}` in a prompt becomes
    the list of agents people may ask for. `opening` is said without a model
    when the task starts and nothing has been said for it yet. `spot_secret` finds the part
    of a message that is a secret typed unasked, so that it is masked. `tables` are its own,
    `demo` fills them. With `private`, what it says is for its user's eyes only, also in a
    thread that others read.
    """

    name: str
    description: str
    introduction: str = ""
    prompt: str = ""
    tools: tuple[Tool, ...] = ()
    requires: tuple[Fact, ...] = ()
    examples: tuple[str, ...] = ()
    opening: str = ""
    expose_to_user: bool = True
    can_generate_task: bool = True
    run: AgentFunction | None = None
    keeps: Literal["task", "thread"] = "task"
    provides: tuple[Fact, ...] = ()
    spot_secret: SecretFinder | None = None
    private: bool = False
    tables: tuple[Table, ...] = ()
    demo: Callable[[Rows], None] | None = None

    @property
    def card(self) -> Card:
        """What others may know of it."""
        return Card(
            name=self.name,
            description=self.description,
            introduction=self.introduction,
            examples=self.examples,
            exposed=self.expose_to_user,
        )

    @property
    def can_provide(self) -> frozenset[str]:
        """The names of the facts its tools, or its function, can establish."""
        from_tools = (fact for tool in self.tools for fact in tool.provides)
        return frozenset(fact.name for fact in (*self.provides, *from_tools))

    def tool_named(self, name: str) -> Tool | None:
        """The tool of this name, or None."""
        return next((tool for tool in self.tools if tool.name == name), None)
