"""Accounts, access and tickets: plain functions over rows, each run in one transaction."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import count

from agents.kit import (
    NUMBER,
    WORKSPACE,
    AlreadyThere,
    Column,
    Row,
    Table,
    ToolFailed,
    one_of,
    texts,
)
from agents.kit.once import WorkspaceRows
from agents.kit.values.names import meant_by, tidy
from agents.kit.values.texts import MOST_LINES, listed

ACCOUNTS = Table(
    "it_accounts",
    (
        WORKSPACE,
        Column("user_name", key=True),
        *texts("employee", "email"),
        Column("open", kind="flag"),
    ),
)

# What an account may use; access that was taken back stays, closed.
ACCESS = Table(
    "it_access",
    (WORKSPACE, NUMBER, *texts("user_name", "system"), Column("open", kind="flag")),
)

# `ready_by` is an ISO date, or empty.
LAPTOPS = Table(
    "it_laptops",
    (WORKSPACE, NUMBER, *texts("employee", "model", "ready_by")),
)

# `opened_by` is the key of a person; `solution` is empty while a ticket is open.
TICKETS = Table(
    "it_tickets",
    (
        WORKSPACE,
        NUMBER,
        *texts("problem", "urgency", "opened_by"),
        Column("opened_at", kind="moment"),
        Column("solution"),
        Column("open", kind="flag"),
    ),
)


DOMAIN = "example.com"  # nobody's; put your own here
LONGEST_NAME = 20


@dataclass(frozen=True, slots=True)
class UserAccount:
    """The account of an employee."""

    user_name: str
    employee: str
    email: str


class UserAccounts(WorkspaceRows):
    """The accounts of one workspace."""

    def open_ones(self) -> list[UserAccount]:
        """List the accounts that can be used."""
        found = self.find(ACCOUNTS, open=True)
        return [UserAccount(row["user_name"], row["employee"], row["email"]) for row in found]

    def of(self, wanted: str) -> UserAccount:
        """Find the account of the employee, or the user name, that is meant.

        Raises:
            ToolFailed: the words fit none, or several; they say who has one.
        """
        accounts = self.open_ones()
        named = next((a for a in accounts if a.user_name == wanted.strip().casefold()), None)
        if named:
            return named
        known = {account.employee: account for account in accounts}
        return known[one_of("account holder", wanted, known)]

    def create(self, employee: str) -> str:
        """Create an account with a user name nobody else has, or had.

        Raises:
            ToolFailed: this employee has one already.
        """
        name = tidy(employee)
        self.one_at_a_time(ACCOUNTS)
        for account in self.open_ones():
            if account.employee.casefold() == name.casefold():
                raise ToolFailed(f"{account.employee} already has {account.user_name}.")
        account = self._added(name)
        return f"{name} has the account {account.user_name} and the address {account.email}."

    def grant(self, wanted: str, system: str) -> str:
        """Let an account use a system; once is enough.

        Raises:
            ToolFailed: there is no such account.
        """
        self.one_at_a_time(ACCOUNTS)
        account = self.of(wanted)
        if system in self.systems(account):
            return f"{account.employee} ({account.user_name}) has access to {system} already."
        values = {"user_name": account.user_name, "system": system, "open": True}
        self.add(ACCESS, **values)
        return f"{account.employee} ({account.user_name}) now has access to {system}."

    def close(self, wanted: str) -> str:
        """Close an account, and take back all it may use.

        Raises:
            ToolFailed: there is no such account, or it is closed.
        """
        self.one_at_a_time(ACCOUNTS)
        self._refuse_closed(wanted)
        account = self.of(wanted)
        own = {"workspace": self.workspace, "user_name": account.user_name}
        systems = self.systems(account)
        self.rows.change(ACCESS, own, open=False)
        self.rows.change(ACCOUNTS, own, open=False)
        taken = f", and its access to {', '.join(systems)}" if systems else ""
        return f"The account {account.user_name} of {account.employee} is closed{taken}."

    def systems(self, account: UserAccount) -> list[str]:
        """List what an account may use."""
        return [row["system"] for row in self.find(ACCESS, user_name=account.user_name, open=True)]

    def _refuse_closed(self, wanted: str) -> None:
        """Let nobody close an account of a similar name where the one that is meant is closed."""
        every = self.find(ACCOUNTS)
        named = [row for row in every if row["user_name"] == wanted.strip().casefold()]
        meant = meant_by(wanted, {row["employee"] for row in every})
        own = named or [row for row in every if [row["employee"]] == meant]
        if own and not any(row["open"] for row in own):
            closed = own[-1]
            raise ToolFailed(
                f"The account {closed['user_name']} of {closed['employee']} is closed already."
            )

    def _added(self, name: str) -> UserAccount:
        for user_name in user_names_for(name):
            account = UserAccount(user_name, name, f"{user_name}@{DOMAIN}")
            with suppress(AlreadyThere):
                self.rows.add(ACCOUNTS, workspace=self.workspace, open=True, **asdict(account))
                return account
        raise AssertionError(name)

    def describe(self, wanted: str) -> str:
        """Tell of an account.

        Raises:
            ToolFailed: there is no such account.
        """
        account = self.of(wanted)
        systems = ", ".join(self.systems(account)) or "nothing yet"
        return f"{account.employee}: {account.user_name}, {account.email}; may use {systems}."


def user_names_for(name: str) -> Iterator[str]:
    """First letter and last name, in plain letters; then the same with a number."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore")
    words = re.findall(r"[a-z]+", plain.decode().lower().replace("'", ""))
    base = f"{words[0][0]}{words[-1]}" if len(words) > 1 else "".join(words) or "user"
    base = base[:LONGEST_NAME]
    return (base if number == 1 else f"{base}{number}" for number in count(1))


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
