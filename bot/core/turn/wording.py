"""The part of somebody's words that a reading points at: never cut so that it says another thing.

“pay 5” is no part of “pay 5000”, and who takes “pay 300” out of “do not pay 300” gets the “not”.
"""

from bot.domain.messages import Incoming
from bot.language.lexicon import denies
from bot.language.normal import is_eastern, stands_in
from bot.language.sentences import clauses


def has_typed(incoming: Incoming, text: str) -> bool:
    """Say whether an event may hold words; a label that was pressed is nobody's, nor is a file."""
    if incoming.press is not None:
        return any(text in str(value) for value in incoming.press.values.values())
    return bool(incoming.text.strip())


def in_full(text: str, whole: str) -> str:
    """A part of a text with what denies it; empty where it begins or ends within a word."""
    wanted = text.strip()
    start, end = _place(wanted, whole)
    if start < 0 or wanted == whole.strip():
        return wanted
    is_unspaced = bool(wanted) and is_eastern(wanted[0]) and is_eastern(wanted[-1])
    if not (is_unspaced or stands_in(wanted, whole)):
        return ""
    denied = [
        (begin, stop)
        for begin, stop in clauses(whole)
        if begin < end and start < stop and denies(whole[begin:stop])
    ]
    first = min([start, *(begin for begin, _stop in denied)])
    return whole[first : max([end, *(stop for _begin, stop in denied)])]


def _place(wanted: str, whole: str) -> tuple[int, int]:
    start = whole.find(wanted)
    if start < 0 and len(whole) == len(whole.casefold()):
        start = whole.casefold().find(wanted.casefold())
    return start, start + len(wanted)
