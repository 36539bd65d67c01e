"""Binding: which slot each value of a message belongs to, and where only a question helps."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.core.forms.labels import Beside, alternatives, beside, labelled, own_words
from bot.core.forms.slot import Slot, SlotKind
from bot.core.forms.spots import Spot
from bot.language.lists import small_words

_IN_ORDER = frozenset({SlotKind.DAY, SlotKind.TIME})
_NARROWEST = (
    *(SlotKind.CHOICE, SlotKind.ID, SlotKind.ADDRESS, SlotKind.DAY, SlotKind.TIME),
    *(SlotKind.FLAG, SlotKind.COUNT, SlotKind.NUMBER, SlotKind.MONEY, SlotKind.TEXT),
)
_NAMES = frozenset({SlotKind.CHOICE, SlotKind.ID})

Groups = dict[str, list[Spot]]


@dataclass
class Binding:
    """Values given to slots so far; `open` slots and `free` values are those without.

    `labelled` are the slots whose value stood beside a word of their own, `others` the values of
    which a message says that it may be one or the other.
    """

    open: dict[str, Slot]
    free: dict[Spot, None]
    asked: Collection[str]
    found: dict[str, Spot] = field(default_factory=dict)
    doubts: dict[str, list[Spot]] = field(default_factory=dict)
    labelled: set[str] = field(default_factory=set)
    others: Mapping[Spot, Collection[Spot]] = field(default_factory=dict)

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
        self, name: str, named: Sequence[Spot], chosen: Collection[Spot]
    ) -> Iterator[Spot]:
        """What may be meant for a slot in place of its values: “checking or savings”."""
        others = dict.fromkeys(other for spot in named for other in self.others.get(spot, ()))
        for other in others:
            may_be = name in other.values or name in other.doubtful
            if may_be and other in self.free and other not in chosen:
                yield other

    def doubt(self, spot: Spot, names: Collection[str]) -> None:
        """Let people say which of these slots a value is for."""
        for name in names:
            self.open.pop(name, None)
            self.doubts[name] = [*self.doubts.get(name, ()), spot]
        self.free.pop(spot, None)

    def options(self, spot: Spot) -> list[Slot]:
        """The slots still open that could take a value."""
        return [self.open[name] for name in self.open if name in spot.values]

    def may_be(self, spot: Spot) -> dict[str, Slot]:
        """The slots still open that a value may be meant for, certain or not."""
        names = spot.values.keys() | spot.doubtful
        return {name: slot for name, slot in self.open.items() if name in names}


def _start(spot: Spot) -> int:
    return spot.start


def bind(
    text: str, spots: Sequence[Spot], slots: Sequence[Slot], asked: Collection[str]
) -> Binding:
    """Give the values to the slots.

    A label beside a value decides; then that it fits nowhere else, then the narrowest kind, then
    what was asked. What is still open then is a doubt.
    """
    binding = Binding({slot.name: slot for slot in slots}, dict.fromkeys(spots), asked)
    around = beside(text, spots)
    binding.others = alternatives(around)
    _give_labelled(binding, slots, around)
    while groups := _forced(binding) or _in_order(binding) or _narrowest(binding):
        binding.give(groups)
    _doubt_the_rest(binding)
    return binding


def _give_labelled(binding: Binding, slots: Sequence[Slot], around: Mapping[Spot, Beside]) -> None:
    named = own_words(slots, {slot.name: slot.name_words for slot in slots})
    told = own_words(slots, {slot.name: slot.labels - small_words() for slot in slots})
    nouns = {name: words - small_words() for name, words in named.items()}
    _give_nearest(binding, named, lambda spot: around[spot].before)
    _give_nearest(binding, told, lambda spot: around[spot].before)
    _give_nearest(binding, nouns, lambda spot: around[spot].behind)
    _give_nearest(binding, told, lambda spot: around[spot].behind)


def _give_nearest(
    binding: Binding,
    own: Mapping[str, Collection[str]],
    words_of: Callable[[Spot], Sequence[str]],
) -> None:
    groups: Groups = {}
    for spot in binding.free:
        name = labelled(words_of(spot), {name: own[name] for name in binding.may_be(spot)})
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
    by_options: dict[tuple[str, ...], list[Spot]] = {}
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


def _likely(binding: Binding, spot: Spot) -> list[str]:
    may_be = list(binding.may_be(spot).values())
    asked = [slot for slot in may_be if slot.name in binding.asked]
    required = [slot for slot in may_be if slot.required]
    return [slot.name for slot in asked or required or may_be]


def _rivals(binding: Binding, spot: Spot) -> Iterator[str]:
    if not spot.is_vague:
        yield from sorted(spot.doubtful & binding.found.keys())
