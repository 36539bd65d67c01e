"""Whether a message says more than the bare wish for what an agent does."""

from collections.abc import Iterable
from functools import lru_cache

from agents.kit.agent import Agent
from bot.domain.participant import FilledSlot
from bot.language.lexicon import is_negation, is_no, is_polite
from bot.language.lists import is_function_word
from bot.language.words import is_comparison, name_as_text, stem, whole_words, words


def says_more(text: str, *agents: Agent, found: Iterable[FilledSlot] = ()) -> bool:
    """Say whether words are left that are not of these agents, polite, or read already."""
    known = frozenset[str]().union(*map(_words_of, agents))
    read = {word for one in found for word in words(str(one.value))}
    left = (word for word in whole_words(text) if stem(word) not in known | read)
    telling = (word for word in left if not _says_nothing(word))
    return any(not (read and word.isdecimal()) for word in telling)  # 5,000 was read as 5000.00


def names(text: str, agent: Agent) -> bool:
    """Say whether a message holds a word that stands for what an agent does."""
    known = _words_of(agent)
    return any(stem(word) in known and not _says_nothing(word) for word in whole_words(text))


def _says_nothing(word: str) -> bool:
    """Say whether a word changes nothing of what is wished; one that denies, or compares, does."""
    is_small = is_polite(word) or is_function_word(word)
    return is_small and not (is_negation(word) or is_no(word) or is_comparison(word))


def _words_of(agent: Agent) -> frozenset[str]:
    return _own_words(agent.name, agent.description, _of_tools(agent))


def _of_tools(agent: Agent) -> tuple[str, ...]:
    return tuple(f"{name_as_text(tool.name)} {tool.description}" for tool in agent.tools)


@lru_cache(maxsize=256)
def _own_words(name: str, description: str, tools: tuple[str, ...]) -> frozenset[str]:
    texts = (name_as_text(name), description, *tools)
    return frozenset(word for text in texts for word in words(text))
