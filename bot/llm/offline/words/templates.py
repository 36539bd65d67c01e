"""Goals that are known to take several agents, and the steps each takes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agents.kit.model import Offer
from bot.core.matching.words import cut, name_as_text


@dataclass(frozen=True, slots=True)
class Template:
    """What announces a goal, and its steps in order: the words of the tools that do them.

    The first step must be done before the others.
    """

    trigger: re.Pattern[str]
    steps: tuple[str, ...]


TEMPLATES = (
    Template(
        re.compile(r"\bon-?board(?:s|ing)?\b|\bnew (?:hire|starter|joiner)\b", re.IGNORECASE),
        ("register employee", "create account", "set up laptop", "schedule orientation"),
    ),
    Template(
        re.compile(r"\boff-?board(?:s|ing)?\b", re.IGNORECASE),
        ("end employment", "close account"),
    ),
)

_BEGINS = re.compile(
    r"^(?:plan|organi[sz]e|prepare|start|begin|arrange)\s+(?:(?:the|an|a|our)\s+)?", re.IGNORECASE
)


def template_for(text: str) -> Template | None:
    """The template of a goal, or None."""
    return next((one for one in TEMPLATES if one.trigger.search(text)), None)


def orders_plan(text: str) -> Template | None:
    """The template of a goal that a message begins with, as an order does; or None."""
    goal = _BEGINS.sub("", text)
    return next((one for one in TEMPLATES if one.trigger.match(goal)), None)


def offers_in(template: Template, offers: Sequence[Offer]) -> list[Offer]:
    """The tools that do the steps of a template, as far as there are any."""
    found = (_offer(step, offers) for step in template.steps)
    return [offer for offer in found if offer is not None]


def _offer(step: str, offers: Sequence[Offer]) -> Offer | None:
    wanted = set(step.split())
    return next((offer for offer in offers if wanted <= _words(offer)), None)


def _words(offer: Offer) -> set[str]:
    return {word.lower for word in cut(name_as_text(offer.tool.name))}
