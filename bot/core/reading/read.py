"""Read a message: what is open picks the question, asked only where code cannot tell."""

from collections.abc import Mapping
from dataclasses import replace

from pydantic import JsonValue

from bot.core.reading.ask import (
    GivenValues,
    ask_reader,
    describe_slots,
    find_typed_values,
    keep_free_values,
    names_agent,
    says_more,
)
from bot.core.reading.decide import NOBODY, MessageReading, Situation
from bot.core.reading.find import find_theirs
from bot.core.reading.slots import Slot, find_label_words
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.questions import About, AsVerdict, Fill, Opinion, Topic, Which
from bot.domain.tasks import Task
from bot.language.lexicon import bare, is_question
from bot.language.lists import small_words
from bot.language.normal import fold
from bot.language.numbers import find_numbers


def find_wished_again(person: PersonState, situation: Situation, text: str) -> str:
    """The agent of the open wish that a message repeats word for word, or empty.

    Where free text is asked for, the very words of the wish may be it.
    """
    said = fold(bare(text))
    takes_any = any(slot.is_free for slot in situation.missing)
    tasks = (t for t in _open(person, situation) if not (takes_any and t is situation.top))
    wishes = ((task.agent, task.said[0]) for task in tasks if task.said)
    return next((agent for agent, wish in wishes if fold(bare(wish)) == said), "")


def find_named_again(work: Work, situation: Situation, text: str) -> str:
    """The agent of the open wish that a message names and gives nothing new for, or empty."""
    if any(map(str.isdigit, text)) or find_numbers(text):
        return ""
    agents = (work.catalogue.actor(task.agent) for task in _open(work.person, situation))
    named = (a for a in agents if a and names_agent(text, a) and not says_more(text, a))
    return next((agent.name for agent in named), "")


def _open(person: PersonState, situation: Situation) -> tuple[Task, ...]:
    """The tasks whose form or question is open: those beneath that wait for it, then it."""
    top = situation.top
    if top is None or situation.hears or not situation.question:
        return ()
    found = map(person.stack.of_agent, reversed(situation.beneath))
    return (*(task for task in found if task is not None), top)


async def read_message(work: Work, situation: Situation, text: str) -> MessageReading:
    """What the words mean, asked in at most three questions.

    Raises:
        BudgetSpent, ModelUnavailable: it could not be asked.
    """
    reading = await _of_what_is_open(work, situation, text)
    reading = replace(reading, repeats=find_named_again(work, situation, text))
    if reading.opinion not in {None, Opinion.NONE} or reading.topic is Topic.STOP:
        return reading
    if reading.topic is not Topic.THIS:
        return _as_change(situation, await ask_whom(work, situation, reading))
    return await _asks_elsewhere(work, situation, reading)


def _as_change(situation: Situation, reading: MessageReading) -> MessageReading:
    """A wish for the very agent whose card is open changes what stands on the card."""
    top = situation.top
    if situation.card is None or situation.form is None or top is None:
        return reading
    is_its_own = reading.agent == top.agent and not reading.values
    if not is_its_own:
        return reading
    found = find_typed(situation, reading.text)
    return replace(reading, values=found.values, doubts=found.doubts)


async def _asks_elsewhere(
    work: Work, situation: Situation, reading: MessageReading
) -> MessageReading:
    """A question that gives no value may be for somebody else after all, however it was taken."""
    if situation.form is None or reading.values or not reading.asks:
        return reading
    found = await ask_whom(work, situation, reading)
    assert situation.top is not None, "a form is open"
    is_for_other = found.agent not in {None, *NOBODY, situation.top.agent, *situation.beneath}
    return replace(found, topic=Topic.ELSE) if is_for_other else reading


async def ask_whom(work: Work, situation: Situation, reading: MessageReading) -> MessageReading:
    """Ask who should handle it; a secret in the message means whoever it is for."""
    question = Which(reading.text, situation.agents, situation.plans)
    agent = await ask_reader(work, question)
    if work.person.wants_login and situation.top is None and (agent is None or agent in NOBODY):
        agent = work.person.wants_login
    return replace(reading, agent=agent)


