"""Reading what people say to the insurance desk, without a model."""

import re
from collections.abc import Mapping
from difflib import SequenceMatcher

_FEW_WORDS = 3
_ALIKE = 0.8

_ASKS = re.compile(r"\W*(?:where|what|how|why|who|when|which)\b", re.IGNORECASE)
_DENIED = re.compile(r"(?:\b(?:not|no)|n['\u2019]t)\s+(?:an?\s+|the\s+)?\w+", re.IGNORECASE)

# 4 to 12 letters and digits, one digit at least; not a part of an address or of a longer word.
_ID = r"(?<![\w.@/-])(?P<id>(?=[a-z]*\d)[a-z0-9]{4,12})(?![\w@/-]|\.\w)"
_CLAIM_ID = re.compile(_ID, re.IGNORECASE)
_LABELLED_ID = re.compile(
    rf"\b(?:id|claim|number)\b(?:\s{{1,9}}(?:id|number|no|is)){{0,5}}[\s.#:=]{{1,20}}{_ID}",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|am|pm)", re.IGNORECASE)


def is_question(text: str) -> bool:
    """Say whether the text asks for something rather than answering."""
    brief = len(text.split()) < _FEW_WORDS
    return not brief and (text.rstrip().endswith("?") or _ASKS.match(text) is not None)


def labelled_claim_id(text: str) -> str | None:
    """Find a claim id that is called an id, a number or a claim."""
    labelled = _LABELLED_ID.search(text)
    return labelled["id"] if labelled else None


def claim_id_in(text: str) -> str | None:
    """Find the one claim id of a text.

    Unlabelled, it must mix letters and digits, or little else may be said beside it.
    """
    if labelled := labelled_claim_id(text):
        return labelled
    found = [match["id"] for match in _CLAIM_ID.finditer(text)]
    fitting = {word for word in found if not _ORDINAL.fullmatch(word)}
    if len(text.split()) > _FEW_WORDS:
        fitting = {word for word in fitting if not word.isdigit()}
    return fitting.pop() if len(fitting) == 1 else None


def choice_in(text: str, choices: Mapping[str, tuple[str, ...]]) -> str | None:
    """Find the one choice a text makes; None if it makes none, denies it, or makes several.

    Each choice comes with the words that mean it; the first may be misspelled.
    """
    words = re.findall(r"\w+", _DENIED.sub(" ", text).casefold())
    named = [
        choice
        for choice, meanings in choices.items()
        if any(word in meanings or _is_misspelled(word, meanings[0]) for word in words)
    ]
    return named[0] if len(named) == 1 else None


def _is_misspelled(word: str, meant: str) -> bool:
    if word[0] != meant[0] or abs(len(word) - len(meant)) > 1:
        return False
    return SequenceMatcher(None, word, meant).ratio() >= _ALIKE
