"""Values as people are shown them: nothing in them can hide what a text says."""

import json
import re
import unicodedata

from pydantic import JsonValue

_MADE_VISIBLE = re.compile(r"⟨U\+[0-9A-F]{4,6}⟩")


def in_words(value: JsonValue) -> str:
    """An argument as a field shows it."""
    return visible(_text(value))


def as_meant(typed: str, shown: JsonValue) -> str:
    """What was typed over an argument that a field has shown: what it has made visible is itself.

    No other character can be written so: what was not there may only be typed as it is.
    """
    hidden = {visible(char): char for char in set(_text(shown)) if not _is_plain(char)}
    return _MADE_VISIBLE.sub(lambda found: hidden.get(found[0], found[0]), typed)


def visible(text: str) -> str:
    """Make characters visible that could hide what a text says."""
    return "".join(char if _is_plain(char) else f"⟨U+{ord(char):04X}⟩" for char in text)


def _text(value: JsonValue) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else str(value)


def _is_plain(char: str) -> bool:
    return char == " " or unicodedata.category(char)[0] not in {"C", "Z"}
