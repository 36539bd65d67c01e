"""Where a message goes, and what is asked or said where no agent is chosen."""

import json
import re
from dataclasses import dataclass

from agents.kit.model import Card, RouteBrief
from bot.core.attached import WORDLESS
from bot.llm.offline.values.amounts import is_bare_number
from bot.llm.offline.words.intents import Intent
from bot.llm.offline.words.wording import NOTHING_CHANGED, cited, listed, offered, wish_of

DEFAULT_AGENT = "concierge"
CLARIFY = "clarify"
OUT_OF_SCOPE = "out_of_scope"
PLANNER = "planner"
MOST_OFFERS = 3
UNFIT = "does not fit what I asked, and I find nothing else in it that I can help with."
_VAGUE = re.compile(
    r"\b(?:need|want|would|help|something|question|problem|issue)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Choice:
    """Where a message goes; `said` tells at once what of it is not done, `own` is the rest."""

    name: str
    reason: str
    question: str = ""
    details: bool = False
    then: tuple[Intent, ...] = ()
    left: tuple[str, ...] = ()
    said: str = ""
    own: str = ""

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
        answer |= {"said": self.said} if self.said else {}
        answer |= {"own": self.own} if self.own else {}
        return json.dumps(answer, ensure_ascii=False)


def alone(brief: RouteBrief) -> Choice | None:
    """Ask what to do with a number or a file that comes alone, and that nobody asked for."""
    is_file = brief.text == WORDLESS
    if brief.speaker or not (is_file or is_bare_number(brief.text)):
        return None
    kind, what = ("That", "it") if is_file else ("A number", cited(brief.text))
    question = f"{kind} alone does not tell me what you want. What shall I do with {what}?"
    return Choice(CLARIFY, f"{kind} alone asks for nothing.", question)


def vague(brief: RouteBrief) -> Choice:
    """Ask what is needed, unless nothing was asked for at all."""
    if _VAGUE.search(brief.text):
        return clarify(brief, ())
    return Choice(DEFAULT_AGENT, "The message asks for nothing in particular.")


def clarify(brief: RouteBrief, likely: tuple[Card, ...]) -> Choice:
    """Ask which of a few agents is meant, or once more what is open."""
    reason = "The message is too vague to choose one agent."
    if brief.question:
        text = f"I could not tell what to do with {cited(brief.text)}. {_still_needed(brief)}"
        return Choice(CLARIFY, reason, text)
    choices = likely or offered(brief.cards)[:MOST_OFFERS]
    if not choices:
        return Choice(CLARIFY, reason, "Could you say in other words what you need?")
    only = f"The nearest I can do is: {wish_of(choices[0])}. Could you say it in other words?"
    several = f"Which of these do you need?\n{listed(choices)}\nOr say it in other words, please."
    return Choice(CLARIFY, reason, several if len(choices) > 1 else only)


def unanswered(brief: RouteBrief) -> Choice:
    """Say that an attempt to answer fits nothing that was asked, or can be, and ask again."""
    text = f"{cited(brief.text)} {UNFIT} {brief.question}"
    return Choice(CLARIFY, "It does not answer what was asked.", text)


def refused(brief: RouteBrief) -> str:
    """Say that what was refused is not done."""
    text = f"{NOTHING_CHANGED} You said not to do it."
    return f"{text} {_still_needed(brief)}" if brief.question else f"{text} What shall I do?"


def out_of_scope(brief: RouteBrief) -> Choice:
    """Say that no agent does this."""
    refusal = f"{cited(brief.text)} is outside of what I can help with."
    text = f"{refusal} {_still_needed(brief)}" if brief.question else refusal
    return Choice(OUT_OF_SCOPE, "This matches nothing that any agent does.", text)


def _still_needed(brief: RouteBrief) -> str:
    return f"I still need your answer to this: {brief.question}"
