"""Values inside of values: what lists, mappings, models and dataclasses hold."""

from collections import deque
from collections.abc import Mapping
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


def _named_parts(value: Any) -> dict[str, Any] | None:
    """The fields of a model or a dataclass; None for anything else."""
    if isinstance(value, BaseModel):
        declared = {name: getattr(value, name) for name in type(value).model_fields}
        return {**declared, **(value.model_extra or {})}
    if is_dataclass(value) and not isinstance(value, type):
        names = (field.name for field in fields(value))
        return {name: getattr(value, name) for name in names if hasattr(value, name)}
    return None
