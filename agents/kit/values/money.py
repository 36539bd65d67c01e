"""Money: whole minor units and a currency; never a float."""

import re
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import core_schema
from typing_extensions import override

_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_WRITTEN = re.compile(
    r"(?P<less>-?)(?P<whole>[0-9]{1,12})(?:\.(?P<minor>[0-9]{1,2}))?(?: (?P<currency>[A-Z]{3}))?"
)


@dataclass(frozen=True, slots=True, init=False)
class Money:
    """An amount such as `Money("600.00")` or `Money("20 EUR")`, kept in minor units.

    Raises:
        ValueError: the text is no amount.
    """

    currency: str
    minor: int

    def __init__(self, text: str = "0", *, minor: int | None = None, currency: str = "") -> None:
        named, units = _parse(text) if minor is None else ("", _whole(minor))
        object.__setattr__(self, "currency", named or currency or "USD")
        object.__setattr__(self, "minor", units)

    def __add__(self, other: "Money") -> "Money":
        return Money(minor=self.minor + self._same(other), currency=self.currency)

    def __sub__(self, other: "Money") -> "Money":
        return Money(minor=self.minor - self._same(other), currency=self.currency)

    def exceeds(self, other: "Money") -> bool:
        """Say whether this is more than the other, of the same currency."""
        return self.minor > self._same(other)

    def _same(self, other: "Money") -> int:
        if self.currency != other.currency:
            raise ValueError(f"cannot put {self.currency} and {other.currency} together")
        return other.minor

    @override
    def __str__(self) -> str:
        sign = "-" if self.minor < 0 else ""
        whole, rest = divmod(abs(self.minor), 100)
        amount = f"{whole:,}.{rest:02d}"
        symbol = _SIGNS.get(self.currency)
        return f"{sign}{symbol}{amount}" if symbol else f"{sign}{amount} {self.currency}"

    @classmethod
    def __get_pydantic_core_schema__(
        cls, _source: Any, _handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Read an amount from text or a whole number; a float is refused if not exact."""
        return core_schema.no_info_plain_validator_function(
            _from_json,
            json_schema_input_schema=core_schema.str_schema(),
            serialization=core_schema.plain_serializer_function_ser_schema(as_text),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _core: Any, _handler: Any) -> dict[str, Any]:
        """Describe an amount to a model."""
        return {"type": "string", "format": "money", "description": "an amount such as 25.50"}


def as_text(amount: Money) -> str:
    """Write an amount so that it can be read back: `1000.00 USD`."""
    sign = "-" if amount.minor < 0 else ""
    whole, rest = divmod(abs(amount.minor), 100)
    return f"{sign}{whole}.{rest:02d} {amount.currency}"


def _from_json(value: Any) -> Money:
    if isinstance(value, Money):
        return value
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("give an amount such as 25.50")  # noqa: TRY004 - pydantic collects ValueError only
    return Money(str(value) if not isinstance(value, float) else repr(value))


def _whole(minor: int) -> int:
    if isinstance(minor, bool) or not isinstance(minor, int):
        raise ValueError("minor units are a whole number")  # noqa: TRY004 - one kind of error for every bad amount
    return minor


def _parse(text: str) -> tuple[str, int]:
    given: object = text  # not everybody has a checker
    if not isinstance(given, str):
        raise ValueError(f'write an amount as text, such as Money("25.50"), not as {given!r}')  # noqa: TRY004 - one kind of error for every bad amount
    match = _WRITTEN.fullmatch(text.strip())
    if not match:
        raise ValueError(f"“{text[:40]}” is not an amount; write it like 25.50 or 25.50 EUR")
    units = int(match["whole"]) * 100 + int((match["minor"] or "0").ljust(2, "0"))
    return match["currency"] or "", -units if match["less"] else units
