"""Says what is left of a wish once agents have finished for it."""

from agents.kit.model import ContinueBrief
from bot.core.matching.english import REQUEST_STARTS
from bot.core.matching.index import Index
from bot.llm.offline.words.intents import intents, plain
from bot.llm.offline.words.mood import refusals

NO_FURTHER_TASK = "no_further_task"
_OWN_WORDS = ("i ", "i'd", "my ")


def what_is_left(brief: ContinueBrief, index: Index) -> str:
    """The next part of the wish that nobody has finished, worded as the user's request."""
    asked = intents(brief.wish, index)
    left = next((i for i in asked if i.card.name not in brief.finished), None)
    if left is None or any(refusals(left.text)):
        return NO_FURTHER_TASK
    return _as_request(plain(left.text), index)


def _as_request(text: str, index: Index) -> str:
    first = text.lower().partition(" ")[0]
    if first in REQUEST_STARTS or text.lower().startswith(_OWN_WORDS) or not index.is_order(text):
        return text
    return f"I would like to {text[:1].lower()}{text[1:].rstrip('.!')}."
