"""The staff database in conversations: asked by a model that mends its query."""

import pytest

from agents.employees.agent import STAFF, seed_staff
from agents.kit import Rows
from agents.kit.values.model import Purpose, ToolCall
from tests.journeys.bank.talking import calls_for, instructions, last_words
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import acting, calls, puppet, together, which

SALARIES = "average salary by department"


def queried(sql: str) -> ToolCall:
    return calls("query_database", sql=sql, db="employees")


async def talked_with(*answers: ToolCall) -> Conversation:
    strings = together(which("employees"), acting("employees", *answers))
    return await a_conversation(puppet(strings))


@pytest.mark.proves("S3-01", "S3-05", "S3-09")
async def test_a_model_asks_in_sql_and_answers_from_what_came_back():
    conversation = await talked_with(
        queried("SELECT name FROM employees WHERE department = 'Legal' ORDER BY name"),
        calls("done", answer="Eva Diaz and Luis King work in Legal."),
    )

    said = await conversation.say("who works in Legal?")

    assert said.startswith("Eva Diaz and Luis King work in Legal.")
    assert "name\nEva Diaz\nLuis King" in conversation.model.everything_read
    for call in calls_for(conversation, Purpose.AGENT):
        assert "Call query_database with one SELECT" in instructions(call)
        assert "If the database objects, mend the query and try again." in instructions(call)
    assert await conversation.stack() == []


@pytest.mark.proves("S3-05", "S3-09", "S3-32")
async def test_a_query_that_fails_comes_back_and_is_mended():
    conversation = await talked_with(
        queried("SELECT nom FROM employees"),
        queried("SELECT name FROM staff"),
        queried("SELECT count(*) AS n FROM employees WHERE city = 'Berlin'"),
        calls("done", answer="Three people work in Berlin."),
    )

    said = await conversation.say("how many work in Berlin?")

    assert said.startswith("Three people work in Berlin.")
    read = [call.messages[-1].content for call in calls_for(conversation, Purpose.AGENT)[1:]]
    assert "no such column: nom" in read[0]
    assert "There is no table “staff”" in read[1]
    assert "employees(number, name, role" in read[1]
    assert read[2] == "n\n3"


async def test_what_the_database_does_not_hold_is_asked_in_their_words_and_told():
    conversation = await talked_with(
        queried("SELECT department, avg(salary) FROM employees GROUP BY department"),
        calls("done", answer="The staff database holds no salaries."),
    )

    said = await conversation.say(SALARIES)

    first, second = calls_for(conversation, Purpose.AGENT)
    assert last_words(first) == SALARIES
    assert "no such column: salary" in second.messages[-1].content
    assert said.startswith("The staff database holds no salaries.")


async def test_a_ready_list_says_what_it_is_a_list_of():
    conversation = await talked_with(
        calls("ready_answer", about="headcount by department"),
        calls("done", answer="I know how many work in each department, but no salaries."),
    )

    await conversation.say(SALARIES)

    first, second = calls_for(conversation, Purpose.AGENT)
    assert last_words(first) == SALARIES
    assert second.messages[-1].content == (
        "headcount by department:\ndepartment | employees\nEngineering | 4\nLegal | 2\nSales | 4"
    )
    assert "Asking the database employees: headcount by department" in conversation.told()


async def test_no_list_can_be_taken_for_one_of_salaries():
    conversation = await talked_with(
        calls("ready_answer", about="by department"), calls("done", answer="I cannot tell.")
    )

    await conversation.say(SALARIES)

    first, second = calls_for(conversation, Purpose.AGENT)
    assert "headcount by department" in repr(first.tools)
    assert second.messages[-1].content.startswith("error: ")


async def test_people_of_another_workspace_are_not_there():
    conversation = await talked_with(
        queried("SELECT count(*) AS n FROM employees WHERE name = 'Zoe Else' OR 1 = 1"),
        calls("done", answer="Ten."),
    )

    def employ(rows: Rows) -> None:
        seed_staff(rows)
        zoe = dict.fromkeys((column.name for column in STAFF.columns[2:]), "x")
        rows.add(STAFF, workspace="slack/T1", number=1, **(zoe | {"name": "Zoe Else"}))

    await conversation.records.transact(employ)
    await conversation.say("how many are we?")

    assert calls_for(conversation, Purpose.AGENT)[1].messages[-1].content == "n\n10"


async def test_nothing_is_changed_by_a_question():
    conversation = await talked_with(
        queried("DELETE FROM employees"), calls("done", answer="I cannot do that.")
    )

    assert "I cannot do that." in await conversation.say("delete everybody")
    assert "not a question to a database" in conversation.model.everything_read
    assert len(await conversation.rows(STAFF)) == 10


async def test_the_demo_is_filled_in_once():
    conversation = await a_conversation()

    await conversation.records.transact(seed_staff)

    assert len(await conversation.rows(STAFF)) == 10
