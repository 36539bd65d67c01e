"""What a question still asks once the mistake it speaks of is past."""

import re
from collections.abc import Iterable

from bot.language.lexicon import has_negation

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_CITED = re.compile(r"“([^”]+)”")


def lasting(question: str, troubles: Iterable[str], said: Iterable[str]) -> str:
    """The question without the error it begins with: that was news when it happened, not later.

    `troubles` are the errors of tools in this turn, `said` the words the task was given. What is
    nothing but an error stays as it is.
    """
    rest = question
    for trouble in troubles:
        told = trouble.strip()
        if rest[:1].lower() + rest[1:] == told[:1].lower() + told[1:]:
            break
        if rest[: len(told)].lower() == told.lower():
            rest = rest[len(told) :].lstrip(" .\n") or rest
    return _without_refusal(rest, " ".join(said).lower())


def _without_refusal(question: str, said: str) -> str:
    """Leave out sentences in front that say what was wrong with words the person had used."""
    first, *others = _SENTENCE.split(question.strip(), maxsplit=1)
    cited = [words.rstrip("…. ").lower() for words in _CITED.findall(first)]
    is_past = bool(cited) and all(words in said for words in cited) and has_negation(first)
    if not others or not is_past or first.endswith("?"):
        return question
    return _without_refusal(others[0], said)
