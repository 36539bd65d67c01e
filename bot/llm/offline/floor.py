"""Says whether the agent whose question waits keeps the floor, and what becomes of an answer."""

import re
from collections.abc import Sequence

from agents.kit.model import RouteBrief
from bot.core.matching.card_words import intent_terms
from bot.core.matching.english import is_go_on
from bot.core.matching.index import REFERS_BACK, Index, Match
from bot.core.matching.terms import VALUES, Kind, Term, example_shapes, terms
from bot.core.matching.words import HIDDEN, cut
from bot.llm.offline.choices import Choice, clarify, out_of_scope, unanswered
from bot.llm.offline.values.amending import amendment, names_a_value
from bot.llm.offline.values.amounts import amounts
from bot.llm.offline.values.free_slots import MEANT
from bot.llm.offline.values.schema import slots
from bot.llm.offline.words.intents import NAMED_ANSWER, plain
from bot.llm.offline.words.mood import Mood, mood
from bot.llm.offline.words.templates import orders_plan

_LONGEST_SINGLE_ANSWER = 4
_OPTIONS = re.compile(r"([\w'-]+)\s*,?\s+or\s+(?:an?\s+|the\s+)?([\w'-]+)", re.IGNORECASE)
_ASKS = re.compile(r"\b(?:where|what|how|why|which)\b", re.IGNORECASE)
_CORRECTION = re.compile(
    r"^(?:(?:no|actually|can you|could you|just|rather)\b[\s,]*)*"
    r"(?:make|change|set|turn|switch)\s+"
    r"(?:(?:it|that|this|(?:the|my)\s+\w+)\s+(?:(?:in)?to\s+|be\s+)?"
    r"|\w+\s+(?:in)?to\s+)(?P<value>.*?)[?\s]*$",
    re.IGNORECASE,
)
_PUT_RIGHT = re.compile(rf"(?:{MEANT.pattern}[\s,.:!-]*)+", re.IGNORECASE)
_SHORTEST_ID = 5
_TO_ID = re.compile(
    r"(?:in)?to\s+(?:(?:the\s+)?account\s+)?(?:(?:id|no\.?)\s+)?#?\d{5,}", re.IGNORECASE
)
_NAMED_FIGURE = re.compile(
    r"(?:the\s+)?[a-z]{3,}(?:\s*[:=]|\s+(?:is|should be|must be))?\s+\S?\d[\d.,]*\W*",
    re.IGNORECASE,
)
_NOT_NOW = {Mood.CONDITIONAL, Mood.TIMED, Mood.REPEATED}
_DIRECTED = re.compile(
    r"(?:from|out of|to|into)\s+(?:(?:my|the)\s+)*[\w-]+(?:\s+account)?\W*", re.IGNORECASE
)


def puts_right(text: str) -> bool:
    """Say whether it only changes a value that was said: “change that to 30”."""
    return bool(REFERS_BACK.search(text) and _CORRECTION.match(plain(text)))


def refuses_wish(text: str, index: Index) -> bool:
    """Say whether what something else is only done for is not to be done, or not now.

    What is only for another time, or on a condition, is an afterthought, and no wish of its own.
    """
    found = mood(text, answers=True)
    is_wish = orders_plan(plain(text)) is not None or index.clear_winner(text) is not None
    is_wish |= index.begins_request(plain(text))
    return found is Mood.REFUSED or (found in _NOT_NOW and not is_wish)


def changes_wish(text: str, index: Index) -> bool:
    """Say whether it puts right what something else is only done for: “no, 60”, “to 9876543”."""
    lead = _PUT_RIGHT.match(text)
    rest = text[lead.end() :] if lead else text
    if _TO_ID.match(rest):
        return True
    names = bool(_CORRECTION.match(plain(rest)))
    names |= bool(_NAMED_FIGURE.fullmatch(rest)) and index.knows(rest)
    if not (lead or names) or (index.begins_request(plain(rest)) and not names):
        return False
    return any(found.currency or len(found.number) < _SHORTEST_ID for found in amounts(rest))


