"""Without a model, what is said while a value is asked for, and is none."""

import pytest

from agents.general.tables import NOTES
from agents.it_support.tables import TICKETS
from tests.journeys.bank.talking import LOGIN, talked

ASKED = (*LOGIN, "my balance")
WHICH = "Which of your accounts shall I look up? Its name, such as Checking, is enough."


@pytest.mark.parametrize("line", ["approve", "reject it", "Undo that!", "my WIFI is down"])
async def test_a_verdict_or_a_sentence_is_no_name(line: str):
    conversation = await talked(*ASKED, line)

    assert f"fits “{line.rstrip('!')}”" not in conversation.last.text
    assert "No single account" not in conversation.last.text
    assert await conversation.say("Savings") != ""
    assert any("holds $5,000.00" in reply.text for reply in conversation.replies)


async def test_a_farewell_does_not_try_what_fitted_nothing_again():
    conversation = await talked(*ASKED, "the blue one")
    assert "No single account of yours fits “blue one”" in conversation.last.text

    said = await conversation.say("bye")

    assert "Goodbye!" in said
    assert "blue" not in said


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("thanks, that's all", "You are welcome."),
        ("Thank you, that is all for today!", "You are welcome."),
        ("that's all for now", "Goodbye!"),
        ("that is all, thanks", "Goodbye!"),
        ("no, that's all", "Goodbye!"),
    ],
)
async def test_who_is_done_is_no_answer_and_loses_nothing(line: str, told: str):
    conversation = await talked("open a ticket")

    said = await conversation.say(line)

    assert said.startswith(told)
    assert said.endswith("Please tell me what is wrong.")


@pytest.mark.parametrize("before", [ASKED, ("open a ticket",)])
async def test_an_order_with_a_colon_is_done_whatever_was_asked(before: tuple[str, ...]):
    conversation = await talked("open a ticket: the printer is broken", *before)

    await conversation.say("close ticket 1: new toner")

    assert [row["open"] for row in await conversation.rows(TICKETS)] == [False]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("what's left to do?", "- now: planner"),
        ("what is the price of AAPL?", "One share of Apple (AAPL) costs"),
    ],
)
async def test_a_question_is_no_answer_of_a_plan(line: str, told: str):
    conversation = await talked("new hire: Ana Lopez starts Monday")
    assert conversation.last.text.startswith("To plan this I need: role")

    assert told in await conversation.say(line)

    assert "role: engineer" in await conversation.say("engineer")


async def test_a_goal_is_begun_while_something_else_is_asked():
    conversation = await talked("open a ticket", "plan the onboarding of Max Planck")

    assert "To plan this I need: role" in conversation.last.text


async def test_the_text_of_an_order_is_nobodys_user_name():
    conversation = await talked("log me in")

    said = await conversation.say("set a reminder for tomorrow 9am: standup")

    assert said.startswith("Reminder 1 is kept")
    assert "password separately" in conversation.last.text


async def test_the_name_of_an_agent_alone_is_a_wish_for_it():
    conversation = await talked("write a decline letter")

    assert "internal employee or a partner" in await conversation.say("SmartStrategy")


@pytest.mark.parametrize("text", ["close account at the bank: it costs too much", "approve"])
async def test_a_text_that_was_asked_for_may_be_any(text: str):
    conversation = await talked("make a note", text)

    assert [row["text"] for row in await conversation.rows(NOTES)] == [text]
