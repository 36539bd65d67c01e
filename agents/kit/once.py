"""An agent's own tables as one turn has them: effects once per key, rows of one workspace."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Self, TypeVar

from agents.kit.ports.numbered_rows import add_numbered, home, one_at_a_time
from agents.kit.ports.records import AlreadyThere, Column, Row, Rows, Table
from agents.kit.turn import Turn

T = TypeVar("T")

# What each effect answered, and in which workspace. Agents that use `once` list it as theirs.
EFFECTS = Table(
    "agent_effects",
    (
        Column("effect_key", key=True),
        Column("workspace", indexed=True),
        Column("reply"),
        Column("artifact"),
        Column("at", kind="moment"),
    ),
)


@dataclass(frozen=True, slots=True)
class Deed:
    """What an effect answers, and its result that is not chat text, if it has one."""

    reply: str
    artifact: str = ""


async def once(turn: Turn, key: str, act: Callable[[Rows], Deed | str]) -> str:
    """Carry an effect out, or give the answer it gave under this key.

    What `act` changes and what it answers are committed together; it changes nothing but rows,
    and raises ToolFailed when it cannot be done.
    """

    def _work(rows: Rows) -> Deed:
        return _earlier(rows, key) or _anew(rows, act, turn, key)

    try:
        deed = await turn.records.transact(_work)
    except _Twice:  # the same effect, at the same moment, by somebody thought dead
        deed = await turn.records.transact(_work)
    if deed.artifact:
        turn.deliver(deed.artifact)
    return deed.reply


class _Twice(Exception):
    """Another run of this effect was committed while this one acted."""


def _earlier(rows: Rows, key: str) -> Deed | None:
    found = rows.find(EFFECTS, effect_key=key)
    return next((Deed(row["reply"], row["artifact"]) for row in found), None)


def _anew(rows: Rows, act: Callable[[Rows], Deed | str], turn: Turn, key: str) -> Deed:
    acted = act(rows)
    deed = acted if isinstance(acted, Deed) else Deed(acted)
    try:
        rows.add(EFFECTS, effect_key=key, workspace=home(turn.person), at=turn.now, **asdict(deed))
    except AlreadyThere:
        raise _Twice from None
    return deed


@dataclass(frozen=True)
class WorkspaceRows:
    """The numbered rows of a turn's workspace; what an agent does with its own is based on it."""

    rows: Rows
    turn: Turn

    @classmethod
    async def once(cls, turn: Turn, key: str, act: Callable[[Self], Deed | str]) -> str:
        """Carry an effect on them out once, as `once` does."""
        return await once(turn, key, lambda rows: act(cls(rows, turn)))

    @classmethod
    async def read(cls, turn: Turn, look: Callable[[Self], T]) -> T:
        """Look at them."""
        return await turn.records.transact(lambda rows: look(cls(rows, turn)))

    @property
    def workspace(self) -> str:
        """The workspace, as a key."""
        return home(self.turn.person)

    @property
    def today(self) -> date:
        """The day of the turn."""
        return self.turn.now.date()

    def find(self, table: Table, /, **equal: Any) -> list[Row]:
        """List the rows of the workspace whose columns equal what is given."""
        return self.rows.find(table, workspace=self.workspace, **equal)

    def numbered(self, table: Table, number: int, /) -> Row | None:
        """The row of this number."""
        return next(iter(self.find(table, number=number)), None)

    def lock(self, table: Table, number: int, /) -> Row | None:
        """The row of this number; nobody else changes it until the transaction ends."""
        return next(iter(self.rows.lock(table, workspace=self.workspace, number=number)), None)

    def add(self, table: Table, /, **values: Any) -> int:
        """Add a row under the next number, and return that."""
        return add_numbered(self.rows, table, self.workspace, **values)

    def change(self, table: Table, number: int, /, **values: Any) -> None:
        """Change the row of this number."""
        self.rows.change(table, {"workspace": self.workspace, "number": number}, **values)

    def one_at_a_time(self, table: Table, /) -> None:
        """Let whoever adds to a table of the workspace wait for one another."""
        one_at_a_time(self.rows, table, self.workspace)
