"""The agent for what belongs to no other desk."""

from typing import Annotated

from pydantic import Field

from agents.general.notes import CONTACTS, NOTES, Notebook
from agents.kit import COUNTERS, EFFECTS, Agent, Day, EffectKey, OptionalDay, Turn, in_words, tool
from agents.kit.ports.numbered_rows import number_of
from agents.kit.values.texts import text_beside

Text = Annotated[str, Field(description="the text of the note", min_length=1, max_length=1000)]
What = Annotated[
    str, Field(description="the thing to be reminded of", min_length=1, max_length=500)
]
DueDay = Annotated[Day, Field(description="the day")]
Topic = Annotated[str, Field(description="the topic", min_length=2, max_length=80)]
Contact = Annotated[str, Field(description="the contact, and how to reach them", max_length=200)]
NoteNumber = Annotated[int, number_of("note")]


@tool(effect=True, free=["text"], ends_task=True)
async def make_note(turn: Turn, text: Text, key: EffectKey) -> str:
    """Keep a note for the user alone."""
    turn.progress("Keeping a note")
    return await Notebook.once(turn, key, lambda notes: notes.note(text, None))


@tool(effect=True, free=["what"], ends_task=True)
async def remind_me(turn: Turn, what: What, day: DueDay, key: EffectKey) -> str:
    """Keep a reminder for a day; it is named when the user asks what is due, it does not ring."""
    turn.progress("Keeping a reminder")
    return await Notebook.once(turn, key, lambda notes: notes.note(what, day))


@tool(ends_task=True)
async def my_notes(turn: Turn) -> str:
    """List the user's own notes and reminders."""
    turn.progress("Looking up your notes")
    return await Notebook.read(turn, lambda notes: notes.notes())


@tool(ends_task=True)
async def what_is_due(turn: Turn) -> str:
    """List the user's reminders that are due today or were before."""
    turn.progress("Looking up what is due")
    return await Notebook.read(turn, lambda notes: notes.due())


@tool(effect=True, ends_task=True, reversible=False)
async def tick_off(turn: Turn, note: NoteNumber, key: EffectKey) -> str:
    """Tick a note or a reminder off the user's list, or delete it."""
    turn.progress(f"Ticking off note {note}")
    return await Notebook.once(turn, key, lambda notes: notes.tick_off(note))


@tool(ends_task=True)
async def which_date(turn: Turn, day: OptionalDay = None) -> str:
    """Tell today's date, or the date and weekday of another day."""
    if day is None:
        return f"Today is {in_words(turn.now.date())} (UTC)."
    return f"{'Today' if day == turn.now.date() else 'That'} is {in_words(day)}."


@tool(ends_task=True)
async def look_up_contact(turn: Turn, topic: Topic) -> str:
    """Look up the contact for something: whom to call, and how."""
    turn.progress(f"Looking up the contact for {topic}")
    return await Notebook.read(turn, lambda notes: notes.contact(topic))


@tool(effect=True, ends_task=True)
async def add_contact(turn: Turn, topic: Topic, contact: Contact, key: EffectKey) -> str:
    """Add the contact for something: whom to call, and how."""
    turn.progress(f"Keeping the contact for {topic}")
    return await Notebook.once(turn, key, lambda notes: notes.add_contact(topic, contact))


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
