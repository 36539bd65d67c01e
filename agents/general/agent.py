"""The agent for what belongs to no other desk."""

from pathlib import Path

from agents.general import tools
from agents.general.tables import CONTACTS, NOTES
from agents.kit import COUNTERS, EFFECTS, Agent

general = Agent(
    name="general",
    description="Keeps notes and reminders, tells the date, and whom to ask.",
    introduction="Notes, reminders, dates and contacts",
    private=True,
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(
        tools.make_note,
        tools.remind_me,
        tools.my_notes,
        tools.what_is_due,
        tools.tick_off,
        tools.which_date,
        tools.look_up_contact,
        tools.add_contact,
    ),
    examples=(
        "make a note",
        "note that the heating is off",
        "remind me on Friday to call home",
        "show my notes",
        "what is due today?",
        "what is the date today?",
        "who is the contact for parking?",
        "tick off note 3",
    ),
    tables=(NOTES, CONTACTS, EFFECTS, COUNTERS),
)
