"""Values inside of values: what lists, mappings, models and dataclasses hold."""

from collections import deque
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import BaseModel

_ROWS = (list, tuple, set, frozenset, deque)


def parts_of(value: Any) -> tuple[Any, ...] | None:
    """What a value holds directly, keys too; None for one that holds nothing, such as a text."""
    if isinstance(value, Mapping):
        return (*value.keys(), *value.values())
    if isinstance(value, _ROWS):
        return tuple(value)
    named = _named_parts(value)
    return None if named is None else tuple(named.values())


def with_parts(value: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of a value in which each part is changed; itself where no part becomes another."""
    parts = parts_of(value) or ()
    changed = tuple(change(part) for part in parts)
    if all(new is old for new, old in zip(changed, parts, strict=True)):
        return value
    if isinstance(value, Mapping):
        return _with_entries(value, changed)
    if isinstance(value, _ROWS):
        return _with_items(value, changed)
    return _with_fields(value, changed)


def _with_entries(value: Mapping[Any, Any], parts: tuple[Any, ...]) -> Mapping[Any, Any]:
    entries = dict(zip(parts[: len(value)], parts[len(value) :], strict=True))
    if not isinstance(value, dict):
        return entries
    twin = copy(value)  # a defaultdict keeps its default
    twin.clear()
    twin.update(entries)
    return twin


def _with_items(value: Any, parts: tuple[Any, ...]) -> Any:
    if isinstance(value, deque):
        return deque(parts, value.maxlen)
    return value._make(parts) if hasattr(value, "_make") else type(value)(parts)


def _with_fields(value: Any, parts: tuple[Any, ...]) -> Any:
    changed = dict(zip(_named_parts(value) or (), parts, strict=True))
    if isinstance(value, BaseModel):
        return value.model_copy(update=changed)
    twin = copy(value)
    for name, part in changed.items():
        object.__setattr__(twin, name, part)  # nobody has it yet, so it may be a frozen one
    return twin


def _named_parts(value: Any) -> dict[str, Any] | None:
    """The fields of a model or a dataclass; None for anything else."""
    if isinstance(value, BaseModel):
        declared = {name: getattr(value, name) for name in type(value).model_fields}
        return {**declared, **(value.model_extra or {})}
    if is_dataclass(value) and not isinstance(value, type):
        names = (field.name for field in fields(value))
        return {name: getattr(value, name) for name in names if hasattr(value, name)}
    return None