def is_for_speaker_alone(text: str) -> bool:
    """Say whether it only asks to go on, or is nothing but a hidden secret."""
    return is_go_on(text) or (HIDDEN in text and not cut(text))


def is_kept_by_speaker(brief: RouteBrief, best: Match, index: Index) -> bool:
    """An answer that only sounds like another agent's business is not passed on."""
    if not brief.speaker or best.card.name == brief.speaker:
        return False
    text = plain(brief.text)
    if brief.hears_all and not index.asks_for(text, best):
        return True
    is_kept = puts_right(text) or _is_named_answer(brief) or _names_proposed(brief)
    return is_kept or not index.is_digression(text, best)


def for_speaker(brief: RouteBrief, speaker: str, index: Index) -> Choice:
    """Nobody else was asked for: the answer is the speaker's after all, unclear, or foreign."""
    found = [term for term in terms(brief.text) if term.kind is not Kind.WEAK]
    said, asked_for = {term.text for term in found}, _terms_in(brief.question or "")
    if said & _options_in(brief.question or ""):
        reason = f"This names one of the answers {speaker} asked for."
        return Choice(speaker, reason, details=True)
    corrected = _CORRECTION.sub(r"\g<value>", plain(brief.text))
    is_answer = _is_named_answer(brief) or _looks_like_answer(corrected, index)
    if is_answer or _amends(brief) or _fits_speaker(found, brief, index):
        reason = f"This looks like an answer to what {speaker} asked."
        return Choice(speaker, reason, unanswered(brief).question, details=True)
    if not index.begins_request(plain(brief.text)):
        return unanswered(brief)
    if said & asked_for or not said or index.knows(brief.text):
        return clarify(brief, ())
    return out_of_scope(brief)


def _names_proposed(brief: RouteBrief) -> bool:
    return brief.proposed is not None and names_a_value(brief.text, slots(brief.proposed))


def _amends(brief: RouteBrief) -> bool:
    """Say whether it changes a value of the action that waits on the speaker's card."""
    return brief.proposed is not None and bool(amendment(brief.text, slots(brief.proposed)))


def _is_named_answer(brief: RouteBrief) -> bool:
    """Say whether it is worded "my id is …", and the id was asked for."""
    is_question = brief.text.rstrip().endswith("?") or _ASKS.search(brief.text)
    shared = _terms_in(brief.text) & _terms_in(brief.question or "")
    return bool(shared and NAMED_ANSWER.match(brief.text) and not is_question)


def _fits_speaker(found: Sequence[Term], brief: RouteBrief, index: Index) -> bool:
    """A value of a kind the speaker takes, and nothing else of substance: "what about 800?"."""
    card = next((card for card in brief.cards if card.name == brief.speaker), None)
    shapes = example_shapes(card.examples) if card else frozenset()
    values = [term for term in found if term.shape]
    others = [term for term in found if not term.shape and term.kind is not Kind.BROAD]
    own = intent_terms(card) if card else frozenset()
    is_own = all(index.is_intent_of(term.text, own) for term in others)
    return bool(values) and is_own and all(term.shape in shapes for term in values)


def _looks_like_answer(text: str, index: Index) -> bool:
    """A value, or a single word, that asks for nothing."""
    found = [term for term in terms(text) if term.kind is not Kind.WEAK]
    is_value = any(t.kind in VALUES for t in found) or any(amounts(text))
    longest = _LONGEST_SINGLE_ANSWER if found else 1
    is_word = (len(found) <= 1 and len(cut(text)) <= longest) or _DIRECTED.fullmatch(text)
    return bool(is_value or is_word) and not index.begins_request(plain(text))


def _options_in(question: str) -> set[str]:
    return _terms_in(" ".join(word for pair in _OPTIONS.findall(question) for word in pair))


def _terms_in(text: str) -> set[str]:
    return {term.text for term in terms(text)}
