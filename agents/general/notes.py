"""Notes and reminders of one person, and whom to call: plain functions over rows."""

from datetime import date

from agents.kit import (
    NUMBER,
    WORKSPACE,
    Column,
    Row,
    Table,
    ToolFailed,
    in_words,
    one_of,
    texts,
)
from agents.kit.once import WorkspaceRows
from agents.kit.values.names import tidy
from agents.kit.values.texts import listed

# `owner` is the key of a person; `due` is an ISO date, empty for a note that is no reminder.
NOTES = Table(
    "general_notes",
    (
        WORKSPACE,
        NUMBER,
        *texts("owner", "text", "due"),
        Column("done", kind="flag"),
        Column("at", kind="moment"),
    ),
)

CONTACTS = Table(
    "general_contacts",
    (WORKSPACE, NUMBER, *texts("topic", "contact")),
)


class Notebook(WorkspaceRows):
    """The front desk of a workspace, as one person finds it at a moment."""

    def note(self, text: str, due: date | None) -> str:
        """Keep a note for this person alone."""
        kept = tidy(text)
        number = self.add(
            NOTES,
            owner=self.turn.person.key,
            text=kept,
            due=due.isoformat() if due else "",
            done=False,
            at=self.turn.now,
        )
        if due is None:
            return f"Note {number} is kept, for your eyes only: “{kept}”."
        return (
            f"Reminder {number} is kept for {in_words(due)}: “{kept}”. I do not ring: "
            "ask me what is due, and I will name it from that day on."
        )

    def notes(self) -> str:
        """List what this person has noted, the newest first."""
        found = self._own()[::-1]
        lines = [_shown(row) for row in found]
        return listed("Your notes and reminders:", lines, "You have no notes and no reminders.")

    def due(self) -> str:
        """List this person's reminders whose day has come."""
        today = self.today.isoformat()
        found = sorted(
            (row for row in self._own() if row["due"] and row["due"] <= today),
            key=lambda row: str(row["due"]),
        )
        return listed("Due:", [_shown(row) for row in found], "Nothing is due.")

    def tick_off(self, number: int) -> str:
        """Take a note off this person's list.

        Raises:
            ToolFailed: they have none of this number.
        """
        mine = {row["number"]: row for row in self._own()}
        if number not in mine:
            raise ToolFailed(f"You have no note {number}. {self.notes()}")
        self.change(NOTES, number, done=True)
        return f"Note {number} is ticked off: {mine[number]['text']}."

    def add_contact(self, topic: str, contact: str) -> str:
        """Keep whom to call about something; a later contact replaces an earlier one."""
        name, whom = tidy(topic), tidy(contact)
        self.one_at_a_time(CONTACTS)
        known = [row["topic"] for row in self.find(CONTACTS)]
        name = next((topic for topic in known if topic.casefold() == name.casefold()), name)
        own = {"workspace": self.workspace, "topic": name}
        if not self.rows.change(CONTACTS, own, contact=whom):
            self.add(CONTACTS, topic=name, contact=whom)
        return f"About {name}: {whom}."

    def contact(self, topic: str) -> str:
        """Tell whom to call about something.

        Raises:
            ToolFailed: nobody is kept for it; the words say for what somebody is.
        """
        contacts = {row["topic"]: row["contact"] for row in self.find(CONTACTS)}
        meant = one_of("contact", topic, contacts)
        return f"About {meant}: {contacts[meant]}."

    def _own(self) -> list[Row]:
        return self.find(NOTES, owner=self.turn.person.key, done=False)


def _shown(note: Row) -> str:
    day = f"{note['due']}: " if note["due"] else ""
    return f"{note['number']} {day}{note['text']}"
