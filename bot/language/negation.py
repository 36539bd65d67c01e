"""Words that negate what stands right behind them, in some twenty languages."""

from bot.language.normal import fold

_NEGATIONS = frozenset(
    """
    not don't do'nt dont doesn't didn't won't can't cannot isn't wasn't shouldn't never without nor
    nicht kein keine keinen keinem keiner nie niemals ohne pas jamais sans ne aucun aucune ni nunca
    sin jamás non mai senza não nao sem niet geen nooit zonder inte ej aldrig utan ikke aldri aldrig
    uden uten ei en älä älkää ilman nie nigdy bez ne nikdy nikoliv не ни никогда без ні ніколи
    değil hayır asla لا ليس بدون नहीं मत बिना 不 不是 不要 别 没 没有
    """.split()
) - {"en"}  # an article in many a language, a negation in Finnish alone


def is_negation(word: str) -> bool:
    """Say whether a single word negates what comes right after it."""
    return fold(word) in _NEGATIONS
