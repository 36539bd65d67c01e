"""Secrets: values that reach a tool and nothing else."""

from typing import Never

from typing_extensions import override


class Secret:
    """A value only the tool it was typed for may read, by `reveal()`.

    Printing, formatting, comparing or pickling it shows nothing.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The value itself; never log it, never return it."""
        return self._value

    @override
    def __repr__(self) -> str:
        return "Secret(…)"

    @override
    def __str__(self) -> str:
        return "[secret]"

    @override
    def __reduce__(self) -> Never:
        """Refuse to be pickled: a copy on disk would be a leak."""
        raise TypeError("a secret is never serialised")
