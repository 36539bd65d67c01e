"""Plans from their goal to their end, on every platform."""

import pytest

from agents.it_support.desk import ACCOUNTS
from agents.people.staff import EMPLOYEES
from tests.journeys.anywhere import cast
from tests.journeys.anywhere.telling import OpenDesk
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import GOAL, planning, steps, written

pytestmark = pytest.mark.timeout(60)

FIRST = steps(
    written(1, "printer.print_page", text="jam"), written(2, "courier.send", 1, to="Ada")
)
SECOND = steps(written(3, "printer.copy", text="jam"), written(4, "courier.send", 3, to="Ada"))


@pytest.mark.proves("S2-01", "S2-06", "S2-70")
async def test_a_plan_goes_from_its_goal_to_the_end_with_one_card(a_desk: OpenDesk):
    desk = await a_desk()
    ann = desk.talk("ann", shared=True)

    card = await ann.say(GOAL)
    assert "1. people: register employee" in card
    assert await desk.rows(EMPLOYEES) == []
    assert (await ann.buttons()).count("Approve all") == 1
    await ann.press("Approve all")

    assert GOAL in await ann.until("The plan is done")
    assert [row["name"] for row in await desk.rows(EMPLOYEES)] == ["Jessica Smith"]
    assert "4 of 4" in await ann.say("plans")


@pytest.mark.proves("S2-38", "S2-68")
async def test_an_edited_step_is_what_runs_and_a_rejected_one_does_not(a_desk: OpenDesk):
    desk = await a_desk()
    ann = desk.talk("ann")
    await ann.say(GOAL)

    await ann.press("Edit 2", employee="J. Smith")
    await ann.press("Reject 3", reason="She has a laptop")
    await ann.press("Approve all")

    await ann.until("The plan has ended with 3 of 4 steps done")
    assert [row["employee"] for row in await desk.rows(ACCOUNTS)] == ["J. Smith"]


@pytest.mark.proves("S2-42", "S2-71")
async def test_a_step_that_fails_again_is_asked_about(a_desk: OpenDesk):
    model = puppet(planning(FIRST, SECOND))
    desk = await a_desk(agents=cast.MODULE, model=model)
    ann = desk.talk("ann")
    await ann.say("plan: print the report and send it to Ada")
    await ann.press("Approve all")
    await ann.press("Approve all")

    asked = await ann.until("I have looked for another way once.")
    assert "The copier is broken." in asked
    await ann.press("I did it by hand")

    assert "courier: Ada is done." in await ann.until("The plan is done")
