"""What models read for a turn does not grow with its session: counted, in characters."""

from dataclasses import replace

import pytest

from agents.kit.values.model import ModelCall
from bot.core.memory.recall import RECALLED, SUMMED_UP
from tests.effort import IN_FULL
from tests.journeys.conversation import Conversation
from tests.journeys.memory.remembering import (
    Notetaker,
    a_remembering_conversation,
    has_talked,
    rememberer,
    summary_of,
)

MOST = 1.2  # times what was read in the tenth turn
QUESTION = "@concierge What did we say about the parrot, the harbour and the invoice of May?"
PLAIN = f"@concierge {'Well, ' * 11}well."
NOTES = "\n".join(f"- [{n}] Ana had spoken at length of {'matter ' * 28}" for n in range(1, 7))


def talk(turns: int, length: int) -> list[str]:
    """Turns of so many characters, each with words that are asked for later."""
    words = ("parrot", "harbour", "invoice", "May")
    texts = [f"{n} the {words[n % 4]} and {words[n % 3]} " for n in range(turns)]
    return [(text * (length // len(text) + 1))[:length] for text in texts]


def read(calls: list[ModelCall]) -> int:
    """Characters of messages, tools and answer schemas."""
    return sum(
        sum(len(message.content) for message in call.messages)
        + sum(len(f"{spec.description}{spec.parameters}") for spec in call.tools)
        + len(f"{call.answer or ''}")
        for call in calls
    )


async def after(turns: int, length: int, says: str) -> Conversation:
    """A conversation of so many turns, in which one more thing was said."""
    conversation = await a_remembering_conversation()
    has_talked(conversation, *talk(turns, length))
    if says == QUESTION:
        await sum_up(conversation)
    conversation.model.calls.clear()
    await conversation.say(says)
    return conversation


async def sum_up(conversation: Conversation) -> None:
    """Let the summary catch up with all that was said."""
    keeps_up = rememberer(conversation, Notetaker(NOTES))
    count = -1
    while summary_of(conversation).count > count:
        count = summary_of(conversation).count
        conversation.clock.pass_time(minutes=10)
        await keeps_up.remember()


@pytest.mark.parametrize("length", [30, 120, 500, 3_000] if IN_FULL else [30, 500])
@pytest.mark.timeout(60)
async def test_the_thousandth_turn_reads_no_more_than_a_fifth_over_the_tenth(length: int):
    tenth = await after(9, length, PLAIN)  # nothing to remember yet
    thousandth = await after(999, length, QUESTION)

    assert read(thousandth.model.calls) <= MOST * read(tenth.model.calls)
    told = thousandth.model.everything_read
    assert SUMMED_UP in told
    assert RECALLED in told


async def test_the_window_is_a_budget_of_tokens_that_the_operator_sets():
    small = await after(9, 3_000, PLAIN)
    small.services = replace(small.services, window_tokens=1_000)
    small.model.calls.clear()

    await small.say("@concierge And now?")

    (call,) = small.model.calls
    (_prompt, *conversation) = call.messages
    assert sum(len(message.content) for message in conversation) <= 1_000 * 4 + 100
    assert conversation[-1].content == "@concierge And now?"
