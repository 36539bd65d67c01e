"""Demo customers and accounts; seeding again changes nothing."""

from agents.bank.customers import hashed
from agents.bank.tables import ACCOUNTS, USERS
from agents.kit import Money, Rows

# Demo passwords only, with fixed salts: a real bank draws a salt for every customer.
_CUSTOMERS = (
    ("seldo", "monkey", "5e1d05e1d05e1d05e1d05e1d05e1d000"),
    ("ana", "lemur", "a0aa0aa0aa0aa0aa0aa0aa0aa0aa0aa0"),
)
_ACCOUNTS = (
    ("1234567890", "seldo", "Checking", Money("1000.00")),
    ("9876543210", "seldo", "Savings", Money("5000.00")),
    ("1234324", "ana", "Checking", Money("250.00")),
)


def seed_customers(rows: Rows) -> None:
    """Add the demo customers that are missing."""
    for name, password, salt in _CUSTOMERS:
        if not rows.find(USERS, name=name):
            rows.add(USERS, name=name, salt=salt, password_hash=hashed(password, salt))


def seed_accounts(rows: Rows) -> None:
    """Add the demo accounts that are missing; the others keep their balances."""
    for account, owner, name, balance in _ACCOUNTS:
        if not rows.find(ACCOUNTS, id=account):
            rows.add(
                ACCOUNTS,
                id=account,
                owner=owner,
                name=name,
                balance_minor=balance.minor,
                currency=balance.currency,
            )
