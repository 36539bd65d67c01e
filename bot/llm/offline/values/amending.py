"""Reads which value of an action a message changes.

Beside a card a word alone is no value: it must be announced, by the name of its field, by a word
that puts right, or by where it goes.
"""

import re
from collections.abc import Callable, Sequence

from bot.core.matching.english import FUNCTION_WORDS
from bot.core.matching.words import cut, name_as_text
from bot.llm.offline.results import REJECTS
from bot.llm.offline.values.amounts import amounts
from bot.llm.offline.values.schema import Slot

_LEAD = re.compile(
    r"(?:(?:no|nope|yes|yeah|ok|okay|well|but|and|then|oh|hm+|please|pls|can you|could you|sorry|"
    r"oops|wait|actually|rather|only|just|i mean|i meant|it should be|that should be|"
    r"i(?:'d| would) (?:like|prefer)(?: to)?|i (?:want|need)(?: to)?)\b[\s,.:!-]*)+",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"\b(?:no|nope|sorry|oops|wait|actually|rather|but|only|just|mean|meant|should)\b",
    re.IGNORECASE,
)
_TAIL = re.compile(r"(?:[\s,.!?]|\b(?:please|pls|instead|thanks|now|then)\b)*$", re.IGNORECASE)
_DENIED = re.compile(r"not\s+(?:[\w'-]+\s+){0,4}?[\w'-]+\s*(?:,|\bbut\b)[\s,]*", re.IGNORECASE)
_VERB = r"(?:change|set|make|update|alter|correct|edit|adjust|switch|put|turn)"
_JOINT = r"(?:\s*[:=]\s*|\s+(?:(?:in)?to|is|was|as|be|should be|must be|shall be)\s+)"
_ITSELF = re.compile(rf"{_VERB}\s+(?:it|that|this|them)\s+\S", re.IGNORECASE)
_WAY = re.compile(r"(?:for|to|from|into)\s+(?P<value>\S.*)", re.IGNORECASE | re.DOTALL)
_MOST_WORDS = 12


def amendment(text: str, slots: Sequence[Slot]) -> str:
    """What changes a value, worded as it is best read; empty if nothing does.

    “Change amount to 50” is “amount: 50”, “no, not for Ana, for Ben” is “for Ben”.
    """
    rest, lead = _bare(text)
    if not rest or len(cut(rest)) > _MOST_WORDS:
        return ""
    if named := _named(rest, slots):
        return named
    if announced(rest, slots):
        return rest
    corrects = _CORRECTS.search(lead) and any(amounts(rest))
    return text if corrects or _ITSELF.match(rest) else ""


def names_a_value(text: str, slots: Sequence[Slot]) -> bool:
    """Say whether a message changes a value by its name, and so is nobody else's business."""
    return bool(_named(_bare(text)[0], slots))


def amendments(
    said: Sequence[str], slots: Sequence[Slot], is_foreign: Callable[[str], bool]
) -> dict[str, str]:
    """Those of several messages that change a value, each with how it is best read."""
    found = {text: amendment(unrejected(text), slots) for text in said}
    return {
        text: words
        for text, words in found.items()
        if words and (names_a_value(text, slots) or not is_foreign(text))
    }


def unrejected(text: str) -> str:
    """What is said for an action that is rejected, as it was typed: “no, for Ben”."""
    return f"no, {text.removeprefix(REJECTS)}" if text.startswith(REJECTS) else text


def announced(text: str, slots: Sequence[Slot]) -> list[Slot]:
    """The slot that words name, or say where it goes to: “quantity: 2”, “for Ben”."""
    name, colon, _value = text.partition(": ")
    if colon and (found := [slot for slot in slots if name in _names(slots).get(slot.key, ())]):
        return found
    way = _WAY.fullmatch(text)
    told = cut(way["value"]) if way else ()
    if all(word.lower in FUNCTION_WORDS for word in told):
        return []
    return [slot for slot in slots if cut(text)[0].lower in slot.cues]


def _bare(text: str) -> tuple[str, str]:
    """A message without what leads up to a value, or denies another; and what that was."""
    bare = _TAIL.sub("", text.strip()[:500])
    lead = _LEAD.match(bare)
    rest = bare[lead.end() :] if lead else bare
    denied = _DENIED.match(rest)
    start = len(bare) - len(rest) + (denied.end() if denied else 0)
    return bare[start:], bare[:start]


def _named(text: str, slots: Sequence[Slot]) -> str:
    """The value behind the name of its field: “amount 50”, “change the quantity to 2”.

    What several fields are called says less: which is meant is read from all of the words.
    """
    for names in _names(slots).values():
        for name in names:
            if value := _value_of(name, text):
                return f"{name}: {value}"
    shared = {slot_name.rpartition(" ")[2] for slot_name in _whole_names(slots).values()}
    return text if any(_value_of(name, text) for name in shared - FUNCTION_WORDS) else ""


def _value_of(name: str, text: str) -> str:
    said = re.escape(name).replace(r"\ ", r"[\s_-]")
    told = re.fullmatch(
        rf"(?:{_VERB}\s+)?(?:(?:the|my|its)\s+)?{said}(?:(?P<joint>{_JOINT})|\s+)(?P<value>\S.*)",
        text,
        re.IGNORECASE | re.DOTALL,
    )
    if told is None:
        return ""
    is_figure = any(found.start == 0 for found in amounts(told["value"]))
    return told["value"] if told["joint"] or is_figure else ""


def _names(slots: Sequence[Slot]) -> dict[tuple[str, str], tuple[str, ...]]:
    """What each slot is called: by all words of its name, or the last one if no other has it."""
    whole = _whole_names(slots)
    last = [name.rpartition(" ")[2] for name in whole.values()]
    alone = {name for name in last if last.count(name) == 1} - FUNCTION_WORDS
    return {
        key: tuple(dict.fromkeys((name, *({name.rpartition(" ")[2]} & alone))))
        for key, name in whole.items()
    }


def _whole_names(slots: Sequence[Slot]) -> dict[tuple[str, str], str]:
    return {slot.key: name_as_text(slot.name) for slot in slots}
