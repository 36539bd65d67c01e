"""The agent that looks after the people who work here."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from agents.kit import (
    COUNTERS,
    EFFECTS,
    Agent,
    Choices,
    Day,
    EffectKey,
    OptionalDay,
    TimeOfDay,
    Turn,
    always,
    once,
    tool,
)
from agents.kit.values.texts import text_beside
from agents.people.staff import EMPLOYEES, LEAVES, ORIENTATIONS, Employee, StaffBook

FullName = Annotated[str, Field(description="the full name", min_length=1, max_length=80)]
Role = Annotated[str, Field(description="the role", max_length=80, examples=["marketing manager"])]
StartDate = Annotated[Day, Field(description="the start date")]
Department = Annotated[str, Field(description="the department", max_length=80)]
Colleague = Annotated[str, Field(description="the name of the employee", max_length=80)]
OrientationDay = Annotated[Day, Field(description="the day of the orientation")]
Mentor = Annotated[str, Field(description="the name of the mentor", max_length=80)]
Benefits = Annotated[
    Literal["standard", "family"],
    Field(description="the benefits plan"),
    Choices({"standard": ("basic",), "family": ("families",)}),
]
Reason = Annotated[
    Literal["vacation", "sick", "parental", "unpaid"],
    Field(description="the kind of leave"),
    Choices(
        {
            "vacation": ("holiday", "holidays", "annual leave", "time off", "day off", "PTO"),
            "sick": ("sickness", "sick leave", "ill", "illness"),
            "parental": ("parental leave", "maternity", "paternity"),
            "unpaid": ("unpaid leave",),
        }
    ),
]
FirstDay = Annotated[Day, Field(description="the first day")]
LastDay = Annotated[Day, Field(description="the last day")]


@tool(effect=True, ends_task=True, risk="medium")
async def register_employee(  # noqa: PLR0913 - what a new employee is registered with
    turn: Turn,
    *,
    name: FullName,
    role: Role,
    start_date: StartDate,
    key: EffectKey,
    department: Department = "",
) -> str:
    """Register a new employee."""
    turn.progress(f"Registering {name}")
    new = Employee(name=name, role=role, starts_on=start_date, department=department)
    return await StaffBook.once(turn, key, lambda staff: staff.register(new))


@tool(effect=True, ends_task=True)
async def schedule_orientation(
    turn: Turn, employee: Colleague, day: OrientationDay, key: EffectKey, time: TimeOfDay = "09:00"
) -> str:
    """Schedule the orientation of a new employee, who must be registered."""
    turn.progress(f"Scheduling the orientation of {employee}")
    return await StaffBook.once(
        turn, key, lambda staff: staff.schedule_orientation(employee, day, time)
    )


@tool(effect=True, ends_task=True)
async def assign_mentor(turn: Turn, employee: Colleague, mentor: Mentor, key: EffectKey) -> str:
    """Assign a mentor to an employee; both must be registered."""
    turn.progress(f"Finding {mentor} as a mentor for {employee}")
    return await StaffBook.once(turn, key, lambda staff: staff.assign_mentor(employee, mentor))


@tool(effect=True, ends_task=True, risk="medium")
async def set_up_benefits(
    turn: Turn, employee: Colleague, key: EffectKey, plan: Benefits = "standard"
) -> str:
    """Set up the benefits of an employee; a later plan replaces an earlier one."""
    turn.progress(f"Setting up {plan} benefits for {employee}")

    return await StaffBook.once(turn, key, lambda staff: staff.set_up_benefits(employee, plan))


@tool(effect=True, ends_task=True)
async def record_leave(  # noqa: PLR0913 - what a leave consists of
    turn: Turn,
    *,
    employee: Colleague,
    kind: Reason,
    from_day: FirstDay,
    last_day: LastDay,
    key: EffectKey,
) -> str:
    """Record that an employee is away, from the first to the last day."""
    turn.progress(f"Recording the leave of {employee}")
    return await once(
        turn,
        key,
        lambda rows: StaffBook(rows, turn).record_leave(employee, kind, from_day, last_day),
    )


async def can_end(turn: Turn, arguments: Mapping[str, Any]) -> None:
    """Refuse to end what cannot be ended, before anybody is asked to approve it."""
    await StaffBook.read(turn, lambda staff: staff.leaving(arguments["employee"]))


@tool(
    effect=True,
    ends_task=True,
    approval=always("it ends somebody's employment"),
    check=can_end,
    risk="high",
    reversible=False,
)
async def end_employment(
    turn: Turn, employee: Colleague, last_day: LastDay, key: EffectKey
) -> str:
    """End the employment of somebody on their last day."""
    turn.progress(f"Ending the employment of {employee}")
    return await StaffBook.once(turn, key, lambda staff: staff.end(employee, last_day))


@tool(ends_task=True)
async def find_employee(turn: Turn, name: Colleague) -> str:
    """Look up an employee: role, start date, mentor, orientation, absence."""
    turn.progress(f"Looking up {name}")
    return await StaffBook.read(turn, lambda staff: staff.describe(name))


@tool(ends_task=True)
async def list_starters(turn: Turn, day: OptionalDay = None) -> str:
    """List who starts on a day, or all new employees still to come."""
    turn.progress("Looking up who starts")
    return await StaffBook.read(turn, lambda staff: staff.starters(day))


people = Agent(
    name="people",
    description="Registers new employees, orientation, mentors, benefits, leave; who starts when.",
    introduction="New employees, orientation and leave",
    prompt=text_beside(__file__, "prompt.md"),
    tools=(
        register_employee,
        schedule_orientation,
        assign_mentor,
        set_up_benefits,
        record_leave,
        end_employment,
        find_employee,
        list_starters,
    ),
    examples=(
        "register a new employee",
        "schedule the orientation of Maria Lopez",
        "who starts on Monday?",
        "record vacation for Bob from Monday to Friday",
        "assign a mentor to a new employee",
        "set up family benefits for a colleague",
        "somebody leaves us: end their employment",
    ),
    tables=(EMPLOYEES, ORIENTATIONS, LEAVES, EFFECTS, COUNTERS),
)
