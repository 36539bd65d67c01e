"""Says whether somebody refuses in plain words what is asked: “actually, don't send it”."""

import re

from bot.domain.requests import Request
from bot.language.words import name_as_text, words

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
_ANY_VERB = frozenset({"do", "run"})


def refuses(request: Request, text: str) -> bool:
    """Say whether words only say not to do what a request's card shows, or to cancel it."""
    plain = text.strip().replace("\u2019", "'")[:200]
    if told := _DO_NOT.fullmatch(plain):
        verb = (told["verb"] or "do").lower()
        return verb in _ANY_VERB or _is_of(request, verb)
    ended = _END.fullmatch(plain)
    return ended is not None and _is_of(request, ended["what"])


def _is_of(request: Request, word: str) -> bool:
    """Say whether a word is one for what the card's tool does: “order” for order_lunch."""
    return bool({*words(word)} & {*words(name_as_text(request.subject.tool))})
