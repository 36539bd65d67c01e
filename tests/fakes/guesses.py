"""What the stand-in guesses of sentences it does not know: by the words they share."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from agents.kit.values.model import Card
from tests.fakes.readings.rows import plain

_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"(?:ings?|ed|es|e|s)$")
_SHORT = 3
_COMMON_WORDS = """
a an and any are as at be but by can could did do does for from get give had has have how i
if in into is it its let like may me my need new no not now of on one or our out please so
some that the their them then there they this to up us want was we were what when where
which who whose will with would you your yours am about also just much many tell there's
i'd d s t m ll re ve
"""
_COMMON = frozenset(_COMMON_WORDS.split())
_HARM = ("fraud", "bomb", "hack", "steal", "rob ", "launder", "forge", "weapon", "poison", "drugs")
_GREETS = (
    "hello",
    "hi",
    "hey",
    "good morning",
    "good evening",
    "thanks",
    "thank",
    "bye",
    "how are",
)
_SELF = ("who are you", "what are you", "what can you", "help", "what do you do", "are you")
_STOPS = ("stop", "cancel", "never mind", "nevermind", "forget it", "quit", "abort")
_YES = (
    "yes",
    "ok",
    "okay",
    "sure",
    "go ahead",
    "do it",
    "fine",
    "approve",
    "go on",
    "sounds good",
)
_NO = ("no", "don't", "do not", "rather not", "reject", "nope", "i do not want")
_OTHERWISE = ("instead", "make it", "change", "but ", "only", "rather ", "with ")


class Guesses:
    """Guesses by what agents are called, are for, and give as examples."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._words = {card.name: _bag(_described(card)) for card in cards}
        self._examples = {plain(said): card.name for card in cards for said in card.examples}
        self._often = Counter(word for bag in self._words.values() for word in bag)

    def which(self, said: str, choices: Sequence[str]) -> str:
        """The agent a message shares most with."""
        exact = self._examples.get(plain(said), "")
        if exact in choices:
            return exact
        if _is_harm(said):
            return "out_of_scope"
        if _begins(said, (*_GREETS, *_SELF)):
            return "small_talk"
        found = self._best(said, choices)
        if found or len(_bag(said)) < _SHORT:
            return found or "unclear"
        return "out_of_scope"

    def is_wish(self, said: str) -> bool:
        """Say whether it is word for word an example of some agent's, or something harmful."""
        return plain(said) in self._examples or _is_harm(said)

    def about(self, said: str) -> str:
        """Whether words answer what was asked, as long as nobody else is meant."""
        return "stop" if _begins(said, _STOPS) else "this"

    def does(self, said: str, tools: str, choices: Sequence[str]) -> str:
        """The tool whose name or description a message shares most with."""
        bag = _bag(said)
        lines = (line.removeprefix("- ").partition(": ") for line in tools.splitlines())
        shared = {name: len(bag & _bag(f"{name} {what}")) for name, _, what in lines}
        named = {name: count for name, count in shared.items() if name in choices and count}
        return max(named, key=named.__getitem__, default="nothing")

    def verdict(self, said: str) -> str:
        """What is said to a card."""
        if said.rstrip().endswith("?"):
            return "question"
        if any(mark in plain(said) for mark in _OTHERWISE) or any(map(str.isdigit, said)):
            return "change"
        if _begins(said, _NO):
            return "reject"
        return "approve" if _begins(said, _YES) else "none"

    def talk(self, agent: str, said: str, told: str) -> str:
        """Small talk; asked what it can do, it says what it was `told`."""
        if _begins(said, _SELF) and agent == "concierge":
            return "\n".join(["I can help with:", *re.findall(r"^- .*", told, re.MULTILINE)])
        if agent != "concierge":
            return f"I am {agent}: this is what there is to know about it."
        if _begins(said, ("thank", "thanks")):
            return "You are welcome."
        if _begins(said, _GREETS):
            return "Hello! What would you like to do?"
        return "I see. What would you like to do?"

    def _best(self, said: str, choices: Sequence[str]) -> str:
        scores = {name: self._score(said, name) for name in self._words if name in choices}
        ranked = sorted(scores.items(), key=lambda pair: pair[1], reverse=True)
        if not ranked or not ranked[0][1]:
            return ""
        is_tie = len(ranked) > 1 and ranked[1][1] == ranked[0][1]
        return "" if is_tie else ranked[0][0]

    def _score(self, said: str, name: str) -> float:
        """A word counts the more, the fewer agents it belongs to."""
        return sum(1 / self._often[word] for word in _bag(said) & self._words[name])


def _described(card: Card) -> str:
    return " ".join([card.name, card.description, card.introduction, *card.names, *card.examples])


def _bag(text: str) -> frozenset[str]:
    words = _WORD.findall(plain(text.replace("_", " ")))
    said = (word for word in words if word not in _COMMON and not word.isdecimal())
    return frozenset(map(_stem, said))


def _stem(word: str) -> str:
    cut = _ENDING.sub("", word)
    return cut if len(cut) >= _SHORT else word


def _begins(said: str, starts: Iterable[str]) -> bool:
    words = f"{plain(said)} "
    return any(re.match(rf"{re.escape(start)}\b", words) for start in starts)


def _is_harm(said: str) -> bool:
    return any(word in f"{plain(said)} " for word in _HARM)
