"""Answering what was asked: by number, by its words, by a button; and presses that come late."""

import pytest

from agents.kit import Agent, Approval, Outcome, Turn, always, ask, done, hand_back, tool
from agents.kit.values.model import ModelCall, ToolCall
from bot.domain.requests import RequestStatus
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import an_agent, asks, directed, says
from tests.journeys.conversation import Conversation, a_conversation

WORDS = {"letter": "letter", "claim": "claim", "post": "post", "office": "office"}
LENGTHS = ("long", "very short")


@tool(effect=True, ends_task=True, approval=always())
async def post(letter: str) -> str:
    """Post a letter."""
    return f"Posted the {letter}."


@tool(
    effect=True,
    ends_task=True,
    approval=Approval(lambda _arguments: True, "posting", "four_eyes", ("cleo",)),
)
async def post_checked(letter: str) -> str:
    """Post a letter that somebody else has read."""
    return f"Posted the {letter}."


poster = Agent(
    name="post", description="Posts letters.", prompt="Post.", tools=(post,), style="talk"
)
checked = Agent(
    name="post", description="Posts letters.", prompt="Post.", tools=(post_checked,), style="talk"
)


def posts(call: ModelCall) -> ScriptedAnswer:
    if not call.tools:
        return "It is a letter."
    return ToolCall("c1", call.tools[0].name, '{"letter": "long one"}')


async def asked_for_the_length(*more: Agent) -> Conversation:
    agents = [asks("letter", options=LENGTHS), *more]
    conversation = await a_conversation(directed(WORDS, act=posts), agents=agents)
    assert await conversation.say("a letter, please") == "Which letter?"
    return conversation


def button(conversation: Conversation, label: str) -> str:
    """The id of the newest button of this label."""
    found = (b for reply in reversed(conversation.replies) for b in reply.buttons)
    return next(b.id for b in found if b.label == label)


@pytest.mark.parametrize("answer", ["2", " 2 ", "2.", "very short", "Very Short!", "VERY SHORT."])
async def test_a_closed_question_takes_its_number_or_its_words(answer: str):
    conversation = await asked_for_the_length()

    said = await conversation.say(answer)

    assert said.startswith("The letter is very short.")
    assert conversation.pending == []


async def test_a_closed_question_takes_its_button():
    conversation = await asked_for_the_length()

    assert (await conversation.press("very short")).startswith("The letter is very short.")
    assert conversation.pending == []


@pytest.mark.parametrize("answer", ["3", "0", "-1", "22", "very", "rather a long one, I think"])
async def test_what_is_no_choice_goes_to_the_agent_word_for_word(answer: str):
    heard: list[str] = []
    agents = [asks("letter", options=LENGTHS, heard=heard)]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter, please")

    await conversation.say(answer)

    assert heard == ["a letter, please", answer]


async def choosing(turn: Turn) -> Outcome:
    """Ask for a length, and hand back what is none, as the kit tells authors to."""
    if turn.state is None:
        return ask("Which letter?", state={"asked": True}, options=LENGTHS)
    if turn.text not in LENGTHS:
        return hand_back(f"A letter is {' or '.join(LENGTHS)}.", state=turn.state)
    return done(f"The letter is {turn.text}.")


@pytest.mark.parametrize(
    ("words", "told"), [("green", "A letter is long or very short."), ("the office?", "Open.")]
)
async def test_what_the_agent_hands_back_is_a_digression_or_asked_again_with_its_options(
    words: str, told: str
):
    agents = [an_agent("letter", choosing), says("office", "Open.")]
    model = directed({"letter": "letter", "office": "office"})
    conversation = await a_conversation(model, agents=agents)
    await conversation.say("a letter, please")

    said = await conversation.say(words)

    assert told in said
    assert "Which letter?" in said
    assert [button.label for button in conversation.last.buttons] == list(LENGTHS)
    assert (await conversation.say("VERY SHORT.")).startswith("The letter is very short.")


@pytest.mark.parametrize("word", ["yes", "1", "approve", "go ahead"])
async def test_an_approval_takes_its_words(word: str):
    conversation = await a_conversation(directed(WORDS, act=posts), agents=[poster])
    await conversation.say("post it")

    assert (await conversation.say(word)).startswith("Posted the long one.")


