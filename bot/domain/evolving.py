"""Changing values that never change: a copy with some fields anew."""

from typing import Any, TypeVar

T = TypeVar("T")


def evolve(value: T, **changes: Any) -> T:
    """Copy."""
    new = object.__new__(type(value))
    new.__dict__.update(value.__dict__, **changes)
    return new
