"""The closed questions about the newest message, and which answers count.

Each is about one thing, so that the smallest model can answer it; all else is code's. An answer
is JSON text with one field (`fill` has one for each slot beside). What an answer may be, its
question knows: whoever answered, nothing else counts.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.values.model import Card

A = TypeVar("A")

PLANNER = "planner"
SMALL_TALK = "small_talk"
UNCLEAR = "unclear"
OUT_OF_SCOPE = "out_of_scope"
NOTHING = "nothing"


class Topic(StrEnum):
    """What a message is about, seen from the question that is open."""

    THIS = "this"
    ELSE = "something_else"
    STOP = "stop"


class Opinion(StrEnum):
    """What somebody says beside a card; no opinion ever approves it."""

    APPROVE = "approve"
    REJECT = "reject"
    CHANGE = "change"
    QUESTION = "question"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Named:
    """Something to choose, or to fill in: its name, and what it is in a few words."""

    name: str
    description: str


@dataclass(frozen=True)
class ClosedQuestion(ABC, Generic[A]):
    """A closed question about `text`, the person's own words."""

    kind: ClassVar[str]
    text: str

    @abstractmethod
    def accept(self, answer: str) -> A | None:
        """The answer, if it is one; None for anything else."""


@dataclass(frozen=True)
class Which(ClosedQuestion[str]):
    """Who should handle it: an agent, or one of the four that are none."""

    kind = "which"
    agents: tuple[Card, ...]
    plans: bool

    @property
    def choices(self) -> tuple[str, ...]:
        """All that may be answered."""
        planner = (PLANNER,) if self.plans else ()
        names = (card.name for card in self.agents)
        return (*names, *planner, SMALL_TALK, UNCLEAR, OUT_OF_SCOPE)

    @override
    def accept(self, answer: str) -> str | None:
        return _one_of(self.choices, _field(answer, "about"))


@dataclass(frozen=True)
class About(ClosedQuestion[Topic]):
    """Whether it answers what was `asked`."""

    kind = "about"
    asked: str

    @override
    def accept(self, answer: str) -> Topic | None:
        return _topic(_field(answer, "about"))


@dataclass(frozen=True)
class Filled:
    """What a message gives for slots, as it was written, and what it is about."""

    values: Mapping[str, str]
    topic: Topic


@dataclass(frozen=True)
class Fill(ClosedQuestion[Filled]):
    """Which values it gives for slots of free text; `asked` is empty for a form just chosen."""

    kind = "fill"
    asked: str
    slots: tuple[Named, ...]

    @override
    def accept(self, answer: str) -> Filled | None:
        given = _object(answer)
        found = {slot.name: given.get(slot.name) for slot in self.slots}
        values = {n: v.strip() for n, v in found.items() if isinstance(v, str) and v.strip()}
        topic = _topic(given.get("about"))
        if values and not given.get("about"):
            topic = Topic.THIS  # which a value says; models that no schema holds leave it out
        return None if topic is None else Filled(values, topic)


@dataclass(frozen=True)
class Does(ClosedQuestion[str]):
    """Which tool is to be used now; `nothing` for none of them."""

    kind = "does"
    tools: tuple[Named, ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """All that may be answered."""
        return (*(tool.name for tool in self.tools), NOTHING)

    @override
    def accept(self, answer: str) -> str | None:
        return _one_of(self.choices, _field(answer, "does"))


@dataclass(frozen=True)
class AsVerdict(ClosedQuestion[Opinion]):
    """What it says to the action on a card."""

    kind = "verdict"
    card: str

    @override
    def accept(self, answer: str) -> Opinion | None:
        given = _one_of(tuple(Opinion), _field(answer, "verdict"))
        return Opinion(given) if given else None


@dataclass(frozen=True)
class Left(ClosedQuestion[str]):
    """What is left to do of it after `done`; an empty answer for nothing."""

    kind = "left"
    done: str

    @override
    def accept(self, answer: str) -> str | None:
        given = _object(answer)
        if "left" not in given:
            return None
        left = given["left"]
        return left.strip() if isinstance(left, str) else ""


def _topic(given: JsonValue) -> Topic | None:
    found = _one_of(tuple(Topic), given)
    return Topic(found) if found else None


def _one_of(choices: tuple[str, ...], given: JsonValue) -> str | None:
    """The choice that is meant; case, quotes, and blanks around or within do not matter."""
    wanted = "_".join(str(given or "").strip().strip("\"'`.").casefold().split())
    return next((choice for choice in choices if choice.casefold() == wanted), None)


def _field(answer: str, name: str) -> JsonValue:
    """The one field of an answer; a bare word counts for it."""
    given = _object(answer)
    return given.get(name) if given else answer.strip()


def _object(answer: str) -> dict[str, Any]:
    start, end = answer.find("{"), answer.rfind("}")
    if start < 0 or end < start:
        return {}
    try:
        given = json.loads(answer[start : end + 1])
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}
