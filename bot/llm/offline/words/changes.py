"""Which kind of change an order is for, and whether a tool makes changes of that kind."""

from agents.kit.model import ToolSpec
from bot.core.matching.terms import stems
from bot.core.matching.words import cut, name_as_text
from bot.llm.offline.words.mood import opening_verb


def _set_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What orders of a kind begin with, and what the names and descriptions of its tools do.
_ENDS = (
    _set_of("cancel clear delete discard erase remove scrap wipe"),
    _set_of("cancel close delete end remove revoke tick withdraw"),
)
_ALTERS = (
    _set_of("alter change edit modify move rename reschedule update"),
    _set_of("assign change edit move rename set update"),
)
_ADDS = _set_of("add create put record register")


def goes_against(text: str, tool: ToolSpec) -> bool:
    """Say whether an order is for a kind of change that a tool does not make.

    Nobody who wants a note deleted, or renamed, wants another one made, or to be shown them.
    """
    verb = opening_verb(text)
    if verb in _ADDS:
        return not tool.effect
    made = _made_by(tool)
    return any(verb in ordered and not made & fitting for ordered, fitting in (_ENDS, _ALTERS))


def ending_verbs(tool: ToolSpec) -> frozenset[str]:
    """The verbs, as stems, that order what a tool ends, if that is what it does."""
    ordered, fitting = _ENDS
    return frozenset(map(stems.of, ordered)) if _made_by(tool) & fitting else frozenset()


def _made_by(tool: ToolSpec) -> frozenset[str]:
    """The words that the name and the description of a tool begin with."""
    texts = (name_as_text(tool.name), tool.description)
    return frozenset(word.lower for text in texts for word in cut(text)[:1])
