"""Reads without a model: every closed question by rules, which say so where they cannot tell."""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from typing_extensions import override

from agents.kit.agent import Agent
from agents.kit.values.model import Card
from bot.core.ports.environment import Ask, Reader
from bot.domain import questions
from bot.domain.questions import (
    NOTHING,
    OUT_OF_SCOPE,
    SMALL_TALK,
    UNCLEAR,
    ClosedQuestion,
    Opinion,
    Topic,
)
from bot.language import lexicon
from bot.language.lexicon import has_negation, speaks_of_harm
from bot.language.money import find_amounts
from bot.language.normal import fold
from bot.language.numbers import find_numbers
from bot.language.sentences import split_wishes
from bot.language.words import name_as_text, words
from bot.llm.overlap import (
    BY_TOOLS,
    LONGEST,
    Overlap,
    Share,
    Thing,
    telling,
    values_in_wish,
    values_of,
)

CONCIERGE = "concierge"
_PARTS = re.compile(r"[.,;:!?。、]+")
_CLAUSE_ENDS = re.compile(r"[.,;:\n]")
_NAME = re.compile(r"[\w-]+")
CLOSE = 3  # words: a “no” among them, or before, is about what is named
SEVERAL = 2  # words that tell something nobody here knows


class RulesReader(Reader):
    """Answers by the words of a message and of these agents; asks nobody."""

    def __init__(self, agents: Iterable[Agent]) -> None:
        own = tuple(agents)
        tools = tuple(tool for agent in own for tool in agent.tools)
        self._effects = frozenset(tool.name for tool in tools if tool.effect)
        self._only_act = frozenset(
            a.name for a in own if a.tools and all(t.effect for t in a.tools)
        )
        self._does = {a.name: tuple(_clause(t.description) for t in a.tools) for a in own}
        self._overlap_of = lru_cache(maxsize=32)(self._make_overlap)
        self._agents = self._overlap_of(tuple(agent.card for agent in own))
        self._chat = tuple(e for a in own if a.name == CONCIERGE for e in a.examples)

    @override
    async def read(
        self, question: ClosedQuestion[Any], ask: Ask, tried: Sequence[str] = ()
    ) -> str:
        return json.dumps(self._answer(question), ensure_ascii=False)

    def _answer(self, question: ClosedQuestion[Any]) -> Mapping[str, str | None]:
        match question:
            case questions.Which():
                return {"about": self.whom(question)}
            case questions.About():
                return {"about": self._about(question.asked, question.text)}
            case questions.Fill():
                return self._fill(question)
            case questions.Does():
                return {"does": self._tool(question)}
            case questions.AsVerdict():
                return {"verdict": self._verdict(question)}
            case questions.Left():
                return {"left": self._left(question)}
            case _:
                raise TypeError(question.kind)

    def _make_overlap(self, cards: tuple[Card, ...]) -> Overlap:
        return Overlap(
            Thing(c.name, c.description, c.examples, c.names, self._does.get(c.name, ()))
            for c in cards
            if c.name != CONCIERGE
        )

    def whom(self, question: questions.Which) -> str:
        """Say who it is for.

        Several wishes go to whom the first is for; the rest is asked for afterwards.
        """
        text, agents = question.text, self._overlap_of(question.agents)
        if _is_chat(text) or self._is_to_concierge(text):
            return SMALL_TALK
        if lexicon.command_of(text) or lexicon.is_stop(text):
            return UNCLEAR
        if speaks_of_harm(text.replace("\n", ":").partition(":")[0]):
            return OUT_OF_SCOPE
        texts = map(_without_amounts, (*split_wishes(text), text))
        chosen = next(filter(None, map(agents.winner, texts)), None)
        if chosen and chosen.name in self._only_act and _is_denied(chosen.words, text):
            return UNCLEAR
        if chosen:
            return chosen.name
        is_known = bool(agents.rank(text))
        return UNCLEAR if is_known or len(telling(text)) < SEVERAL else OUT_OF_SCOPE

    def rivals(self, question: questions.Which) -> tuple[str, ...]:
        """The agents that know words of a text, the likeliest first."""
        shares = self._overlap_of(question.agents).rank(_without_amounts(question.text))
        return tuple(share.name for share in shares)

    def _is_to_concierge(self, text: str) -> bool:
        """Say whether it is an example of small talk, or names nothing that none of them does."""
        told, known = telling(text).keys(), set[str]().union(*map(telling, self._chat))
        is_example = words(text) in map(words, self._chat)
        return is_example or (bool(told) and told <= known)

    def _about(self, asked: str, text: str) -> Topic:
        """It is about what was asked, unless another agent is clearly meant."""
        if lexicon.is_stop(text):
            return Topic.STOP
        if _is_chat(text) or lexicon.command_of(text):
            return Topic.ELSE
        meant = self._agents.winner(text)
        return Topic.ELSE if meant and self._is_new(meant, asked, text) else Topic.THIS

    def _is_new(self, meant: Share, asked: str, text: str) -> bool:
        """Say whether somebody else than who asks is meant: by more than the question's words."""
        if lexicon.is_question(text) and meant.is_whole:
            return True
        asking = self._agents.rank(asked)
        is_asking = bool(asking) and asking[0].name == meant.name
        return not is_asking and bool(meant.is_whole or meant.rare - telling(asked).keys())

    def _verdict(self, question: questions.AsVerdict) -> Opinion:
        """What is plain; a question for another agent is no opinion."""
        text = question.text
        if lexicon.is_yes(text):
            return Opinion.APPROVE
        if lexicon.is_no(text) or lexicon.is_stop(text) or _refuses(question):
            return Opinion.REJECT
        if lexicon.is_question(text):
            meant = self._agents.winner(text)
            is_other = meant is not None and self._is_new(meant, question.card, text)
            return Opinion.NONE if is_other else Opinion.QUESTION
        return Opinion.CHANGE if _gives_value(text) else Opinion.NONE

    def _fill(self, question: questions.Fill) -> Mapping[str, str | None]:
        """A slot that is asked for alone takes the whole answer; others go by their labels."""
        nothing, text = dict.fromkeys(slot.name for slot in question.slots), question.text
        topic = self._about(question.asked, text) if question.asked else Topic.THIS
        is_no_value = lexicon.is_question(text) or lexicon.is_yes(text) or lexicon.is_no(text)
        if is_no_value or topic is not Topic.THIS:
            return {**nothing, "about": topic}
        if not question.asked:
            return {**nothing, **values_in_wish(question.slots, text), "about": topic}
        return {**nothing, **values_of(question.slots, text, question.asked), "about": topic}

    def _tool(self, question: questions.Does) -> str:
        """The tool that is clearly meant; none where it is not wanted, or only asked about."""
        text = question.text
        meant = _tools(question).winner(text)
        if meant is None or has_negation(_up_to(meant.words, text)):
            return NOTHING
        return NOTHING if meant.name in self._effects and lexicon.is_question(text) else meant.name

    def _left(self, question: questions.Left) -> str | None:
        """The first part that is for an agent which has not been at work."""
        done = set(_NAME.findall(question.done)) & self._does.keys()
        meant = ((part, self._agents.winner(part)) for part in split_wishes(question.text))
        return next((part for part, who in meant if who and who.name not in done), None)


