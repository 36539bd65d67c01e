"""Which kind of change an order is for, and whether a tool makes changes of that kind."""

from agents.kit.model import ToolSpec
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
    _set_of("alter change edit modify rename reschedule update"),
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
    made = {
        word.lower
        for text in (name_as_text(tool.name), tool.description)
        for word in cut(text)[:1]
    }
    return any(verb in ordered and not made & fitting for ordered, fitting in (_ENDS, _ALTERS))
