"""Cuts a text into words, and brings words to a common form."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HIDDEN = "[\ue000]"  # stands for a secret that was masked; it holds no word
REMARKS = ", who is to approve this, says: "  # between a name and what was said to a card

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VOWEL = re.compile(r"[aeiouy]")
_ENDINGS = ("ings", "ing", "ions", "ion", "ed", "es", "s")
_LONGEST_TEXT = 2000
_LONGEST_WORD = 30
_SHORTEST_STEM = 3
_KEEPS_AT = 7
_SHORT_WORD = 5
_LONG_WORD = 8


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it was typed, and where it stands."""

    text: str
    start: int
    end: int

    @property
    def lower(self) -> str:
        """The word without capitals, with a plain apostrophe."""
        return self.text.lower().replace("\u2019", "'")

    @property
    def has_digit(self) -> bool:
        """True for numbers and ids."""
        return any(letter.isdigit() for letter in self.text)


def cut(text: str) -> tuple[Word, ...]:
    """Cut the beginning of a text into words."""
    found = _WORD.finditer(text[:_LONGEST_TEXT])
    return tuple(Word(match.group(), match.start(), match.end()) for match in found)


def name_as_text(name: str) -> str:
    """Write `stock_lookup` and `StockLookup` as "stock lookup"."""
    return _HUMP.sub(" ", name).replace("_", " ").replace("-", " ").lower()


def stem(word: str) -> str:
    """Bring the forms of a word to one: transfers, transferred, transferring."""
    bare = word.lower().replace("\u2019", "'").removesuffix("'s").rstrip("'")[:_LONGEST_WORD]
    if not bare.isalpha():
        return bare
    if bare.endswith("ies") and len(bare) > len("ties"):
        return bare.removesuffix("ies") + "y"
    return _undoubled(_without_at(_without_e(_without_ending(bare))))


def is_proper(word: str) -> bool:
    """Say whether it is a common English word, or the stem of one."""
    return word in _proper_words()


@cache
def _proper_words() -> frozenset[str]:
    listed = Path(__file__).with_name("proper_words.txt").read_text(encoding="utf-8").split()
    return frozenset(listed) | frozenset(map(stem, listed))


def is_typo_of(typed: str, meant: str) -> bool:
    """Say whether `typed` is probably `meant` with a slip of the fingers.

    Short words may only have letters swapped or missing: "stack" is not a slip of "stock".
    A proper word is none of another: "monkey" is not "money".
    """
    if len(typed) < _SHORTEST_STEM or len(meant) <= _SHORTEST_STEM or typed[0] not in meant[:2]:
        return False
    if is_proper(typed):
        return False
    if sorted(typed) == sorted(meant):
        return _distance(typed, meant) == 1
    if len(meant) < _SHORT_WORD or (len(meant) == _SHORT_WORD and len(typed) == len(meant)):
        return False
    most = 1 if len(meant) < _LONG_WORD else 2
    return abs(len(typed) - len(meant)) <= most and _distance(typed, meant) <= most


def _without_ending(word: str) -> str:
    for ending in _ENDINGS:
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= _SHORTEST_STEM and _VOWEL.search(rest):
            return word if ending == "s" and word.endswith(("ss", "us", "is")) else rest
    return word[:-1] if word in {"ids", "pcs", "cvs"} else word


def _without_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM else word


def _without_at(word: str) -> str:
    return word[:-2] if word.endswith("at") and len(word) >= _KEEPS_AT else word


def _undoubled(word: str) -> str:
    is_double = len(word) > _SHORTEST_STEM and word[-1] == word[-2]
    return word[:-1] if is_double else word


def _distance(left: str, right: str) -> int:
    """Count the slips between two words: a letter more, less, other, or two swapped."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, letter in enumerate(left, 1):
        older, before, row = before, row, [i]
        for j, other in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == right[j - 2] and left[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
