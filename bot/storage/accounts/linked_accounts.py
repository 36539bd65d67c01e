"""Linked accounts in SQL: codes as hashes, groups as rows, each step one transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.directory import Links
from bot.core.ports.environment import Ids
from bot.domain.accounts import (
    ATTEMPTS_COUNT,
    CODE_LASTS,
    MOST_ATTEMPTS,
    CannotLink,
    Claim,
    Fault,
    Identities,
    LinkOffer,
    Member,
    digest_of_people,
    hash_code,
    join_groups,
    make_code,
)
from bot.domain.ids import LinkId, SessionId
from bot.storage.databases.codec import OFFER, clean, write_moment
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.tables.people import link_attempts, link_members, link_offers
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


@dataclass(frozen=True)
class SqlLinkedAccounts(Repository, Links):
    """Rows of the tables `link_offers`, `link_members` and `link_attempts`."""

    ids: Ids

    @override
    async def of(self, person: Person) -> Identities:
        def work(sql: SqlTransaction) -> Identities:
            known = sql.rows(KNOWN, person=person.key)
            linked = _LinkTransaction(sql).group(person)[1:]
            return Identities(linked, frozenset(Person.of(key) for (key,) in known))

        return await self.database.read(work)

    @override
    async def everybody(self) -> list[Member]:
        rows = await self.database.rows(EVERYBODY)
        return [
            Member(LinkId(group), Person.of(key, name), datetime.fromisoformat(at))
            for group, key, name, at in rows
        ]

    @override
    async def make(self, maker: Person, session: SessionId, now: datetime) -> str:
        code = make_code(self.ids.new())
        id_ = LinkId(self.ids.new())
        row = _row(LinkOffer(id_, hash_code(code), maker, session, now + CODE_LASTS))

        def work(sql: SqlTransaction) -> None:
            sql.change(UNMAKE, person=maker.key)
            sql.change(MAKE, **row)

        await self.database.write(work)
        return code

    @override
    async def redeem(self, code: str, claim: Claim, now: datetime) -> LinkOffer:
        done = await self.database.write(
            lambda sql: _LinkTransaction(sql).redeem(code, claim, now)
        )
        if isinstance(done, CannotLink):
            raise done
        return done

    @override
    async def answer(self, link: LinkId, person: Person, now: datetime, *, yes: bool) -> LinkOffer:
        return await self.database.write(
            lambda sql: _LinkTransaction(sql).answer(link, person, now, yes=yes)
        )

    @override
    async def find(self, link: LinkId) -> LinkOffer | None:
        return await self.database.read(lambda sql: OFFER.first(sql.rows(FIND, id=link)))


def hold_link(sql: SqlTransaction, person: Person) -> str | None:
    """The group somebody is in; whoever moves them just now is waited for, and they stay there."""
    found = sql.rows(GROUP, person=person.key)
    return str(found[0][0]) if found else None


def leave(sql: SqlTransaction, person: Person, at: datetime) -> None:
    """Let somebody act for nobody else any more, and nobody for them."""
    hold_link(sql, person)
    row = {"person": person.key, "at": write_moment(at)}
    sql.change(LEAVE, **row)
    sql.change(LEFT_ALONE, **row)


class _LinkTransaction:
    """What one transaction does for links; those it holds are changed by nobody else meanwhile."""

    def __init__(self, sql: SqlTransaction) -> None:
        self._sql = sql

    def redeem(self, code: str, claim: Claim, now: datetime) -> LinkOffer | CannotLink:
        """Use a code up; what speaks against it is returned, so that the try is kept."""
        person = claim.person.key
        # A clock that ran ahead must not keep anybody out until its time has come.
        since, until = write_moment(now - ATTEMPTS_COUNT), write_moment(now + ATTEMPTS_COUNT)
        ((tries,),) = self._sql.rows(TRIES, person=person, since=since, until=until)
        if tries >= MOST_ATTEMPTS:
            return CannotLink(Fault.TOO_MANY)
        try:
            return self._redeemed(code, claim, now)
        except CannotLink as refusal:
            self._sql.change(TRY, person=person, at=write_moment(now))
            return refusal

    def answer(self, link: LinkId, person: Person, now: datetime, *, yes: bool) -> LinkOffer:
        """Take the answer of one side; the second yes joins both groups.

        Raises:
            CannotLink: it is over, or no longer what was shown; nothing is to be kept.
        """
        offer = OFFER.first(self._sql.rows(HOLD, id=link))
        if offer is None:
            raise CannotLink(Fault.EXPIRED)
        answered = offer.answer(person, now, yes=yes)
        if answered.is_agreed and not answered.is_linked:
            answered = self._linked(answered, now)
        self._sql.change(KEEP, **_row(answered))
        return answered

    def group(self, person: Person) -> tuple[Person, ...]:
        """Everybody somebody is linked with, themselves included."""
        rows = self._sql.rows(OTHERS, person=person.key)
        return (person, *(Person.of(key, name) for key, name in rows))

    def _redeemed(self, code: str, claim: Claim, now: datetime) -> LinkOffer:
        offer = OFFER.first(self._sql.rows(HOLD_BY_DIGEST, digest=hash_code(code)))
        if offer is None:
            raise CannotLink(Fault.UNKNOWN)
        redeemed = offer.redeem(claim, now)
        if redeemed is offer:
            return offer
        everybody = join_groups(self.group(offer.maker), self.group(claim.person))
        kept = redeemed.showing(digest_of_people(everybody))
        self._sql.change(KEEP, **_row(kept))
        return kept

    def _linked(self, offer: LinkOffer, now: datetime) -> LinkOffer:
        other, _session = offer.other_side(offer.maker)
        for person in join_groups(self.group(offer.maker), self.group(other)):
            hold_link(self._sql, person)
        everybody = join_groups(self.group(offer.maker), self.group(other))  # as it stays
        if digest_of_people(everybody) != offer.shown:
            raise CannotLink(Fault.CHANGED)
        self._join(everybody, offer.id, now)
        return offer.linked()

    def _join(self, people: tuple[Person, ...], link: LinkId, at: datetime) -> None:
        """Make one group of them, whatever groups they were in.

        Raises:
            CannotLink: one of them joined another group at this very moment.
        """
        held = [hold_link(self._sql, one) for one in people]
        known = {group: self._members(group) for group in held if group is not None}
        group = next(iter(known), link)
        for person, old in zip(people, held, strict=True):
            row = {"group": group, "person": person.key, "at": write_moment(at)}
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


def _row(offer: LinkOffer) -> dict[str, Any]:
    return {
        "id": offer.id,
        "digest": offer.digest,
        "person": offer.maker.key,
        "redeemer": offer.claim.person.key if offer.claim else "",
        "expires_at": write_moment(offer.expires_at),
        "body": OFFER.encode(offer),
    }
