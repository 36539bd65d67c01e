"""What a bot sent to a fake: one row per call, with what it was told."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar


class Sent(Protocol):
    """One thing that was sent."""

    is_early: bool

    @property
    def name(self) -> str:
        """Which call it is, as the platform documents it."""
        ...


C = TypeVar("C", bound=Sent)


@dataclass(slots=True)
class Calls(Generic[C]):
    """The calls in the order in which they came."""

    calls: list[C] = field(default_factory=list)

    def __iter__(self) -> Iterator[C]:
        return iter(self.calls)

    def __len__(self) -> int:
        return len(self.calls)

    def of(self, name: str) -> list[C]:
        """The calls of one name."""
        return [call for call in self.calls if call.name == name]

    @property
    def early(self) -> list[C]:
        """Calls made before a Retry-After had ended."""
        return [call for call in self.calls if call.is_early]
