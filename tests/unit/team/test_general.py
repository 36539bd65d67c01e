"""The front desk itself: notes, reminders, dates and contacts."""

from datetime import timedelta

import pytest

from agents.general.agent import general
from agents.general.notes import NOTES
from agents.kit import Person, ToolFailed
from tests.fakes.team import TeamDesk

BOB = Person("console", "local", "U-bob")


async def test_a_note_is_kept_for_its_owner_alone():
    desk = TeamDesk(general)

    assert await desk.do("make_note", text="the door code has changed") == (
        "Note 1 is kept, for your eyes only: “the door code has changed”."
    )

    assert await desk.do("my_notes") == "Your notes and reminders:\n- 1 the door code has changed"
    desk.person = BOB
    assert await desk.do("my_notes") == "You have no notes and no reminders."
    with pytest.raises(ToolFailed, match="You have no note 1"):
        await desk.do("tick_off", note=1)


async def test_a_reminder_is_due_from_its_day_on_and_says_that_it_does_not_ring():
    desk = TeamDesk(general)

    reply = await desk.do("remind_me", what="call home", day="Friday")

    assert reply.startswith("Reminder 1 is kept for Friday 19 July 2024: “call home”. I do not")
    assert await desk.do("what_is_due") == "Nothing is due."
    desk.now += timedelta(days=2)
    assert await desk.do("what_is_due") == "Due:\n- 1 2024-07-19: call home"
    desk.now += timedelta(days=2)
    assert "call home" in await desk.do("what_is_due")


async def test_what_is_ticked_off_is_gone_from_the_lists():
    desk = TeamDesk(general)
    await desk.do("remind_me", what="call home", day="today")

    assert await desk.do("tick_off", note=1) == "Note 1 is ticked off: call home."

    assert await desk.do("what_is_due") == "Nothing is due."
    assert [row["done"] for row in desk.rows(NOTES)] == [True]


async def test_the_longest_overdue_comes_first():
    desk = TeamDesk(general)
    for day in ("today", "yesterday", "2024-07-01"):
        await desk.do("remind_me", what=f"of {day}", day=day)

    lines = (await desk.do("what_is_due")).splitlines()

    assert lines[1:] == [
        "- 3 2024-07-01: of 2024-07-01",
        "- 2 2024-07-16: of yesterday",
        "- 1 2024-07-17: of today",
    ]


@pytest.mark.parametrize(
    ("day", "told"),
    [
        (None, "Today is Wednesday 17 July 2024 (UTC)."),
        ("next Friday", "That is Friday 26 July 2024."),
        ("in two weeks", "That is Wednesday 31 July 2024."),
    ],
)
async def test_a_date_is_told(day: str | None, told: str):
    assert await TeamDesk(general).do("which_date", day=day) == told


async def test_whom_to_call_is_looked_up_and_can_be_changed():
    desk = TeamDesk(general)
    with pytest.raises(ToolFailed, match="None is known yet"):
        await desk.do("look_up_contact", topic="parking")
    await desk.do("add_contact", topic="Parking", contact="Tom, phone 12")
    await desk.do("add_contact", topic="parking", contact="Lea, phone 13")

    assert await desk.do("look_up_contact", topic="the parking") == (
        "About Parking: Lea, phone 13."
    )
    with pytest.raises(ToolFailed, match=r"fits “lunch”\. Known: Parking"):
        await desk.do("look_up_contact", topic="lunch")


def test_what_is_noted_is_for_its_owners_eyes_only():
    assert general.private
