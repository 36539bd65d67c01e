"""What was found in a text: where it stands, and whether it can be read for certain."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Found(Generic[T_co]):
    """A value, and the place in the text as it was given: `text` is its `[start:end]`.

    `value` is None where something stands there that cannot be read for certain; `doubt` then
    says in one word why a person has to be asked. It is empty for what is plain.
    """

    start: int
    end: int
    text: str
    value: T_co | None
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a sign of a normal text, as it is compared, and its place there."""

    text: str
    start: int
    end: int
