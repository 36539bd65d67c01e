"""Words that negate what stands right behind them, in some twenty languages."""

from bot.language.normal import bounded, fold

_WORDS = (
    "not don't dont doesn't didn't won't can't cannot isn't wasn't shouldn't never without nor "
    "nicht kein keine keinen keinem keiner nie niemals ohne pas jamais sans ne aucun aucune ni "
    "nunca sin jamás non mai senza não nao sem niet geen nooit zonder inte ej aldrig utan ikke "
    "aldri uden uten ei älä älkää ilman nigdy bez nikdy не ни никогда без ні ніколи değil asla "
    "لا ليس بدون नहीं मत बिना 不 不是 不要 别 没 没有 않고 말고"
)
_NEGATIONS = frozenset(_WORDS.split())
_NONE = frozenset({"no", "none", "nobody", "nothing", "neither", "unknown"})
_UNSPACED = ("不", "别", "別", "没", "沒", "ない", "ません", "않", "지 마")
_MARKS = '.,;:!?()"'


def is_negation(word: str) -> bool:
    """Say whether a single folded word negates what comes right after it."""
    return word in _NEGATIONS


def has_negation(text: str) -> bool:
    """Say whether something in a text is denied, or is not wanted; “no” counts as well."""
    folded = fold(bounded(text))
    spoken = {part.strip(_MARKS) for part in folded.split()}
    is_spoken = not _NONE.isdisjoint(spoken) or not spoken.isdisjoint(_NEGATIONS)
    return is_spoken or any(sign in folded for sign in _UNSPACED)
