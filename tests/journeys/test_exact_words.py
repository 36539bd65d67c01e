"""Exact words, in any language: what ends everything, what approves, what is only repeated."""

from collections.abc import Sequence

import pytest

from agents.kit import Agent
from bot.domain.messages import Incoming, Kind
from tests.journeys.agents.small_agents import asks, directed, says
from tests.journeys.bank.talking import ANAS, CHECKING, READY, moved, talked
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person

WORDS = {"letter": "letter", "claim": "claim", "office": "office"}
CARD = (*READY, "send 700 to 1234324")
PAID = [(CHECKING, ANAS, 70_000)]


async def with_two_open(agents: Sequence[Agent] = (asks("letter"), asks("claim"))) -> Conversation:
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")
    await conversation.say("and the claim?")
    assert await conversation.stack() == ["letter", "claim"]
    return conversation


@pytest.mark.parametrize("words", ["cancel everything", "Stop all, please!", "alles abbrechen"])
async def test_to_cancel_everything_empties_the_stack(words: str):
    conversation = await with_two_open()

    said = await conversation.say(words)

    assert said == "Stopped: claim and letter. Nothing more is done for them."
    assert await conversation.stack() == []
    assert conversation.pending == []


@pytest.mark.parametrize("words", ["stop", "abbrechen", "やめて"])
async def test_to_stop_ends_what_is_on_top(words: str):
    conversation = await with_two_open()

    assert "We can go on with letter." in await conversation.say(words)
    assert await conversation.stack() == ["letter"]


async def test_to_cancel_everything_where_nothing_is_open_says_so():
    conversation = await a_conversation(directed(WORDS), agents=[asks("letter")])

    assert (await conversation.say("cancel everything")).startswith("Nothing is running")


async def test_what_was_put_away_until_it_is_approved_is_cancelled_too():
    conversation = await talked(*CARD, "new")

    said = await conversation.say("cancel everything")

    assert said == "Stopped: transfer_money. Nothing more is done for it."
    assert conversation.pending == []
    assert (await conversation.participant()).shelved == ()


@pytest.mark.parametrize(
    "words",
    [
        *("no problem, go ahead", "no objections", "no worries, do it", "sure", "yep", "yeah"),
        *("sounds good", "lgtm", "fine by me", "👍", "Yes, go ahead", "yes, approve", "ja", "oui"),
    ],
)
async def test_a_card_that_was_just_asked_is_approved_in_the_words_people_use(words: str):
    conversation = await talked(*CARD, words)

    assert await moved(conversation) == PAID


@pytest.mark.parametrize("words", ["No problem, but wait.", "no idea", "大丈夫です", "yes?"])
async def test_words_that_only_begin_like_a_verdict_approve_nothing(words: str):
    conversation = await talked(*CARD, words)

    assert await moved(conversation) == []


@pytest.mark.parametrize("words", ["no", "nein danke", "reject: too much", "ablehnen, zu teuer"])
async def test_a_card_is_rejected_by_a_no_and_by_a_word_that_rejects(words: str):
    conversation = await talked(*CARD)
    (card,) = conversation.pending

    await conversation.say(words)

    assert card.id not in [request.id for request in conversation.pending]
    assert await moved(conversation) == []


async def test_of_two_open_yes_or_no_questions_a_yes_answers_the_last_and_names_it():
    yes_or_no = ("Yes", "No")
    conversation = await with_two_open(
        (asks("letter", options=yes_or_no), asks("claim", options=yes_or_no))
    )

    said = await conversation.say("yep")

    assert said == (
        "I take that as the answer to “Which claim?”: Yes.\n\nThe claim is Yes.\n\nWhich letter?"
    )
    assert await conversation.stack() == ["letter"]
    assert (await conversation.say("no")).startswith("The letter is No.")


async def test_of_two_open_yes_or_no_questions_it_is_asked_which_if_something_came_between():
    yes_or_no = ("Yes", "No")
    conversation = await with_two_open(
        (asks("letter", options=yes_or_no), asks("claim", options=yes_or_no))
    )
    await conversation.say("agents")

    said = await conversation.say("yep")

    assert said.startswith("Which one do you mean?")
    assert await conversation.stack() == ["letter", "claim"]


@pytest.mark.parametrize("word", ["yep", "はい", "Yes!"])
async def test_the_one_yes_or_no_question_takes_a_yes_of_any_language(word: str):
    agents = [asks("letter", options=("Yes", "No"))]
    conversation = await a_conversation(directed(WORDS), agents=agents)
    await conversation.say("a letter")

    assert (await conversation.say(word)).startswith("The letter is Yes.")


async def hears(conversation: Conversation, text: str, *, shared: bool) -> str:
    event = Incoming("heard", THREAD, a_person("ana"), Kind.MESSAGE, text, shared=shared)
    return await conversation.take(event)


async def test_a_name_that_no_agent_has_is_a_word_like_any_other_in_a_shared_thread():
    conversation = await a_conversation(directed(WORDS), agents=[says("office", "Open.")])

    said = await hears(conversation, "@Cursor is the office open?", shared=True)

    assert said.startswith("Open.")


async def test_alone_with_somebody_it_is_said_that_no_agent_is_called_so():
    conversation = await a_conversation(directed(WORDS), agents=[says("office", "Open.")])

    said = await hears(conversation, "@Cursor please fix it", shared=False)

    assert said == "There is no agent “Cursor” here. Write “agents” to see who there is."


async def test_asked_what_is_open_it_tells_what_the_tasks_beneath_wait_for():
    conversation = await with_two_open()

    said = await conversation.say("what were we doing?")

    assert "- now: claim (“and the claim?”)" in said
    assert "- waiting: letter (“a letter”); it asked: Which letter?" in said
    assert said.endswith("Which claim?")


async def test_it_tells_which_agent_a_wish_waits_for():
    conversation = await talked("transfer money")

    assert "transfer_money (“transfer money”); it waits for authenticate" in (
        await conversation.say("status")
    )


@pytest.mark.parametrize("again", ["transfer money", "Transfer money, please!"])
async def test_a_wish_said_again_while_it_waits_is_told_where_it_stands(again: str):
    conversation = await talked("transfer money")
    asked = conversation.last.text
    before = await conversation.stack()

    said = await conversation.say(again)

    assert said.startswith(
        "We are at that: transfer_money goes on as soon as authenticate is done."
    )
    assert said.endswith(asked.rpartition("\n")[2])
    assert await conversation.stack() == before


async def test_a_wish_said_again_while_its_own_form_is_open_is_no_wrong_answer():
    conversation = await talked(*READY, "transfer money")

    said = await conversation.say("transfer money")

    assert "does not answer" not in said
    assert said.startswith("We are at that already.")
