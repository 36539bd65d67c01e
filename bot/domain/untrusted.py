"""Values from outside made harmless: JSON read strictly, characters that could hide something."""

import json
import re
import unicodedata
from math import isfinite
from typing import NoReturn

from pydantic import JsonValue

MOST_CHARACTERS = 1_000_000
DEEPEST = 64
LONGEST_WHOLE_NUMBER = 20
LONGEST_NUMBER = 40


class NotAnObject(ValueError):
    """A text is not the JSON object it should be; the message says why, without quoting it."""


def read_object(raw: str) -> dict[str, JsonValue]:
    """Read a JSON object; its texts can be stored and sent as they are.

    Raises:
        NotAnObject: it is something else, too long, too deep, has endless or huge numbers, or
            gives a key twice, which readers understand differently.
    """
    if len(raw) > MOST_CHARACTERS:
        problem = "it is too long"
        raise NotAnObject(problem)
    try:
        found = _wholly(_parsed(raw))
    except (ValueError, RecursionError):
        problem = "it is not JSON"
        raise NotAnObject(problem) from None
    if not isinstance(found, dict):
        problem = "it is not a JSON object"
        raise NotAnObject(problem)
    return found


def make_storable(text: str) -> str:
    """Replace what no store takes: NUL, and half a character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "�")


def _parsed(raw: str) -> JsonValue:
    parsed: JsonValue = json.loads(
        raw,
        object_pairs_hook=_without_repeats,
        parse_constant=_no_constant,
        parse_int=_whole_number,
        parse_float=_number,
    )
    return parsed


def _wholly(value: JsonValue, left: int = DEEPEST) -> JsonValue:
    if not left:
        problem = "too deep"
        raise ValueError(problem)
    match value:
        case str():
            return make_storable(value)
        case list():
            return [_wholly(part, left - 1) for part in value]
        case dict():
            return _without_repeats(
                [(make_storable(name), _wholly(part, left - 1)) for name, part in value.items()]
            )
        case _:
            return value


def _without_repeats(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found = dict(pairs)
    if len(found) != len(pairs):
        problem = "a key is given twice"
        raise ValueError(problem)
    return found


def _whole_number(digits: str) -> int:
    # Thousands of digits take a second to read, and no database a number of that size.
    if len(digits) > LONGEST_WHOLE_NUMBER:
        problem = "a huge number"
        raise ValueError(problem)
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits) if len(digits) <= LONGEST_NUMBER else float("inf")
    if not isfinite(number):
        problem = "a huge number"
        raise ValueError(problem)
    return number


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


_MADE_VISIBLE = re.compile(r"⟨U\+[0-9A-F]{4,6}⟩")


def show_value(value: JsonValue) -> str:
    """An argument as a field shows it."""
    return make_visible(_text(value))


def read_typed(typed: str, shown: JsonValue) -> str:
    """What was typed over an argument that a field has shown: what it has made visible is itself.

    No other character can be written so: what was not there may only be typed as it is.
    """
    hidden = {make_visible(char): char for char in set(_text(shown)) if not _is_plain(char)}
    return _MADE_VISIBLE.sub(lambda found: hidden.get(found[0], found[0]), typed)


def make_visible(text: str) -> str:
    """Make characters visible that could hide what a text says."""
    return "".join(char if _is_plain(char) else f"⟨U+{ord(char):04X}⟩" for char in text)


def _text(value: JsonValue) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else str(value)


def _is_plain(char: str) -> bool:
    return char == " " or unicodedata.category(char)[0] not in {"C", "Z"}
