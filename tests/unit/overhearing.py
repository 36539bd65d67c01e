"""What a bank whose customers are seldo and ana takes for a password."""

from functools import partial

from agents.bank.overheard import spot_secret
from agents.bank.tables import USERS
from agents.kit import Overheard, Rows
from tests.fakes.records import FakeRecords


async def spotted(text: str, *, login_pending: bool) -> str | None:
    """The part of a message that is hidden."""
    records = FakeRecords(USERS)
    for name in ("seldo", "ana"):
        records.run(partial(add_user, name=name))
    return await spot_secret(Overheard(text, login_pending, records))


def add_user(rows: Rows, name: str) -> None:
    """Add a customer."""
    rows.add(USERS, name=name, salt="", password_hash="")
