"""The agent that sends money from one account to another."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from agents.bank import accounts, ledger
from agents.bank.facts import Authenticated, BalanceKnown
from agents.bank.tables import ENTRIES, TRANSFERS
from agents.kit import Agent, Choices, EffectKey, Money, Rows, ToolFailed, Turn, Unmet, over, tool
from agents.kit.values.texts import text_beside

APPROVED_ABOVE = Money("600.00")

# An id, or a name that the customer's own accounts have.
ID_OR_NAME = r"^(?:\d{6,12}|[Cc]hecking|[Ss]avings)$"
Target = Annotated[
    str,
    Field(description="the account id to send to", pattern=ID_OR_NAME),
    Choices(accounts.own_names, others=True),
]
Amount = Annotated[Money, Field(description="the amount")]
NamedSource = Annotated[
    str | None,
    Field(description="the account to send from", examples=["Checking", "Savings"]),
    Choices(accounts.own_names),
]


async def can_be_paid(turn: Turn, arguments: Mapping[str, Any]) -> None:
    """Refuse what the ledger would refuse, before anybody is asked to approve it."""
    order = _order(turn, arguments["to_account"], arguments["amount"], key="")
    await turn.records.transact(lambda rows: _check(rows, order, arguments["from_account"]))


async def other_source(turn: Turn, arguments: Mapping[str, Any]) -> Unmet | None:
    """Name the account to look up first, if the one to send from is not the one looked up."""
    customer, named_source = str(turn.fact(Authenticated)), arguments["from_account"]
    if not named_source:
        return None
    named = await turn.records.transact(
        lambda rows: accounts.find_account(rows, customer, named_source)
    )
    return Unmet(BalanceKnown, named.shown) if named.id != turn.fact(BalanceKnown) else None


async def what_became_of(turn: Turn, key: str) -> str | None:
    """Say what the transfer with this key did; None if it never happened."""
    receipt = await turn.records.transact(lambda rows: ledger.receipt_of(rows, key))
    return _confirmation(receipt) if receipt else None


@tool(
    requires=[Authenticated, BalanceKnown],
    effect=True,
    approval=over(APPROVED_ABOVE),
    check=can_be_paid,
    unmet=other_source,
    ends_task=True,
    outcome=what_became_of,
    risk="high",
    reversible=False,
)
async def transfer(
    turn: Turn,
    to_account: Target,
    amount: Amount,
    key: EffectKey,
    from_account: NamedSource = None,
) -> str:
    """Send money to an account now."""
    order = _order(turn, to_account, amount, key)
    turn.progress(f"Checking whether the balance of {order.source} is sufficient")
    receipt = await turn.records.transact(lambda rows: _carry_out(rows, order, from_account))
    turn.progress(f"Transferring {amount} from {order.source} to {to_account}")
    return _confirmation(receipt)


def _order(turn: Turn, to_account: str, amount: Money, key: str) -> ledger.Order:
    return ledger.Order(
        key=key,
        customer=str(turn.fact(Authenticated)),
        source=str(turn.fact(BalanceKnown)),
        target=to_account,
        amount=amount,
        at=turn.now,
    )


def _check(rows: Rows, order: ledger.Order, named_source: str | None) -> None:
    _refuse_other_source(rows, order, named_source)
    ledger.check(rows, _by_id(rows, order))


def _carry_out(rows: Rows, order: ledger.Order, named_source: str | None) -> ledger.Receipt:
    if not ledger.receipt_of(rows, order.key):
        _refuse_other_source(rows, order, named_source)
    return ledger.transfer(rows, _by_id(rows, order))


def _by_id(rows: Rows, order: ledger.Order) -> ledger.Order:
    """The order with the ID of the account it goes to; a name is one of the customer's own."""
    if order.target.isdigit():
        return order
    return replace(order, target=accounts.find_account(rows, order.customer, order.target).id)


def _refuse_other_source(rows: Rows, order: ledger.Order, named_source: str | None) -> None:
    if not named_source:
        return
    named = accounts.find_account(rows, order.customer, named_source)
    if named.id != order.source:
        raise ToolFailed(
            f"The balance looked up was that of {order.source}. To send from {named.shown}, "
            f"ask for the balance of {named.name} first."
        )


def _confirmation(receipt: ledger.Receipt) -> str:
    return (
        f"{receipt.amount} went from {receipt.source_name} ({receipt.source}) to account "
        f"{receipt.target}. {receipt.source_name} now holds {receipt.left}."
    )


transfer_money = Agent(
    name="transfer_money",
    description="Transfers money from the user's account to another.",
    introduction=(
        "Transferring money between accounts "
        "(I will ask you to log in and to check the balance first)"
    ),
    prompt=text_beside(__file__, "transfer_money.md"),
    tools=(transfer,),
    requires=(Authenticated, BalanceKnown),
    examples=(
        "transfer money",
        "send 20 to account 1234324",
        "move 500 from checking to savings",
        "I want to pay somebody",
        "wire $50 to 9876543210",
        "pay 30 into another account",
    ),
    opening=(
        "Tell me two things: 1. the id of the account to send the money to, "
        "and 2. how much to send."
    ),
    private=True,  # its confirmation says what is left
    tables=(TRANSFERS, ENTRIES),
)
