"""Orders, and the price list agreed with suppliers: plain functions over rows."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from agents.kit import NUMBER, WORKSPACE, Column, Money, Row, Table, ToolFailed, in_words, texts
from agents.kit.once import WorkspaceRows
from agents.kit.values.names import meant_by, tidy
from agents.kit.values.texts import MOST_LINES, listed

ON_REQUEST = "found on request"
DAYS_ON_REQUEST = 14


@dataclass(frozen=True, slots=True)
class ListedOffer:
    """What one supplier sells at which price, and how many days it takes to come."""

    item: str
    price: Money
    supplier: str
    days: int


# Demo suppliers and prices; put those you have agreed on here.
OFFERS = (
    ListedOffer("laptop", Money("1400.00"), "Northwind Computers", 5),
    ListedOffer("developer laptop", Money("2600.00"), "Northwind Computers", 10),
    ListedOffer("monitor", Money("320.00"), "Northwind Computers", 5),
    ListedOffer("docking station", Money("180.00"), "Northwind Computers", 5),
    ListedOffer("keyboard", Money("60.00"), "Northwind Computers", 3),
    ListedOffer("mouse", Money("25.00"), "Northwind Computers", 3),
    ListedOffer("headset", Money("90.00"), "Northwind Computers", 3),
    ListedOffer("phone", Money("700.00"), "Bluewave Mobile", 4),
    ListedOffer("SIM card", Money("15.00"), "Bluewave Mobile", 2),
    ListedOffer("desk", Money("450.00"), "Oak & Sons", 21),
    ListedOffer("office chair", Money("380.00"), "Oak & Sons", 14),
    ListedOffer("notebook", Money("4.00"), "Paperworks", 2),
    ListedOffer("business cards", Money("45.00"), "Paperworks", 7),
)


@dataclass(frozen=True, slots=True)
class Purchase:
    """So many pieces of something, at a price somebody named or at the one on the list."""

    item: str
    quantity: int
    price: Money | None

    @property
    def each(self) -> Money:
        """What one piece costs.

        Raises:
            ToolFailed: nobody named a price, and the item is not on the list.
        """
        offer = offer_of(self.item)
        each = self.price or (offer.price if offer else None)
        if each is None:
            names = ", ".join(one.item for one in OFFERS)
            raise ToolFailed(
                f"“{self.item[:40]}” is not on the price list. Name a price for it, "
                f"or choose one of: {names}."
            )
        if each.minor <= 0:
            raise ToolFailed("A price must be more than zero.")
        return each

    @property
    def total(self) -> Money:
        """What all of it costs; raises what `each` raises."""
        return Money(minor=self.each.minor * self.quantity, currency=self.each.currency)


def suppliers() -> str:
    """The price list, a line per supplier."""
    sold: dict[str, list[str]] = {}
    for offer in OFFERS:
        sold.setdefault(offer.supplier, []).append(f"{offer.item} {offer.price}")
    lines = (f"- {supplier}: {', '.join(items)}" for supplier, items in sold.items())
    return "\n".join(["Suppliers, and what one piece costs:", *lines])


def offer_of(item: str) -> ListedOffer | None:
    """Find the one offer these words mean, or None."""
    offers = {offer.item: offer for offer in OFFERS}
    near = meant_by(item, offers)
    return offers[near[0]] if len(near) == 1 else None


# `minor` is what one piece costs; `status` is ordered, received or cancelled; `due` an ISO date.
ORDERS = Table(
    "procurement_orders",
    (
        WORKSPACE,
        NUMBER,
        Column("item"),
        Column("quantity", kind="integer"),
        Column("for_whom"),
        Column("minor", kind="integer"),
        *texts("currency", "supplier", "due", "status", "ordered_by"),
        Column("ordered_at", kind="moment"),
    ),
)


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
