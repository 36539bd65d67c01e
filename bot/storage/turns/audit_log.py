"""The audit in SQL: written under a lock on its head, read link by link."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from bot.core.ports.admin import AuditLog
from bot.core.ports.environment import Cipher
from bot.domain.audit_log import ALLOWED, AuditBatch, AuditLink, ChainHead, SealedHead
from bot.domain.errors import PlatformFailed
from bot.domain.operations import EVERYWHERE
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.tables.sessions import audit, audit_head
from bot.storage.tables.statements import columns, insert, select, update

PAGE = 500
HEAD = 1  # the id of the one row there is

# Locks the head until the commit: the next link, whoever writes it, hangs on this one.
NEXT = """
    INSERT INTO audit_head (id, count, hash, seal) VALUES (:id, 1, '', '')
    ON CONFLICT (id) DO UPDATE SET count = audit_head.count + 1
    RETURNING count, hash, seal"""
FIRST = f"{insert(audit_head)} ON CONFLICT (id) DO NOTHING"
SEALED = "SELECT body FROM inbox WHERE status = 'waiting' ORDER BY seq DESC LIMIT 1"
LINK = insert(audit)
ENDS = update(audit_head, "id = :id", "hash", "seal")
LAST = select(audit, "ORDER BY number DESC LIMIT :most")
LAST_OF = select(
    audit, "WHERE workspace IN (:workspace, :everywhere) ORDER BY number DESC LIMIT :most"
)
AFTER = select(audit, f"WHERE number > :number ORDER BY number LIMIT {PAGE}")
KEPT = "SELECT count, hash, seal FROM audit_head WHERE id = :id"
HELD = "UPDATE audit_head SET count = count WHERE id = :id RETURNING count, hash, seal"
ADMINS = """
    SELECT DISTINCT person FROM audit WHERE workspace = :workspace AND entries LIKE :allowed"""


def write(sql: SqlTransaction, note: AuditBatch, cipher: Cipher) -> None:
    """Hang a note on the chain, within the commit of what it tells; nothing if it tells nothing.

    The head is sealed with a key that is not in the database: whoever can only write there
    cannot make a chain of their own. An end they left is noted in the next seals.
    """
    if not note.entries:
        return
    ((count, last, seal),) = sql.rows(NEXT, id=HEAD)
    before = _kept((count - 1, last, seal), cipher)
    link = before.head.link(note)
    sql.change(LINK, **write_link(link))
    _seal(sql, before.grown(ChainHead(count, link.hash)), cipher)


def write_link(link: AuditLink) -> dict[str, Any]:
    """Write a link as a row."""
    return {name: getattr(link, name) for name in columns(audit)}


@dataclass(frozen=True)
class SqlAuditLog(Repository, AuditLog):
    """Rows of the tables `audit` and `audit_head`."""

    cipher: Cipher

    @override
    async def last(self, most: int, workspace: str | None = None) -> list[AuditLink]:
        which = {} if workspace is None else {"workspace": workspace, "everywhere": EVERYWHERE}
        statement = LAST if workspace is None else LAST_OF
        rows = await self.database.rows(statement, most=most, **which)
        return list(_links(reversed(rows)))

    @override
    async def after(self, number: int) -> list[AuditLink]:
        return list(_links(await self.database.rows(AFTER, number=number)))

    @override
    async def kept(self) -> SealedHead:
        rows = await self.database.rows(KEPT, id=HEAD)
        return _kept(rows[0], self.cipher) if rows else SealedHead()

    @override
    async def begin(self) -> None:
        rows = await self.database.rows(KEPT, id=HEAD)
        if not rows:
            await self.database.write(self._begin)
            rows = await self.database.rows(KEPT, id=HEAD)
        for _count, _last, seal in rows:
            self.cipher.open(seal)

    @override
    async def adopt(self) -> None:
        await self.database.write(self._adopt)

    def _begin(self, sql: SqlTransaction) -> None:
        for (body,) in sql.rows(SEALED):
            self.cipher.open(body)  # kept before there was an end to be sealed
        self._mark(sql)

    def _mark(self, sql: SqlTransaction) -> None:
        last = next(_links(sql.rows(LAST, most=1)), None)
        head = ChainHead(last.number, last.hash) if last else ChainHead()
        kept = SealedHead(head, breaks=(head.count,) if last else ())  # somebody took the end away
        seal = self.cipher.seal(kept.words)
        sql.change(FIRST, id=HEAD, count=head.count, hash=head.hash, seal=seal)

    def _adopt(self, sql: SqlTransaction) -> None:
        rows = sql.rows(HELD, id=HEAD)
        if not rows:
            self._mark(sql)
        for row in rows:
            kept = _kept(row, self.cipher)
            # An empty audit, begun with another key by mistake, has nothing to be doubted.
            now = SealedHead() if kept.head == ChainHead() else kept.grown(kept.head)
            _seal(sql, now, self.cipher)

    @override
    async def admins(self, workspace: str) -> list[str]:
        which = {"workspace": workspace, "allowed": f"%{ALLOWED}%"}
        return await self.database.column(ADMINS, **which)


def _kept(row: tuple[Any, ...], cipher: Cipher) -> SealedHead:
    count, last, seal = row
    head = ChainHead(count, last)
    try:
        return SealedHead.of(head, cipher.open(seal))
    except (PlatformFailed, ValueError):
        return SealedHead(head, is_ours=False)


def _seal(sql: SqlTransaction, kept: SealedHead, cipher: Cipher) -> None:
    seal = cipher.seal(kept.words)
    sql.change(ENDS, id=HEAD, hash=kept.head.hash, seal=seal)


def _links(rows: Iterator[tuple[Any, ...]] | list[tuple[Any, ...]]) -> Iterator[AuditLink]:
    return (AuditLink(*row) for row in rows)
