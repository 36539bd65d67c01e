"""The audit in SQL: written under a lock on its head, read link by link."""

from collections.abc import Iterator
from typing import Any

from typing_extensions import override

from bot.core.ports import Cipher
from bot.core.ports.oversight import Trail
from bot.domain.audit import ALLOWED, Head, Link, Note
from bot.domain.deeds import EVERYWHERE
from bot.domain.errors import PlatformFailed
from bot.storage.database import Database, Sql

PAGE = 500
HEAD = 1  # the id of the one row there is

# Locks the head until the commit: the next link, whoever writes it, hangs on this one.
NEXT = """
    INSERT INTO audit_head (id, count, hash, seal) VALUES (:id, 1, '', '')
    ON CONFLICT (id) DO UPDATE SET count = audit_head.count + 1
    RETURNING count, hash"""
LINK = """
    INSERT INTO audit (number, at, workspace, session, turn, person, entries, before, hash)
    VALUES (:number, :at, :workspace, :session, :turn, :person, :entries, :before, :hash)"""
ENDS = "UPDATE audit_head SET hash = :hash, seal = :seal WHERE id = :id"
FIELDS = "number, at, workspace, session, turn, person, entries, before, hash"
LAST = f"SELECT {FIELDS} FROM audit ORDER BY number DESC LIMIT :most"  # noqa: S608 - a constant
LAST_OF = f"""
    SELECT {FIELDS} FROM audit WHERE workspace IN (:workspace, :everywhere)
    ORDER BY number DESC LIMIT :most"""  # noqa: S608 - as above
AFTER = f"SELECT {FIELDS} FROM audit WHERE number > :number ORDER BY number LIMIT {PAGE}"  # noqa: S608 - as above
KEPT = "SELECT count, hash, seal FROM audit_head WHERE id = :id"
ADMINS = """
    SELECT DISTINCT person FROM audit WHERE workspace = :workspace AND entries LIKE :allowed"""


def write(sql: Sql, note: Note, cipher: Cipher) -> None:
    """Hang a note on the chain, within the commit of what it tells; nothing if it tells nothing.

    The head is sealed with a key that is not in the database: whoever can only write there
    cannot make a chain of their own.
    """
    if not note.entries:
        return
    ((count, last),) = sql.rows(NEXT, id=HEAD)
    link = Head(count - 1, last).link(note)
    sql.change(LINK, **row_of(link))
    seal = cipher.seal(Head(count, link.hash).words)
    sql.change(ENDS, id=HEAD, hash=link.hash, seal=seal)


def row_of(link: Link) -> dict[str, Any]:
    """Write a link as a row."""
    return {name: getattr(link, name) for name in FIELDS.split(", ")}


class SqlTrail(Trail):
    """Rows of the tables `audit` and `audit_head`."""

    def __init__(self, database: Database, cipher: Cipher) -> None:
        self._database = database
        self._cipher = cipher

    @override
    async def last(self, most: int, workspace: str | None = None) -> list[Link]:
        which = {} if workspace is None else {"workspace": workspace, "everywhere": EVERYWHERE}
        statement = LAST if workspace is None else LAST_OF
        rows = await self._database.read(lambda sql: sql.rows(statement, most=most, **which))
        return list(_links(reversed(rows)))

    @override
    async def after(self, number: int) -> list[Link]:
        return list(_links(await self._database.read(lambda sql: sql.rows(AFTER, number=number))))

    @override
    async def head(self) -> tuple[Head, bool]:
        rows = await self._database.read(lambda sql: sql.rows(KEPT, id=HEAD))
        if not rows:
            return Head(), True
        count, last, seal = rows[0]
        head = Head(count, last)
        return head, is_sealed(head, seal, self._cipher)

    @override
    async def admins(self, workspace: str) -> list[str]:
        which = {"workspace": workspace, "allowed": f"%{ALLOWED}%"}
        rows = await self._database.read(lambda sql: sql.rows(ADMINS, **which))
        return [person for (person,) in rows]


def is_sealed(head: Head, seal: str, cipher: Cipher) -> bool:
    """Say whether our key sealed this very head."""
    try:
        return cipher.open(seal) == head.words
    except (PlatformFailed, ValueError):
        return False


def _links(rows: Iterator[tuple[Any, ...]] | list[tuple[Any, ...]]) -> Iterator[Link]:
    return (Link(*row) for row in rows)
