"""What a person asks beside a meeting is answered beside it; then the meeting asks again."""

import pytest

from agents.catalogue import AGENTS
from agents.meetings.agent import drafting_circle, incident_review
from tests.fakes.questions import asked_in, said_in
from tests.fakes.questions import asks as is_asked
from tests.journeys.agents.small_agents import asks, directed, says
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.meetings.test_meetings import role, said

YOURS = "Your answer, please; say “nothing more” when you have told all you know."
WHERE = {"incident": "incident_review", "hours": "hours", "lunch": "lunch"}


async def a_review(*texts: str) -> Conversation:
    """A review whose witness has the floor, beside an agent that answers and one that asks."""
    agents = (incident_review, says("hours", "We open at nine."), asks("lunch"))
    conversation = await a_conversation(directed(WHERE, role), agents=agents)
    for text in ("start an incident review", "the incident of Monday: the pump stopped", *texts):
        await said(conversation, text)
    return conversation


def heard(conversation: Conversation) -> list[str]:
    """What the meeting itself was told by its witness."""
    lines = conversation.model.everything_read.split("\n")
    return [*dict.fromkeys(line for line in lines if line.startswith("Witness said:"))]


def routings(conversation: Conversation) -> list[str]:
    """What a router looked at."""
    return [said_in(call) for call in conversation.model.calls if is_asked(call, "which")]


@pytest.mark.proves("S4-41b", "S1-74")
async def test_a_question_beside_the_meeting_is_answered_and_then_the_meeting_asks_again():
    conversation = await a_review()

    answer = await said(conversation, "what are your hours?")

    assert answer.strip() == f"We open at nine.\n\n{YOURS}"
    assert heard(conversation) == []
    assert await conversation.stack() == ["incident_review"]


@pytest.mark.proves("S4-41b")
async def test_the_meeting_goes_on_with_the_answer_after_a_longer_digression():
    conversation = await a_review()

    asked = await said(conversation, "order lunch")
    answer = await said(conversation, "soup")
    await said(conversation, "at nine, the pager rang")

    assert "Which lunch?" in asked
    assert answer.strip() == f"The lunch is soup.\n\n{YOURS}"
    await said(conversation, "and then it was quiet")
    assert heard(conversation)[0] == "Witness said: at nine, the pager rang"


@pytest.mark.proves("S4-41b")
@pytest.mark.parametrize(
    "text", ["it rains cats", "42", "hello", "can I say that I was asleep?", "?", "no idea at all"]
)
async def test_an_odd_answer_is_still_an_answer(text: str):
    conversation = await a_review()

    await said(conversation, text)
    await said(conversation, "that was about it, I think")

    assert f"Witness said: {text}" in heard(conversation)
    assert await conversation.stack() == ["incident_review"]


@pytest.mark.proves("S4-41b")
async def test_words_that_decide_a_meeting_need_no_router():
    conversation = await a_review()
    before = len(routings(conversation))

    await said(conversation, "Nothing more!")

    assert len(routings(conversation)) == before
    assert conversation.artifacts == ["The part of Skye."]


@pytest.mark.proves("S4-41b")
async def test_stop_and_what_were_we_doing_are_no_answers():
    conversation = await a_review()

    status = await said(conversation, "what were we doing?")
    ended = await said(conversation, "stop")

    assert "incident_review" in status
    assert YOURS in status
    assert "Stopped" in ended
    assert heard(conversation) == []
    assert await conversation.stack() == []


async def test_a_question_that_comes_while_it_goes_on_by_itself_is_answered_beside_it():
    conversation = await a_review()
    await conversation.say("the pump was blocked")  # what follows it waits for a turn of its own

    answer = await said(conversation, "what are your hours?")

    assert "We open at nine." in answer
    assert answer.rstrip().endswith(YOURS)
    assert heard(conversation) == ["Witness said: the pump was blocked"]
    assert await conversation.stack() == ["incident_review"]


async def test_what_is_left_open_is_read_beside_the_meeting_s_question():
    conversation = await a_review()

    await said(conversation, "the valve")

    read = [call for call in conversation.model.calls if is_asked(call, "about")]
    assert said_in(read[-1]) == "the valve"
    assert YOURS in asked_in(read[-1])


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("what is my balance?", "authenticate"),
        ("what does MSFT trade at?", "stock_lookup"),
        ("open a ticket: the printer is broken", "it_support"),
    ],
)
@pytest.mark.proves("S4-41b")
async def test_plain_requests_are_digressions(text: str, asked: str):
    conversation = await a_conversation()
    await said(conversation, "@drafting_circle a note on the pump")

    await said(conversation, text)

    kept = conversation.store.tables.decisions.values()
    assert asked in [decision.chosen for decisions in kept for decision in decisions]


@pytest.mark.parametrize(
    "text",
    [
        "make it shorter",
        "write it for customers",
        "add a line about the new laptops",
        "please write the release notes in it too",
        "the contract is missing",
        "more about the balance, please",
    ],
)
@pytest.mark.proves("S4-41b")
async def test_wishes_for_the_text_stay_with_it(text: str):
    conversation = await a_conversation(agents=AGENTS)
    await said(conversation, "@drafting_circle a note on the pump")

    await said(conversation, text)

    assert await conversation.stack() == [drafting_circle.name]
    assert f"Client said: {text}" in conversation.model.everything_read
