"""A database that counts what it is asked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.storage.databases.transactions import SqlDatabase, SqlTransaction

T = TypeVar("T")


@dataclass(frozen=True)
class Asked:
    """A statement, and values it was run with."""

    text: str
    values: Mapping[str, Any]


class CountedSql(SqlTransaction):
    """A transaction whose statements are written down."""

    def __init__(self, inner: SqlTransaction, asked: list[Asked]) -> None:
        super().__init__(inner.connection, inner._translate)  # noqa: SLF001 - one more of its kind
        self._asked = asked

    def rows(self, statement: str, /, **values: Any) -> list[tuple[Any, ...]]:
        self._asked.append(Asked(statement, values))
        return super().rows(statement, **values)

    def change(self, statement: str, /, **values: Any) -> int:
        self._asked.append(Asked(statement, values))
        return super().change(statement, **values)

    def change_each(self, statement: str, many: Any) -> None:
        rows = list(many)
        self._asked += [Asked(statement, values) for values in rows]
        super().change_each(statement, rows)


@dataclass
class CountingDatabase(SqlDatabase):
    """A database that writes down every statement, and counts transactions that write."""

    inner: SqlDatabase
    asked: list[Asked] = field(default_factory=list)
    writes: int = 0

    async def write(self, work: Callable[[SqlTransaction], T]) -> T:
        self.writes += 1
        return await self.inner.write(lambda sql: work(CountedSql(sql, self.asked)))

    async def read(self, work: Callable[[SqlTransaction], T]) -> T:
        return await self.inner.read(lambda sql: work(CountedSql(sql, self.asked)))

    async def scrub(self) -> None:
        await self.inner.scrub()

    async def close(self) -> None:
        await self.inner.close()

    def take(self) -> list[Asked]:
        """What was asked since the last time."""
        taken, self.asked, self.writes = self.asked, [], 0
        return taken
