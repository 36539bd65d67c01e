"""The agent that looks after the people who work here."""

from agents.kit import COUNTERS, EFFECTS, Agent
from agents.kit.lengths import text_beside
from agents.people.tables import EMPLOYEES, LEAVES, ORIENTATIONS
from agents.people.tools import (
    assign_mentor,
    end_employment,
    find_employee,
    list_starters,
    record_leave,
    register_employee,
    schedule_orientation,
    set_up_benefits,
)

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
