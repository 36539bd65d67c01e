"""Answers the routing question: which agent, why, and what else was asked for."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from agents.kit.model import Card, RouteBrief
from bot.core.matching.card_words import intent_terms
from bot.core.matching.english import HARMFUL_WORDS, SmallTalk, is_go_on, small_talk
from bot.core.matching.index import REFERS_BACK, Index, Match, winner_of
from bot.core.matching.terms import VALUES, Kind, Term, example_shapes, terms
from bot.core.matching.words import HIDDEN, cut
from bot.llm.offline.amounts import amounts, is_bare_number
from bot.llm.offline.intents import NAMED_ANSWER, Intent, first_part, intents, plain, unplaced
from bot.llm.offline.mood import refuses
from bot.llm.offline.templates import template_for
from bot.llm.offline.wording import NOTHING_CHANGED, listed, offered, shortened, wish_of

DEFAULT_AGENT = "concierge"
CLARIFY = "clarify"
OUT_OF_SCOPE = "out_of_scope"
PLANNER = "planner"
_MOST_OFFERS = 3
_MOST_FURTHER = 5
_LONGEST_SINGLE_ANSWER = 4
_LEAST_VAGUE_COVERAGE = 0.3
_OPTIONS = re.compile(r"([\w'-]+)\s*,?\s+or\s+(?:an?\s+|the\s+)?([\w'-]+)", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“][^\"“”]+[\"”]|(?<!\w)'[^']+'(?!\w)")
_ASKS = re.compile(r"\b(?:where|what|how|why|which)\b", re.IGNORECASE)
_PARTICULAR = re.compile(r"(?:am|is|are|do|does|did|have|has|which|who|whose)\b", re.IGNORECASE)
_ING_NAME = re.compile(
    r"\b(?:my|the|from|to|in|of|for)\s+\w+ings?\b|\b\w+ings?\s+(?:account|balance)\b",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"^(?:(?:no|actually|can you|could you|just|rather)\b[\s,]*)*"
    r"(?:make|change|set|turn|switch)\s+(?:it|that|this|(?:the|my)\s+\w+)\s+(?:(?:in)?to\s+|be\s+)?(?P<value>.*?)[?\s]*$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?://\S+")  # says that it is a page, and nothing by its words
_DIRECTED = re.compile(
    r"(?:from|out of|to|into)\s+(?:(?:my|the)\s+)*[\w-]+(?:\s+account)?\W*", re.IGNORECASE
)
_AFTER_WISH = re.compile(r"[:.!?]\s|\s(?:that|saying)\s", re.IGNORECASE)
_VAGUE = re.compile(
    r"\b(?:need|want|would|help|something|question|problem|issue)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Choice:
    """Where a message goes."""

    name: str
    reason: str
    question: str = ""
    details: bool = False
    then: tuple[Intent, ...] = ()
    left: tuple[str, ...] = ()

    def as_json(self) -> str:
        """Write it as the router's answer."""
        then = [{"agent": intent.card.name, "text": intent.text} for intent in self.then]
        answer = {
            "choice": self.name,
            "reason": self.reason,
            "question": self.question,
            "details": self.details,
            "then": then,
        }
        answer |= {"left": [*self.left]} if self.left else {}
        return json.dumps(answer, ensure_ascii=False)


def route(brief: RouteBrief, index: Index) -> Choice:
    """Choose an agent, or a special answer; never anything that was not offered."""
    choice = _chosen(brief, index)
    names = [card.name for card in brief.cards]
    if choice.name in names or choice.name in brief.choices:
        return choice
    fallback = (
        DEFAULT_AGENT if DEFAULT_AGENT in names else next(iter([*brief.choices, *names]), "")
    )
    return Choice(fallback or DEFAULT_AGENT, choice.reason, choice.question)


