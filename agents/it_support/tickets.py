"""Tickets: plain functions over rows, each run in one transaction."""

from agents.it_support.tables import TICKETS
from agents.kit import Row, ToolFailed
from agents.kit.lists import MOST_LINES, listed
from agents.kit.names import tidy
from agents.kit.once import WorkspaceRows


class SupportTickets(WorkspaceRows):
    """The tickets of one workspace."""

    def open(self, problem: str, urgency: str) -> str:
        """Open a ticket for the person."""
        values = {"problem": tidy(problem), "urgency": urgency, "opened_by": self.turn.person.key}
        number = self.add(TICKETS, opened_at=self.turn.now, solution="", open=True, **values)
        return f"Ticket {number} is open ({urgency}): {tidy(problem)}."

    def close(self, number: int, solution: str) -> str:
        """Close a ticket.

        Raises:
            ToolFailed: there is none of this number, or it is closed.
        """
        self.lock(TICKETS, number)  # somebody else may be closing it at this very moment
        ticket = self._ticket(number)
        if not ticket["open"]:
            raise ToolFailed(f"Ticket {number} is closed already.{_solved(ticket)}")
        self.change(TICKETS, number, open=False, solution=tidy(solution))
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

    def own(self) -> str:
        """List what the person has open, the newest first."""
        found = self.find(TICKETS, opened_by=self.turn.person.key, open=True)[::-1]
        lines = [f"ticket {row['number']} ({row['urgency']}): {row['problem']}" for row in found]
        return listed("Your open tickets:", lines, "You have no open ticket.")

    def _ticket(self, number: int) -> Row:
        if not (found := self.numbered(TICKETS, number)):
            raise ToolFailed(f"There is no ticket {number}. {self._open_numbers()}")
        return found

    def _open_numbers(self) -> str:
        found = self.find(TICKETS, open=True)[-MOST_LINES:]
        numbers = ", ".join(str(row["number"]) for row in found)
        return f"Open ones: {numbers}." if numbers else "None is open."


def _solved(ticket: Row) -> str:
    return f" Solution: {ticket['solution']}." if ticket["solution"] else ""
