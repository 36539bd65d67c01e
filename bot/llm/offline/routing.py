"""Answers the routing question: which agent, why, and what else was asked for."""

import re

from agents.kit.model import Card, RouteBrief
from bot.core.matching.card_words import intent_terms
from bot.core.matching.english import HARMFUL_WORDS, SmallTalk, says_all, small_talk
from bot.core.matching.index import Index, Match, winner_of
from bot.core.matching.terms import VALUES, Kind, terms
from bot.core.matching.words import cut
from bot.llm.offline.afterwards import too_late
from bot.llm.offline.choices import (
    CLARIFY,
    DEFAULT_AGENT,
    MOST_OFFERS,
    PLANNER,
    Choice,
    alone,
    clarify,
    out_of_scope,
    refused,
    vague,
)
from bot.llm.offline.floor import (
    changes_wish,
    for_speaker,
    is_for_speaker_alone,
    is_kept_by_speaker,
    refuses_wish,
)
from bot.llm.offline.words.intents import Intent, first_part, intents, plain, unplaced
from bot.llm.offline.words.mood import refuses
from bot.llm.offline.words.templates import orders_plan, template_for
from bot.llm.offline.words.wording import NOTHING_CHANGED, TO_END, fits

_MOST_FURTHER = 5
_LEAST_VAGUE_COVERAGE = 0.3
_QUOTED = re.compile(r"[\"“][^\"“”]+[\"”]|(?<!\w)'[^']+'(?!\w)")
_PARTICULAR = re.compile(r"(?:am|is|are|do|does|did|have|has|which|who|whose)\b", re.IGNORECASE)
_ING_NAME = re.compile(
    r"\b(?:my|the|from|to|in|of|for)\s+\w+ings?\b|\b\w+ings?\s+(?:account|balance)\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?://\S+")  # says that it is a page, and nothing by its words
_AFTER_WISH = re.compile(r"[:.!?]\s|\s(?:that|saying)\s", re.IGNORECASE)


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


def _chosen(brief: RouteBrief, index: Index) -> Choice:
    if is_harmful(brief.text, index):
        return out_of_scope(brief)
    if brief.speaker and is_for_speaker_alone(brief.text):
        return Choice(brief.speaker, f"{brief.speaker} is to go on with this.", details=True)
    if brief.beneath and (changed := _of_wish_beneath(brief, index)):
        return changed
    talk = small_talk(brief.text)
    if brief.speaker and talk is SmallTalk.ASSENT:
        return Choice(brief.speaker, f"This answers {brief.speaker}.", clarify(brief, ()).question)
    if talk or not cut(brief.text):
        return Choice(DEFAULT_AGENT, "This is small talk, not a request for a particular agent.")
    return alone(brief) or _by_words(brief, index)


def _of_wish_beneath(brief: RouteBrief, index: Index) -> Choice | None:
    """What is said to that for which the speaker only runs: a refusal, or another amount."""
    winner = index.clear_winner(brief.text)
    is_of_another = winner is not None and winner.card.name != brief.beneath
    if refuses_wish(brief.text, index) and not is_of_another:
        said = f"{NOTHING_CHANGED} {TO_END}"
        return Choice(brief.beneath, "This refuses what was wanted.", details=True, said=said)
    if changes_wish(brief.text, index):
        return Choice(brief.beneath, "This puts right what is wanted.", details=True)
    return None


def _by_words(brief: RouteBrief, index: Index) -> Choice:
    goal = orders_plan(plain(brief.text)) if brief.speaker else template_for(brief.text)
    if PLANNER in brief.choices and goal is not None:
        return Choice(PLANNER, "This takes several agents, step by step.", details=True)
    asked = intents(brief.text, index)
    wish = asked[0].text if len(asked) > 1 else brief.text
    ranked = index.ranked(_ADDRESS.sub("web page", wish))
    best = winner_of(ranked) or _winner_of_opening(brief, index)
    if len(asked) > 1 or (asked and not (best or brief.speaker)):
        best = next((match for match in ranked if match.card == asked[0].card), best)
    if best and best.card.name != brief.speaker and _is_refused(wish, best.card, index):
        return _beside_refused(best, asked[1:], brief, index)
    if best and not is_kept_by_speaker(brief, best, index):
        return _agent(best, asked, index, brief.text)
    return _without_winner(brief, ranked, index)


