"""The people desk: new employees, their mentors and orientation, leave and leaving."""

from datetime import timedelta

import pytest

from agents.kit import ToolFailed
from agents.kit.values.errors import BadToolCall
from agents.people.agent import people
from agents.people.staff import EMPLOYEES, LEAVES, ORIENTATIONS
from tests.fakes.team import TeamDesk

JESSICA = {"name": "Jessica Smith", "role": "marketing manager", "start_date": "Monday"}
BOB = {"name": "Bob Weber", "role": "engineer", "start_date": "2024-01-08"}


async def a_staffed_desk() -> TeamDesk:
    desk = TeamDesk(people)
    await desk.do("register_employee", **JESSICA)
    await desk.do("register_employee", department="Product", **BOB)
    return desk


async def test_a_new_employee_is_registered_for_the_day_that_was_meant():
    desk = TeamDesk(people)

    reply = await desk.do("register_employee", department="Marketing", **JESSICA)

    assert reply == (
        "Jessica Smith is registered as marketing manager in Marketing, "
        "starting Monday 22 July 2024."
    )
    (row,) = desk.rows(EMPLOYEES)
    assert (row["name"], row["starts_on"], row["department"]) == (
        "Jessica Smith",
        "2024-07-22",
        "Marketing",
    )


async def test_nobody_is_registered_twice():
    desk = await a_staffed_desk()

    with pytest.raises(ToolFailed, match=r"Jessica Smith is registered already, as marketing man"):
        await desk.do("register_employee", **{**JESSICA, "name": "jessica  smith"})

    assert len(desk.rows(EMPLOYEES)) == 2


async def test_needless_blanks_in_names_are_not_kept():
    desk = TeamDesk(people)

    await desk.do("register_employee", **{**JESSICA, "name": " Jessica   Smith "})

    assert desk.rows(EMPLOYEES)[0]["name"] == "Jessica Smith"


async def test_an_orientation_is_scheduled_for_somebody_who_is_registered():
    desk = await a_staffed_desk()

    reply = await desk.do("schedule_orientation", employee="jessica", day="next Monday")

    assert reply == "The orientation of Jessica Smith is on Monday 22 July 2024 at 09:00."
    assert [(row["day"], row["time"]) for row in desk.rows(ORIENTATIONS)] == [
        ("2024-07-22", "09:00")
    ]


async def test_an_orientation_before_the_first_day_is_refused():
    desk = await a_staffed_desk()

    with pytest.raises(ToolFailed, match="starts on Monday 22 July 2024; choose that day"):
        await desk.do("schedule_orientation", employee="Jessica", day="tomorrow")


async def test_an_unknown_employee_is_answered_with_who_is_known():
    desk = await a_staffed_desk()

    with pytest.raises(ToolFailed, match=r"fits “Zoe”\. Known: Bob Weber, Jessica Smith"):
        await desk.do("schedule_orientation", employee="Zoe", day="Friday")


@pytest.mark.parametrize("time", ["9", "25:00", "09:60", "noon"])
async def test_a_time_is_written_as_hours_and_minutes(time: str):
    with pytest.raises(BadToolCall, match="time"):
        await TeamDesk(people).do("schedule_orientation", employee="Bob", day="Friday", time=time)


async def test_a_mentor_is_an_employee_too():
    desk = await a_staffed_desk()

    reply = await desk.do("assign_mentor", employee="Jessica", mentor="Bob")

    assert reply == "Bob Weber is now the mentor of Jessica Smith."
    with pytest.raises(ToolFailed, match="fits “Zoe”"):
        await desk.do("assign_mentor", employee="Jessica", mentor="Zoe")
    with pytest.raises(ToolFailed, match="cannot be their own mentor"):
        await desk.do("assign_mentor", employee="Bob", mentor="Weber")


