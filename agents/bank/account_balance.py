"""The agent that tells customers what their accounts hold."""

from typing import Annotated

from pydantic import Field

from agents.bank import accounts, ledger
from agents.bank.facts import Authenticated, BalanceKnown
from agents.bank.tables import ACCOUNTS
from agents.kit import Agent, Choices, Turn, tool
from agents.kit.values.texts import text_beside

AccountWanted = Annotated[
    str,
    Field(description="the name of the account", examples=["Checking", "Savings"]),
    Choices(accounts.own_names),
]
EntryCount = Annotated[int, Field(description="the number of entries", ge=1, le=50)]

_NO_ACCOUNT = "This customer has no account."


@tool(requires=[Authenticated], provides=[BalanceKnown], ends_task=True)
async def balance(turn: Turn, account: AccountWanted) -> str:
    """Look up the balance of an account."""
    found = await _find(turn, account)
    turn.progress(f"Looking up the balance of {found.id}")
    turn.establish(BalanceKnown, found.id)
    return f"Your {found.name} account ({found.id}) holds {found.balance}."


@tool(requires=[Authenticated], ends_task=True)
async def all_balances(turn: Turn) -> str:
    """Look up the balances of all the user's accounts."""
    turn.progress("Looking up the balances of all accounts")
    owned = await accounts.own_accounts(turn)
    lines = [f"{account.shown} holds {account.balance}." for account in owned]
    return "\n".join(lines) or _NO_ACCOUNT


@tool(requires=[Authenticated], ends_task=True)
async def statement(turn: Turn, account: AccountWanted, limit: EntryCount = 10) -> str:
    """List the latest movements of an account."""
    found = await _find(turn, account)
    entries = await turn.records.transact(lambda rows: ledger.statement(rows, found.id, limit))
    lines = [f"{entry.at:%Y-%m-%d %H:%M} {_moved(entry)}" for entry in entries]
    return "\n".join([f"Latest movements of {found.shown}:", *(lines or ["none yet"])])


@tool(requires=[Authenticated], ends_task=True)
async def list_accounts(turn: Turn) -> str:
    """List names and ids of the user's accounts."""
    turn.progress("Looking up your accounts")
    shown = [account.shown for account in await accounts.own_accounts(turn)]
    return f"Your accounts: {', '.join(shown)}." if shown else _NO_ACCOUNT


async def _find(turn: Turn, wanted: str) -> accounts.Account:
    customer = str(turn.fact(Authenticated))
    turn.progress(f"Looking up the account ID for {wanted}")
    return await turn.records.transact(lambda rows: accounts.find_account(rows, customer, wanted))


def _moved(entry: ledger.LedgerEntry) -> str:
    towards = "to" if entry.amount.minor < 0 else "from"
    return f"{entry.amount} {towards} {entry.counterpart}"


account_balance = Agent(
    name="account_balance",
    description="Balance and movements of the user's bank accounts.",
    introduction="Checking an account balance (I will ask you to log in first)",
    prompt=text_beside(__file__, "account_balance.md"),
    tools=(balance, all_balances, statement, list_accounts),
    requires=(Authenticated,),
    examples=(
        "what is my account balance?",
        "how much money do I have?",
        "show the statement of my checking account",
        "which accounts do I have?",
        "list my accounts",
        "show the balances of all my accounts",
    ),
    opening="Which of your accounts shall I look up? Its name, such as Checking, is enough.",
    private=True,
    tables=(ACCOUNTS,),
    demo=accounts.seed_accounts,
)
