"""Links in SQL: codes as hashes, groups as rows, each step one transaction."""

from datetime import datetime
from typing import Any

from typing_extensions import override

from agents.kit.identity import Person
from bot.core.ports.links import Links
from bot.core.ports.world import Ids
from bot.domain.ids import LinkId, SessionId
from bot.domain.links import (
    CODE_LASTS,
    CannotLink,
    Claim,
    Fault,
    Identities,
    Member,
    Offer,
    code_of,
    hash_of,
)
from bot.storage.codec import OFFER, clean, moment
from bot.storage.databases.database import Database, Sql
from bot.storage.people import linking
from bot.storage.tables.links import link_attempts, link_members, link_offers
from bot.storage.tables.statements import delete, insert, update

OTHERS = """
    SELECT other.person, other.name FROM link_members mine
    JOIN link_members other ON other.link_group = mine.link_group
    WHERE mine.person = :person AND mine.left_at IS NULL
      AND other.left_at IS NULL AND other.person <> :person
    ORDER BY other.joined_at, other.person"""
# Also over what has ended: whoever was linked with one of them is the same person.
KNOWN = """
    WITH RECURSIVE same (person) AS (
        SELECT person FROM link_members WHERE person = :person
        UNION
        SELECT other.person FROM same
        JOIN link_members mine ON mine.person = same.person
        JOIN link_members other ON other.link_group = mine.link_group)
    SELECT person FROM same WHERE person <> :person"""
EVERYBODY = """
    SELECT link_group, person, name, joined_at FROM link_members WHERE left_at IS NULL
    ORDER BY link_group, joined_at, person"""
MAKE = insert(link_offers)
UNMAKE = delete(link_offers, "person = :person AND redeemer = ''")
KEEP = update(link_offers, "id = :id", "redeemer", "expires_at", "body")
FIND = "SELECT body FROM link_offers WHERE id = :id"
HOLD = "SELECT body FROM link_offers WHERE id = :id FOR UPDATE"
HOLD_BY_DIGEST = "SELECT body FROM link_offers WHERE digest = :digest FOR UPDATE"
TRIES = "SELECT COUNT(*) FROM link_attempts WHERE person = :person AND at > :since AND at < :until"
TRY = insert(link_attempts)
GROUP = "SELECT link_group FROM link_members WHERE person = :person AND left_at IS NULL FOR UPDATE"
NEW_MEMBER = insert(link_members, "left_at", link_group=":group", joined_at=":at")
JOIN = f"{NEW_MEMBER} ON CONFLICT DO NOTHING"
REJOIN = """
    UPDATE link_members SET name = :name, joined_at = :at, left_at = NULL
    WHERE link_group = :group AND person = :person AND left_at IS NOT NULL"""
MEMBERS = "SELECT person FROM link_members WHERE link_group = :group AND left_at IS NULL"
MOVE = """
    UPDATE link_members SET left_at = :at
    WHERE person = :person AND left_at IS NULL AND link_group <> :group"""
LEAVE = "UPDATE link_members SET left_at = :at WHERE person = :person AND left_at IS NULL"
# One alone is linked with nobody.
LEFT_ALONE = """
    UPDATE link_members SET left_at = :at
    WHERE left_at IS NULL AND link_group IN (
        SELECT link_group FROM link_members WHERE person = :person)
      AND 1 = (SELECT COUNT(*) FROM link_members others
               WHERE others.link_group = link_members.link_group AND others.left_at IS NULL)"""


