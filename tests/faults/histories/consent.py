"""What people have really approved, as the test itself saw it, and what ran without that."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from pydantic import JsonValue

from agents.kit import Person
from bot.core.ports.directory import MemberStatus
from bot.domain.messages import Incoming, Kind
from bot.domain.requests import Request, RequestKind
from tests.faults.histories.staff import GUARDED, Deed

EDITED = "edit amount=8"
TYPED = ("yes", "approve", "approve 1", "approve 2", "1", EDITED)


@dataclass(frozen=True)
class Action:
    """An exact action, of whom, and the place on the card that lets it run once."""

    place: str
    tool: str
    arguments: str
    asked: str

    def is_of(self, deed: Deed) -> bool:
        """Say whether this is what was done."""
        return (self.tool, self.arguments, self.asked) == (deed.tool, deed.arguments, deed.person)


@dataclass
class Consent:
    """Collects presses and words of those who may decide, at the moment they came."""

    pressed: set[Action] = field(default_factory=set)
    typed: Counter[tuple[str, Person, MemberStatus]] = field(default_factory=Counter)
    can: set[tuple[str, Person]] = field(default_factory=set)

    def hear(self, incoming: Incoming, card: Request | None, standing: MemberStatus) -> None:
        """Take note of an event that may approve something."""
        person, press = incoming.person, incoming.press
        if press is not None and card is not None:
            if incoming.kind is Kind.PRESS and may(card, person, standing):
                self.pressed |= set(_let_through(card, press.verb, press.values))
        elif incoming.text in TYPED:
            self.typed[incoming.thread.session, person, standing] += 1

    def lacking(self, deeds: list[Deed], cards: list[Request]) -> list[str]:
        """The guarded actions that ran though nobody let exactly them through, each once."""
        left, words, used = set(self.pressed), Counter(self.typed), set[str]()
        found: list[str] = []
        for deed in (deed for deed in deeds if deed.tool in GUARDED):
            pressed = next((action for action in left if action.is_of(deed)), None)
            if pressed is not None:
                left.discard(pressed)
            elif not _by_words(deed, cards, words, used):
                found.append(f"nobody approved {deed}")
        return found


def may(card: Request, person: Person, standing: MemberStatus) -> bool:
    """The rule in the test's own words: who asked, or with four eyes a full member it names."""
    if not standing.is_active:
        return False
    if card.policy == "confirm":
        return person == card.asked
    is_full = not (standing.is_guest or standing.is_stranger or standing.is_bot)
    is_named = person.workspace == "T1" and person.user in card.approvers
    return is_full and is_named and person != card.asked


def _let_through(card: Request, verb: str, values: dict[str, JsonValue]) -> Iterator[Action]:
    """The actions of a card that a press lets run."""
    name, _, number = verb.partition("-")
    if name not in {"approve", "edit"}:
        return
    for step, tool, arguments in actions(card):
        if not number or number == str(step):
            given = {**arguments, **_read(values)} if name == "edit" else arguments
            shown = json.dumps(given, sort_keys=True)
            yield Action(f"{card.id}:{step}", tool, shown, card.asked.key)


def actions(card: Request) -> list[tuple[int, str, dict[str, JsonValue]]]:
    """The actions a card is about, with the numbers of their steps."""
    if card.kind is RequestKind.APPROVAL:
        return [(0, card.subject.tool, card.subject.arguments)]
    steps: object = card.subject.arguments.get("steps")
    if not isinstance(steps, list):
        return []
    return [(step["number"], step["tool"], step["arguments"]) for step in steps]


def _read(values: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {name: int(str(v)) if str(v).isdecimal() else v for name, v in values.items()}


def _by_words(
    deed: Deed,
    cards: list[Request],
    words: Counter[tuple[str, Person, MemberStatus]],
    used: set[str],
) -> bool:
    """Say whether words may have let it through: each only once, all of a card together."""
    for card in cards:
        for step, tool, arguments in actions(card):
            place = f"{card.id}:{step}"
            told = (
                (arguments, {**arguments, "amount": 8}) if "amount" in arguments else (arguments,)
            )
            shown = (json.dumps(given, sort_keys=True) for given in told)
            as_told = (Action(place, tool, given, card.asked.key).is_of(deed) for given in shown)
            if place in used or not any(as_told):
                continue
            spoken = (who for who, left in words.items() if left and who[0] == card.session)
            by = next((who for who in spoken if may(card, *who[1:])), None)
            if by is not None or card.id in used:
                used |= {place, str(card.id)}
                words[by] -= by is not None and card.kind is RequestKind.APPROVAL  # type: ignore[index]
                return True
    return False
