"""The words of a text for comparing and recalling, in any script, and the common form of each."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from bot.language.lists import is_function_word, phrases, single_words, small_words
from bot.language.normal import bounded, fold

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VOWEL = re.compile(r"[aeiouy]")
_ENDINGS = ("ings", "ing", "ions", "ion", "ed", "es", "s")
_WITHOUT_BLANKS = (
    *("CJK ", "HIRAGANA ", "KATAKANA", "THAI ", "LAO ", "KHMER ", "MYANMAR ", "IDEOGRAPHIC "),
    "HALFWIDTH KATAKANA",
)
_LONGEST_WORD = 30
_SHORTEST_STEM = 3
_KEEPS_AT = 7
_SHORT_WORD = 5
_LONG_WORD = 8


def words(text: str) -> tuple[str, ...]:
    """The words of a text for comparing: `whole_words`, those of English by their stems."""
    return tuple(map(stem, whole_words(text)))


@lru_cache(maxsize=512)
def whole_words(text: str) -> tuple[str, ...]:
    """The folded words of a text, in order; what has no blanks between words as pairs of signs."""
    found = list[str]()
    for match in _WORD.finditer(fold(bounded(text))):
        for run in _runs(match[0]):
            found.extend(_pairs(run) if is_unspaced(run[0]) else [run])
    return tuple(found)


def signs(text: str) -> tuple[str, ...]:
    """The pairs of signs in a text, and the signs alone, for an index that knows only blanks."""
    if text.isascii():
        return ()
    pairs = [word for word in whole_words(text) if is_unspaced(word[0])]
    return tuple(dict.fromkeys((*pairs, *(sign for pair in pairs for sign in pair))))


def is_telling(word: str) -> bool:
    """Say whether a word tells what a text is about: no small word, and no ending of a verb."""
    if is_unspaced(word[0]):
        return not all("\u3040" <= sign <= "\u309f" for sign in word)
    return word not in small_words() and (len(word) > 1 or word.isdigit())


def is_unspaced(char: str) -> bool:
    """Say whether a character is of a script that writes no blanks between words."""
    return not char.isascii() and _is_unspaced(char)


def stem(word: str) -> str:
    """Bring the forms of an English word to one: transfers, transferred, transferring."""
    bare = word.lower().replace("\u2019", "'").removesuffix("'s").rstrip("'")[:_LONGEST_WORD]
    if not (bare.isascii() and bare.isalpha()):
        return bare
    if bare.endswith("ies") and len(bare) > len("ties"):
        return bare.removesuffix("ies") + "y"
    return _undoubled(_without_at(_without_e(_without_ending(bare))))


def name_as_text(name: str) -> str:
    """Write `stock_lookup` and `StockLookup` as "stock lookup"."""
    return _HUMP.sub(" ", name).replace("_", " ").replace("-", " ").lower()


def is_slip_of(typed: str, meant: str) -> bool:
    """Say whether `typed` is probably `meant` with a slip of the fingers.

    Short words may only have letters swapped or missing: "stack" is not a slip of "stock".
    """
    if len(typed) < _SHORTEST_STEM or len(meant) <= _SHORTEST_STEM or typed[0] not in meant[:2]:
        return False
    if typed == meant or max(len(typed), len(meant)) > _LONGEST_WORD:
        return False
    if sorted(typed) == sorted(meant):
        return _distance(typed, meant) == 1
    if len(meant) < _SHORT_WORD or (len(meant) == _SHORT_WORD and len(typed) == len(meant)):
        return False
    most = 1 if len(meant) < _LONG_WORD else 2
    return abs(len(typed) - len(meant)) <= most and _distance(typed, meant) <= most


@lru_cache(maxsize=4096)
def _is_unspaced(char: str) -> bool:
    return unicodedata.name(char, "").startswith(_WITHOUT_BLANKS)


def _runs(word: str) -> list[str]:
    """Cut a word where scripts with and without blanks meet: “API設定” is two."""
    if word.isascii():
        return [word]
    cuts = [at for at in range(1, len(word)) if is_unspaced(word[at - 1]) != is_unspaced(word[at])]
    places = [0, *cuts, len(word)]
    return [word[start:end] for start, end in pairwise(places)]


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


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


_MARKS = ".,;:!?=\"'“”„«»()"


def is_comparison(word: str) -> bool:
    """Say whether a folded word makes it more or less, or something else: “less”, “instead”."""
    return word in single_words("parts", "comparisons")


def says_or(between: Sequence[str]) -> bool:
    """Say whether the folded words between two values say that one of them is meant."""
    return not single_words("parts", "or").isdisjoint(between)


def joins(between: Sequence[str]) -> bool:
    """Say whether nothing but a word that joins stands between two values of a kind."""
    return len(between) == 1 and between[0] in single_words("parts", "join")


def user_in(text: str) -> str:
    """Whom a wish names as its user: “log me in as seldo”, “username seldo”; empty if nobody."""
    parts = [part.strip(_MARKS) for part in text.split()]
    named = phrases("parts", "user") | single_words("parts", "as")
    others = named | single_words("parts", "as_ever")
    behind = [(fold(word), word) for before, word in pairwise(parts) if fold(before) in named]
    found = [
        w for folded, w in behind if w and folded not in others and not is_function_word(folded)
    ]
    return found[0] if len(found) == 1 else ""


def names_user(text: str) -> bool:
    """Say whether a text is what a login calls whoever logs in: “the username”."""
    said = {part.strip(_MARKS) for part in fold(text).split()}
    return not said.isdisjoint(phrases("parts", "user"))


def speaks_for_somebody(text: str) -> bool:
    """Say whether words speak as somebody, to somebody, or promise: “I will”, “your”."""
    return not single_words("parts", "speakers").isdisjoint(whole_words(text))
