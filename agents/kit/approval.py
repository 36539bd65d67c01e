"""When a tool call needs a person's approval, and whose."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Decimal
from math import isfinite
from typing import Any, Literal, TypedDict

from typing_extensions import Unpack

from agents.kit.values import declaration
from agents.kit.values.errors import AuthorError
from agents.kit.values.money import Money
from agents.kit.values.objects import parts_of

FOUR_HOURS = 4 * 60 * 60
ONE_DAY = 24 * 60 * 60


@declaration.spelled
@dataclass(frozen=True, slots=True)
class Approval:
    """A rule: `needed` looks at the very arguments that will run.

    Those who decide are told `because`, or what `why` says of the arguments, if it says anything.
    `confirm` asks the person who started it; `four_eyes` asks `quorum` others, who are among
    `approvers` or members of `groups`. People and groups are written as their platform calls
    them: `U123` is one of the platform and workspace the request is made in, `slack/T1/U123`
    is one of exactly there. A rule of four eyes that names nobody lets nobody approve.
    After `escalate_after_seconds` without a decision `escalate_to` are approvers too. To remind
    or to escalate after zero seconds means never; a request always expires.

    Raises:
        AuthorError: something is not what its word asks for; all of it is named.
    """

    needed: Callable[[Mapping[str, Any]], bool]
    because: str
    policy: Literal["confirm", "four_eyes"] = "confirm"
    approvers: tuple[str, ...] = ()
    expires_after_seconds: int = ONE_DAY
    groups: tuple[str, ...] = ()
    quorum: int = 1
    remind_after_seconds: int = FOUR_HOURS
    escalate_after_seconds: int = 0
    escalate_to: tuple[str, ...] = ()
    why: Callable[[Mapping[str, Any]], str] | None = None

    def __post_init__(self) -> None:
        declaration.refuse_misfits("an approval rule", self, _WORDS)
        declaration.keep_tuples(self, *_LISTS)

    def reason(self, arguments: Mapping[str, Any]) -> str:
        """Why a person must approve these arguments; empty if nobody has to."""
        if not self.needed(arguments):
            return ""
        return (self.why(arguments) if self.why else "") or self.because

    @property
    def is_always(self) -> bool:
        """True when it asks whatever the arguments are."""
        return self.needed is _every_time

    @property
    def names_somebody(self) -> bool:
        """True when there are people who may decide: the requester, or those it lists."""
        return self.policy == "confirm" or bool(self.approvers or self.groups)

    @property
    def who(self) -> str:
        """Who decides, in one line: an approval is bound to it as it is to the action."""
        more = (self.groups, self.quorum, self.escalate_to) if self._is_elaborate else ()
        return f"{self.policy}:{','.join(self.approvers)}{more or ''}"

    @property
    def _is_elaborate(self) -> bool:
        return bool(self.groups or self.escalate_to) or self.quorum > 1


def _every_time(_arguments: Mapping[str, Any]) -> bool:
    return True


def _at_least(least: int, what: str) -> declaration.Word:
    return declaration.Word(what, lambda value: isinstance(value, int | float) and value >= least)


_OF_ARGUMENTS = declaration.function_of("arguments")
_LISTS = ("approvers", "groups", "escalate_to")

_WORDS: Mapping[str, declaration.Word] = {
    "needed": replace(_OF_ARGUMENTS, fits=lambda it: it is not None and _OF_ARGUMENTS.fits(it)),
    # A rule that gave no reason would be taken for one that does not ask.
    "because": declaration.Word(
        "what those who decide are told", lambda it: isinstance(it, str) and bool(it.strip())
    ),
    "policy": declaration.one_of("confirm", "four_eyes"),
    **dict.fromkeys(_LISTS, declaration.many(str, 'ids, such as ["U123"]')),
    "quorum": _at_least(1, "one person or more"),
    "expires_after_seconds": _at_least(1, "one second or more"),
    "remind_after_seconds": _at_least(0, "a number of seconds, 0 for never"),
    "escalate_after_seconds": _at_least(0, "a number of seconds, 0 for never"),
    "why": _OF_ARGUMENTS,
}


class Deciders(TypedDict, total=False):
    """The words `four_eyes` takes; `Approval` says what each means."""

    approvers: Sequence[str]
    groups: Sequence[str]
    quorum: int
    expires_after_seconds: int
    remind_after_seconds: int
    escalate_after_seconds: int
    escalate_to: Sequence[str]


@declaration.spelled
def always(because: str = "this changes something") -> Approval:
    """Ask before every call."""
    return Approval(needed=_every_time, because=because)


def over(limit: Money) -> Approval:
    """Ask when any amount is above the limit or in another currency, or when there is none.

    One below zero counts like the same above: it moves as much, the other way. Where there is no
    Money among the arguments, numbers are amounts in the currency of the limit.

    Raises:
        AuthorError: the limit is no Money.
    """
    given: object = limit  # not everybody has a checker
    if not isinstance(given, Money):
        raise AuthorError(f'over takes Money, such as over(Money("{limit}"))')

    def _why(arguments: Mapping[str, Any]) -> str:
        return "; ".join(_beyond(limit, _amounts_or_numbers(limit, arguments)))

    return Approval(
        needed=lambda arguments: bool(_why(arguments)),
        because=f"amounts above {limit} need an approval",
        why=_why,
    )


def _beyond(limit: Money, amounts: list[Money]) -> Iterator[str]:
    """Say what about the amounts a limit does not allow."""
    if not amounts:
        yield f"no amount is given that could be compared with the limit of {limit}"
    own = [amount for amount in amounts if amount.currency == limit.currency]
    if any(abs(amount.minor) > limit.minor for amount in own):
        yield f"amounts above {limit} need an approval"
    if others := {amount.currency for amount in amounts} - {limit.currency}:
        yield f"amounts in {', '.join(sorted(others))} need an approval, for the limit is {limit}"


def four_eyes(when: Approval | None = None, **who: Unpack[Deciders]) -> Approval:
    """Ask somebody else than the requester, when another rule would ask; by default always.

    Raises:
        AuthorError: the rule is none, or a word is not what it asks for.
    """
    rule: object = when or always()  # not everybody has a checker
    if not isinstance(rule, Approval):
        raise AuthorError(
            f"four_eyes takes a rule first, such as over(Money(…)), not {declaration.shown(rule)}"
        )
    if wrong := declaration.unknown(who, Deciders.__annotations__):
        raise AuthorError(f"four_eyes: {'; '.join(wrong)}")
    words: dict[str, Any] = dict(who)
    return replace(rule, policy="four_eyes", **words)


def _amounts_or_numbers(limit: Money, arguments: Mapping[str, Any]) -> list[Money]:
    amounts = list(_amounts(arguments))
    return amounts or [_as_amount(number, limit) for number in _numbers(arguments)]


def _as_amount(number: Decimal, limit: Money) -> Money:
    """A number as an amount of the limit's currency; a part of a minor unit counts as a whole."""
    minor = (abs(number) * 100).to_integral_value(ROUND_CEILING)
    return Money(minor=int(minor), currency=limit.currency)


def _numbers(value: Any) -> Iterator[Decimal]:
    """Every number in a value, however deep it lies."""
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        if isfinite(value):
            yield Decimal(str(value))
        return
    for part in parts_of(value) or ():
        yield from _numbers(part)


def _amounts(value: Any) -> Iterator[Money]:
    """Every amount in a value, however deep it lies."""
    if isinstance(value, Money):
        yield value
        return
    for part in parts_of(value) or ():
        yield from _amounts(part)
