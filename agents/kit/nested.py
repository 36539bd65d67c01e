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
    if isinstance(value, BaseModel):
        declared = (getattr(value, name) for name in type(value).model_fields)
        return (*declared, *(value.model_extra or {}).values())
    if is_dataclass(value) and not isinstance(value, type):
        return tuple(getattr(value, one.name) for one in fields(value) if hasattr(value, one.name))
    return None
