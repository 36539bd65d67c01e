"""What a bank whose customers are seldo and ana takes for a password."""

from functools import partial

from agents.bank.customers import hashed
from agents.bank.overheard import spot_secret
from agents.bank.tables import FAILED_LOGINS, USERS
from agents.kit import Overheard, Rows
from tests.fakes.records import FakeRecords
from tests.fakes.world import FakeClock


async def spotted(
    text: str, *, login_pending: bool, bank: FakeRecords | None = None, before: str = ""
) -> str | None:
    """The part of a message that is hidden."""
    records = bank or a_bank(seldo="", ana="")
    now = FakeClock().now()
    return await spot_secret(Overheard(text, login_pending, records, now, before))


def a_bank(**passwords: str) -> FakeRecords:
    """A bank with these customers."""
    records = FakeRecords(USERS, FAILED_LOGINS)
    for name, password in passwords.items():
        records.run(partial(_add_user, name=name, password=password))
    return records


def _add_user(rows: Rows, name: str, password: str) -> None:
    rows.add(USERS, name=name, salt="", password_hash=password and hashed(password, ""))
