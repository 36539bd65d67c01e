"""Looking up balances: whose accounts, and which of them a name means."""

from functools import partial

import pytest

from agents.bank import ledger
from agents.bank.account_balance import account_balance
from agents.bank.accounts import NoSuchAccount, find_account, own_names
from agents.bank.tables import ACCOUNTS
from agents.bank.transfer_money import transfer_money
from agents.kit import Money, ToolFailed
from tests.fakes.turns import NOON, Desk, demo_records


def a_desk(customer: str = "seldo") -> Desk:
    desk = Desk(account_balance, demo_records(account_balance, transfer_money))
    desk.facts = {"Authenticated": customer}
    return desk


def an_order(minute: int, source: str, target: str) -> ledger.Order:
    return ledger.Order(
        key=f"k{minute}",
        customer="seldo",
        source=source,
        target=target,
        amount=Money("20"),
        at=NOON.replace(minute=minute),
    )


@pytest.mark.proves("S0-04", "S0-08", "S0-42", "S0-54", "S0-65")
async def test_the_balance_of_a_named_account_is_looked_up_and_becomes_known():
    desk = a_desk()

    reply = await desk.call("balance", account="Checking")

    assert reply == "Your Checking account (1234567890) holds $1,000.00."
    assert desk.facts["BalanceKnown"] == "1234567890"
    assert desk.progress == [
        "Looking up the account ID for Checking",
        "Looking up the balance of 1234567890",
    ]


@pytest.mark.parametrize(
    "wanted",
    [
        "checking",
        "Chexking",
        "checkung",
        "my checking",
        "1234567890",
        "CHECKING ",
    ],
)
async def test_an_account_is_recognised_however_it_is_written(wanted: str):
    desk = a_desk()

    await desk.call("balance", account=wanted)

    assert desk.facts["BalanceKnown"] == "1234567890"


@pytest.mark.proves("S0-08", "S0-65")
@pytest.mark.parametrize("wanted", ["holiday fund", "account", "", "checking and savings", "ing"])
async def test_a_name_that_fits_no_single_account_lists_the_customers_own(wanted: str):
    desk = a_desk()

    with pytest.raises(NoSuchAccount, match="Checking, Savings"):
        await desk.call("balance", account=wanted)

    assert "BalanceKnown" not in desk.facts


@pytest.mark.proves("S0-04", "S0-08", "S0-42")
async def test_somebody_elses_account_does_not_exist_for_a_customer():
    with pytest.raises(NoSuchAccount, match="Your accounts are: Checking, Savings"):
        await a_desk("seldo").call("balance", account="1234324")


async def test_the_same_name_means_each_customers_own_account():
    assert "(1234324) holds $250.00" in await a_desk("ana").call("balance", account="Checking")


@pytest.mark.proves("S0-27")
async def test_nobody_sees_a_balance_without_logging_in():
    desk = a_desk()
    desk.facts = {}

    with pytest.raises(ToolFailed, match="a login"):
        await desk.call("balance", account="Checking")


@pytest.mark.proves("S0-04", "S0-60")
def test_the_agent_and_each_of_its_tools_require_a_login():
    required = [tool.requires for tool in account_balance.tools]

    assert {fact.name for facts in (account_balance.requires, *required) for fact in facts} == {
        "Authenticated"
    }
    assert all(required)
    assert "log in first" in account_balance.introduction


@pytest.mark.proves("S0-08")
async def test_a_customer_chooses_among_their_own_accounts_by_name_or_id():
    desk = a_desk()

    assert await own_names(desk.turn()) == {
        "Checking": ("1234567890",),
        "Savings": ("9876543210",),
    }


async def test_nobody_chooses_an_account_before_logging_in():
    desk = a_desk()
    desk.facts = {}

    assert await own_names(desk.turn()) == {}


async def test_accounts_of_one_name_are_told_apart_by_their_ids_and_found_by_what_is_chosen():
    desk = a_desk()
    joint = {"owner": "seldo", "balance_minor": 0, "currency": "USD", "name": "Checking"}
    await desk.records.transact(lambda rows: rows.add(ACCOUNTS, id="111111", **joint))

    choices = await own_names(desk.turn())

    assert set(choices) == {"Checking (111111)", "Checking (1234567890)", "Savings"}
    assert "(111111)" in await desk.call("balance", account="Checking (111111)")


async def test_accounts_are_listed_with_their_ids():
    listed = await a_desk().call("list_accounts")

    assert listed == "Your accounts: Checking (1234567890), Savings (9876543210)."


async def test_the_balances_of_all_accounts_are_told_at_once_and_choose_none_to_send_from():
    desk = a_desk()

    told = await desk.call("all_balances")

    assert told == "Checking (1234567890) holds $1,000.00.\nSavings (9876543210) holds $5,000.00."
    assert "BalanceKnown" not in desk.facts


async def test_a_customer_without_accounts_is_told_so():
    desk = a_desk("nobody")

    assert await desk.call("all_balances") == "This customer has no account."
    assert await desk.call("list_accounts") == "This customer has no account."
    with pytest.raises(NoSuchAccount, match="You have no account"):
        await desk.call("balance", account="Checking")


def test_two_names_alike_are_asked_about_unless_one_is_meant_exactly():
    records = demo_records(account_balance)
    joint = {"owner": "seldo", "balance_minor": 0, "currency": "USD"}
    records.run(lambda rows: rows.add(ACCOUNTS, id="111111", name="Holiday 1", **joint))
    records.run(lambda rows: rows.add(ACCOUNTS, id="222222", name="Holiday 2", **joint))

    exact = records.run(lambda rows: find_account(rows, "seldo", "holiday 2"))

    assert exact.id == "222222"
    with pytest.raises(NoSuchAccount):
        records.run(lambda rows: find_account(rows, "seldo", "holiday"))


async def test_a_statement_lists_the_latest_movements_first_with_their_direction():
    desk = a_desk()
    for minute, way in enumerate([("1234567890", "1234324"), ("9876543210", "1234567890")]):
        await desk.records.transact(partial(ledger.transfer, order=an_order(minute, *way)))

    assert (await desk.call("statement", account="Checking")).splitlines() == [
        "Latest movements of Checking (1234567890):",
        "2024-07-17 12:01 $20.00 from 9876543210",
        "2024-07-17 12:00 -$20.00 to 1234324",
    ]
    assert (await desk.call("statement", account="Checking", limit=1)).count("\n") == 1


async def test_an_account_without_movements_says_so():
    assert "none yet" in await a_desk().call("statement", account="Savings")
