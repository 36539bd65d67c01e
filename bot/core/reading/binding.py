"""Binding: which slot each value of a message belongs to, and where only a question helps."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.core.reading.slots import LABEL_WORD, Slot, SlotKind
from bot.core.reading.spots import ValueSpot
from bot.language.lexicon import is_negation, is_no, is_polite
from bot.language.lists import small_words
from bot.language.normal import folded_word, normalise
from bot.language.words import joins, says_or, stem

MOST_WORDS_BETWEEN = 4  # a label and the value it belongs to
MOST_CHARACTERS_BETWEEN = 80

_TOKEN = re.compile(rf"{LABEL_WORD.pattern}|[^\s\w]|\w+|\n")
_WORDS = re.compile(rf"{LABEL_WORD.pattern}|[^\s\w.,:/()'-]|\w+")
_COMMAS = frozenset(",،、")
_ENDS = frozenset(".!?;\n…。")


@dataclass(frozen=True, slots=True)
class WordsBeside:
    """The words and signs right before a value and right behind it, nearest first, folded."""

    before: tuple[str, ...]
    behind: tuple[str, ...]


def find_beside(text: str, spots: Sequence[ValueSpot]) -> dict[ValueSpot, WordsBeside]:
    """What stands beside each value; a comma between two parts what belongs to them."""
    gaps = [_tokens(gap) for gap in _gaps(text, spots)]
    last = len(gaps) - 1
    return {
        spot: WordsBeside(
            before=_until(reversed(gaps[at]), _ENDS | _COMMAS if at else _ENDS),
            behind=_until(gaps[at + 1], _ENDS | _COMMAS if at + 1 < last else _ENDS),
        )
        for at, spot in enumerate(spots)
    }


def find_own_words(
    slots: Sequence[Slot], words: Mapping[str, Collection[str]]
) -> dict[str, set[str]]:
    """For each slot its words, in their common form, that none of the others has."""
    stems = {slot.name: {stem(word) for word in words[slot.name]} for slot in slots}
    return {
        name: own.difference(*(stems[other] for other in stems if other != name))
        for name, own in stems.items()
    }


def find_labelled(around: Iterable[str], own: Mapping[str, Collection[str]]) -> str:
    """The slot whose own word stands nearest; empty if none does."""
    near = [stem(word) for word in around if word[0].isalpha()][:MOST_WORDS_BETWEEN]
    return next((name for word in near for name, words in own.items() if word in words), "")


def find_alternatives(
    around: Mapping[ValueSpot, WordsBeside],
) -> dict[ValueSpot, tuple[ValueSpot, ...]]:
    """For each value the other ones that may be meant in its place: “A or B”."""
    groups: list[list[ValueSpot]] = []
    for spot, near in around.items():
        if groups and _is_instead(groups[-1][-1], spot, near.before):
            groups[-1].append(spot)
        else:
            groups.append([spot])
    return {spot: tuple(o for o in group if o is not spot) for group in groups for spot in group}


def _is_instead(last: ValueSpot, spot: ValueSpot, before: Sequence[str]) -> bool:
    between = [word for word in before if word not in _COMMAS][:MOST_WORDS_BETWEEN]
    is_alike = last.values.keys() == spot.values.keys()
    return says_or(between) or (is_alike and joins(between))


def leave_out_negated(
    text: str, spots: Sequence[ValueSpot], labels: Collection[str]
) -> tuple[ValueSpot, ...]:
    """The values that no word before them negates; one after a bare “no” is in doubt.

    What negates one goes on to the next where nothing but labels stands between.
    """
    kept, negation = list[ValueSpot](), ""
    for spot, near in find_beside(text, spots).items():
        negation = _negation(near.before, labels, negation)
        if not negation:
            kept.append(spot)
        elif not is_negation(negation):
            unsure = spot.doubtful | spot.values.keys()
            kept.append(replace(spot, values={}, doubtful=unsure))
    return tuple(kept)


def find_rest(text: str, spots: Sequence[ValueSpot], labels: Collection[str]) -> str:
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


def _gaps(text: str, spots: Sequence[ValueSpot]) -> list[str]:
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


_IN_ORDER = frozenset({SlotKind.DAY, SlotKind.TIME})
_NARROWEST = (
    *(SlotKind.CHOICE, SlotKind.ID, SlotKind.ADDRESS, SlotKind.DAY, SlotKind.TIME),
    *(SlotKind.FLAG, SlotKind.COUNT, SlotKind.NUMBER, SlotKind.MONEY, SlotKind.TEXT),
)
_NAMES = frozenset({SlotKind.CHOICE, SlotKind.ID})

Groups = dict[str, list[ValueSpot]]


@dataclass
class Binding:
    """Values given to slots so far; `open` slots and `free` values are those without.

    `labelled` are the slots whose value stood beside a word of their own, `others` the values of
    which a message says that it may be one or the other.
    """

    open: dict[str, Slot]
    free: dict[ValueSpot, None]
    asked: Collection[str]
    found: dict[str, ValueSpot] = field(default_factory=dict)
    doubts: dict[str, list[ValueSpot]] = field(default_factory=dict)
    labelled: set[str] = field(default_factory=set)
    others: Mapping[ValueSpot, Collection[ValueSpot]] = field(default_factory=dict)

    def give(self, groups: Groups) -> None:
        """Give each slot what is meant for it; several values are a doubt, and unsure ones."""
        chosen = {spot for group in groups.values() for spot in group}
        for name, named in groups.items():
            meant = sorted((*named, *self._or_else(name, named, chosen)), key=_start)
            del self.open[name]
            sure = [spot.values[name] for spot in meant if name in spot.values]
            if len(sure) == len(meant) and all(value == sure[0] for value in sure):
                self.found[name] = meant[0]
            else:
                self.doubts[name] = meant
            for spot in meant:
                self.free.pop(spot, None)

    def _or_else(
        self, name: str, named: Sequence[ValueSpot], chosen: Collection[ValueSpot]
    ) -> Iterator[ValueSpot]:
        """What may be meant for a slot in place of its values: “checking or savings”."""
        others = dict.fromkeys(other for spot in named for other in self.others.get(spot, ()))
        for other in others:
            may_be = name in other.values or name in other.doubtful
            if may_be and other in self.free and other not in chosen:
                yield other

    def doubt(self, spot: ValueSpot, names: Collection[str]) -> None:
        """Let people say which of these slots a value is for."""
        for name in names:
            self.open.pop(name, None)
            self.doubts[name] = [*self.doubts.get(name, ()), spot]
        self.free.pop(spot, None)

    def options(self, spot: ValueSpot) -> list[Slot]:
        """The slots still open that could take a value."""
        return [self.open[name] for name in self.open if name in spot.values]

    def may_be(self, spot: ValueSpot) -> dict[str, Slot]:
        """The slots still open that a value may be meant for, certain or not."""
        names = spot.values.keys() | spot.doubtful
        return {name: slot for name, slot in self.open.items() if name in names}


def _start(spot: ValueSpot) -> int:
    return spot.start


def bind(
    text: str, spots: Sequence[ValueSpot], slots: Sequence[Slot], asked: Collection[str]
) -> Binding:
    """Give the values to the slots.

    A label beside a value decides; then that it fits nowhere else, then the narrowest kind, then
    what was asked. What is still open then is a doubt.
    """
    binding = Binding({slot.name: slot for slot in slots}, dict.fromkeys(spots), asked)
    around = find_beside(text, spots)
    binding.others = find_alternatives(around)
    _give_labelled(binding, slots, around)
    while groups := _forced(binding) or _in_order(binding) or _narrowest(binding):
        binding.give(groups)
    _doubt_the_rest(binding)
    return binding


def _give_labelled(
    binding: Binding, slots: Sequence[Slot], around: Mapping[ValueSpot, WordsBeside]
) -> None:
    named = find_own_words(slots, {slot.name: slot.name_words for slot in slots})
    told = find_own_words(slots, {slot.name: slot.labels - small_words() for slot in slots})
    nouns = {name: words - small_words() for name, words in named.items()}
    _give_nearest(binding, named, lambda spot: around[spot].before)
    _give_nearest(binding, told, lambda spot: around[spot].before)
    _give_nearest(binding, nouns, lambda spot: around[spot].behind)
    _give_nearest(binding, told, lambda spot: around[spot].behind)


def _give_nearest(
    binding: Binding,
    own: Mapping[str, Collection[str]],
    words_of: Callable[[ValueSpot], Sequence[str]],
) -> None:
    groups: Groups = {}
    for spot in binding.free:
        name = find_labelled(words_of(spot), {name: own[name] for name in binding.may_be(spot)})
        if name:
            groups.setdefault(name, []).append(spot)
    binding.give(groups)
    binding.labelled |= groups.keys()


def _forced(binding: Binding) -> Groups:
    """What could fill one slot alone."""
    groups: Groups = {}
    for spot in binding.free:
        options = binding.options(spot)
        if len(options) == 1:
            groups.setdefault(options[0].name, []).append(spot)
    return groups


def _in_order(binding: Binding) -> Groups:
    """As many days as there are slots for days, in the order in which they were written."""
    by_options: dict[tuple[str, ...], list[ValueSpot]] = {}
    for spot in binding.free:
        options = binding.options(spot)
        if options and all(slot.kind in _IN_ORDER for slot in options):
            by_options.setdefault(tuple(slot.name for slot in options), []).append(spot)
    for names, spots in by_options.items():
        asked = [name in binding.asked for name in names]
        if len(names) == len(spots) and (all(asked) or not any(asked)):
            return {name: [spot] for name, spot in zip(names, spots, strict=True)}
    return {}


def _narrowest(binding: Binding) -> Groups:
    groups: Groups = {}
    for spot in [one for one in binding.free if binding.options(one)]:
        names = _chosen(binding.options(spot), binding.asked)
        if len(names) == 1:
            groups.setdefault(names[0], []).append(spot)
        else:
            binding.doubt(spot, names)
    for name in groups.keys() - binding.open.keys():  # one of the others may be meant for it, too
        for spot in groups.pop(name):
            binding.doubt(spot, [name])
    return groups


def _chosen(options: Sequence[Slot], asked: Collection[str]) -> list[str]:
    """The slot that is meant, or all that may be."""
    narrow = _of_narrowest_kind(options)
    wanted = [slot for slot in options if slot.name in asked]
    if wanted and not any(slot in wanted for slot in narrow) and narrow[0].kind in _NAMES:
        return [slot.name for slot in (*wanted, *narrow)]  # "1234324", asked for an amount
    narrow = _of_narrowest_kind(wanted) if wanted else narrow
    required = [slot for slot in narrow if slot.required]
    if len(required) == 1 and narrow[0].kind not in _NAMES:
        narrow = required
    return [slot.name for slot in narrow]


def _of_narrowest_kind(slots: Sequence[Slot]) -> list[Slot]:
    ranks = [_NARROWEST.index(slot.kind) for slot in slots]
    return [slot for slot, rank in zip(slots, ranks, strict=True) if rank == min(ranks)]


def _doubt_the_rest(binding: Binding) -> None:
    """Ask about what may be a value but cannot be read, also where a readable one is beside it."""
    for spot in list(binding.free):
        names = [name for name in _likely(binding, spot) if name in spot.doubtful]
        if names:
            binding.doubt(spot, names)
            continue
        for name in _rivals(binding, spot):
            binding.doubts[name] = [binding.found.pop(name), spot]


def _likely(binding: Binding, spot: ValueSpot) -> list[str]:
    may_be = list(binding.may_be(spot).values())
    asked = [slot for slot in may_be if slot.name in binding.asked]
    required = [slot for slot in may_be if slot.required]
    return [slot.name for slot in asked or required or may_be]


def _rivals(binding: Binding, spot: ValueSpot) -> Iterator[str]:
    if not spot.is_vague:
        yield from sorted(spot.doubtful & binding.found.keys())
