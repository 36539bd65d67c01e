"""Words that hold sentences together and name nothing by themselves: closed classes."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from bot.language.lists import phrases, single_words, small_words
from bot.language.normal import fold
from bot.language.words import whole_words

_MARKS = ".,;:!?=\"'“”„«»()"

# Beside the small words of all languages.
_ENGLISH = (
    "mine myself yours yourself hers ours theirs whom whose somebody someone something anybody "
    "anyone anything nobody nothing everybody everyone everything somewhere am being doing done "
    "having had might must need needs want wants wanna gonna gotta got let lets while though off "
    "down very much many most some any all both other another same such own nor never soon still "
    "already really rather maybe yet else ever pls plz ok okay well oh um uh hmm hi hello hey "
    "dear one get like d ll m re s t ve can't cannot don't doesn't didn't isn't aren't wasn't "
    "weren't won't wouldn't i'm i'd i'll i've you're we're we'd we've it's that's what's who's "
    "where's let's there's how's"
)


def is_function_word(word: str) -> bool:
    """Say whether a folded word tells nothing by itself, in some language."""
    return word in _function_words()


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
    others = named | single_words("parts", "as_ever") | _function_words()
    found = [
        word
        for before, word in pairwise(parts)
        if fold(before) in named and word and fold(word) not in others
    ]
    return found[0] if len(found) == 1 else ""


def names_user(text: str) -> bool:
    """Say whether a text is what a login calls whoever logs in: “the username”."""
    said = {part.strip(_MARKS) for part in fold(text).split()}
    return not said.isdisjoint(phrases("parts", "user"))


def speaks_for_somebody(text: str) -> bool:
    """Say whether words speak as somebody, to somebody, or promise: “I will”, “your”."""
    return not single_words("parts", "speakers").isdisjoint(whole_words(text))


@cache
def _function_words() -> frozenset[str]:
    return small_words() | frozenset(_ENGLISH.split())
