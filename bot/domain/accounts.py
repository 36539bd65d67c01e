"""Links: the identities one person has on several platforms, joined by a code and two yeses.

offered ──▶ redeemed ──▶ linked       both sides said yes to exactly what joins
   │            └──────▶ declined     one of them said no
   └─▶ over, as is one redeemed: its time is up, or a newer code was made

A link joins what may be decided, never what is known: facts, logins and secrets stay where
they are. Who was linked once stays one person where two are needed, so that ending a link gives
nobody a second vote.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from agents.kit.values.person import Person
from bot.domain.errors import Refused
from bot.domain.ids import LinkId, SessionId

MOST_IDENTITIES = 6
CODE_LASTS = timedelta(minutes=10)
MOST_ATTEMPTS = 5
ATTEMPTS_COUNT = timedelta(hours=1)

CODE_BITS = 100
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U, which are misread
_BITS = 5
_ALIKE = str.maketrans("ILO", "110")


class Fault(StrEnum):
    """Why two identities are not linked, as the audit names it."""

    UNKNOWN = "unknown"
    EXPIRED = "expired"
    USED = "used"
    OWN = "own"
    SAME_SIDE = "same_side"
    LINKED = "linked"
    FULL = "full"
    CHANGED = "changed"
    TOO_MANY = "too_many"


_ANEW = "Write “link” on the other side for a new one."
_WORDS = {
    Fault.UNKNOWN: f"I know no such code. {_ANEW}",
    Fault.EXPIRED: f"That code was good for ten minutes, and they are over. {_ANEW}",
    Fault.USED: f"That code was used before; each is good for once. {_ANEW}",
    Fault.OWN: "You made that code here yourself; bring it to the other side.",
    Fault.SAME_SIDE: (
        "A link joins different places, and of each workspace of a platform only one identity; "
        "these two would make it two."
    ),
    Fault.LINKED: "These two are linked already; “links” lists them.",
    Fault.FULL: f"One person can link {MOST_IDENTITIES} identities at most; end a link first.",
    Fault.CHANGED: f"Your links have changed since that was asked. {_ANEW}",
    Fault.TOO_MANY: "That were too many wrong codes; try again in an hour.",
}


class CannotLink(Refused):
    """Two identities cannot be linked, or not with this code."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(_WORDS[fault])
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Identities:
    """Who else somebody is: `linked` now, and `known` to be the same, also from ended links."""

    linked: tuple[Person, ...] = ()
    known: frozenset[Person] = frozenset()


@dataclass(frozen=True, slots=True)
class Member:
    """An identity in a group of linked ones, and since when."""

    group: LinkId
    person: Person
    since: datetime


@dataclass(frozen=True, slots=True)
class Claim:
    """Who redeems a code, where and in which turn."""

    person: Person
    session: SessionId
    turn: str


@dataclass(frozen=True, slots=True)
class LinkOffer:
    """A code as it is kept: a hash of it, who made it, and what became of it.

    `shown` is a digest of the identities that both sides were told of; they must still be the
    same when the second one says yes.
    """

    id: LinkId
    digest: str
    maker: Person
    session: SessionId
    expires_at: datetime
    claim: Claim | None = None
    shown: str = ""
    agreed: tuple[str, ...] = ()
    is_declined: bool = False
    is_linked: bool = False

    def other_side(self, person: Person) -> tuple[Person, SessionId]:
        """Whom somebody would be linked with, and where they said so."""
        assert self.claim is not None, "nobody is asked before the code is redeemed"
        is_maker = person == self.maker
        return (self.claim.person, self.claim.session) if is_maker else (self.maker, self.session)

    def redeem(self, claim: Claim, now: datetime) -> "LinkOffer":
        """Use the code up; once, but a turn that begins again finds it done.

        Raises:
            CannotLink: it is not theirs to use, or no longer.
        """
        if self.claim is not None and self.claim.turn == claim.turn:
            return self
        if claim.person == self.maker:
            raise CannotLink(Fault.OWN)
        if self.claim is not None:
            raise CannotLink(Fault.USED)
        if now >= self.expires_at:
            raise CannotLink(Fault.EXPIRED)
        return replace(self, claim=claim, expires_at=now + CODE_LASTS)

    def answer(self, person: Person, now: datetime, *, yes: bool) -> "LinkOffer":
        """Take the answer of one side; nothing more is taken once it is over.

        Raises:
            CannotLink: it is over, or was asked of somebody else.
        """
        if self.claim is None or person not in {self.maker, self.claim.person}:
            raise CannotLink(Fault.UNKNOWN)
        if self.is_linked:
            return self
        if self.is_declined or now >= self.expires_at:
            raise CannotLink(Fault.EXPIRED)
        if not yes:
            return replace(self, is_declined=True)
        return replace(self, agreed=tuple(sorted({*self.agreed, person.key})))

    def showing(self, shown: str) -> "LinkOffer":
        """Note of whom both sides are told."""
        return replace(self, shown=shown)

    def linked(self) -> "LinkOffer":
        """Note that they are linked."""
        return replace(self, is_linked=True)

    @property
    def is_agreed(self) -> bool:
        """True once both sides have said yes."""
        return self.claim is not None and {self.maker.key, self.claim.person.key} <= {*self.agreed}