async def test_a_word_that_fits_two_open_requests_is_asked_back():
    conversation = await two_to_decide()

    said = await conversation.say("approve", user="cleo")

    assert said.startswith("Which one do you mean?")
    assert all(request.id in said for request in conversation.pending)
    assert [request.status for request in conversation.pending] == [RequestStatus.PENDING] * 2


async def test_the_button_says_which_of_two_requests_is_meant():
    conversation = await two_to_decide()
    first, second = conversation.pending
    await conversation.say("approve", user="cleo")

    said = await conversation.press_id(f"{first.id}:approve", user="cleo")

    assert "Posted the long one." in said
    assert [request.id for request in conversation.pending] == [second.id]
    assert "Posted the long one." in await conversation.say("approve", user="cleo")
    assert conversation.pending == []


async def two_to_decide() -> Conversation:
    """Two people wait for Cleo."""
    conversation = await a_conversation(directed(WORDS, act=posts), agents=[checked])
    await conversation.say("post it", user="ana")
    await conversation.say("post it", user="ben")
    return conversation


async def test_a_second_press_is_answered_and_changes_nothing():
    conversation = await asked_for_the_length()
    pressed = button(conversation, "long")
    await conversation.press_id(pressed)
    before = await conversation.participant()

    said = await conversation.press_id(pressed)

    assert said == "That was already answered by ana; ask again to get a new request."
    assert (await conversation.participant()).stack == before.stack


async def test_a_press_after_the_words_is_answered_and_changes_nothing():
    conversation = await asked_for_the_length()
    pressed = button(conversation, "very short")
    await conversation.say("long")

    assert "already answered" in await conversation.press_id(pressed)
    assert await conversation.stack() == []


async def test_a_press_for_a_dropped_task_is_answered_and_changes_nothing():
    conversation = await asked_for_the_length()
    pressed = button(conversation, "long")
    await conversation.say("stop")

    said = await conversation.press_id(pressed)

    assert "ask again" in said
    assert await conversation.stack() == []


async def test_a_press_of_an_unknown_button_is_answered():
    conversation = await asked_for_the_length()

    for unknown in ("nothing:option-1", ":", "", "nothing"):
        assert "I do not know that button" in await conversation.press_id(unknown)

    assert await conversation.stack() == ["letter"]


async def test_a_press_of_a_choice_that_was_not_offered_is_answered_and_the_question_stays():
    conversation = await asked_for_the_length()
    request = conversation.pending[0].id

    for verb in ("option-3", "option-0", "option-x", "approve", ""):
        said = await conversation.press_id(f"{request}:{verb}")
        assert said == "Please choose one of: long, very short."

    assert conversation.pending[0].id == request


async def test_a_press_after_the_question_has_expired_is_answered():
    conversation = await asked_for_the_length()
    conversation.clock.pass_time(days=2)

    said = await conversation.press("long")

    assert said == "That was already expired; ask again to get a new request."
    assert await conversation.stack() == ["letter"]


async def test_a_stranger_is_told_whose_question_it_is():
    conversation = await asked_for_the_length()

    said = await conversation.press("long", user="ben")

    assert said == "You cannot decide this; it is waiting for ana."
    assert conversation.last.to is not None
    assert conversation.last.to.user == "ben"
    assert len(conversation.pending) == 1


async def test_a_strangers_number_answers_nobodys_question():
    conversation = await asked_for_the_length(says("office", "It is open."))

    await conversation.say("1", user="ben")

    assert len(conversation.pending) == 1
    assert await conversation.stack("ana") == ["letter"]


async def test_the_new_copy_of_a_question_takes_a_press_after_a_digression():
    conversation = await asked_for_the_length(says("office", "It is open."))

    await conversation.say("is the office open?")

    assert len(conversation.pending) == 1
    assert (await conversation.press("long")).startswith("The letter is long.")


async def test_a_button_of_the_question_beneath_still_counts_during_a_digression():
    conversation = await asked_for_the_length(asks("claim"))
    pressed = button(conversation, "long")
    await conversation.say("and the claim?")

    said = await conversation.press_id(pressed)

    assert said == "The letter is long.\n\nWhich claim?"
    assert await conversation.stack() == ["claim"]


async def test_an_approval_waits_while_something_else_is_asked():
    conversation = await a_conversation(
        directed(WORDS, act=posts), agents=[poster, says("office", "It is open.")]
    )
    await conversation.say("post it")

    said = await conversation.say("is the office open?")

    assert said.startswith("It is open.")
    assert "post wants to post" in said
    assert (await conversation.say("yes")).startswith("Posted the long one.")
