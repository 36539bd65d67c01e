"""What form a value must have, as far as a JSON schema says it: how it is written, and bounds."""

from collections.abc import Iterator, Mapping
from math import inf, nextafter

from pydantic import JsonValue

Schema = Mapping[str, JsonValue]

FORMATS = {
    "email": r"[\w.+-]+@[\w-]+\.[\w.-]+\w",
    "uri": r"https?://\S+",
    "date": r"\d{4}-\d{2}-\d{2}",
    "time": r"\d{1,2}:\d{2}(?::\d{2})?",
    "date-time": r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?",
    "uuid": r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
}
_EXAMPLES = {
    "email": "ana@example.com",
    "uri": "https://example.com",
    "date": "2026-11-23",
    "time": "09:30",
    "date-time": "2026-11-23T09:30",
}


def form_of(schema: Schema) -> str:
    """How it is written, in words; empty if nothing needs to be said."""
    example = _EXAMPLES.get(str(schema.get("format")))
    return f"such as {example}" if example else ""


def bounds_of(schema: Schema) -> str:
    """Between which numbers it lies, in words; empty if it may be any."""
    return ", ".join(_bounds_in_words(schema))


def least_of(schema: Schema) -> float:
    """The smallest number that fits."""
    bound, beyond = _number(schema, "minimum"), _number(schema, "exclusiveMinimum")
    return max(
        -inf if bound is None else bound, -inf if beyond is None else nextafter(beyond, inf)
    )


def most_of(schema: Schema) -> float:
    """The greatest number that fits."""
    bound, beyond = _number(schema, "maximum"), _number(schema, "exclusiveMaximum")
    return min(inf if bound is None else bound, inf if beyond is None else nextafter(beyond, -inf))


def _bounds_in_words(schema: Schema) -> Iterator[str]:
    least, most = _number(schema, "minimum"), _number(schema, "maximum")
    above, below = _number(schema, "exclusiveMinimum"), _number(schema, "exclusiveMaximum")
    if least is not None and most is not None:
        yield f"{least:,.12g} to {most:,.12g}"
        return
    bounds = {"at least": least, "more than": above, "at most": most, "less than": below}
    yield from (f"{words} {bound:,.12g}" for words, bound in bounds.items() if bound is not None)


def _number(schema: Schema, name: str) -> float | None:
    bound = schema.get(name)
    return float(bound) if isinstance(bound, int | float) else None