async def _of_what_is_open(work: Work, situation: Situation, text: str) -> MessageReading:
    asks = is_question(text)
    if situation.top is None:
        return MessageReading(text, asks=asks)
    if situation.card is not None and situation.top.call is not None:
        return await _beside_card(work, situation, text)
    if situation.hears:
        return MessageReading(text, Topic.THIS, asks=asks)
    if situation.form is not None:
        return await _in_form(work, situation, text)
    if not situation.question:
        return MessageReading(text, Topic.ELSE, asks=asks)
    topic = await ask_reader(work, About(text, situation.asked))
    return MessageReading(text, topic or Topic.ELSE, asks=asks)


async def _beside_card(work: Work, situation: Situation, text: str) -> MessageReading:
    assert situation.card is not None, "only called beside a card"
    opinion = await ask_reader(work, AsVerdict(text, describe_card(situation)))
    found = GivenValues()
    if opinion is Opinion.CHANGE and situation.form is not None:
        found = find_typed(situation, text)
        found = found if found.values else await _free(work, situation, text, found)
    reading = MessageReading(
        text, values=found.values, doubts=found.doubts, asks=is_question(text)
    )
    return replace(reading, opinion=opinion or Opinion.NONE)


async def _in_form(work: Work, situation: Situation, text: str) -> MessageReading:
    """Values of a kind are found by code; the model is asked for free text, and for the topic."""
    asks, found, free = is_question(text), find_typed(situation, text), _free_in(situation, text)
    beneath = find_theirs(text, situation.slots, situation.below, today=situation.today)
    if beneath is not None:
        topic = await ask_reader(work, About(text, situation.asked))
        return MessageReading(text, topic or Topic.ELSE, asks=asks, beneath=beneath.agent)
    if found.values and await _corrects(work, situation, text):
        return MessageReading(text, Topic.THIS, found.values, doubts=found.doubts, asks=asks)
    if any(slot.required for slot in free) or (free and not found.values):
        filled = await ask_reader(work, Fill(text, situation.asked, describe_slots(free)))
        if filled is None:
            return MessageReading(text, Topic.ELSE, asks=asks)
        values = {**keep_free_values(free, filled.values, text), **found.values}
        return MessageReading(text, filled.topic, values, doubts=found.doubts, asks=asks)
    topic = await ask_reader(work, About(text, situation.asked))
    return MessageReading(text, topic or Topic.ELSE, found.values, doubts=found.doubts, asks=asks)


async def _corrects(work: Work, situation: Situation, text: str) -> bool:
    """Say whether what gives values has an opinion of the action that was rejected."""
    if situation.top is None or not situation.top.refused or situation.form is None:
        return False
    action = _named(situation.form.tool, situation.form.arguments)
    opinion = await ask_reader(work, AsVerdict(text, action))
    return opinion in {Opinion.CHANGE, Opinion.REJECT, Opinion.APPROVE}


def _free_in(situation: Situation, text: str) -> tuple[Slot, ...]:
    """The slots of free text that a message may fill: one that is filled only by its name."""
    said = find_label_words(text) - small_words()
    named = (s for s in situation.slots if s.is_free and s.name_words & said)
    return situation.free if situation.missing else (*situation.free, *named)


def find_typed(situation: Situation, text: str) -> GivenValues:
    """The values of a kind that stand in a message, for what is missing before what is filled."""
    assert situation.form is not None, "only a form has slots"
    asked = situation.form.asked or tuple(slot.name for slot in situation.missing)
    return find_typed_values(situation.slots, text, today=situation.today, asked=asked)


async def _free(work: Work, situation: Situation, text: str, found: GivenValues) -> GivenValues:
    """What a change gives for slots of free text that are filled already."""
    free = tuple(slot for slot in situation.slots if slot.is_free)
    if not free:
        return found
    filled = await ask_reader(work, Fill(text, situation.asked, describe_slots(free)))
    return (
        GivenValues(keep_free_values(free, filled.values, text), found.doubts) if filled else found
    )


def describe_card(situation: Situation) -> str:
    """The action on a card, in the words a person reads first."""
    assert situation.card is not None, "only called beside a card"
    return _named(situation.card.subject.tool, situation.card.subject.arguments)


def _named(tool: str, arguments: Mapping[str, JsonValue]) -> str:
    shown = ", ".join(f"{n}: {v}" for n, v in arguments.items() if v is not None)
    return f"{tool.replace('_', ' ')} ({shown})"
