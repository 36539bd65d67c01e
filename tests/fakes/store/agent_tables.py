"""Agents' own tables in memory, undone together like those in a database."""

from collections.abc import Callable
from typing import Any, TypeVar

from typing_extensions import override

from agents.kit.ports.records import (
    AlreadyThere,
    Records,
    Row,
    Rows,
    Table,
    refuse_change,
    refuse_odd,
    refuse_partial,
    worked,
)

T = TypeVar("T")


class MemoryRecords(Records):
    """Runs work at once; there is one transaction at a time."""

    def __init__(self) -> None:
        self._tables: dict[str, list[dict[str, Any]]] = {}

    @override
    async def transact(self, work: Callable[[Rows], T]) -> T:
        before = {name: [dict(row) for row in rows] for name, rows in self._tables.items()}
        try:
            return worked(work, MemoryRows(self._tables))
        except BaseException:
            self._tables = before
            raise


class MemoryRows(Rows):
    """Rows as dicts, kept in the order of their key."""

    def __init__(self, tables: dict[str, list[dict[str, Any]]]) -> None:
        self._tables = tables

    @override
    def find(self, table: Table, /, **equal: Any) -> list[Row]:
        refuse_odd(table, equal)
        rows = [dict(row) for row in self._matching(table, equal)]
        keys = [column.name for column in table.columns if column.key]
        return sorted(rows, key=lambda row: [row[key] for key in keys])

    @override
    def lock(self, table: Table, /, **equal: Any) -> list[Row]:
        return self.find(table, **equal)

    @override
    def add(self, table: Table, /, **values: Any) -> None:
        refuse_partial(table, values)
        row = {column.name: values.get(column.name) for column in table.columns}
        keys = [column.name for column in table.columns if column.key]
        uniques = [keys, *([column.name] for column in table.columns if column.unique)]
        for names in filter(None, uniques):
            taken = {name: row[name] for name in names}
            if None not in taken.values() and self._matching(table, taken):
                raise AlreadyThere(table.name)
        self._tables.setdefault(table.name, []).append(row)

    @override
    def change(self, table: Table, where: Row, /, **values: Any) -> int:
        refuse_change(table, where, values)
        rows = self._matching(table, where)
        for row in rows:
            row.update(values)
        return len(rows)

    def _matching(self, table: Table, equal: Row) -> list[dict[str, Any]]:
        return [
            row
            for row in self._tables.get(table.name, [])
            if all(row[name] == value for name, value in equal.items())
        ]
