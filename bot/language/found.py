"""A value that was found in a text: where it stands, and whether it can be read for certain."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A value, and the place in the text as it was given: `text` is its `[start:end]`.

    `value` is None where something stands there that cannot be read for certain; `doubt` then
    says in one word why a person has to be asked. It is empty for what is plain.
    """

    start: int
    end: int
    text: str
    value: T | None
    doubt: str = ""
