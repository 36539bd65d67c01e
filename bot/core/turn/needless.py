"""A secret that nobody needs: what it is for is long established, or cannot be done."""

from bot.core.matching.english import CREDENTIAL_WORDS, FUNCTION_WORDS
from bot.core.matching.words import cut
from bot.core.turn.labelled import MASK
from bot.core.turn.work import Work

_AROUND = CREDENTIAL_WORDS | FUNCTION_WORDS


def why_unused(work: Work, masked: str) -> str:
    """Why nothing is done with the secret of a message that says nothing else; empty if it is."""
    words = {word.lower for word in cut(masked.replace(MASK, " "))}
    if not (work.wants_login or work.stack.top is not None or words - _AROUND):
        return "Nobody here needs it"
    has = _settled_by(work, words)
    return f"You have {has} already" if has else ""


def let_go(work: Work) -> None:
    """Keep nothing of the secret."""
    work.change(secrets=work.found.secrets)
    work.wants_login = ""


def _settled_by(work: Work, words: set[str]) -> str:
    """What the author has already that a volunteered secret would bring; empty if nothing.

    Only if the message says nothing else, and names nobody else to be.
    """
    door = work.wants_login
    if not door or work.stack.of_agent(door) is not None:
        return ""
    provided = [name for name in work.facts.known if _provides(work, door, name)]
    names = {str(work.facts.values[name]).lower() for name in provided}
    if not provided or words - names - _AROUND:
        return ""
    return work.services.catalogue.kinds[provided[0]].meaning


def _provides(work: Work, door: str, fact: str) -> bool:
    provider = work.services.catalogue.provider(fact)
    return provider is not None and provider.name == door
