"""What small words between others say: one or the other, more or less, as whom."""

from collections.abc import Sequence
from itertools import pairwise

from bot.language.lists import is_function_word, phrases, single_words
from bot.language.normal import fold
from bot.language.words import whole_words

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
