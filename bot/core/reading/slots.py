"""Slots: the parameters of a tool as people fill them in, with kind, labels and choices."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum, StrEnum
from functools import cache, lru_cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, JsonValue
from pydantic.fields import FieldInfo

from agents.kit.slots import Choices, choices_in, literals_of
from agents.kit.tool import Tool
from agents.kit.turn import Turn
from agents.kit.values.money import Money
from bot.language.normal import fold
from bot.language.words import name_as_text

LABEL_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")

_TIMES, _NO_TIMES = ("09:30", "23:59", "00:00"), ("24:00", "09:60", "0930", "9")
_ADDRESSES, _NO_ADDRESSES = ("https://example.com/a",), ("example", "12345", "a-b", "a_b1")
_PIECES = ("a", "A", "Aa", "a-b", "a_b", "a.b", "A-B", "a@b.c")
_LENGTHS = range(1, 65)
_NAMES_A_DIGIT = re.compile(r"\\d|0-9|\[[^\]]*\d")


class SlotKind(StrEnum):
    """What kind of value a slot takes; only free text is for a model to read."""

    MONEY = "money"
    DAY = "day"
    TIME = "time"
    COUNT = "count"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    ID = "id"
    ADDRESS = "address"
    TEXT = "text"


def _anything(_value: JsonValue) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter of a tool, as it is asked for and found.

    `labels` are the words of its name and its description, of which `name_words` are those of
    the name. `choices` are labels with their aliases, `values` what a label stands for where
    that is not the label itself. With `others`, a value of `other_kind` counts as well. `fits`
    says whether the tool would take a value.
    """

    name: str
    kind: SlotKind
    description: str
    required: bool = True
    labels: frozenset[str] = frozenset()
    name_words: frozenset[str] = frozenset()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, JsonValue] = field(default_factory=dict)
    others: bool = False
    other_kind: SlotKind | None = None
    pattern: str = ""
    fits: Callable[[JsonValue], bool] = field(default=_anything, compare=False, repr=False)

    @property
    def takes_id(self) -> bool:
        """True when an id in which a digit stands may fill it."""
        return SlotKind.ID in {self.kind, self.other_kind}

    @property
    def is_free(self) -> bool:
        """True for free text, which code cannot find: a model reads it, or it is asked alone."""
        return SlotKind.TEXT in {self.kind, self.other_kind}

    def takes(self, written: str) -> bool:
        """Say whether something is written as its pattern demands, and is taken so."""
        return bool(re.search(self.pattern, written)) and self.fits(written)

    def choice_names(self) -> frozenset[str]:
        """The labels and the other names of all its choices, folded."""
        names = ((label, *others) for label, others in self.choices.items())
        return frozenset(fold(name) for group in names for name in group)

    def label_of(self, value: JsonValue) -> str:
        """The choice that a value is, or another name of it; empty if it is none."""
        named = ((one, (one, self.value_of(one), *others)) for one, others in self.choices.items())
        return next((label for label, names in named if value in names), "")

    def value_of(self, label: str) -> JsonValue:
        """What the tool is given for a choice."""
        return self.values.get(label, label)


async def list_slots(tool: Tool, turn: Turn) -> tuple[Slot, ...]:
    """The slots of a tool, with the choices that there are in this turn.

    Raises:
        AuthorError: a function that is to give choices gives something else.
    """
    return tuple([await _slot(tool, *one, turn) for one in _declared(tool.parameters)])


def find_label_words(text: str) -> frozenset[str]:
    """The words of a text that may stand beside a value, folded."""
    return frozenset(LABEL_WORD.findall(fold(text)))


async def _slot(tool: Tool, declared: Slot, given: Choices | None, turn: Turn) -> Slot:
    choices = await given.of(turn) if given else declared.choices
    return replace(declared, choices=choices, fits=partial(fits, tool, declared.name))


@lru_cache(maxsize=1024)
def _declared(parameters: type[BaseModel]) -> tuple[tuple[Slot, Choices | None], ...]:
    """What the author says of the slots; it is the same in every turn."""
    return tuple(_declared_slot(name, info) for name, info in parameters.model_fields.items())


