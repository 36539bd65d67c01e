"""Show values so that nothing in them can hide what a text says."""

import json
import unicodedata

from pydantic import JsonValue

_DONE = {
    "approve": "approved",
    "reject": "rejected",
    "edit": "changed",
    "respond": "remarked on",
    "submit": "sent the form",
}


def in_words(value: JsonValue) -> str:
    """An argument as a field shows it."""
    if isinstance(value, dict | list):
        return visible(json.dumps(value, ensure_ascii=False))
    return "" if value is None else visible(str(value))


def visible(text: str) -> str:
    """Make characters visible that could hide what a text says."""
    return "".join(char if _is_plain(char) else f"⟨U+{ord(char):04X}⟩" for char in text)


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
