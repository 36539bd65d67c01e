"""API keys in SQL: hashes, found by id."""

from datetime import datetime
from typing import Any

from agents.kit.values.person import Person
from bot.core.ports.credentials import ApiKey, KeyScope
from bot.storage.databases.codec import clean, read_moment, write_moment
from bot.storage.databases.transactions import Repository
from bot.storage.tables.platforms import api_keys
from bot.storage.tables.statements import insert, select

FIND = select(api_keys, "WHERE id = :id")
ALL = select(api_keys, "ORDER BY created_at, id")
OF_PERSON = select(api_keys, "WHERE person = :person ORDER BY created_at, id")
ADD = insert(api_keys, "revoked_at")
REVOKE = "UPDATE api_keys SET revoked_at = :at WHERE id = :id AND revoked_at IS NULL"


class SqlApiKeys(Repository):
    """Rows of the table `api_keys`."""

    async def find(self, key: str) -> ApiKey | None:
        """The key of this id, or None."""
        rows = await self.database.rows(FIND, id=key)
        return _key(rows[0]) if rows else None

    async def add(self, key: ApiKey) -> None:
        """Keep a new key."""
        row = {
            "id": key.id,
            "digest": key.digest,
            "person": key.person.key,
            "scopes": " ".join(sorted(key.scopes)),
            "label": clean(key.label),
            "created_at": write_moment(key.created_at),
            "expires_at": write_moment(key.expires_at) if key.expires_at else None,
        }
        await self.database.change(ADD, **row)

    async def revoke(self, key: str, at: datetime) -> bool:
        """Take a key back; False when there is none, or it was taken back before."""
        row = {"id": key, "at": write_moment(at)}
        return bool(await self.database.change(REVOKE, **row))

    async def all(self, person: Person | None = None) -> list[ApiKey]:
        """Every key (of one person), the oldest first."""
        which, row = (OF_PERSON, {"person": person.key}) if person else (ALL, {})
        rows = await self.database.rows(which, **row)
        return [_key(row) for row in rows]


def _key(row: tuple[Any, ...]) -> ApiKey:
    id_, digest, person, scopes, label, created_at, expires_at, revoked_at = row
    return ApiKey(
        id=id_,
        digest=digest,
        person=Person.of(person),
        scopes=frozenset(KeyScope(scope) for scope in scopes.split()),
        created_at=datetime.fromisoformat(created_at),
        expires_at=read_moment(expires_at),
        revoked_at=read_moment(revoked_at),
        label=label,
    )