def _declared_slot(name: str, info: FieldInfo) -> tuple[Slot, Choices | None]:
    hint, metadata, description = _unwrapped(info)
    description = description or name_as_text(name)
    pattern = next((p for part in metadata if (p := getattr(part, "pattern", None))), "")
    kind = _kind_of(hint, pattern)
    named, given = _named_values(hint), choices_in(metadata)
    others = bool(given and given.others)
    name_words = find_label_words(name_as_text(name))
    slot = Slot(
        name=name,
        kind=SlotKind.CHOICE if named or given else kind,
        description=description,
        required=info.is_required(),
        labels=name_words | find_label_words(description),
        name_words=name_words,
        choices={label: _other_names(hint, label) for label in named},
        values={label: value for label, value in named.items() if value != label},
        others=others,
        other_kind=kind if others else None,
        pattern=pattern,
    )
    return slot, given


def _unwrapped(info: FieldInfo) -> tuple[Any, tuple[object, ...], str]:
    """The type without what is around it, all that stands beside it, and its description."""
    hint: Any = info.annotation
    metadata, description = [*info.metadata], info.description or ""
    while (inner := _inner(hint)) is not None:
        for part in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
            metadata += part.metadata if isinstance(part, FieldInfo) else [part]
            description = description or getattr(part, "description", None) or ""
        hint = inner
    return hint, tuple(metadata), description


def _inner(hint: Any) -> Any | None:
    if get_origin(hint) is Annotated:
        return get_args(hint)[0]
    if get_origin(hint) in {Union, UnionType}:
        return next(part for part in get_args(hint) if part is not NoneType)
    return None


def _named_values(hint: Any) -> dict[str, JsonValue]:
    """The values of a Literal or an Enum by their labels."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {str(member.value): member.value for member in hint}
    literals = (one.value if isinstance(one, Enum) else one for one in literals_of(hint))
    return {str(value): value for value in literals if isinstance(value, str | int)}


def _other_names(hint: Any, label: str) -> tuple[str, ...]:
    """What a member of an Enum is called in code, which people may well say."""
    members = hint if isinstance(hint, type) and issubclass(hint, Enum) else ()
    return tuple(name_as_text(one.name) for one in members if str(one.value) == label)


def _kind_of(hint: Any, pattern: str) -> SlotKind:
    if not isinstance(hint, type) or issubclass(hint, datetime):
        return SlotKind.TEXT
    kinds = (
        (Money, SlotKind.MONEY),
        (date, SlotKind.DAY),
        (time, SlotKind.TIME),
        (bool, SlotKind.FLAG),
        (int, SlotKind.COUNT),
        ((float, Decimal), SlotKind.NUMBER),
    )
    plain = next((kind for types, kind in kinds if issubclass(hint, types)), SlotKind.TEXT)
    return _kind_of_pattern(pattern) if plain is SlotKind.TEXT and pattern else plain


@cache
def _kind_of_pattern(pattern: str) -> SlotKind:
    """Tell what a pattern asks for by what it takes and what it does not."""
    try:
        matches = re.compile(pattern).search
    except re.error:  # pydantic's own syntax knows a little more
        return SlotKind.TEXT
    if all(map(matches, _TIMES)) and not any(map(matches, _NO_TIMES)):
        return SlotKind.TIME
    if all(map(matches, _ADDRESSES)) and not any(map(matches, _NO_ADDRESSES)):
        return SlotKind.ADDRESS
    pieces = ((piece * times)[:times] for piece in _PIECES for times in _LENGTHS)
    demands_digit = _NAMES_A_DIGIT.search(pattern) and not any(map(matches, pieces))
    return SlotKind.ID if demands_digit else SlotKind.TEXT


def fits(tool: Tool, name: str, value: JsonValue) -> bool:
    """Say whether a tool can read a value of one of its parameters."""
    return all(problem["loc"][:1] != (name,) for problem in tool.misfits({name: value}))
