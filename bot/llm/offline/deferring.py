"""Takes off a message what is wanted at another time: “send 50 now, and 60 tomorrow”."""

import re
from dataclasses import replace
from itertools import islice

from agents.kit.model import RouteBrief
from bot.core.matching.index import Index
from bot.llm.offline.barring import REASONS, unless_barred
from bot.llm.offline.choices import Choice
from bot.llm.offline.routing import route
from bot.llm.offline.values.amounts import amounts
from bot.llm.offline.words.intents import KEEPS_WORDS
from bot.llm.offline.words.mood import Mood, mood
from bot.llm.offline.words.wording import cited

LONGEST_AMOUNT = 100  # characters
MOST_BORDERS = 20
_BORDER = re.compile(
    r"(?<![\s,;])[\s,;]+(?:and|plus|then)\s+(?:(?:then|also|another)\s+)*", re.IGNORECASE
)
_NOW = re.compile(r"\b(?:now|today|immediately|right away|at once)\b", re.IGNORECASE)


_LATER = frozenset({Mood.TIMED, Mood.REPEATED, Mood.CONDITIONAL})


def routed(brief: RouteBrief, index: Index) -> Choice:
    """Choose an agent for what is wanted now, and say of what is wanted later that it is not."""
    now, later = _split(brief.text)
    if not later or brief.speaker:
        return unless_barred(route(brief, index), brief, index)
    first = replace(brief, text=now)
    choice = unless_barred(route(first, index), first, index)
    if all(card.name != choice.name for card in brief.cards):
        return choice
    said = f"{cited(later)} is not done. {REASONS[mood(later)]}"
    return replace(choice, said=f"{choice.said} {said}".strip(), own=choice.own or now)


def _split(text: str) -> tuple[str, str]:
    """What is wanted now in so many words, and a second amount for later; else all, and nothing.

    Without the “now” both may be meant for later, and nobody should have to guess.
    """
    for border in islice(_BORDER.finditer(text), MOST_BORDERS):
        now, later = text[: border.start()], text[border.end() :]
        is_amount = next((found.start == 0 for found in amounts(later[:LONGEST_AMOUNT])), False)
        is_now = bool(_NOW.search(now)) and any(amounts(now)) and mood(now) is Mood.ORDER
        is_own_text = KEEPS_WORDS.search(now) is not None  # a note may say anything
        if is_amount and is_now and not is_own_text and mood(later) in _LATER:
            return now, later
    return text, ""
