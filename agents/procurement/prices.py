"""The price list agreed with suppliers; what is not on it is bought at a price somebody names."""

from dataclasses import dataclass

from agents.kit import Money, ToolFailed
from agents.kit.names import meant_by

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
