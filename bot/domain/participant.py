"""A participant: what a session remembers of one person; nobody else's turn reads it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from pydantic import JsonValue, TypeAdapter

from agents.kit.values.objects import evolve
from agents.kit.values.person import Fact, Person
from bot.domain.tasks import Spoken, Task, TaskStack

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


@dataclass(frozen=True, slots=True)
class Sealed:
    """An encrypted secret, and when it is gone at the latest."""

    sealed: str
    expires_at: datetime


@dataclass(frozen=True)
class Participant:
    """One person's task stack, facts, sealed secrets and saved threads in one session.

    `shelved` are tasks put away while their approval is open: its buttons bring them back.
    `wish` is what they originally set out to do, `wish_spoken` where they wrote it, `finished`
    the agents that ended since;
    `greeted` says that they have been welcomed.
    """

    person: Person
    stack: TaskStack = field(default_factory=TaskStack)
    shelved: tuple[Task, ...] = ()
    facts: Facts = field(default_factory=lambda: Facts(owner=""))
    secrets: dict[str, Sealed] = field(default_factory=dict)
    threads: dict[str, dict[str, JsonValue]] = field(default_factory=dict)
    wish: str = ""
    wish_spoken: tuple[Spoken, ...] = ()
    finished: tuple[str, ...] = ()
    greeted: bool = False

    @classmethod
    def new(cls, person: Person) -> "Participant":
        """Return somebody who has said nothing yet."""
        return cls(person=person, facts=Facts(owner=person.key))

    @property
    def tasks(self) -> tuple[Task, ...]:
        """Every task that is not over: open, queued or put away."""
        return (*self.stack.tasks, *self.stack.queued, *self.shelved)

    def with_(self, **changes: Any) -> "Participant":
        """Return the participant with these changes."""
        return evolve(self, **changes)


KEY = "form"


@dataclass(frozen=True, slots=True)
class FilledSlot:
    """A value of a slot, and where it came from.

    `words` is the sentence of the person in which they gave it; empty where somebody else did.
    `bare` says that they answered with it and nothing else. With `offered` it was put in by what
    another agent or a plan handed over, and nobody said it.
    """

    value: JsonValue
    words: str = ""
    bare: bool = False
    offered: bool = False


@dataclass(frozen=True, slots=True)
class ToolForm:
    """The values for one tool; `asked` are the slots that were asked for last.

    `heard` is how many of the words that were said for its task have been read for it, `changed`
    are slots whose value was replaced by another since anything was asked, and `rejected` the
    arguments that somebody said no to; `answered` says that values were given since. `doubts` are
    the words for a slot that were not plain: it has no value until its person says which.
    """

    tool: str = ""
    values: Mapping[str, FilledSlot] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    heard: int = 0
    changed: tuple[str, ...] = ()
    rejected: Mapping[str, JsonValue] | None = None
    answered: bool = False
    doubts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, state: Mapping[str, JsonValue] | None) -> "ToolForm":
        """The form that a task keeps; an empty one if it keeps none."""
        kept = (state or {}).get(KEY)
        return _FORM.validate_python(kept) if isinstance(kept, dict) else cls()

    def as_state(self) -> dict[str, JsonValue]:
        """What a task keeps of it."""
        return {KEY: _FORM.dump_python(self, mode="json")}

    def filled(self, values: Mapping[str, FilledSlot]) -> "ToolForm":
        """The form with these values beside, or in place of, those it has."""
        before = {name: slot.value for name, slot in self.values.items()}
        others = (n for n, slot in values.items() if before.get(n, slot.value) != slot.value)
        changed = tuple(dict.fromkeys((*self.changed, *others)))
        doubts = {name: said for name, said in self.doubts.items() if name not in values}
        return replace(self, values={**self.values, **values}, changed=changed, doubts=doubts)

    def doubting(self, doubts: Mapping[str, str]) -> "ToolForm":
        """The form without values for the slots that these words leave open."""
        return replace(self.without(doubts), doubts={**self.doubts, **doubts})

    def without(self, names: Collection[str]) -> "ToolForm":
        """The form without the values of these slots."""
        left = {name: value for name, value in self.values.items() if name not in names}
        return replace(self, values=left)

    def with_(self, **changes: Any) -> "ToolForm":
        """The form with these changes."""
        return replace(self, **changes)

    def for_tool(self, tool: str, slots: Collection[str]) -> "ToolForm":
        """The form for a tool that was chosen, with the values that it has slots for."""
        kept = {name: slot for name, slot in self.values.items() if name in slots}
        return replace(self, tool=tool, values=kept)

    @property
    def arguments(self) -> dict[str, JsonValue]:
        """The values as arguments of the tool."""
        return {name: slot.value for name, slot in self.values.items()}

    @property
    def words(self) -> dict[str, str]:
        """The sentence in which the person gave each value they gave."""
        return {name: slot.words for name, slot in self.values.items() if slot.words}


_FORM = TypeAdapter(ToolForm)
