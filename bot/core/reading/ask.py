"""Ask a closed question of a message, and keep of the answer what stands in its words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache, partial
from typing import TypeVar

from agents.kit.agent import Agent
from bot.core.prompts.model_calls import ask_model
from bot.core.reading.find import Findings, find_exact_answer, find_values
from bot.core.reading.slots import Slot
from bot.core.redaction.typed_secrets import leave_out_secrets
from bot.core.state.work import Work
from bot.domain.participant import FilledSlot
from bot.domain.questions import ClosedQuestion, Named
from bot.language.lexicon import bare, is_negation, is_no, is_of_lexicon, is_polite
from bot.language.lists import is_function_word
from bot.language.normal import fold, stands_in, times_in
from bot.language.secrets import MASK
from bot.language.words import is_comparison, name_as_text, stem, whole_words, words

A = TypeVar("A")
TRIES = 3
LONGEST_SHOWN = 60


async def ask_reader(work: Work, question: ClosedQuestion[A]) -> A | None:
    """What the reader answers; None after three answers that are none.

    Raises:
        BudgetSpent, ModelUnavailable: nobody answered.
    """
    tried: list[str] = []
    for _attempt in range(TRIES):
        answer = await work.services.reader.read(question, partial(ask_model, work), tried)
        accepted = question.accept(answer)
        if accepted is not None:
            return accepted
        shown = answer[:LONGEST_SHOWN]
        work.progress("router", f"“{shown}” is no answer to what was asked; asking again")
        tried.append(answer)
    return None


_TAKEN = "about"  # the field of an answer that says what a message is about


@dataclass(frozen=True, slots=True)
class GivenValues:
    """The values that a message gives, and its words that leave open which value is meant."""

    values: Mapping[str, FilledSlot] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)


def describe_slots(slots: Sequence[Slot]) -> tuple[Named, ...]:
    """Slots as a model is asked for them."""
    return tuple(Named(_name(slot), slot.description) for slot in slots)


def keep_free_values(
    slots: Sequence[Slot], given: Mapping[str, str], text: str
) -> dict[str, FilledSlot]:
    """What a reader copied out of a message; what does not stand there was never said.

    A word of the lexicon alone is nobody's name: “yes” is no city. What stands there once is for
    one slot: where a reader takes it for two that have to be filled, both are asked for.
    """
    if is_of_lexicon(text):
        return {}
    found = {slot.name: find_verbatim(_unmasked(slot, given), text) for slot in slots}
    once = {name: v for name, v in found.items() if v and not _is_taken(name, slots, found, text)}
    return {name: FilledSlot(v, text, is_bare(v, text)) for name, v in once.items()}


def _is_taken(name: str, slots: Sequence[Slot], found: Mapping[str, str], text: str) -> bool:
    """Say whether another slot takes the same words, which stand there too few times for both."""
    same = [slot for slot in slots if fold(found[slot.name]) == fold(found[name])]
    needed = [slot.name for slot in same if slot.required] or [same[0].name]
    return times_in(found[name], text) < len(same) and needed != [name]


def _unmasked(slot: Slot, given: Mapping[str, str]) -> str:
    """What was given for a slot, without what was hidden beside it where that does not fit."""
    value = given.get(_name(slot), "")
    return value if MASK not in value or slot.fits(value) else bare(leave_out_secrets(value))


def find_typed_values(
    slots: Sequence[Slot], text: str, *, today: date, asked: Collection[str] = ()
) -> GivenValues:
    """The values of a kind (money, days, choices …) that stand in a message."""
    return keep_given(find_values(text, slots, today=today, asked=asked), text)


def keep_given(findings: Findings, text: str) -> GivenValues:
    """What was found in a message, as a form keeps it."""
    values = {
        name: FilledSlot(one.value, text, is_bare(one.text, text))
        for name, one in findings.found.items()
    }
    return GivenValues(values, findings.doubts)


def find_exact_value(
    slots: Sequence[Slot], text: str, *, asked: Collection[str], question: str, today: date
) -> dict[str, FilledSlot]:
    """The one closed answer that a whole message is; empty if it is none."""
    found = find_exact_answer(text, slots, asked, question, today=today)
    return {found.slot: FilledSlot(found.value, text, bare=True)} if found else {}


def find_verbatim(value: str, text: str) -> str:
    """A value as it stands in a text; empty if it does not."""
    if not value or not stands_in(value, text):
        return ""
    at = text.casefold().find(value.casefold())
    is_same_length = len(text.casefold()) == len(text)
    return text[at : at + len(value)] if at >= 0 and is_same_length else value


def is_bare(value: str, text: str) -> bool:
    """Say whether somebody answered with a value and nothing else, but for politeness."""
    return fold(bare(value)) == fold(bare(text))


def _name(slot: Slot) -> str:
    return f"{slot.name}_" if slot.name == _TAKEN else slot.name


def says_more(text: str, *agents: Agent, found: Iterable[FilledSlot] = ()) -> bool:
    """Say whether words are left that are not of these agents, polite, or read already."""
    known = frozenset[str]().union(*map(_words_of, agents))
    read = {word for one in found for word in words(str(one.value))}
    left = (word for word in whole_words(text) if stem(word) not in known | read)
    telling = (word for word in left if not _says_nothing(word))
    return any(not (read and word.isdecimal()) for word in telling)  # 5,000 was read as 5000.00


def names_agent(text: str, agent: Agent) -> bool:
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
