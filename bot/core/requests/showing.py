"""Show values so that nothing in them can hide what a text says."""

import json
import re
import unicodedata

from pydantic import JsonValue

_DONE = {
    "approve": "approved",
    "reject": "rejected",
    "edit": "changed",
    "respond": "remarked on",
    "submit": "sent the form",
}

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


def gist(text: str) -> str:
    """The first lines of a request in one: an approval's are what would run."""
    return " ".join(line.strip() for line in text.splitlines()[:6])[:200]


def said_of(verb: str) -> str:
    """What somebody did by a verb of a card: “approved”, “approved step 2”."""
    name, _, number = verb.partition("-")
    if name == "option":
        return f"chose answer {number}"
    return f"{_DONE.get(name, name)}{f' step {number}' if number else ''}"
