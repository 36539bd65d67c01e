"""The agent for what belongs to no other desk."""

from pathlib import Path

from agents.general.tables import CONTACTS, NOTES
from agents.general.tools import (
    add_contact,
    make_note,
    my_notes,
    set_reminder,
    tick_off,
    what_is_due,
    which_day,
    whom_to_call,
)
from agents.kit import Agent
from agents.kit.numbers import COUNTERS
from agents.kit.once import EFFECTS

general = Agent(
    name="general",
    description="Keeps your own notes and reminders; tells the date, and whom to call.",
    introduction="Notes, reminders, dates and contacts",
    private=True,
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(
        make_note,
        set_reminder,
        my_notes,
        what_is_due,
        tick_off,
        which_day,
        whom_to_call,
        add_contact,
    ),
    examples=(
        "make a note: the door code has changed",
        "remind me on Friday to call Sam",
        "what is due today?",
        "which date is next Friday?",
        "whom do I call about parking?",
    ),
    tables=(NOTES, CONTACTS, EFFECTS, COUNTERS),
)
