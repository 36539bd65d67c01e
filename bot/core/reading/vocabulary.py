"""Whether a message says more than the bare wish for what an agent does."""

from collections.abc import Iterable
from functools import lru_cache

from agents.kit.agent import Agent
from bot.domain.form import FilledSlot
from bot.language.lexicon import is_polite
from bot.language.words import name_as_text, words


def says_more(text: str, agent: Agent, found: Iterable[FilledSlot] = ()) -> bool:
    """Say whether words are left that are not the agent's own, polite, or read already."""
    known = _own_words(agent.card.name, agent.description, agent.examples, _of_tools(agent))
    read = {word for one in found for word in words(str(one.value))}
    left = [w for w in words(text) if w not in known and w not in read and not is_polite(w)]
    return any(not word.isdecimal() for word in left)


def _of_tools(agent: Agent) -> tuple[str, ...]:
    return tuple(f"{name_as_text(tool.name)} {tool.description}" for tool in agent.tools)


@lru_cache(maxsize=256)
def _own_words(
    name: str, description: str, examples: tuple[str, ...], tools: tuple[str, ...]
) -> frozenset[str]:
    texts = (name_as_text(name), description, *examples, *tools)
    return frozenset(word for text in texts for word in words(text))
