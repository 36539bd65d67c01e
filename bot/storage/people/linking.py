"""How codes become links, the same in every store: what is looked at, weighed and written."""

from datetime import datetime
from typing import Protocol

from agents.kit.identity import Person
from bot.domain.ids import LinkId
from bot.domain.links import (
    ATTEMPTS_COUNT,
    MOST_ATTEMPTS,
    CannotLink,
    Claim,
    Fault,
    Offer,
    digest_of,
    hash_of,
    joined,
)


class Shelf(Protocol):
    """What one transaction of a store can do for links; nobody else changes it meanwhile."""

    def tries(self, person: Person, since: datetime, until: datetime) -> int:
        """How often somebody tried in vain between two moments."""
        ...

    def note_try(self, person: Person, at: datetime) -> None:
        """Note that somebody tried in vain."""
        ...

    def by_digest(self, digest: str) -> Offer | None:
        """The offer of a code."""
        ...

    def offer(self, link: LinkId) -> Offer | None:
        """The offer of an id."""
        ...

    def keep(self, offer: Offer) -> None:
        """Keep an offer as it is now."""
        ...

    def group(self, person: Person) -> tuple[Person, ...]:
        """Everybody somebody is linked with, themselves included."""
        ...

    def hold(self, people: tuple[Person, ...]) -> None:
        """Let nobody change their groups but this transaction; whoever just did is waited for."""
        ...

    def join(self, people: tuple[Person, ...], link: LinkId, at: datetime) -> None:
        """Make one group of them, whatever groups they were in.

        Raises:
            CannotLink: one of them joined another group at this very moment.
        """
        ...


def redeem(shelf: Shelf, code: str, claim: Claim, now: datetime) -> Offer | CannotLink:
    """Use a code up; what speaks against it is returned, so that the try is kept."""
    # A clock that ran ahead must not keep anybody out until its time has come.
    if shelf.tries(claim.person, now - ATTEMPTS_COUNT, now + ATTEMPTS_COUNT) >= MOST_ATTEMPTS:
        return CannotLink(Fault.TOO_MANY)
    try:
        return _redeemed(shelf, code, claim, now)
    except CannotLink as refusal:
        shelf.note_try(claim.person, now)
        return refusal


def answer(shelf: Shelf, link: LinkId, person: Person, now: datetime, *, yes: bool) -> Offer:
    """Take the answer of one side; the second yes joins both groups.

    Raises:
        CannotLink: it is over, or no longer what was shown; nothing is to be kept.
    """
    offer = shelf.offer(link)
    if offer is None:
        raise CannotLink(Fault.EXPIRED)
    answered = offer.answer(person, now, yes=yes)
    if answered.is_agreed and not answered.is_linked:
        answered = _linked(shelf, answered, now)
    shelf.keep(answered)
    return answered


def _redeemed(shelf: Shelf, code: str, claim: Claim, now: datetime) -> Offer:
    offer = shelf.by_digest(hash_of(code))
    if offer is None:
        raise CannotLink(Fault.UNKNOWN)
    redeemed = offer.redeem(claim, now)
    if redeemed is offer:
        return offer
    everybody = joined(shelf.group(offer.maker), shelf.group(claim.person))
    kept = redeemed.showing(digest_of(everybody))
    shelf.keep(kept)
    return kept


def _linked(shelf: Shelf, offer: Offer, now: datetime) -> Offer:
    other, _session = offer.other_side(offer.maker)
    shelf.hold(joined(shelf.group(offer.maker), shelf.group(other)))
    everybody = joined(shelf.group(offer.maker), shelf.group(other))  # as it stays
    if digest_of(everybody) != offer.shown:
        raise CannotLink(Fault.CHANGED)
    shelf.join(everybody, offer.id, now)
    return offer.linked()
