"""A form that is being filled in: which tool it is for, and the values so far."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import JsonValue, TypeAdapter

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
class Form:
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
    def read(cls, state: Mapping[str, JsonValue] | None) -> "Form":
        """The form that a task keeps; an empty one if it keeps none."""
        kept = (state or {}).get(KEY)
        return _FORM.validate_python(kept) if isinstance(kept, dict) else cls()

    def as_state(self) -> dict[str, JsonValue]:
        """What a task keeps of it."""
        return {KEY: _FORM.dump_python(self, mode="json")}

    def filled(self, values: Mapping[str, FilledSlot]) -> "Form":
        """The form with these values beside, or in place of, those it has."""
        before = {name: slot.value for name, slot in self.values.items()}
        others = (n for n, slot in values.items() if before.get(n, slot.value) != slot.value)
        changed = tuple(dict.fromkeys((*self.changed, *others)))
        doubts = {name: said for name, said in self.doubts.items() if name not in values}
        return replace(self, values={**self.values, **values}, changed=changed, doubts=doubts)

    def doubting(self, doubts: Mapping[str, str]) -> "Form":
        """The form without values for the slots that these words leave open."""
        return replace(self.without(doubts), doubts={**self.doubts, **doubts})

    def without(self, names: Collection[str]) -> "Form":
        """The form without the values of these slots."""
        left = {name: value for name, value in self.values.items() if name not in names}
        return replace(self, values=left)

    def with_(self, **changes: Any) -> "Form":
        """The form with these changes."""
        return replace(self, **changes)

    def for_tool(self, tool: str, slots: Collection[str]) -> "Form":
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


_FORM = TypeAdapter(Form)
