"""When a tool call needs a person's approval, and whose."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agents.kit.money import Money

ONE_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Approval:
    """A rule: `needed` looks at the very arguments that will run.

    `confirm` asks the person who started it; `four_eyes` asks somebody else, one of
    `approvers` (user ids). A four-eyes rule without approvers lets nobody approve.
    """

    needed: Callable[[Mapping[str, Any]], bool]
    because: str
    policy: Literal["confirm", "four_eyes"] = "confirm"
    approvers: tuple[str, ...] = ()
    expires_after_seconds: int = ONE_DAY


def always(because: str = "this changes something") -> Approval:
    """Ask before every call."""
    return Approval(needed=lambda _arguments: True, because=because)


def over(limit: Money) -> Approval:
    """Ask when an amount is above the limit or in another currency, or when there is none."""

    def _is_over(arguments: Mapping[str, Any]) -> bool:
        amounts = list(_amounts(list(arguments.values())))
        return not amounts or any(
            amount.currency != limit.currency or amount.exceeds(limit) for amount in amounts
        )

    return Approval(needed=_is_over, because=f"amounts above {limit} need an approval")


def _amounts(values: Iterable[Any]) -> Iterator[Money]:
    for value in values:
        if isinstance(value, Money):
            yield value
        elif isinstance(value, list | tuple | set | frozenset):
            yield from _amounts(value)
