"""Says whether somebody refuses in plain words what is asked: “actually, don't send it”."""

import re

from agents.kit.outcome import Outcome
from bot.core.matching.terms import stems
from bot.core.matching.words import cut, name_as_text
from bot.domain.requests import Request

_LEAD = (
    r"(?:(?:actually|no|nope|oh|wait|sorry|please|pls|well|ok|okay|hm+|but|then|just|you can)\b"
    r"[\s,.!]*)*"
)
_WHAT = r"(?:\s+(?:it|that|this|them|those|anything|(?:the|this|that|my)\s+(?P<what>[a-z]+)))?"
_TAIL = r"(?:[\s,.!]+(?:please|pls|now|yet|after all|any ?more|thanks|sorry))*[\s.!]*"
_DO_NOT = re.compile(
    rf"{_LEAD}(?:don'?t|do not|never)(?:\s+(?P<verb>[a-z]+){_WHAT})?{_TAIL}", re.IGNORECASE
)
_END = re.compile(
    rf"{_LEAD}(?:cancel|stop|abort|drop|forget)\s+(?:the|this|that|my)\s+(?P<what>[a-z]+){_TAIL}",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(r"[,.;!]+\s*|\s+(?:and|so|but)\s+", re.IGNORECASE)
_AROUND = re.compile(rf" {_LEAD}|{_TAIL}", re.IGNORECASE)
_CALLS_OFF = re.compile(
    rf"{_LEAD}(?:(?:(?:i|we)\s+)?(?:don'?t|do not)\s+(?:want\s+to\s+)?[a-z]+{_WHAT}"
    r"(?:\s+(?:to|for)\s+\S+)?|(?:i|we)(?:'ve|\s+have)?\s+changed\s+(?:my|our)\s+minds?|"
    r"never\s*mind|not\s+now|rather\s+not|no\s+thanks|no\s+thank\s+you|"
    r"(?:cancel|stop|abort|drop|forget)(?:\s+about)?\s+(?:it|that|this|(?:the|this|that|my)\s+"
    rf"[a-z]+)){_TAIL}",
    re.IGNORECASE,
)
_ANY_VERB = frozenset({"do", "run"})


def refuses(request: Request, text: str) -> bool:
    """Say whether words only say not to do what a request's card shows, or to cancel it."""
    plain = text.strip().replace("\u2019", "'")[:200]
    if told := _DO_NOT.fullmatch(plain):
        verb = (told["verb"] or "do").lower()
        return verb in _ANY_VERB or _is_of(request, verb)
    ended = _END.fullmatch(plain)
    return ended is not None and _is_of(request, ended["what"])


def calls_off(outcome: Outcome, secret: str, typed: str) -> bool:
    """Say whether what was typed as a secret is none, and only says to leave it all undone.

    It was tried first, for a secret may be any words: one that is right is asked for no more.
    """
    again = outcome.suspended
    if again is None or (again.waits_for, again.name) != ("secret", secret):
        return False
    plain = " ".join(typed.replace("\u2019", "'")[:200].split())
    clauses = [clause for clause in _CLAUSE_ENDS.split(plain) if clause]
    off = [clause for clause in clauses if _CALLS_OFF.fullmatch(clause)]
    around = [clause for clause in clauses if _AROUND.fullmatch(f" {clause}")]
    return " " in plain and bool(off) and len(off) + len(around) == len(clauses)


def _is_of(request: Request, word: str) -> bool:
    """Say whether a word is one for what the card's tool does: “send” for a transfer."""
    stem = stems.of(word)
    own = {stems.of(part.text) for part in cut(name_as_text(request.subject.tool))}
    return bool({stem, *stems.synonyms(stem)} & own)