def routable(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that words decide about: all but the default one."""
    return tuple(card for card in cards if card.name != DEFAULT_AGENT)


def is_harmful(text: str, index: Index) -> bool:
    """Say whether it speaks of something wrong that is no agent's business."""
    found = (term.text for term in terms(text) if term.shown.lower() in HARMFUL_WORDS)
    return any(not index.is_intent_word(term) for term in found)


def puts_right(text: str) -> bool:
    """Say whether it only changes a value that was said: “change that to 30”."""
    return bool(REFERS_BACK.search(text) and _CORRECTION.match(plain(text)))


def _chosen(brief: RouteBrief, index: Index) -> Choice:
    if is_harmful(brief.text, index):
        return _out_of_scope(brief)
    if brief.speaker and _is_for_speaker_alone(brief.text):
        return Choice(brief.speaker, f"{brief.speaker} is to go on with this.", details=True)
    talk = small_talk(brief.text)
    if brief.speaker and talk is SmallTalk.ASSENT:
        return Choice(
            brief.speaker, f"This answers {brief.speaker}.", _clarify(brief, ()).question
        )
    if talk or not cut(brief.text):
        return Choice(DEFAULT_AGENT, "This is small talk, not a request for a particular agent.")
    if not brief.speaker and is_bare_number(brief.text):
        question = (
            f"Nothing waits for a number just now. What shall I do with {_cited(brief.text)}?"
        )
        return Choice(CLARIFY, "A number alone asks for nothing.", question)
    return _by_words(brief, index)


def _by_words(brief: RouteBrief, index: Index) -> Choice:
    if PLANNER in brief.choices and not brief.speaker and template_for(brief.text):
        return Choice(PLANNER, "This takes several agents, step by step.", details=True)
    asked = intents(brief.text, index)
    wish = asked[0].text if len(asked) > 1 else brief.text
    ranked = index.ranked(_ADDRESS.sub("web page", wish))
    best = winner_of(ranked) or _winner_of_opening(brief, index)
    if len(asked) > 1 or (asked and not (best or brief.speaker)):
        best = next((match for match in ranked if match.card == asked[0].card), best)
    if best and best.card.name != brief.speaker and _is_refused(wish, best.card, index):
        return Choice(CLARIFY, f"This refuses what {best.card.name} does.", _refused(brief))
    if best and not _is_kept_by_speaker(brief, best, index):
        return _agent(best, asked, index, brief.text)
    return _without_winner(brief, ranked, index)


def _is_refused(text: str, card: Card, index: Index) -> bool:
    """Say whether it says not to do what an agent does: “don't log me in”."""
    intent = intent_terms(card)
    return refuses(text, lambda term: index.is_intent_of(term, intent))


def _refused(brief: RouteBrief) -> str:
    text = f"{NOTHING_CHANGED} You said not to do it."
    return f"{text} {_still_needed(brief)}" if brief.question else f"{text} What shall I do?"


def _winner_of_opening(brief: RouteBrief, index: Index) -> Match | None:
    """What is wanted of a text behind a colon, or on a condition behind a sentence.

    Its own words say nothing about that.
    """
    wish, *text = _AFTER_WISH.split(brief.text, maxsplit=1)
    return index.clear_winner(wish) if text and not brief.speaker else None


def _is_for_speaker_alone(text: str) -> bool:
    """Say whether it only asks to go on, or is nothing but a hidden secret."""
    return is_go_on(text) or (HIDDEN in text and not cut(text))


def _is_kept_by_speaker(brief: RouteBrief, best: Match, index: Index) -> bool:
    """An answer that only sounds like another agent's business is not passed on."""
    if not brief.speaker or best.card.name == brief.speaker:
        return False
    text = plain(brief.text)
    if brief.hears_all and not index.asks_for(text, best):
        return True
    is_kept = puts_right(text) or _is_named_answer(brief)
    return is_kept or not index.is_digression(text, best)


def _is_named_answer(brief: RouteBrief) -> bool:
    """Say whether it is worded "my id is …", and the id was asked for."""
    is_question = brief.text.rstrip().endswith("?") or _ASKS.search(brief.text)
    shared = _terms_in(brief.text) & _terms_in(brief.question or "")
    return bool(shared and NAMED_ANSWER.match(brief.text) and not is_question)


def _agent(best: Match, asked: tuple[Intent, ...], index: Index, text: str) -> Choice:
    further = asked[1:] if asked and asked[0].card == best.card else ()
    then, too_many = further[:_MOST_FURTHER], further[_MOST_FURTHER:]
    left = (*unplaced(text, index), *(intent.text for intent in too_many))
    own_text = asked[0].text if then else first_part(text, index)
    details = has_details(own_text, best.card, index)
    return Choice(best.card.name, _reason(best), details=details, then=then, left=left)


def _without_winner(brief: RouteBrief, ranked: tuple[Match, ...], index: Index) -> Choice:
    if brief.speaker:
        return _for_speaker(brief, brief.speaker, index)
    likely = [match for match in ranked if match.words]
    if likely and likely[0].coverage >= _LEAST_VAGUE_COVERAGE:
        cards = (*(match.card for match in likely), *index.related(brief.text))
        return _clarify(brief, tuple(dict.fromkeys(cards))[:_MOST_OFFERS])
    unknown = [term for term in terms(brief.text) if term.kind is not Kind.WEAK]
    if not any(term.kind is not Kind.BROAD for term in unknown):
        return _vague(brief)
    if len(unknown) == 1 and not index.begins_request(plain(brief.text)):
        return Choice(DEFAULT_AGENT, "No agent is named by these words.")
    return _out_of_scope(brief)


def _for_speaker(brief: RouteBrief, speaker: str, index: Index) -> Choice:
    """Nobody else was asked for: the answer is the speaker's after all, unclear, or foreign."""
    found = [term for term in terms(brief.text) if term.kind is not Kind.WEAK]
    said, asked_for = {term.text for term in found}, _terms_in(brief.question or "")
    if said & _options_in(brief.question or ""):
        reason = f"This names one of the answers {speaker} asked for."
        return Choice(speaker, reason, details=True)
    corrected = _CORRECTION.sub(r"\g<value>", plain(brief.text))
    is_answer = _is_named_answer(brief) or _looks_like_answer(corrected, index)
    if is_answer or _fits_speaker(found, brief, index):
        reason = f"This looks like an answer to what {speaker} asked."
        return Choice(speaker, reason, _clarify(brief, ()).question, details=True)
    if said & asked_for or not said or index.knows(brief.text):
        return _clarify(brief, ())
    return _out_of_scope(brief)


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


def _vague(brief: RouteBrief) -> Choice:
    if _VAGUE.search(brief.text):
        return _clarify(brief, ())
    return Choice(DEFAULT_AGENT, "The message asks for nothing in particular.")


def _clarify(brief: RouteBrief, likely: tuple[Card, ...]) -> Choice:
    reason = "The message is too vague to choose one agent."
    if brief.question:
        text = f"I could not tell what to do with {_cited(brief.text)}. {_still_needed(brief)}"
        return Choice(CLARIFY, reason, text)
    choices = likely or offered(brief.cards)[:_MOST_OFFERS]
    if not choices:
        return Choice(CLARIFY, reason, "Could you say in other words what you need?")
    only = f"The nearest I can do is: {wish_of(choices[0])}. Could you say it in other words?"
    several = f"Which of these do you need?\n{listed(choices)}\nOr say it in other words, please."
    return Choice(CLARIFY, reason, several if len(choices) > 1 else only)


def _out_of_scope(brief: RouteBrief) -> Choice:
    refusal = f"{_cited(brief.text)} is outside of what I can help with."
    text = f"{refusal} {_still_needed(brief)}" if brief.question else refusal
    return Choice(OUT_OF_SCOPE, "This matches nothing that any agent does.", text)


def _still_needed(brief: RouteBrief) -> str:
    return f"I still need your answer to this: {brief.question}"


def _cited(text: str) -> str:
    return f"“{shortened(text).rstrip('. ')}”" if text.strip(". ") else "That"


def _reason(match: Match) -> str:
    words = [f"“{word}”" for word in match.words[:4]]
    said = " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    verb = "match" if len(words) > 1 else "matches"
    return f"{said or 'The message'} {verb} what {match.card.name} does: {wish_of(match.card)}."


def has_details(text: str, card: Card, index: Index) -> bool:
    """Say whether a message carries values beyond the bare intent."""
    if _QUOTED.search(text) or _PARTICULAR.match(plain(text)) or _ING_NAME.search(text):
        return True
    found = terms(text)
    if any(term.kind in VALUES for term in found):
        return True
    intent = intent_terms(card)
    substantial = (term for term in found if term.kind in {Kind.WORD, Kind.NAME})
    return any(not index.is_intent_of(term.text, intent) for term in substantial)
