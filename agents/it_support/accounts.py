"""Accounts and what they may use: plain functions over rows, each run in one transaction."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import count

from agents.it_support.tables import ACCESS, ACCOUNTS
from agents.kit import AlreadyThere, ToolFailed, one_of
from agents.kit.names import meant_by, tidy
from agents.kit.once import WorkspaceRows

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
