"""The facts known about one person, as a value: they lapse, and fall with what they rest on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pydantic import JsonValue

from agents.kit.values.objects import evolve
from agents.kit.values.person import Fact

# What lies further ahead was noted by a clock that was wrong, and would hold until that time.
AHEAD = timedelta(minutes=15)


@dataclass(frozen=True)
class KnownFact:
    """A fact as established: its owner, its value, when, and when it was last used."""

    name: str
    owner: str
    value: JsonValue
    established_at: datetime
    used_at: datetime

    def holds(self, kind: Fact, now: datetime) -> bool:
        """Say whether it has neither been silent too long nor grown too old."""
        idle = timedelta(seconds=kind.idle_seconds)
        oldest = timedelta(seconds=kind.max_seconds)
        is_silent = not -AHEAD <= now - self.used_at <= idle
        return not is_silent and -AHEAD <= now - self.established_at <= oldest


@dataclass(frozen=True)
class Facts:
    """All facts about one person in one session."""

    owner: str
    known: Mapping[str, KnownFact] = field(default_factory=dict)

    def establish(self, kind: Fact, value: JsonValue, now: datetime, kinds: "Kinds") -> "Facts":
        """Add a fact; those that rest on it fall, for they were about the old one."""
        rest = self.revoke(kind.name, kinds).known
        fact = KnownFact(kind.name, self.owner, value, now, now)
        return evolve(self, known={**rest, kind.name: fact})

    def revoke(self, name: str, kinds: "Kinds") -> "Facts":
        """Take a fact back, and all that rest on it."""
        fallen = {name} | {kind.name for kind in kinds.values() if _rests_on(kind, name)}
        return evolve(self, known={n: fact for n, fact in self.known.items() if n not in fallen})

    def at(self, now: datetime, kinds: "Kinds") -> "Facts":
        """Return what still holds; every fact of another owner or an unknown kind falls."""
        if not self.known:
            return self
        fresh = {
            name: fact
            for name, fact in self.known.items()
            if name in kinds and fact.owner == self.owner and fact.holds(kinds[name], now)
        }
        standing = {
            name: fact
            for name, fact in fresh.items()
            if all(base.name in fresh for base in _bases(kinds[name]))
        }
        return evolve(self, known=standing)

    def used(self, now: datetime) -> "Facts":
        """Note that the person was active, which keeps facts from lapsing by silence."""
        if not self.known:
            return self
        return evolve(
            self, known={name: evolve(fact, used_at=now) for name, fact in self.known.items()}
        )

    @property
    def values(self) -> dict[str, JsonValue]:
        """Names and values, as tools read them."""
        return {name: fact.value for name, fact in self.known.items()}


Kinds = Mapping[str, Fact]


def _bases(kind: Fact) -> set[Fact]:
    return {base for direct in kind.rests_on for base in (direct, *_bases(direct))}


def _rests_on(kind: Fact, name: str) -> bool:
    return any(base.name == name for base in _bases(kind))
