"""The accounts of a customer, and which of them a name or an id means."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agents.bank.facts import Authenticated
from agents.bank.tables import ACCOUNTS
from agents.kit import Money, Rows, ToolFailed, Turn
from agents.kit.ports.records import Row
from agents.kit.values.names import meant_by


@dataclass(frozen=True, slots=True)
class Account:
    """An account as it stands in the table."""

    id: str
    owner: str
    name: str
    balance: Money

    @property
    def shown(self) -> str:
        """What to call it in a text."""
        return f"{self.name} ({self.id})"


class NoSuchAccount(ToolFailed):
    """The words mean none of the customer's accounts, or more than one."""

    def __init__(self, wanted: str, accounts: Sequence[Account]) -> None:
        names = ", ".join(account.name for account in accounts)
        yours = f"Your accounts are: {names}. Which one?" if names else "You have no account."
        super().__init__(f"No single account of yours fits “{wanted[:40]}”. {yours}")


def account_of(row: Row) -> Account:
    """Read an account from its row."""
    balance = Money(minor=row["balance_minor"], currency=row["currency"])
    return Account(row["id"], row["owner"], row["name"], balance)


def owned_by(rows: Rows, customer: str) -> list[Account]:
    """List the accounts of a customer."""
    return [account_of(row) for row in rows.find(ACCOUNTS, owner=customer)]


async def own_accounts(turn: Turn) -> list[Account]:
    """List the accounts of whoever is logged in.

    Raises:
        ToolFailed: nobody is.
    """
    customer = str(turn.fact(Authenticated))
    return await turn.records.transact(lambda rows: owned_by(rows, customer))


async def own_names(turn: Turn) -> dict[str, tuple[str, ...]]:
    """The names of the customer's accounts, each with its id; two alike are told apart by it.

    Before a login there are none.
    """
    if Authenticated.name not in turn.known:
        return {}
    owned = await own_accounts(turn)
    times = Counter(account.name for account in owned)
    return {
        (account.name if times[account.name] == 1 else account.shown): (account.id,)
        for account in owned
    }


def find_account(rows: Rows, customer: str, wanted: str) -> Account:
    """Find the customer's account of this id, or of a name spelled about like this.

    Raises:
        NoSuchAccount: the words fit none, or several alike.
    """
    accounts = owned_by(rows, customer)
    named = [{account.id, account.name, account.shown} for account in accounts]
    near = {*meant_by(wanted, set[str]().union(*named))}
    found = [account for account, names in zip(accounts, named, strict=True) if names & near]
    if len(found) != 1:
        raise NoSuchAccount(wanted, accounts)
    return found[0]


_DEMO = (
    ("1234567890", "seldo", "Checking", 1000_00),
    ("9876543210", "seldo", "Savings", 5000_00),
    ("1234324", "ana", "Checking", 250_00),
)


def seed_accounts(rows: Rows) -> None:
    """Add the demo accounts that are missing; the others keep their balances."""
    names = [column.name for column in ACCOUNTS.columns]
    for account in _DEMO:
        if not rows.find(ACCOUNTS, id=account[0]):
            rows.add(ACCOUNTS, **dict(zip(names, (*account, "USD"), strict=True)))
