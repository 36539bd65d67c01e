"""Moving money: plain functions over rows, each run in one transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from agents.bank.accounts import Account, account_of
from agents.bank.tables import ACCOUNTS, ENTRIES, TRANSFERS
from agents.kit import Money, Rows, ToolFailed
from agents.kit.ports.records import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A customer's wish to move money; `key` makes sure that it happens once."""

    key: str
    customer: str
    source: str
    target: str
    amount: Money
    at: datetime


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a transfer did; `left` is what the source held right after it."""

    source: str
    source_name: str
    target: str
    amount: Money
    left: Money


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A line of an account's statement; a debit is below zero."""

    at: datetime
    amount: Money
    counterpart: str


class TransferRefused(ToolFailed):
    """A rule forbids this transfer; nothing was moved."""


def transfer(rows: Rows, order: Order) -> Receipt:
    """Move the money, or give the receipt of this very order if it was carried out before.

    Raises:
        TransferRefused: a rule forbids it; the words say which.
    """
    # Always in the same order, so that two opposite transfers cannot wait for each other.
    locked = {
        name: _account(rows.lock(ACCOUNTS, id=name))
        for name in sorted({order.source, order.target})
    }
    if earlier := receipt_of(rows, order.key):
        return earlier
    source = _own(locked[order.source], order)
    target = _target(locked[order.target], order)
    _allow(order, source, target)
    return _move(rows, order, source, target)


def check(rows: Rows, order: Order) -> None:
    """Say whether this order would be carried out now.

    Raises:
        TransferRefused: a rule forbids it; the words say which.
    """
    found = {name: _account(rows.find(ACCOUNTS, id=name)) for name in (order.source, order.target)}
    source = _own(found[order.source], order)
    _allow(order, source, _target(found[order.target], order))


def receipt_of(rows: Rows, key: str) -> Receipt | None:
    """Find what the order with this key did, if it was carried out."""
    return next(map(_receipt, rows.find(TRANSFERS, effect_key=key)), None)


def statement(rows: Rows, account: str, limit: int) -> list[LedgerEntry]:
    """List the last entries of an account, newest first."""
    entries = [
        LedgerEntry(
            row["at"], Money(minor=row["minor"], currency=row["currency"]), row["counterpart"]
        )
        for row in rows.find(ENTRIES, account=account)
    ]
    return sorted(entries, key=lambda entry: entry.at, reverse=True)[:limit]


def _account(found: list[Row]) -> Account | None:
    return next(map(account_of, found), None)


def _own(source: Account | None, order: Order) -> Account:
    if source is None or source.owner != order.customer:
        raise TransferRefused(f"Account {order.source} is not one of yours.")
    return source


def _target(target: Account | None, order: Order) -> Account:
    if target is None:
        raise TransferRefused(
            f"There is no account {order.target}. Please check the ID.", ask_again="to_account"
        )
    return target


def _allow(order: Order, source: Account, target: Account) -> None:
    """Check an order against the rules; the first broken one speaks."""
    amount = order.amount
    if source.id == target.id:
        raise TransferRefused(
            "Money cannot be sent to the very account it comes from.", ask_again="to_account"
        )
    if amount.minor <= 0:
        raise TransferRefused("The amount must be more than zero.", ask_again="amount")
    for account in (source, target):
        if account.balance.currency != amount.currency:
            raise TransferRefused(
                f"Account {account.id} is kept in {account.balance.currency}; "
                f"{amount.currency} cannot be moved.",
                ask_again="amount",
            )
    if amount.exceeds(source.balance):
        raise TransferRefused(
            f"{source.shown} holds {source.balance}, which is not enough to send {amount}.",
            ask_again="amount",
        )


def _move(rows: Rows, order: Order, source: Account, target: Account) -> Receipt:
    left = source.balance - order.amount
    _record(rows, order, source, left)
    rows.change(ACCOUNTS, {"id": source.id}, balance_minor=left.minor)
    raised = target.balance + order.amount
    rows.change(ACCOUNTS, {"id": target.id}, balance_minor=raised.minor)
    _enter(rows, order, "debit")
    _enter(rows, order, "credit")
    return Receipt(source.id, source.name, target.id, order.amount, left)


def _record(rows: Rows, order: Order, source: Account, left: Money) -> None:
    rows.add(
        TRANSFERS,
        effect_key=order.key,
        source=source.id,
        source_name=source.name,
        target=order.target,
        minor=order.amount.minor,
        currency=order.amount.currency,
        left_minor=left.minor,
        at=order.at,
    )


def _enter(rows: Rows, order: Order, side: Literal["debit", "credit"]) -> None:
    debit = side == "debit"
    rows.add(
        ENTRIES,
        id=f"{order.key}/{side}",
        effect_key=order.key,
        account=order.source if debit else order.target,
        counterpart=order.target if debit else order.source,
        minor=-order.amount.minor if debit else order.amount.minor,
        currency=order.amount.currency,
        at=order.at,
    )


def _receipt(row: Row) -> Receipt:
    amount = Money(minor=row["minor"], currency=row["currency"])
    left = Money(minor=row["left_minor"], currency=row["currency"])
    return Receipt(row["source"], row["source_name"], row["target"], amount, left)
