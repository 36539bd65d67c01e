"""Reads without a model: every closed question by rules, which say so where they cannot tell."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from typing_extensions import override

from agents.kit.model import Card
from bot.core.ports.reader import Ask, Reader
from bot.core.reading.questions import (
    NOTHING,
    OUT_OF_SCOPE,
    SMALL_TALK,
    UNCLEAR,
    About,
    AsVerdict,
    Does,
    Fill,
    Left,
    Named,
    Opinion,
    Question,
    Topic,
    Which,
)
from bot.language.function_words import has_negation
from bot.language.lexicon import (
    command_of,
    is_greeting,
    is_no,
    is_question,
    is_stop,
    is_thanks,
    is_yes,
    split_wishes,
)
from bot.language.numbers import find_numbers
from bot.language.words import name_as_text
from bot.llm.rules.overlap import Overlap, Share, Thing, telling
from bot.llm.rules.small_talk import SmallTalk
from bot.llm.rules.values import labelled, whole_answer

CONCIERGE = "concierge"
_ENDS = re.compile(r"[.;,:\n]")
SEVERAL = 2  # words that tell something nobody here knows


class RulesReader(Reader):
    """Answers by the words of the message and of these cards; asks nobody.

    `effects` are the names of tools that change the world: no question asks for one of them.
    """

    def __init__(self, cards: Iterable[Card], effects: Iterable[str] = ()) -> None:
        own = tuple(cards)
        self._effects = frozenset(effects)
        self._agents = _overlap_of(own)
        self._names = tuple(card.name for card in own)
        self._chat = SmallTalk(e for card in own if card.name == CONCIERGE for e in card.examples)

    @override
    async def read(self, question: Question[Any], ask: Ask, tried: Sequence[str] = ()) -> str:
        return json.dumps(self._answer(question), ensure_ascii=False)

    def _answer(self, question: Question[Any]) -> Mapping[str, str | None]:
        match question:
            case Which():
                return {"about": self._which(question)}
            case About():
                return {"about": self._about(question.asked, question.text)}
            case Fill():
                return self._fill(question)
            case Does():
                return {"does": self._does(question)}
            case AsVerdict():
                return {"verdict": _verdict(question.text)}
            case Left():
                return {"left": self._left(question)}
            case _:
                raise TypeError(question.kind)

    def _which(self, question: Which) -> str:
        """Several wishes go to whom the first is for; the rest is asked for afterwards."""
        text, agents = question.text, _overlap_of(question.agents)
        if _is_chat(text) or self._chat.is_all_of(text):
            return SMALL_TALK
        texts = (*split_wishes(text), text)
        chosen = next(filter(None, map(agents.winner, texts)), None)
        return chosen.name if chosen else _nobody(text, agents.rank(text))

    def _about(self, asked: str, text: str) -> Topic:
        """It is about what was asked, unless another agent is clearly meant."""
        if is_stop(text):
            return Topic.STOP
        if _is_chat(text) or command_of(text):
            return Topic.ELSE
        meant = self._agents.winner(text)
        return Topic.ELSE if meant and self._is_new(meant, asked, text) else Topic.THIS

    def _is_new(self, meant: Share, asked: str, text: str) -> bool:
        """Say whether somebody else than who asks is meant: by more than the question's words."""
        if is_question(text) and meant.is_whole:
            return True
        asking = self._agents.rank(asked)
        is_asking = bool(asking) and asking[0].name == meant.name
        return not is_asking and bool(meant.is_whole or meant.rare - telling(asked).keys())

    def _fill(self, question: Fill) -> Mapping[str, str | None]:
        """A slot that is asked for alone takes the whole answer; others go by their labels."""
        nothing = dict.fromkeys(slot.name for slot in question.slots)
        topic = self._about(question.asked, question.text) if question.asked else Topic.THIS
        values: Mapping[str, str] = {}
        if question.asked and topic is Topic.THIS and _is_answer(question.text):
            values = _values(question.slots, question.text)
        return {**nothing, **values, "about": topic}

    def _does(self, question: Does) -> str:
        """The tool that is clearly meant; none where it is not wanted, or only asked about."""
        meant = None if has_negation(question.text) else _tools(question).winner(question.text)
        if meant is None or (meant.name in self._effects and is_question(question.text)):
            return NOTHING
        return meant.name

    def _left(self, question: Left) -> str | None:
        """The first part that is for an agent which has not been at work."""
        done = {name for name in self._names if name in question.done}
        meant = ((part, self._agents.winner(part)) for part in split_wishes(question.text))
        return next((part for part, who in meant if who and who.name not in done), None)


def _values(slots: Sequence[Named], text: str) -> Mapping[str, str]:
    if len(slots) == 1:
        return {slots[0].name: whole_answer(slots[0], text)}
    return labelled(slots, text)


def _verdict(text: str) -> Opinion:
    if is_yes(text):
        return Opinion.APPROVE
    if is_no(text) or is_stop(text):
        return Opinion.REJECT
    if is_question(text):
        return Opinion.QUESTION
    is_change = bool(find_numbers(text)) and not has_negation(text)
    return Opinion.CHANGE if is_change else Opinion.NONE


def _is_chat(text: str) -> bool:
    return is_greeting(text) or is_thanks(text)


def _is_answer(text: str) -> bool:
    """Say whether a message can be the value of a slot: no question, no yes, no no."""
    return not (is_question(text) or is_yes(text) or is_no(text))


def _nobody(text: str, ranked: Sequence[Share]) -> str:
    """What nobody knows a good part of is out of scope; what several may mean is unclear."""
    is_known = any(share.decides for share in ranked)
    return UNCLEAR if is_known or len(telling(text)) < SEVERAL else OUT_OF_SCOPE


def _tools(question: Does) -> Overlap:
    return Overlap(
        Thing(n.name, n.description, (_clause(n.description), name_as_text(n.name)), is_told=True)
        for n in question.tools
    )


def _clause(description: str) -> str:
    """The first thing that a description says."""
    return _ENDS.split(description, maxsplit=1)[0]


@lru_cache(maxsize=32)
def _overlap_of(cards: tuple[Card, ...]) -> Overlap:
    return Overlap(
        Thing(card.name, card.description, card.examples, card.names)
        for card in cards
        if card.name != CONCIERGE
    )
