"""What is said to the desk itself: the examples of its concierge, and no more."""

from collections.abc import Iterable

from bot.language.normal import fold
from bot.language.words import words
from bot.llm.rules.overlap import telling

LONGEST = 200


class SmallTalk:
    """Knows small talk by examples; greetings and thanks are the lexicon's."""

    def __init__(self, examples: Iterable[str]) -> None:
        known = tuple(examples)
        self._wordings = frozenset(words(example) for example in known)
        self._words = frozenset(word for example in known for word in telling(example))

    def is_all_of(self, text: str) -> bool:
        """Say whether a text is an example, or tells nothing beyond their words."""
        if len(text) > LONGEST or not fold(text):
            return False
        told = telling(text).keys()
        return words(text) in self._wordings or (bool(told) and told <= self._words)
