"""Links in memory, with the same promises."""

from dataclasses import dataclass, replace
from datetime import datetime

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
from tests.fakes.store.state import InMemory, Membership, Tables


class MemoryLinks(Links):
    """Works on the tables of the store in memory."""

    def __init__(self, store: InMemory, ids: Ids) -> None:
        self._store = store
        self._ids = ids

    @override
    async def of(self, person: Person) -> Identities:
        tables = self._store.tables
        linked = _Shelf(tables).group(person)[1:]
        return Identities(linked, frozenset(_known(tables, person) - {person}))

    @override
    async def everybody(self) -> list[Member]:
        rows = [row for row in self._store.tables.members if row.left_at is None]
        ordered = sorted(rows, key=lambda row: (row.group, row.joined_at, row.person.key))
        return [Member(row.group, row.person, row.joined_at) for row in ordered]

    @override
    async def make(self, maker: Person, session: SessionId, now: datetime) -> str:
        code, id_ = make_code(self._ids.new()), LinkId(self._ids.new())
        offers = self._store.tables.offers
        for old in [o.id for o in offers.values() if o.maker == maker and o.claim is None]:
            del offers[old]
        offers[id_] = LinkOffer(id_, hash_code(code), maker, session, now + CODE_LASTS)
        return code

    @override
    async def redeem(self, code: str, claim: Claim, now: datetime) -> LinkOffer:
        return _or_refuse(_Shelf(self._store.tables).redeem(code, claim, now))

    @override
    async def answer(self, link: LinkId, person: Person, now: datetime, *, yes: bool) -> LinkOffer:
        return _Shelf(self._store.tables).answer(link, person, now, yes=yes)

    @override
    async def find(self, link: LinkId) -> LinkOffer | None:
        return self._store.tables.offers.get(link)


def leave(tables: Tables, person: Person, at: datetime) -> None:
    """Let somebody act for nobody else any more, and nobody for them."""
    for row in [row for row in tables.members if row.person == person and row.left_at is None]:
        _change(tables, row, replace(row, left_at=at))
        left = [one for one in tables.members if one.group == row.group and one.left_at is None]
        if len(left) == 1:
            _change(tables, left[0], replace(left[0], left_at=at))


def forget_links(tables: Tables, person: Person) -> None:
    """Delete all that tells with whom somebody is, or was, linked."""
    tables.members = [row for row in tables.members if row.person != person]
    tables.attempts = [tried for tried in tables.attempts if tried[0] != person]
    tables.offers = {
        id_: offer
        for id_, offer in tables.offers.items()
        if person not in {offer.maker, offer.claim and offer.claim.person}
    }


@dataclass(frozen=True, slots=True)
class _Shelf:
    """What one transaction can do for links; there is one at a time."""

    tables: Tables

    def redeem(self, code: str, claim: Claim, now: datetime) -> LinkOffer | CannotLink:
        """Use a code up; what speaks against it is returned, so that the try is kept."""
        # A clock that ran ahead must not keep anybody out until its time has come.
        if self.tries(claim.person, now - ATTEMPTS_COUNT, now + ATTEMPTS_COUNT) >= MOST_ATTEMPTS:
            return CannotLink(Fault.TOO_MANY)
        try:
            return self._redeemed(code, claim, now)
        except CannotLink as refusal:
            self.note_try(claim.person, now)
            return refusal

    def answer(self, link: LinkId, person: Person, now: datetime, *, yes: bool) -> LinkOffer:
        """Take the answer of one side; the second yes joins both groups.

        Raises:
            CannotLink: it is over, or no longer what was shown; nothing is to be kept.
        """
        offer = self.offer(link)
        if offer is None:
            raise CannotLink(Fault.EXPIRED)
        answered = offer.answer(person, now, yes=yes)
        if answered.is_agreed and not answered.is_linked:
            answered = self._linked(answered, now)
        self.keep(answered)
        return answered

    def _redeemed(self, code: str, claim: Claim, now: datetime) -> LinkOffer:
        offer = self.by_digest(hash_code(code))
        if offer is None:
            raise CannotLink(Fault.UNKNOWN)
        redeemed = offer.redeem(claim, now)
        if redeemed is offer:
            return offer
        everybody = join_groups(self.group(offer.maker), self.group(claim.person))
        kept = redeemed.showing(digest_of_people(everybody))
        self.keep(kept)
        return kept

    def _linked(self, offer: LinkOffer, now: datetime) -> LinkOffer:
        other, _session = offer.other_side(offer.maker)
        everybody = join_groups(self.group(offer.maker), self.group(other))
        if digest_of_people(everybody) != offer.shown:
            raise CannotLink(Fault.CHANGED)
        self.join(everybody, offer.id, now)
        return offer.linked()

    def tries(self, person: Person, since: datetime, until: datetime) -> int:
        return sum(who == person and since < at < until for who, at in self.tables.attempts)

    def note_try(self, person: Person, at: datetime) -> None:
        self.tables.attempts.append((person, at))

    def by_digest(self, digest: str) -> LinkOffer | None:
        return next((o for o in self.tables.offers.values() if o.digest == digest), None)

    def offer(self, link: LinkId) -> LinkOffer | None:
        return self.tables.offers.get(link)

    def keep(self, offer: LinkOffer) -> None:
        self.tables.offers[offer.id] = offer

    def group(self, person: Person) -> tuple[Person, ...]:
        active = [row for row in self.tables.members if row.left_at is None]
        group = next((row.group for row in active if row.person == person), None)
        others = (row for row in active if row.group == group and row.person != person)
        ordered = sorted(others, key=lambda row: (row.joined_at, row.person.key))
        return (person, *(row.person for row in ordered))

    def join(self, people: tuple[Person, ...], link: LinkId, at: datetime) -> None:
        active = [row for row in self.tables.members if row.left_at is None]
        of = {row.person: row.group for row in active}
        group = next((of[person] for person in people if person in of), link)
        for person in people:
            if of.get(person) == group:
                continue
            for row in [row for row in active if row.person == person]:
                _change(self.tables, row, replace(row, left_at=at))
            before = [r for r in self.tables.members if (r.group, r.person) == (group, person)]
            for row in before:
                self.tables.members.remove(row)
            self.tables.members.append(Membership(group, person, at))


def _change(tables: Tables, old: Membership, new: Membership) -> None:
    tables.members[tables.members.index(old)] = new


def _known(tables: Tables, person: Person) -> set[Person]:
    known, new = {person}, {person}
    while new:
        groups = {row.group for row in tables.members if row.person in new}
        new = {row.person for row in tables.members if row.group in groups} - known
        known |= new
    return known


def _or_refuse(done: LinkOffer | CannotLink) -> LinkOffer:
    if isinstance(done, CannotLink):
        raise done
    return done