def join_groups(one: Iterable[Person], other: Iterable[Person]) -> tuple[Person, ...]:
    """The identities of both groups, if they may be one.

    Raises:
        CannotLink: they are one already, too many, or two of the same workspace.
    """
    first, second = tuple(one), tuple(other)
    if not {*first}.isdisjoint(second):
        raise CannotLink(Fault.LINKED)
    everybody = (*first, *second)
    if len({(person.platform, person.workspace) for person in everybody}) < len(everybody):
        raise CannotLink(Fault.SAME_SIDE)
    if len(everybody) > MOST_IDENTITIES:
        raise CannotLink(Fault.FULL)
    return everybody


def digest_of_people(people: Iterable[Person]) -> str:
    """A digest of who would be joined."""
    return hashlib.sha256(json.dumps(sorted(p.key for p in people)).encode()).hexdigest()


def make_code(chance: str) -> str:
    """Write chance as a code that can be read and typed, of 100 bits at most."""
    digest = hashlib.sha256(chance.encode()).digest()
    number = int.from_bytes(digest, "big") >> (len(digest) * 8 - CODE_BITS)
    count = CODE_BITS // _BITS
    letters = "".join(_ALPHABET[number >> (_BITS * place) & 31] for place in range(count))
    return "-".join(letters[start : start + _BITS] for start in range(0, count, _BITS))


def hash_code(code: str) -> str:
    """What is kept of a code, however it was typed; so much chance needs no slow hash."""
    plain = "".join(char for char in code.upper() if char.isalnum()).translate(_ALIKE)
    return hashlib.sha256(plain.encode()).hexdigest()


GROUP = "group:"
THE_GROUP = "the group "  # how texts for people write it


class Trust(StrEnum):
    """How far somebody may decide at all.

    Members may decide for others, guests and people of other workspaces for themselves alone,
    bots and people who have left may decide nothing.
    """

    FULL = "full"
    OWN = "own"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Rights:
    """What is known of somebody who decides; `groups` are those of the request they are in.

    `same` are identities they have, or had, on other platforms: of all of them one counts.
    """

    trust: Trust
    groups: frozenset[str] = frozenset()
    same: frozenset[Person] = frozenset()


def is_listed(person: Person, entries: tuple[str, ...], beside: Person) -> bool:
    """Say whether a list names somebody: `platform/workspace/id`, or the id of a neighbour.

    A neighbour is on the platform and in the workspace of `beside`.
    """
    is_near = (person.platform, person.workspace) == (beside.platform, beside.workspace)
    return any(
        entry == person.key if "/" in entry else is_near and entry == person.user
        for entry in entries
    )


def parse_group(group: str, beside: Person) -> tuple[str, str, str]:
    """The platform, the workspace and the id of a group, as a rule writes it."""
    platform, _, rest = group.partition("/")
    workspace, _, id_ = rest.partition("/")
    return (platform, workspace, id_) if id_ else (beside.platform, beside.workspace, group)
