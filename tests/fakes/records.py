"""An agent's tables in memory: one transaction at a time, undone as a whole on an exception."""

from collections.abc import Callable
from typing import Any, TypeVar

from agents.kit import Records, Rows, Table
from agents.kit.ports.records import AlreadyThere, Row, refuse_odd, refuse_partial, worked

T = TypeVar("T")


class FakeRecords(Records):
    """Runs work right away; `transactions` counts those that were committed."""

    def __init__(self, *tables: Table) -> None:
        self._rows = FakeRows({table.name: [] for table in tables})
        self.transactions = 0

    @property
    def locked(self) -> list[tuple[str, object]]:
        """What was locked so far, in that order."""
        return self._rows.locked

    async def transact(self, work: Callable[[Rows], T]) -> T:
        return self.run(work)

    def run(self, work: Callable[[Rows], T]) -> T:
        """Do the same where nothing can be awaited."""
        tables = self._rows.tables
        before = {name: [dict(row) for row in rows] for name, rows in tables.items()}
        try:
            result = worked(work, self._rows)
        except BaseException:
            self._rows.tables = before
            raise
        self.transactions += 1
        return result


class FakeRows(Rows):
    """Rows as plain dicts; `locked` tells in which order they were locked."""

    def __init__(self, tables: dict[str, list[dict[str, Any]]]) -> None:
        self.tables = tables
        self.locked: list[tuple[str, object]] = []

    def find(self, table: Table, /, **equal: object) -> list[Row]:
        refuse_odd(table, equal)
        found = [dict(row) for row in self.tables[table.name] if equal.items() <= row.items()]
        return sorted(found, key=lambda row: tuple(row[column] for column in _keys(table)))

    def lock(self, table: Table, /, **equal: object) -> list[Row]:
        self.locked.extend((table.name, value) for value in equal.values())
        return self.find(table, **equal)

    def add(self, table: Table, /, **values: object) -> None:
        refuse_partial(table, values)
        row = {column.name: values.get(column.name) for column in table.columns}
        taken = [self.find(table, **{name: row[name] for name in group}) for group in _ids(table)]
        if any(taken):
            raise AlreadyThere(table.name)
        self.tables[table.name].append(row)

    def change(self, table: Table, where: Row, /, **values: object) -> int:
        refuse_odd(table, where)
        refuse_odd(table, values)
        hit = [row for row in self.tables[table.name] if dict(where).items() <= row.items()]
        for row in hit:
            row.update(values)
        return len(hit)


def _keys(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns if column.key)


def _ids(table: Table) -> list[tuple[str, ...]]:
    return [_keys(table), *((column.name,) for column in table.columns if column.unique)]