class SqlLinks(Links):
    """Rows of the tables `link_offers`, `link_members` and `link_attempts`."""

    def __init__(self, database: Database, ids: Ids) -> None:
        self._database = database
        self._ids = ids

    @override
    async def of(self, person: Person) -> Identities:
        def work(sql: Sql) -> Identities:
            others = sql.rows(OTHERS, person=person.key)
            known = sql.rows(KNOWN, person=person.key)
            linked = tuple(Person.of(key, name) for key, name in others)
            return Identities(linked, frozenset(Person.of(key) for (key,) in known))

        return await self._database.read(work)

    @override
    async def everybody(self) -> list[Member]:
        rows = await self._database.rows(EVERYBODY)
        return [
            Member(LinkId(group), Person.of(key, name), datetime.fromisoformat(at))
            for group, key, name, at in rows
        ]

    @override
    async def make(self, maker: Person, session: SessionId, now: datetime) -> str:
        code = code_of(self._ids.new())
        id_ = LinkId(self._ids.new())
        row = _row(Offer(id_, hash_of(code), maker, session, now + CODE_LASTS))

        def work(sql: Sql) -> None:
            sql.change(UNMAKE, person=maker.key)
            sql.change(MAKE, **row)

        await self._database.write(work)
        return code

    @override
    async def redeem(self, code: str, claim: Claim, now: datetime) -> Offer:
        def work(sql: Sql) -> Offer | CannotLink:
            return linking.redeem(_SqlShelf(sql), code, claim, now)

        return _or_refuse(await self._database.write(work))

    @override
    async def answer(self, link: LinkId, person: Person, now: datetime, *, yes: bool) -> Offer:
        def work(sql: Sql) -> Offer:
            return linking.answer(_SqlShelf(sql), link, person, now, yes=yes)

        return await self._database.write(work)

    @override
    async def find(self, link: LinkId) -> Offer | None:
        return await self._database.read(lambda sql: _first(sql.rows(FIND, id=link)))


def hold_link(sql: Sql, person: Person) -> str | None:
    """The group somebody is in; whoever moves them just now is waited for, and they stay there."""
    found = sql.rows(GROUP, person=person.key)
    return str(found[0][0]) if found else None


def leave(sql: Sql, person: Person, at: datetime) -> None:
    """Let somebody act for nobody else any more, and nobody for them."""
    hold_link(sql, person)
    row = {"person": person.key, "at": moment(at)}
    sql.change(LEAVE, **row)
    sql.change(LEFT_ALONE, **row)


class _SqlShelf(linking.Shelf):
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    @override
    def tries(self, person: Person, since: datetime, until: datetime) -> int:
        within = {"since": moment(since), "until": moment(until)}
        return int(self._sql.rows(TRIES, person=person.key, **within)[0][0])

    @override
    def note_try(self, person: Person, at: datetime) -> None:
        self._sql.change(TRY, person=person.key, at=moment(at))

    @override
    def by_digest(self, digest: str) -> Offer | None:
        return _first(self._sql.rows(HOLD_BY_DIGEST, digest=digest))

    @override
    def offer(self, link: LinkId) -> Offer | None:
        return _first(self._sql.rows(HOLD, id=link))

    @override
    def keep(self, offer: Offer) -> None:
        self._sql.change(KEEP, **_row(offer))

    @override
    def group(self, person: Person) -> tuple[Person, ...]:
        rows = self._sql.rows(OTHERS, person=person.key)
        return (person, *(Person.of(key, name) for key, name in rows))

    @override
    def hold(self, people: tuple[Person, ...]) -> None:
        for person in people:
            hold_link(self._sql, person)

    @override
    def join(self, people: tuple[Person, ...], link: LinkId, at: datetime) -> None:
        held = [hold_link(self._sql, one) for one in people]
        known = {group: self._members(group) for group in held if group is not None}
        group = next(iter(known), link)
        for person, old in zip(people, held, strict=True):
            row = {"group": group, "person": person.key, "at": moment(at)}
            named = {**row, "name": clean(person.name)}
            # Whoever was taken in elsewhere since is not taken away from there.
            if self._sql.change(MOVE, **row) != (old not in {None, group}):
                raise CannotLink(Fault.CHANGED)
            if not self._sql.change(JOIN, **named):
                self._sql.change(REJOIN, **named)
            # Of two groups that take somebody in at once, the one that comes first has them.
            if hold_link(self._sql, person) != group:
                raise CannotLink(Fault.CHANGED)
        # Whoever joined one of them meanwhile was shown to nobody here.
        everybody = {person.key for person in people}
        if self._members(group) != everybody or not set[str]().union(*known.values()) <= everybody:
            raise CannotLink(Fault.CHANGED)

    def _members(self, group: str) -> set[str]:
        return {key for (key,) in self._sql.rows(MEMBERS, group=group)}


def _row(offer: Offer) -> dict[str, Any]:
    return {
        "id": offer.id,
        "digest": offer.digest,
        "person": offer.maker.key,
        "redeemer": offer.claim.person.key if offer.claim else "",
        "expires_at": moment(offer.expires_at),
        "body": OFFER.encode(offer),
    }


def _first(rows: list[tuple[Any, ...]]) -> Offer | None:
    return OFFER.decode(rows[0][0]) if rows else None


def _or_refuse(done: Offer | CannotLink) -> Offer:
    if isinstance(done, CannotLink):
        raise done
    return done
