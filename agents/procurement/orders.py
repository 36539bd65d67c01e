"""Orders: plain functions over rows, each run in one transaction."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from agents.kit import Money, Row, ToolFailed, in_words
from agents.kit.lists import MOST_LINES, listed
from agents.kit.names import meant_by, tidy
from agents.kit.once import WorkspaceRows
from agents.procurement.prices import DAYS_ON_REQUEST, ON_REQUEST, Purchase, offer_of
from agents.procurement.tables import ORDERS

ORDERED, RECEIVED, CANCELLED = "ordered", "received", "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedOrder:
    """What somebody wants ordered, for whom."""

    purchase: Purchase
    for_whom: str
    by: str
    at: datetime


class Orders(WorkspaceRows):
    """The orders of one workspace."""

    def place(self, wish: WantedOrder) -> str:
        """Place an order.

        Raises:
            ToolFailed: nobody knows the price.
        """
        bought, offer = wish.purchase, offer_of(wish.purchase.item)
        due = wish.at.date() + timedelta(days=offer.days if offer else DAYS_ON_REQUEST)
        number = self.add(
            ORDERS,
            item=offer.item if offer else tidy(bought.item),
            quantity=bought.quantity,
            for_whom=tidy(wish.for_whom),
            minor=bought.each.minor,
            currency=bought.each.currency,
            supplier=offer.supplier if offer else ON_REQUEST,
            due=due.isoformat(),
            status=ORDERED,
            ordered_by=wish.by,
            ordered_at=wish.at,
        )
        return f"{_shown(self._order(number))} It is due on {in_words(due)}."

    def move(self, number: int, status: str) -> str:
        """Mark an open order as received or cancelled.

        Raises:
            ToolFailed: there is none of this number, or it is not open any more.
        """
        self.lock(ORDERS, number)  # somebody else may be moving it at this very moment
        order = self._order(number)
        if order["status"] != ORDERED:
            raise ToolFailed(f"Order {number} is {order['status']} already.")
        self.change(ORDERS, number, status=status)
        return f"Order {number} ({_what(order)} for {order['for_whom']}) is now {status}."

    def describe(self, number: int) -> str:
        """Tell how an order stands.

        Raises:
            ToolFailed: there is none of this number.
        """
        order = self._order(number)
        due = f" It is due on {in_words(date.fromisoformat(order['due']))}."
        status = due if order["status"] == ORDERED else f" It is {order['status']}."
        return f"{_shown(order)}{status}"

    def open_ones(self, for_whom: str) -> str:
        """List what is on its way, for one person or for all, what comes first above."""
        found = self.find(ORDERS, status=ORDERED)
        if for_whom:
            meant = meant_by(for_whom, {row["for_whom"] for row in found})
            found = [row for row in found if row["for_whom"] in meant]
        in_order = sorted(found, key=lambda row: str(row["due"]))
        lines = [f"due {row['due']}: {_shown(row)}" for row in in_order]
        whose = f" for {for_whom}" if for_whom else ""
        return listed(f"On order{whose}:", lines, f"Nothing is on order{whose}.")

    def _order(self, number: int) -> Row:
        if not (found := self.numbered(ORDERS, number)):
            numbers = [str(row["number"]) for row in self.find(ORDERS, status=ORDERED)]
            known = f"On order: {', '.join(numbers[-MOST_LINES:])}." if numbers else ""
            raise ToolFailed(f"There is no order {number}. {known}".strip())
        return found


def _shown(order: Row) -> str:
    price = Money(minor=order["minor"], currency=order["currency"])
    total = Purchase(order["item"], order["quantity"], price).total
    return (
        f"Order {order['number']}: {_what(order)} for {order['for_whom']}, {total}, "
        f"supplier {order['supplier']}."
    )


def _what(order: Row) -> str:
    return f"{order['quantity']} x {order['item']}"
