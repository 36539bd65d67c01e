"""Installations in SQL: sealed, replaced by compare-and-set, gone at once when forgotten."""

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from pydantic import TypeAdapter

from bot.core.ports.credentials import Install
from bot.core.ports.environment import Cipher
from bot.storage.databases.codec import Codec, write_moment
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.tables.platforms import departures, slack_installations, tickets
from bot.storage.tables.statements import delete, insert

INSTALL = Codec(TypeAdapter(Install))

FIND = "SELECT body, version FROM slack_installations WHERE workspace = :workspace"
SAVE = f"""
    {insert(slack_installations, version="1", claimed_until="''")}
    ON CONFLICT (workspace) DO UPDATE SET
        body = excluded.body, version = slack_installations.version + 1,
        installed_at = excluded.installed_at, expires_at = excluded.expires_at,
        claimed_until = ''"""
INSTALLED = """
    SELECT installed_at FROM slack_installations WHERE workspace = :workspace FOR UPDATE"""
DELETE = delete(slack_installations, "workspace = :workspace")
CLAIM = """
    UPDATE slack_installations SET claimed_until = :until
    WHERE workspace = :workspace AND version = :version AND claimed_until <= :now"""
RENEW = """
    UPDATE slack_installations SET
        body = :body, version = version + 1, expires_at = :expires_at, claimed_until = ''
    WHERE workspace = :workspace AND version = :version"""
ENDING = """
    SELECT workspace FROM slack_installations
    WHERE expires_at < :before ORDER BY expires_at, workspace"""
LEFT = f"{insert(departures)} ON CONFLICT (platform, workspace) DO NOTHING"
BACK = delete(departures, "platform = :platform AND workspace = :workspace")
SWEEP_TICKETS = delete(tickets, "until < :now")
USE_TICKET = f"{insert(tickets)} ON CONFLICT (digest) DO NOTHING"


@dataclass(frozen=True)
class SqlInstallations(Repository):
    """Rows of the table `slack_installations`."""

    cipher: Cipher

    async def find(self, workspace: str) -> Install | None:
        """The installation in a workspace, or None."""
        rows = await self.database.rows(FIND, workspace=workspace)
        if not rows:
            return None
        body, version = rows[0]
        return replace(INSTALL.decode(self.cipher.open(body)), version=version)

    async def save(self, install: Install) -> None:
        """Keep a new installation instead of a former one; what was to be purged stays."""
        row = {
            "workspace": install.workspace,
            "body": self._sealed(install),
            "installed_at": write_moment(install.installed_at),
            "expires_at": _ends(install),
        }

        def _save(sql: SqlTransaction) -> None:
            sql.change(SAVE, **row)
            sql.change(BACK, platform="slack", workspace=install.workspace)

        await self.database.write(_save)

    async def forget(self, platform: str, workspace: str, at: datetime) -> bool:
        """Delete the tokens, and note that the workspace left; one commit.

        False when it was installed later than `at`: what tells of it came late.
        """
        left_at, there = write_moment(at), {"workspace": workspace}

        def _forget(sql: SqlTransaction) -> bool:
            # Whoever installs it anew just now is waited for, and then found.
            if any(installed_at > left_at for (installed_at,) in sql.rows(INSTALLED, **there)):
                return False
            sql.change(DELETE, workspace=workspace)
            sql.change(LEFT, platform=platform, workspace=workspace, left_at=left_at)
            return True

        return await self.database.write(_forget)

    async def claim(self, install: Install, *, now: datetime, until: datetime) -> bool:
        """Be the one who refreshes these tokens until then; False when another one is."""
        row = {"workspace": install.workspace, "version": install.version}
        row |= {"now": write_moment(now), "until": write_moment(until)}
        return bool(await self.database.change(CLAIM, **row))

    async def renew(self, install: Install) -> bool:
        """Keep the tokens that follow those of its version; False when others already do."""
        row = {
            "workspace": install.workspace,
            "body": self._sealed(install),
            "version": install.version,
            "expires_at": _ends(install),
        }
        return bool(await self.database.change(RENEW, **row))

    async def ending(self, before: datetime) -> list[str]:
        """List the workspaces whose tokens end before a moment."""
        at = write_moment(before)
        return await self.database.column(ENDING, before=at)

    def _sealed(self, install: Install) -> str:
        return self.cipher.seal(INSTALL.encode(install))


class SqlTickets(Repository):
    """Rows of the table `tickets`: what was used, until nobody could use it any more."""

    async def use(self, ticket: str, *, now: datetime, until: datetime) -> bool:
        """Use one up that is good until then; False when it was used before."""
        digest, ends, today = (
            sha256(ticket.encode()).hexdigest(),
            write_moment(until),
            write_moment(now),
        )

        def _use(sql: SqlTransaction) -> bool:
            sql.change(SWEEP_TICKETS, now=today)
            return bool(sql.change(USE_TICKET, digest=digest, until=ends))

        return until > now and await self.database.write(_use)


def _ends(install: Install) -> str | None:
    return None if install.expires_at is None else write_moment(install.expires_at)
