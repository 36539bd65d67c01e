"""Labels: which words beside a value say what it is, which negate it, and what is left over."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.core.forms.slot import LABEL_WORD, Slot
from bot.core.forms.spots import Spot
from bot.language.lexicon import is_negation, is_no, is_polite
from bot.language.normal import folded_word, normalise
from bot.language.words import joins, says_or, stem

MOST_WORDS_BETWEEN = 4  # a label and the value it belongs to
MOST_CHARACTERS_BETWEEN = 80

_TOKEN = re.compile(rf"{LABEL_WORD.pattern}|[^\s\w]|\w+|\n")
_WORDS = re.compile(rf"{LABEL_WORD.pattern}|[^\s\w.,:/()'-]|\w+")
_COMMAS = frozenset(",،、")
_ENDS = frozenset(".!?;\n…。")


@dataclass(frozen=True, slots=True)
class Beside:
    """The words and signs right before a value and right behind it, nearest first, folded."""

    before: tuple[str, ...]
    behind: tuple[str, ...]


def beside(text: str, spots: Sequence[Spot]) -> dict[Spot, Beside]:
    """What stands beside each value; a comma between two parts what belongs to them."""
    gaps = [_tokens(gap) for gap in _gaps(text, spots)]
    last = len(gaps) - 1
    return {
        spot: Beside(
            before=_until(reversed(gaps[at]), _ENDS | _COMMAS if at else _ENDS),
            behind=_until(gaps[at + 1], _ENDS | _COMMAS if at + 1 < last else _ENDS),
        )
        for at, spot in enumerate(spots)
    }


def own_words(slots: Sequence[Slot], words: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
    """For each slot its words, in their common form, that none of the others has."""
    stems = {slot.name: {stem(word) for word in words[slot.name]} for slot in slots}
    return {
        name: own.difference(*(stems[other] for other in stems if other != name))
        for name, own in stems.items()
    }


def labelled(around: Iterable[str], own: Mapping[str, Collection[str]]) -> str:
    """The slot whose own word stands nearest; empty if none does."""
    near = [stem(word) for word in around if word[0].isalpha()][:MOST_WORDS_BETWEEN]
    return next((name for word in near for name, words in own.items() if word in words), "")


def alternatives(around: Mapping[Spot, Beside]) -> dict[Spot, tuple[Spot, ...]]:
    """For each value the other ones that may be meant in its place: “A or B”."""
    groups: list[list[Spot]] = []
    for spot, near in around.items():
        if groups and _is_instead(groups[-1][-1], spot, near.before):
            groups[-1].append(spot)
        else:
            groups.append([spot])
    return {spot: tuple(o for o in group if o is not spot) for group in groups for spot in group}


def _is_instead(last: Spot, spot: Spot, before: Sequence[str]) -> bool:
    between = [word for word in before if word not in _COMMAS][:MOST_WORDS_BETWEEN]
    is_alike = last.values.keys() == spot.values.keys()
    return says_or(between) or (is_alike and joins(between))


def without_negated(text: str, spots: Sequence[Spot], labels: Collection[str]) -> tuple[Spot, ...]:
    """The values that no word before them negates; one after a bare “no” is in doubt.

    What negates one goes on to the next where nothing but labels stands between.
    """
    kept, negation = list[Spot](), ""
    for spot, near in beside(text, spots).items():
        negation = _negation(near.before, labels, negation)
        if not negation:
            kept.append(spot)
        elif not is_negation(negation):
            unsure = spot.doubtful | spot.values.keys()
            kept.append(replace(spot, values={}, doubtful=unsure))
    return tuple(kept)


def left_of(text: str, spots: Sequence[Spot], labels: Collection[str]) -> str:
    """The words of a text beside the values that are neither politeness nor labels."""
    known = {stem(word) for word in labels}
    pieces = (piece for gap in _gaps(text, spots) for piece in normalise(gap).split())
    return " ".join(piece for piece in map(_bare, pieces) if not _says_nothing(piece, known))


def _bare(piece: str) -> str:
    """A piece without the punctuation around it."""
    kept = [at for at, char in enumerate(piece) if unicodedata.category(char)[0] != "P"]
    return piece[kept[0] : kept[-1] + 1] if kept else ""


def _negation(before: Sequence[str], labels: Collection[str], last: str) -> str:
    """What negates a value; `last` is what negated the one before."""
    for word in before:
        if _negates(word):
            return word
        if not (word in labels or is_polite(word)):
            return ""
    return last


def _negates(word: str) -> bool:
    return is_negation(word) or is_no(word)


def _says_nothing(piece: str, known: Collection[str]) -> bool:
    words = [folded_word(word) for word in _WORDS.findall(piece)]
    return all(stem(word) in known or (is_polite(word) and not _negates(word)) for word in words)


def _gaps(text: str, spots: Sequence[Spot]) -> list[str]:
    ends = [0, *(spot.end for spot in spots)]
    starts = [*(spot.start for spot in spots), len(text)]
    return [text[end:start] for end, start in zip(ends, starts, strict=True)]


def _tokens(gap: str) -> list[str]:
    """The words and signs of a gap; the middle of a long one is beside nothing."""
    most = MOST_CHARACTERS_BETWEEN
    near = gap if len(gap) <= 2 * most else f"{gap[:most]}\n{gap[-most:]}"
    return [folded_word(token) for token in _TOKEN.findall(normalise(near))]


def _until(tokens: Iterable[str], ends: Collection[str]) -> tuple[str, ...]:
    """The tokens up to the first end, which is the last of them."""
    return tuple(_taken(tokens, ends))


def _taken(tokens: Iterable[str], ends: Collection[str]) -> Iterator[str]:
    for token in tokens:
        yield token
        if token in ends:
            return
