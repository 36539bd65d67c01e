"""Tickets: plain functions over rows, each run in one transaction."""

from dataclasses import dataclass
from datetime import datetime

from agents.it_support.tables import TICKETS
from agents.kit import Row, Rows, ToolFailed, add_numbered
from agents.kit.lists import MOST_LINES, listed
from agents.kit.names import tidy


@dataclass(frozen=True, slots=True)
class Tickets:
    """The tickets of one workspace."""

    rows: Rows
    workspace: str

    def open(self, problem: str, urgency: str, by: str, at: datetime) -> str:
        """Open a ticket for somebody."""
        values = {"problem": tidy(problem), "urgency": urgency, "opened_by": by, "opened_at": at}
        number = add_numbered(self.rows, TICKETS, self.workspace, solution="", open=True, **values)
        return f"Ticket {number} is open ({urgency}): {tidy(problem)}."

    def close(self, number: int, solution: str) -> str:
        """Close a ticket.

        Raises:
            ToolFailed: there is none of this number, or it is closed.
        """
        own = {"workspace": self.workspace, "number": number}
        self.rows.lock(TICKETS, **own)  # somebody else may be closing it at this very moment
        ticket = self._ticket(number)
        if not ticket["open"]:
            raise ToolFailed(f"Ticket {number} is closed already.{_solved(ticket)}")
        self.rows.change(TICKETS, own, open=False, solution=tidy(solution))
        solved = _solved({"solution": tidy(solution)})
        return f"Ticket {number} is closed: {ticket['problem']}.{solved}"

    def describe(self, number: int) -> str:
        """Tell of a ticket.

        Raises:
            ToolFailed: there is none of this number.
        """
        ticket = self._ticket(number)
        status = "open" if ticket["open"] else "closed"
        opened = f"{ticket['opened_at']:%Y-%m-%d %H:%M} UTC"
        about = f"{ticket['problem']} ({ticket['urgency']}, opened {opened})"
        return f"Ticket {number} is {status}: {about}.{_solved(ticket)}"

    def of(self, person: str) -> str:
        """List what somebody has open, the newest first."""
        own = {"workspace": self.workspace, "opened_by": person, "open": True}
        found = self.rows.find(TICKETS, **own)[::-1]
        lines = [f"ticket {row['number']} ({row['urgency']}): {row['problem']}" for row in found]
        return listed("Your open tickets:", lines, "You have no open ticket.")

    def _ticket(self, number: int) -> Row:
        found = self.rows.find(TICKETS, workspace=self.workspace, number=number)
        if not found:
            raise ToolFailed(f"There is no ticket {number}. {self._open_numbers()}")
        return found[0]

    def _open_numbers(self) -> str:
        found = self.rows.find(TICKETS, workspace=self.workspace, open=True)[-MOST_LINES:]
        numbers = ", ".join(str(row["number"]) for row in found)
        return f"Open ones: {numbers}." if numbers else "None is open."


def _solved(ticket: Row) -> str:
    return f" Solution: {ticket['solution']}." if ticket["solution"] else ""
