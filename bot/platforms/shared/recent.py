"""What happened lately, and not more of it than memory should hold."""

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

REMEMBERED = 10_000


def keep(kept: OrderedDict[K, V], key: K, value: V, most: int = REMEMBERED) -> None:
    """Remember something under a key; the oldest makes room."""
    kept[key] = value
    if len(kept) > most:
        kept.popitem(last=False)
