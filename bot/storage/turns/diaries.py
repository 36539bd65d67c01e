"""Diaries in SQL: written with the commit of a turn, read while a script plays."""

from typing import Any

from pydantic import JsonValue

from bot.core.ports.turns import Ending
from bot.domain.ids import TaskId
from bot.storage.codec import ENTRY, clean
from bot.storage.databases.database import Sql
from bot.storage.tables.sessions import diaries
from bot.storage.tables.statements import delete, upsert

WRITE = upsert(diaries, "body")
END = delete(diaries, "task = :task")
READ = """
    SELECT body FROM diaries
    WHERE task = :task AND book = :book AND number >= :since AND number < :until
    ORDER BY number"""

Row = dict[str, Any]


def lines_of(sql: Sql, task: TaskId, book: str, span: tuple[int, int]) -> tuple[JsonValue, ...]:
    """The lines of a book whose numbers lie in a span."""
    since, until = span
    rows = sql.rows(READ, task=task, book=clean(book), since=since, until=until)
    return tuple(ENTRY.each(rows))


def rows_written(ending: Ending) -> list[tuple[str, list[Row]]]:
    """What a turn changes about diaries, as statements and rows."""
    written = [
        {
            "task": one.task,
            "book": clean(one.line.book),
            "number": one.line.number,
            "session": ending.session,
            "person": one.person.key,
            "body": ENTRY.encode(one.line.body),
        }
        for one in ending.diary.written
    ]
    return [(WRITE, written), (END, [{"task": task} for task in ending.diary.ended])]