def _beside_refused(
    best: Match, further: tuple[Intent, ...], brief: RouteBrief, index: Index
) -> Choice:
    """What is refused is not done; what was asked for beside it is."""
    reason = f"This refuses what {best.card.name} does."
    if not further or further[0].card == best.card:
        return Choice(CLARIFY, reason, refused(brief))
    first, then = further[0], further[1:][:_MOST_FURTHER]
    details = has_details(first.text, first.card, index)
    return Choice(
        first.card.name, reason, details=details, then=then, said=NOTHING_CHANGED, own=first.text
    )


def _is_refused(text: str, card: Card, index: Index) -> bool:
    """Say whether it says not to do what an agent does: “don't log me in”."""
    intent = intent_terms(card)
    return refuses(text, lambda term: index.is_intent_of(term, intent))


def _winner_of_opening(brief: RouteBrief, index: Index) -> Match | None:
    """What is wanted of a text behind a colon, or on a condition behind a sentence.

    Its own words say nothing about that.
    """
    wish, *text = _AFTER_WISH.split(brief.text, maxsplit=1)
    return index.clear_winner(wish) if text and not brief.speaker else None


def _agent(best: Match, asked: tuple[Intent, ...], index: Index, text: str) -> Choice:
    further = asked[1:] if asked and asked[0].card == best.card else ()
    then, too_many = further[:_MOST_FURTHER], further[_MOST_FURTHER:]
    left = (*unplaced(text, index), *(intent.text for intent in too_many))
    own_text = asked[0].text if then else first_part(text, index)
    details = has_details(own_text, best.card, index)
    reason = fits(best.words, best.card)
    return Choice(best.card.name, reason, details=details, then=then, left=left)


def _without_winner(brief: RouteBrief, ranked: tuple[Match, ...], index: Index) -> Choice:
    if brief.speaker:
        return for_speaker(brief, brief.speaker, index)
    if (known := _by_name(brief) or too_late(brief)) is not None:
        return known
    likely = [match for match in ranked if match.words]
    if likely and likely[0].coverage >= _LEAST_VAGUE_COVERAGE:
        cards = (*(match.card for match in likely), *index.related(brief.text))
        return clarify(brief, tuple(dict.fromkeys(cards))[:MOST_OFFERS])
    unknown = [term for term in terms(brief.text) if term.kind is not Kind.WEAK]
    if not any(term.kind is not Kind.BROAD for term in unknown):
        return vague(brief)
    if len(unknown) == 1 and not index.begins_request(plain(brief.text)):
        return Choice(DEFAULT_AGENT, "No agent is named by these words.")
    return out_of_scope(brief)


def _by_name(brief: RouteBrief) -> Choice | None:
    """The one agent that tells of what a text names, if it says nothing else: “and Nvidia?”."""
    said = {term.text for term in terms(brief.text)}
    named = [
        Choice(card.name, f"This names what {card.name} tells of.", details=True, own=name)
        for card in brief.cards
        for name in card.names
        if said == {term.text for term in terms(name)}
    ]
    return named[0] if len(named) == 1 else None


def has_details(text: str, card: Card, index: Index) -> bool:
    """Say whether a message carries values beyond the bare intent."""
    if _QUOTED.search(text) or _PARTICULAR.match(plain(text)) or _ING_NAME.search(text):
        return True
    if says_all(text):
        return True
    found = terms(text)
    if any(term.kind in VALUES for term in found):
        return True
    intent = intent_terms(card)
    substantial = (term for term in found if term.kind in {Kind.WORD, Kind.NAME})
    return any(not index.is_intent_of(term.text, intent) for term in substantial)
