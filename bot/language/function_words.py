"""Words that hold sentences together and name nothing, and those that deny: closed classes."""

from functools import cache

from bot.language.lists import small_words
from bot.language.normal import bounded, fold

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
_NEGATIONS = (
    "no not never dont don't doesn't didn't won't can't cannot isn't wasn't shouldn't without nor "
    "nicht kein keine keinen keinem nie niemals ohne nunca jamás sin tampoco ne pas jamais aucun "
    "sans non mai senza não sem niet geen nooit zonder inte aldrig utan ikke aldri uden uten ei "
    "älä не ни нет без ні nie nigdy bez ne nikdy hayır değil yok لا ليس नहीं मत"  # noqa: RUF001 - its own letters
)
_UNSPACED_NEGATIONS = ("不", "别", "別", "没", "沒", "ない", "ません", "않", "지 마")


def is_function_word(word: str) -> bool:
    """Say whether a folded word tells nothing by itself, in some language."""
    return word in _function_words()


def has_negation(text: str) -> bool:
    """Say whether something in a text is denied, or is not wanted."""
    folded = fold(bounded(text))
    spoken = {part.strip('.,;:!?()"') for part in folded.split()}
    is_spoken = not spoken.isdisjoint(_NEGATIONS.split())
    return is_spoken or any(sign in folded for sign in _UNSPACED_NEGATIONS)


@cache
def _function_words() -> frozenset[str]:
    return small_words() | frozenset(_ENGLISH.split())
