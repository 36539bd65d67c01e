"""What stands before another object: it does some things its own way, and passes on the rest."""

from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Passing(Generic[T]):
    """Passes on to `inner` all that the class itself does not define, such as `close`."""

    def __init__(self, inner: T) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)
