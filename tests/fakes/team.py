"""Desks of the team's agents, alone: each call is an effect of its own."""

from pydantic import JsonValue

from agents.kit import Agent, Table
from tests.fakes.records import FakeRecords
from tests.fakes.turns import Desk, demo_records


class TeamDesk(Desk):
    """Calls one agent's tools one after the other, and shows what they wrote."""

    def __init__(self, agent: Agent, records: FakeRecords | None = None) -> None:
        self.kept = records or demo_records(agent)
        super().__init__(agent, self.kept)
        self.calls = 0

    async def do(self, tool: str, key: str = "", /, **arguments: JsonValue) -> str:
        """Use a tool, under a new key unless one is given."""
        self.calls += 1
        return await self.call(tool, key=key or f"call-{self.calls}", secrets={}, **arguments)

    def rows(self, table: Table) -> list[dict[str, object]]:
        """What a table holds."""
        return [dict(row) for row in self.kept.run(lambda rows: rows.find(table))]
