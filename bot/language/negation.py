"""Words that negate what stands right behind them, in some twenty languages."""

from bot.language.lists import entries, single_words
from bot.language.normal import bounded, fold

_MARKS = '.,;:!?()"'


def is_negation(word: str) -> bool:
    """Say whether a single folded word negates what comes right after it."""
    return word in single_words("words", "negating")


def denies(text: str) -> bool:
    """Say whether a word of a text denies what is said in it; a mere “no” answers something."""
    folded = fold(bounded(text))
    is_spoken = any(is_negation(part.strip(_MARKS)) for part in folded.split())
    return is_spoken or any(sign in folded for sign in entries("words", "unspaced_denying"))


def has_negation(text: str) -> bool:
    """Say whether something in a text is denied, or is not wanted; “no” counts as well."""
    spoken = {part.strip(_MARKS) for part in fold(bounded(text)).split()}
    return denies(text) or not spoken.isdisjoint(single_words("words", "denying"))
