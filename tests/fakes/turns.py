"""Turns for trying out agents alone, without the bot around them."""

from collections.abc import Mapping
from datetime import UTC, datetime

from pydantic import JsonValue

from agents.kit import Agent, Page, Person, Records, Secret, Turn
from agents.kit.ports.web import Headers
from agents.kit.tool import said
from bot.core.prompts.arguments import make_canonical
from tests.fakes.records import FakeRecords

NOON = datetime(2024, 7, 17, 12, 0, tzinfo=UTC)
SELDO = Person("console", "local", "U-seldo", "Seldo")


class NoHttp:
    """An HTTP port that nothing may reach."""

    async def post_json(
        self, url: str, body: dict[str, JsonValue], *, headers: Headers | None = None
    ) -> dict[str, JsonValue]:
        message = f"{url} was called"
        raise AssertionError(message)

    async def get(self, url: str) -> Page:
        message = f"{url} was read"
        raise AssertionError(message)


def demo_records(*agents: Agent) -> FakeRecords:
    """The tables of these agents, with their demo rows."""
    records = FakeRecords(*(table for agent in agents for table in agent.tables))
    for agent in agents:
        if agent.demo:
            records.run(agent.demo)
    return records


class Desk:
    """Calls one agent as the bot would: facts are kept, progress and artifacts written down.

    `words` are the sentences in which the person gave the values of slots.
    """

    def __init__(
        self, agent: Agent, records: Records, *, words: Mapping[str, str] | None = None
    ) -> None:
        self.agent = agent
        self.records = records
        self.facts: dict[str, JsonValue] = {}
        self.state: dict[str, JsonValue] | None = None
        self.progress: list[str] = []
        self.delivered: list[str] = []
        self.now = NOON
        self.person = SELDO
        self.words = words or {}

    def turn(self, text: str = "") -> Turn:
        """Begin a turn."""
        return Turn(
            person=self.person,
            text=text,
            now=self.now,
            records=self.records,
            http=NoHttp(),
            progress=self.progress.append,
            known=self.facts,
            state=self.state,
            words_of=self.words,
        )

    async def call(
        self,
        name: str,
        /,
        *,
        key: str = "k1",
        secrets: Mapping[str, str] | None = None,
        **raw: JsonValue,
    ) -> str:
        """Let the agent's tool read these arguments and run; keep the facts it changes."""
        tool = self.agent.tool_named(name)
        assert tool, f"{self.agent.name} has no tool {name}"
        turn = self.turn()
        turn.allowed = frozenset(fact.name for fact in tool.provides)
        read = make_canonical(raw, tool.spec.parameters, self.now.date())
        hidden = {name: Secret(value) for name, value in (secrets or {}).items()}
        result = await tool.call(turn, tool.read(read), hidden, key)
        self.delivered += turn.delivered
        self.facts |= turn.established
        self.facts = {k: v for k, v in self.facts.items() if k not in turn.revoked}
        return said(result)