def _is_denied(spoken: Collection[str], text: str) -> bool:
    """Say whether a part of a text denies what these of its words say: “never send anything”."""
    parts = _PARTS.split(text[:LONGEST])
    return any(
        has_negation(part) and not telling(part).keys().isdisjoint(spoken) for part in parts
    )


def _up_to(spoken: Collection[str], text: str) -> str:
    """A text up to the first of these words, and what stands close behind it."""
    parts = text[:LONGEST].split()
    is_named = (not telling(part).keys().isdisjoint(spoken) for part in parts)
    first = next((at for at, named in enumerate(is_named) if named), 0)
    return " ".join(parts[: first + CLOSE])


def _gives_value(text: str) -> bool:
    """Say whether a value is given, and not refused; “no” ahead of it refuses another one."""
    first, *rest = _PARTS.split(text, maxsplit=1)
    given = rest[0] if rest and lexicon.is_no(first) else text
    has_value = any(map(str.isdigit, given)) or any(n.value != 1 for n in find_numbers(given))
    return has_value and not has_negation(given)


def _refuses(question: questions.AsVerdict) -> bool:
    """Say whether nothing is named but what the card does, and that is not to be done."""
    text = question.text[:LONGEST]
    named = telling(text).keys() - telling(" ".join(filter(lexicon.is_stop, text.split()))).keys()
    is_refused = has_negation(text) or any(map(lexicon.is_stop, text.split()))
    return is_refused and not lexicon.is_question(text) and named <= telling(question.card).keys()


def _without_amounts(text: str) -> str:
    """A text without what only says how much: its words tell nothing else."""
    text = text[:LONGEST]
    for found in reversed(find_amounts(text)):
        text = f"{text[: found.start]} {text[found.end :]}"
    return text


def _is_chat(text: str) -> bool:
    """Say whether a text greets or thanks; what else it says then names nothing."""
    parts = [part for part in _PARTS.split(fold(text[:LONGEST])) if part.strip()]
    rest = [part for part in parts if not lexicon.courtesy_of(part)]
    return len(rest) < len(parts) and not telling(" ".join(rest))


def _tools(question: questions.Does) -> Overlap:
    things = (
        Thing(n.name, n.description, (_clause(n.description), name_as_text(n.name)), is_told=True)
        for n in question.tools
    )
    return Overlap(things, BY_TOOLS)


def _clause(description: str) -> str:
    """The first thing that a description says."""
    return _CLAUSE_ENDS.split(description, maxsplit=1)[0]
