"""Says that what is done is not changed in passing, to whoever puts it right when nobody waits."""

import re

from agents.kit.model import RouteBrief
from bot.core.matching.english import FUNCTION_WORDS, small_talk
from bot.core.matching.words import cut
from bot.llm.offline.choices import CLARIFY, Choice
from bot.llm.offline.floor import puts_right
from bot.llm.offline.values.free_slots import MEANT
from bot.llm.offline.words.intents import plain
from bot.llm.offline.words.wording import NOTHING_CHANGED

STAYS = (
    f"{NOTHING_CHANGED} What is done stays done; to have it undone, or something else, please "
    "say all of it."
)
_LEAD = re.compile(rf"(?:(?:{MEANT.pattern}|not\b)[\s,.:!-]*)+", re.IGNORECASE)
_APOLOGY = re.compile(
    r"sorry\s+(?:to|about|that|if|but|for the)\b|wait\s+(?:an?|one|for|until|till)\b",
    re.IGNORECASE,
)
_WAY = re.compile(r"(?:for|to|from)\s+(?P<rest>\S.*)", re.IGNORECASE)
_INSTEAD = re.compile(r"\S.*\binstead\W*", re.IGNORECASE)
_UNDO = re.compile(
    r"(?:please\s+)?(?:undo|revert|reverse|take\s+(?:it|that|this)\s+back)\b.*"
    r"|(?:the\s+)?other way (?:a)?round\W*",
    re.IGNORECASE,
)
_MOST_WORDS = 8


def too_late(brief: RouteBrief) -> Choice | None:
    """What is said to words that put right what nobody waits for; None for any others."""
    text = plain(brief.text)
    if brief.speaker or small_talk(text) or len(cut(text)) > _MOST_WORDS:
        return None
    is_meant = puts_right(text) or _UNDO.fullmatch(text) or _INSTEAD.fullmatch(text)
    if not (is_meant or _corrects(text)):
        return None
    return Choice(CLARIFY, "This puts right what is done already.", STAYS)


def _corrects(text: str) -> bool:
    if _APOLOGY.match(text):
        return False
    found = _LEAD.match(text)
    way = None if found else _WAY.fullmatch(text)
    rest = text[found.end() :] if found else way["rest"] if way else ""
    return any(word.lower not in FUNCTION_WORDS for word in cut(rest))
