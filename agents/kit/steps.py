"""The steps of a plan as their author wrote them, with names of slots where values will stand."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import JsonValue

from agents.kit.nested import parts_of

MOST_STEPS = 6

_SLOT = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class RecipeStep:
    """One step of a recipe: which agent does what, with which tool and arguments.

    `action` is the sentence that people read. It, and the texts among the arguments, may name
    slots in braces, as in “Register {name}”; an argument that is one slot alone keeps its type.
    `needs` are the numbers of earlier steps, the first being 1. A step that a person does has
    the agent `human` and no tool.
    """

    agent: str
    tool: str
    action: str
    arguments: Mapping[str, JsonValue] = field(default_factory=dict)
    needs: Sequence[int] = ()

    @property
    def slots(self) -> frozenset[str]:
        """The slots it names, anywhere."""
        return frozenset(name for text in self._texts for name in _SLOT.findall(text))

    @property
    def slots_within(self) -> frozenset[str]:
        """The slots it names inside a sentence, which would have a gap without their values."""
        sentences = (text for text in self._texts if _SLOT.fullmatch(text) is None)
        return frozenset(name for text in sentences for name in _SLOT.findall(text))

    def filled(self, values: Mapping[str, JsonValue]) -> "RecipeStep":
        """The step with these values in place of its slots."""
        arguments = {name: _filled(value, values) for name, value in self.arguments.items()}
        return replace(self, action=_written(self.action, values), arguments=arguments)

    @property
    def _texts(self) -> tuple[str, ...]:
        return (self.action, *_texts_in(self.arguments))


def _filled(value: Any, values: Mapping[str, JsonValue]) -> Any:
    if isinstance(value, dict):
        return {name: _filled(part, values) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(part, values) for part in value]
    if not isinstance(value, str):
        return value
    alone = _SLOT.fullmatch(value)
    return values[alone[1]] if alone else _written(value, values)


def _written(text: str, values: Mapping[str, JsonValue]) -> str:
    """A text with values in it; what stands in braces in a value stays as it is."""
    return _SLOT.sub(lambda found: str(values[found[1]]), text)


def _texts_in(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(text for part in parts_of(value) or () for text in _texts_in(part))
