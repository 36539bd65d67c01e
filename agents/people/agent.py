"""The agent that looks after the people who work here."""

from pathlib import Path

from agents.kit import COUNTERS, EFFECTS, Agent
from agents.people import tools
from agents.people.tables import EMPLOYEES, LEAVES, ORIENTATIONS

people = Agent(
    name="people",
    description="Registers new employees, orientation, mentors, benefits, leave; who starts when.",
    introduction="New employees, orientation and leave",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(
        tools.register_employee,
        tools.schedule_orientation,
        tools.assign_mentor,
        tools.set_up_benefits,
        tools.record_leave,
        tools.end_employment,
        tools.find_employee,
        tools.list_starters,
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
