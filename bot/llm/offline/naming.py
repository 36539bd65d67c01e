"""Says how much a text speaks of a tool, by the words of its name and of what it does."""

from itertools import pairwise

from agents.kit.model import ToolSpec
from bot.core.matching.card_words import ordered
from bot.core.matching.terms import Kind, stems, terms
from bot.core.matching.words import cut, name_as_text

NAME_WEIGHT = 2.0
_NEAR_WEIGHT = 0.7


def spoken_of(tool: ToolSpec, text: str) -> float:
    """How much a text says of a tool; words that stand side by side in both say more."""
    name = name_as_text(tool.name)
    return named_in(tool, text) + len(_pairs(text) & (_pairs(name) | _pairs(tool.description)))


def is_named_for(tool: ToolSpec, text: str) -> bool:
    """Say whether a tool is named for what an order begins with: “open an account”."""
    return bool(ordered(text) & {term.text for term in terms(name_as_text(tool.name))})


def named_in(tool: ToolSpec, text: str) -> float:
    """How much the single words of a text say of a tool."""
    named = {term.text for term in terms(name_as_text(tool.name))}
    described = {term.text for term in terms(tool.description)}
    total = 0.0
    for term in terms(text):
        near = {term.text, *stems.synonyms(term.text)}
        share = 1.0 if term.text in named | described else _NEAR_WEIGHT
        weight = 0.5 if term.kind is Kind.BROAD else 1.0
        total += share * weight * (NAME_WEIGHT if near & named else bool(near & described))
    return total


def _pairs(text: str) -> set[tuple[str, str]]:
    words = [word.lower for word in cut(text)]
    return set(pairwise(words))
