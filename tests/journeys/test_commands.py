"""The words that are always understood: help, tasks, why, requests, stop, new and reset."""

import pytest

from bot.domain.messages import Kind
from tests.journeys.bank.talking import ANAS, CHECKING, READY, moved, say_all, talked
from tests.journeys.bank.test_dialogue import DIALOGUE
from tests.journeys.conversation import Conversation, a_conversation

CARD = (*READY, "transfer 700 to 1234324")
STATES = {
    **{f"after {DIALOGUE[at]}": DIALOGUE[: at + 1] for at in range(1, len(DIALOGUE) - 1)},
    "with a card": CARD,
    "with a wish in line": ("transfer money then tell me the price of Apple stock",),
    "with a wrong password": ("transfer money", "seldo", "donkey"),
}
in_every_state = pytest.mark.parametrize("lines", STATES.values(), ids=STATES)


async def commanded(conversation: Conversation, command: str) -> str:
    return await conversation.say(command, kind=Kind.COMMAND)


@pytest.mark.parametrize("word", ["help", "Help", "help!", " help "])
async def test_help_says_what_can_be_asked_for_and_which_words_count(word: str):
    conversation = await a_conversation()

    said = await conversation.say(word)

    assert "transfer_money" in said
    for command in ("tasks", "why", "requests", "stop", "new", "reset", "@agent"):
        assert command in said
    assert conversation.model.calls == []


@pytest.mark.parametrize("command", ["/frontdesk help", "/help", "help", "/frontdesk", ""])
async def test_help_is_a_command_as_well(command: str):
    conversation = await a_conversation()

    assert "Words I always understand" in await commanded(conversation, command)


async def test_help_in_the_middle_of_a_question_repeats_it():
    conversation = await talked("transfer money")

    said = await conversation.say("help")

    assert "Words I always understand" in said
    assert said.endswith("I will ask for the password separately, in private.")


@pytest.mark.parametrize("words", ["help me transfer money", "can you help me log in?"])
async def test_a_sentence_with_such_a_word_is_a_wish(words: str):
    conversation = await a_conversation()

    await conversation.say(words)

    assert (await conversation.stack())[-1] == "authenticate"


async def test_an_unknown_command_is_answered_with_those_there_are():
    conversation = await talked("transfer money")

    said = await commanded(conversation, "/frontdesk frobnicate now")

    assert "frobnicate" in said
    assert "stop" in said
    assert await conversation.stack() == ["transfer_money", "authenticate"]


@in_every_state
@pytest.mark.parametrize("word", ["stop", "Stop.", "cancel", "never mind"])
async def test_stop_ends_what_is_going_on(lines: tuple[str, ...], word: str):
    conversation = await talked(*lines)

    said = await conversation.say(word)

    assert "Stopped" in said
    assert "transfer_money" in said
    assert await conversation.stack() == []
    assert conversation.pending == []
    assert await moved(conversation) == []
    assert "monkey" not in conversation.model.everything_read


@in_every_state
async def test_after_stop_the_next_wish_works(lines: tuple[str, ...]):
    conversation = await talked(*lines, "stop")

    assert "$248.50" in await conversation.say("what does a share of Tesla cost?")
    assert await moved(conversation) == []


@in_every_state
async def test_stop_is_a_command_as_well(lines: tuple[str, ...]):
    conversation = await talked(*lines)

    await commanded(conversation, "/frontdesk stop")

    assert await conversation.stack() == []
    assert await moved(conversation) == []


async def test_stop_takes_a_digression_off_and_brings_the_question_back():
    conversation = await talked("transfer money", "what is the price of a stock?")

    said = await conversation.say("stop")

    assert "Stopped: stock_lookup" in said
    assert "username" in said
    assert await conversation.stack() == ["transfer_money", "authenticate"]


async def test_stop_with_nothing_going_on_says_so():
    conversation = await a_conversation()

    assert "Nothing is running" in await conversation.say("stop")


@in_every_state
@pytest.mark.parametrize("word", ["tasks", "status", "what were we doing?"])
async def test_tasks_are_told_with_the_question_that_waits(lines: tuple[str, ...], word: str):
    conversation = await talked(*lines)
    stack, waiting = await conversation.stack(), len(conversation.pending)

    said = await conversation.say(word)

    assert all(agent in said for agent in stack)
    assert await conversation.stack() == stack
    assert len(conversation.pending) == waiting
    assert (await conversation.participant()).stack.top is not None


async def test_without_tasks_that_is_said():
    conversation = await a_conversation()

    assert "Nothing is open" in await conversation.say("tasks")


async def test_why_tells_what_was_chosen_for_what_reason_and_instead_of_whom():
    conversation = await talked("what does a share of Tesla cost?")

    said = await conversation.say("why?")

    chosen = next(line for line in said.splitlines() if line.startswith("- router: stock_lookup"))
    assert "because" in chosen
    others = chosen.partition("not:")[2]
    assert "transfer_money" in others
    assert others.count(",") == 4
    assert not {"planner", "clarify", "out_of_scope", "concierge"} & set(others.split(", "))


async def test_why_tells_what_had_to_come_first():
    conversation = await talked("transfer money")

    said = await conversation.say("why")

    assert "authenticate" in said
    assert "transfer_money first needs a login" in said


async def test_why_before_anything_was_decided_says_so():
    conversation = await a_conversation()

    assert "nothing" in await conversation.say("why")


async def test_requests_lists_what_waits_for_me():
    conversation = await talked(*CARD)

    said = await conversation.say("requests")

    assert conversation.pending[0].id in said
    assert "approval" in said
    assert "ana" in said


async def test_without_requests_that_is_said():
    conversation = await talked("hello")

    assert "Nothing is waiting" in await conversation.say("requests")


async def test_new_starts_afresh_and_stays_logged_in():
    conversation = await talked(*READY, "transfer money", ANAS)

    said = await conversation.say("new")

    assert said.startswith("Hello")
    assert await conversation.stack() == []
    assert conversation.pending == []
    await conversation.say("transfer 500 to 1234324")
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


async def test_new_leaves_an_open_approval_to_its_buttons():
    conversation = await talked(*CARD, "new", "yes", "1")
    assert await moved(conversation) == []

    await conversation.press("Approve")

    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]


async def test_reset_forgets_the_login_the_tasks_and_the_requests():
    conversation = await talked(*CARD)

    said = await conversation.say("reset")

    assert "login" in said
    assert await conversation.stack() == []
    assert conversation.pending == []
    assert (await conversation.participant()).facts.values == {}
    await say_all(conversation, "yes", "transfer 500 to 1234324")
    assert await moved(conversation) == []
    assert await conversation.stack() == ["transfer_money", "authenticate"]
