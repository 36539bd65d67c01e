"""What a message shares words with, and what it gives for slots of free text, without a model."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, takewhile
from typing import NamedTuple

from bot.domain.questions import Named
from bot.language.lexicon import bare, is_polite, is_question
from bot.language.lists import is_function_word
from bot.language.normal import MOST_CHARACTERS, fold
from bot.language.words import is_slip_of, name_as_text, names_user, user_in, words

LONGEST = 2000  # characters of a message that say what it is about
MOST_WORDS = 60
SHORTEST_SLIP, SHORTEST_MEANT = 5, 6  # characters: “monkey” is not “money”
LEAST = 0.55
LIKENESS = 1.5  # what it is worth to be worded like an example
FEW = 3  # things that may share the word which tells them
_OPENING, _WITHIN = 0.9, 0.6  # what words of an example count, beside those of the thing itself
_SLIP = 0.8
_NAME = 0.4
_ADDRESS = "://"
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


class Thing(NamedTuple):
    """Something described: what it is called, what it does, and how it is asked for.

    `also` are the things it can do. What is a tool `is_told`: it does what its first word says.
    """

    name: str
    does: str
    examples: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """What a thing has in common with a message.

    `words` are those it knows, as they were said, `rare` those that nothing else has, as it
    spells them. `is_whole` says that an example is contained, `decides` that what is shared is
    telling, and a good part of what was said.
    """

    name: str
    score: float
    words: frozenset[str]
    rare: frozenset[str]
    is_whole: bool
    decides: bool


class Least(NamedTuple):
    """How much of what a message says has to be known to a winner.

    By words of its own, by words that others have as well, and in an order that begins with a
    word of nobody else; and how far ahead of the next one it is. A message most of whose words
    nobody knows is about something that nobody here does.
    """

    by_own: float
    by_common: float
    from_start: float
    ahead: float


BY_AGENTS, BY_TOOLS = Least(0.4, 0.55, 0.3, 1.2), Least(0.3, 0.4, 0.3, 1.12)


class Overlap:
    """The words of some things, the rarer the heavier."""

    def __init__(self, things: Iterable[Thing], least: Least = BY_AGENTS) -> None:
        self._least = least
        self._entries = tuple(map(_entry_of, things))
        self._spread = Counter(word for entry in self._entries for word in entry.strengths)
        self._verbs = Counter(entry.verb for entry in self._entries)
        self._rarity = {word: float(count**-0.7) for word, count in self._spread.items()}
        self._meant = lru_cache(maxsize=4096)(self._find_meant)

    def rank(self, text: str) -> tuple[Share, ...]:
        """All that share a word with a text, the likeliest first."""
        said = _SaidWords(text[:LONGEST], self._meant)
        shares = (self._share(entry, said) for entry in self._entries)
        return tuple(sorted((s for s in shares if s.score), key=lambda share: -share.score))

    def winner(self, text: str) -> Share | None:
        """The one that a text is clearly about; what is behind a colon tells less."""
        head, colon, _rest = text.replace("\n", ":").partition(":")
        is_led = bool(colon) and len(telling(head)) > 1
        return self._winner(text) or (self._winner(head) if is_led else None)

    def _winner(self, text: str) -> Share | None:
        best, *others = self.rank(text) or (None,)
        if best is None or not best.decides:
            return None
        return None if others and best.score < others[0].score * self._least.ahead else best

    def _share(self, entry: "_Entry", said: "_SaidWords") -> Share:
        known = said.known_to(entry)
        gains = {meant: 1.0 if word == meant else _SLIP for word, meant in known.items()}
        score = sum(entry.strengths[w] * self._rarity[w] * gain for w, gain in gains.items())
        covered = said.weight(known) / (said.weight(said.telling) or 1.0)
        wholes = entry.whole(gains, covered)
        whole = max((sum(map(self._rarity.__getitem__, e)) for e in wholes), default=0.0)
        few = {w for w in gains if self._spread[w] <= FEW and entry.strengths[w] > _WITHIN}
        rare = frozenset(word for word in few if self._spread[word] == 1)
        first = known.get(next(iter(said.telling), ""), "")
        is_verb = said.is_order and bool(first) and first == entry.verb
        named = 1 / self._verbs[first] if is_verb else 0.0
        is_own = said.is_order and first in rare and entry.strengths[first] == 1
        least = self._least.by_own if rare else self._least.by_common
        least = self._least.from_start if is_own or named == 1 else least
        tells = is_verb or bool(few)
        score = (score + whole + named) * (1 + LIKENESS * entry.likeness(said.wording))
        decides = tells and covered >= least and score >= LEAST
        return Share(entry.name, score, frozenset(known), rare, whole > 0, decides)

    def _find_meant(self, word: str) -> str:
        """The word as it is known, also with a slip of the fingers; itself if it is not."""
        if word in self._rarity or len(word) < SHORTEST_SLIP:
            return word
        known = (one for one in self._rarity if len(one) >= SHORTEST_MEANT)
        return next((one for one in known if is_slip_of(word, one)), word)


class _SaidWords:
    """What a message says: the words that tell something with their weights, and all."""

    def __init__(self, text: str, meant: Callable[[str], str]) -> None:
        self.telling, self.wording = telling(text), _wording(text)
        self.is_order = not is_question(text)
        self._meant = {word: meant(word) for word in self.telling}

    def known_to(self, entry: "_Entry") -> dict[str, str]:
        """The words that a thing has, and how it spells them."""
        return {word: meant for word, meant in self._meant.items() if meant in entry.strengths}

    def weight(self, some: Iterable[str]) -> float:
        """How much some of its words say."""
        return sum(self.telling[word] for word in some)


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    verb: str
    strengths: dict[str, float]
    examples: tuple[frozenset[str], ...]
    wordings: tuple[frozenset[str], ...]

    def whole(self, shared: Collection[str], covered: float) -> list[frozenset[str]]:
        """The examples all of whose words are there; one word alone has to be all there is."""
        least = 1 if covered == 1 else 2
        return [e for e in self.examples if len(e) >= least and e.issubset(shared)]

    def likeness(self, every: frozenset[str]) -> float:
        """How much a message is worded like the example that is most like it."""
        return max((len(every & w) / len(every | w) for w in self.wordings), default=0.0)


def telling(text: str) -> dict[str, float]:
    """The words that say what a text is about; what looks like a name says less."""
    text = text[:LONGEST]
    found: dict[str, float] = {}
    starts, is_shouted = True, text.isupper()
    for part in text.split():
        weight = 1.0 if starts or is_shouted or not any(map(str.isupper, part)) else _NAME
        starts = part.endswith((".", "!", "?", ":"))
        spoken = () if _ADDRESS in part else _telling_words(part)
        found.update((word, max(weight, found.get(word, 0.0))) for word in spoken)
        if len(found) >= MOST_WORDS:
            break
    return found


def _wording(text: str) -> frozenset[str]:
    """All words as they are written; in scripts without blanks, pairs of signs."""
    return frozenset(_WORD.findall(fold(text))) if text.isascii() else frozenset(words(text))


def _telling_words(text: str) -> tuple[str, ...]:
    """The words that name something: no numbers, none that only hold others together."""
    kept = (word for word in _WORD.findall(fold(text)) if not is_function_word(word))
    return tuple(w for word in kept for w in words(word) if not any(map(str.isdigit, w)))


def _entry_of(thing: Thing) -> _Entry:
    told = [telling(example) for example in thing.examples]
    also = (word for text in thing.also for word in _telling_words(text))
    strengths = dict.fromkeys(chain(also, *told), _WITHIN)
    strengths |= dict.fromkeys((word for example in told for word in list(example)[:1]), _OPENING)
    does = _telling_words(thing.does)
    title = _telling_words(name_as_text(thing.name))
    own = (*does, *title, *(word for name in thing.names for word in _telling_words(name)))
    strengths |= dict.fromkeys(own, 1.0)
    wordings = tuple(map(_wording, thing.examples))
    verb = next(iter(does), "") if thing.is_told else ""
    return _Entry(thing.name, verb, strengths, tuple(map(frozenset, filter(None, told))), wordings)


LONGEST_NAME = 3  # words: what is longer is a sentence, and kept as it is
LONGEST_LED = 40  # words: more than anybody leads up to a value with
_LABEL = re.compile(r"(?:^|(?<=[:,;\n]))([^:=,;\n]{1,60})[:=]")  # “name: X, role = Y”
_MARKS = " \t.,;:!?=\"'“”„"


def values_of(slots: Sequence[Named], text: str, asked: str) -> Mapping[str, str]:
    """The values behind the names of slots: “name: Ann, role: engineer”; else all for one.

    That is the only one, or the only one that was asked for.
    """
    text = text[:MOST_CHARACTERS]
    found = _labelled(slots, text)
    wanted = slots if len(slots) == 1 else _asked_for(slots, asked)
    return found if found or len(wanted) != 1 else {wanted[0].name: _answer(wanted[0], text)}


def values_in_wish(slots: Sequence[Named], text: str) -> Mapping[str, str]:
    """What a wish gives before anything was asked: behind the names of slots, and its user."""
    text = text[:MOST_CHARACTERS]
    users = [slot for slot in slots if names_user(f"{name_as_text(slot.name)} {slot.description}")]
    user = user_in(text) if len(users) == 1 else ""
    return {**_labelled(slots, text), **({users[0].name: user} if user else {})}


def _asked_for(slots: Sequence[Named], asked: str) -> Sequence[Named]:
    """The slots that a question names; “the name” is not in “the name of the mentor”."""
    named = [slot for slot in slots if slot.description in asked]
    asks = {slot.description for slot in named}
    return [s for s in named if not any(s.description in ask for ask in asks - {s.description})]


def _answer(slot: Named, text: str) -> str:
    """The answer without the words that only say which slot it is for: “my name is Ann”."""
    around = text.strip(_MARKS)
    parts = around.split()
    if len(parts) > LONGEST_LED:
        return around or text.strip()
    label = _label_of(slot)
    led = list(takewhile(lambda part: is_polite(part) or _plain(part) in label, parts[:-1]))
    if any(_plain(part) in label for part in led):
        return bare(around.split(maxsplit=len(led))[-1])
    shortest = bare(text) or text.strip()
    return around if len(parts) > LONGEST_NAME else shortest


def _labelled(slots: Sequence[Named], text: str) -> Mapping[str, str]:
    every = {word for slot in slots for word in _label_of(slot)}
    marks = [m for m in _LABEL.finditer(text) if not _is_within(m, text, every)]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    named = [(mark[1], text[mark.end() : end]) for mark, end in zip(marks, ends, strict=False)]
    return {slot.name: value for slot in slots if (value := _said_of(slot, named))}


def _is_within(mark: re.Match[str], text: str, every: set[str]) -> bool:
    """Say whether a mark stands in a value: “problem: my desk: one leg is loose”."""
    return text[: mark.start()].endswith(":") and not _words(mark[1]) <= every


def _said_of(slot: Named, named: Sequence[tuple[str, str]]) -> str:
    """What is said of a slot, if it is said once."""
    label = _label_of(slot)
    said = [v.strip(" \t\n,;") for name, v in named if _words(name) and _words(name) <= label]
    return said[0] if len(said) == 1 else ""


def _label_of(slot: Named) -> set[str]:
    return _words(f"{name_as_text(slot.name)} {slot.description}")


def _words(text: str) -> set[str]:
    return {_plain(word) for word in text.split() if not is_polite(word)}


def _plain(word: str) -> str:
    return fold(word).strip(_MARKS)