async def test_a_later_benefits_plan_replaces_an_earlier_one():
    desk = await a_staffed_desk()

    await desk.do("set_up_benefits", employee="Bob")
    await desk.do("set_up_benefits", employee="Bob", plan="family")

    assert [row["benefits"] for row in desk.rows(EMPLOYEES)] == ["", "family"]


async def test_leave_is_recorded_and_colleagues_learn_when_but_not_why():
    desk = await a_staffed_desk()

    reply = await desk.do(
        "record_leave", employee="Bob", kind="sick", from_day="today", last_day="Friday"
    )

    assert reply == (
        "Leave 1 is recorded: Bob Weber is away "
        "Wednesday 17 July 2024 to Friday 19 July 2024 (sick)."
    )
    told = await desk.do("find_employee", name="Bob")
    assert "away Wednesday 17 July 2024 to Friday 19 July 2024" in told
    assert "sick" not in told


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ("Friday", "Thursday", "already away|cannot come before"),
        ("2024-08-01", "2024-07-31", "cannot come before its first day"),
        ("2024-07-19", "2024-08-01", "is already away on Friday 19 July 2024"),
    ],
)
async def test_leave_of_the_wrong_days_is_refused(first: str, last: str, words: str):
    desk = await a_staffed_desk()
    days = {"from_day": "Friday", "last_day": "Friday"}
    await desk.do("record_leave", employee="Bob", kind="vacation", **days)

    with pytest.raises(ToolFailed, match=words):
        await desk.do("record_leave", employee="Bob", kind="unpaid", from_day=first, last_day=last)

    assert len(desk.rows(LEAVES)) == 1


async def test_who_starts_on_a_day():
    desk = await a_staffed_desk()

    assert await desk.do("list_starters", day="Monday") == (
        "Starting on Monday 22 July 2024: Jessica Smith (marketing manager)."
    )
    assert await desk.do("list_starters", day="Tuesday") == (
        "Starting on Tuesday 23 July 2024: nobody."
    )


async def test_who_starts_at_all_leaves_out_those_who_are_here():
    desk = await a_staffed_desk()

    assert await desk.do("list_starters") == (
        "Starting soon:\n- Monday 22 July 2024: Jessica Smith (marketing manager)"
    )
    desk.now += timedelta(days=30)
    assert await desk.do("list_starters") == "Nobody new is registered."


async def test_an_employee_is_described_by_all_that_colleagues_may_know():
    desk = await a_staffed_desk()
    await desk.do("assign_mentor", employee="Jessica", mentor="Bob")
    await desk.do("schedule_orientation", employee="Jessica", day="Monday")

    assert await desk.do("find_employee", name="Jessica") == (
        "Jessica Smith: marketing manager, from Monday 22 July 2024; mentor Bob Weber; "
        "orientation on Monday 22 July 2024 at 09:00."
    )
    assert "since Monday 8 January 2024" in await desk.do("find_employee", name="Bob")


async def test_after_the_last_day_somebody_is_no_employee_any_more():
    desk = await a_staffed_desk()

    reply = await desk.do("end_employment", employee="Bob", last_day="Friday")

    assert reply == "The last day of Bob Weber is Friday 19 July 2024."
    assert "leaves on Friday 19 July 2024" in await desk.do("find_employee", name="Bob")
    desk.now += timedelta(days=3)
    with pytest.raises(ToolFailed, match="Known: Jessica Smith"):
        await desk.do("find_employee", name="Bob")
    await desk.do("register_employee", **BOB)


async def test_employment_ends_once_and_not_before_it_began():
    desk = await a_staffed_desk()
    with pytest.raises(ToolFailed, match="Jessica Smith only starts on Monday 22 July"):
        await desk.do("end_employment", employee="Jessica", last_day="today")
    await desk.do("end_employment", employee="Bob", last_day="Friday")

    with pytest.raises(ToolFailed, match="Bob Weber leaves already"):
        await desk.do("end_employment", employee="Bob", last_day="Monday")
