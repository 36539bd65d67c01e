"""The agent for what belongs to no other desk."""

from agents.general.tables import CONTACTS, NOTES
from agents.general.tools import (
    add_contact,
    look_up_contact,
    make_note,
    my_notes,
    remind_me,
    tick_off,
    what_is_due,
    which_date,
)
from agents.kit import COUNTERS, EFFECTS, Agent
from agents.kit.lengths import text_beside

general = Agent(
    name="general",
    description="Keeps notes and reminders, tells the date, and whom to ask.",
    introduction="Notes, reminders, dates and contacts",
    private=True,
    prompt=text_beside(__file__, "prompt.md"),
    tools=(
        make_note,
        remind_me,
        my_notes,
        what_is_due,
        tick_off,
        which_date,
        look_up_contact,
        add_contact,
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
