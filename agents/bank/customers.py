"""Who may log in: password hashes, and patience with wrong passwords."""

import asyncio
import hashlib
import hmac
import json
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from agents.bank.tables import FAILED_LOGINS, USERS
from agents.kit import Rows, Secret, ToolFailed
from agents.kit.ports.records import AlreadyThere, Records, Row

MOST_FAILURES = 5
WITHIN = timedelta(minutes=15)
SCRYPT_COST = 2**14

# An unknown name is hashed as well, so that the time taken does not tell who is a customer.
_NOBODYS_SALT = "00" * 16
_NOBODYS_HASH = "00" * 32


class TooManyFailures(ToolFailed):
    """Too many wrong passwords in too short a time."""

    def __init__(self, name: str, wait: timedelta) -> None:
        minutes = -(-int(wait.total_seconds()) // 60)
        super().__init__(
            f"There were too many failed logins for {name}. It stays locked for {minutes} more "
            "min, whatever is given.",
            ask_again=False,
        )


@dataclass(frozen=True, slots=True)
class Challenge:
    """What a password must match."""

    salt: str
    password_hash: str

    def is_met_by(self, password: Secret) -> bool:
        """Compare in constant time; takes some 50 ms, on purpose."""
        return hmac.compare_digest(hashed(password.reveal(), self.salt), self.password_hash)


@dataclass(frozen=True, slots=True)
class LoginAttempt:
    """One try to log in."""

    name: str
    at: datetime


def customer_id(username: str) -> str:
    """The id of the customer who logs in by this name, however it is capitalised."""
    return unicodedata.normalize("NFKC", username).strip().casefold()


def hashed(password: str, salt: str) -> str:
    """Hash a password with a salt, both as text."""
    typed = unicodedata.normalize("NFKC", password).encode()
    return hashlib.scrypt(typed, salt=bytes.fromhex(salt), n=SCRYPT_COST, r=8, p=1).hex()


async def is_right(records: Records, attempt: LoginAttempt, password: Secret) -> bool:
    """Say whether this is the password, and remember a failure.

    Raises:
        TooManyFailures: it was not looked at, or does not count.
    """
    asked = await records.transact(lambda rows: challenge(rows, attempt))
    # Hashing is slow on purpose: neither the loop nor a transaction may wait for it.
    met = await asyncio.to_thread(asked.is_met_by, password)
    return await records.transact(lambda rows: settle(rows, attempt, met=met))


def challenge(rows: Rows, attempt: LoginAttempt) -> Challenge:
    """Find what the password must match, unless the name is locked.

    Raises:
        TooManyFailures: there were too many wrong passwords a short while ago.
    """
    failures = _recent(rows.find(FAILED_LOGINS, name=attempt.name), attempt.at)
    _refuse_if_locked(attempt, failures)
    for user in rows.find(USERS, name=attempt.name):
        return Challenge(user["salt"], user["password_hash"])
    return Challenge(_NOBODYS_SALT, _NOBODYS_HASH)


def settle(rows: Rows, attempt: LoginAttempt, *, met: bool) -> bool:
    """Say whether the attempt counts, and remember a failure.

    Attempts made at the same moment come through here one by one: beyond the limit even
    the right password is refused. A wrong password returns, so that its count is committed.

    Raises:
        TooManyFailures: others failed while this one was being checked.
    """
    recent = _recent(_counter(rows, attempt, met=met), attempt.at)
    _refuse_if_locked(attempt, recent)
    failures = [] if met else [*recent, attempt.at]
    if failures or recent:
        text = json.dumps([moment.isoformat() for moment in failures])
        rows.change(FAILED_LOGINS, {"name": attempt.name}, failures=text)
    return met


def _counter(rows: Rows, attempt: LoginAttempt, *, met: bool) -> list[Row]:
    counter = rows.lock(FAILED_LOGINS, name=attempt.name)
    if counter or met:
        return counter
    with suppress(AlreadyThere):
        rows.add(FAILED_LOGINS, name=attempt.name, failures="[]")
    return rows.lock(FAILED_LOGINS, name=attempt.name)


def _recent(counter: list[Row], now: datetime) -> list[datetime]:
    failures = [json.loads(row["failures"]) for row in counter]
    moments = (datetime.fromisoformat(moment) for some in failures for moment in some)
    # A clock that ran ahead must not lock anybody out until its time has come.
    return [moment for moment in moments if abs(now - moment) < WITHIN]


def _refuse_if_locked(attempt: LoginAttempt, recent: list[datetime]) -> None:
    if len(recent) >= MOST_FAILURES:
        raise TooManyFailures(attempt.name, recent[-MOST_FAILURES] + WITHIN - attempt.at)


# Demo passwords only, with fixed salts: a real bank draws a salt for every customer.
_DEMO = (
    ("seldo", "monkey", "5e1d05e1d05e1d05e1d05e1d05e1d000"),
    ("ana", "lemur", "a0aa0aa0aa0aa0aa0aa0aa0aa0aa0aa0"),
)


def seed_customers(rows: Rows) -> None:
    """Add the demo customers that are missing."""
    for name, password, salt in _DEMO:
        if not rows.find(USERS, name=name):
            rows.add(USERS, name=name, salt=salt, password_hash=hashed(password, salt))
