"""Moving money: what is allowed, what it leaves behind, and that it happens once."""

import inspect
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.bank.account_balance import account_balance
from agents.bank.ledger import Order, Receipt, TransferRefused, receipt_of, transfer
from agents.bank.tables import ACCOUNTS, ENTRIES, TRANSFERS
from agents.bank.transfer_money import transfer_money, what_became_of
from agents.kit import Money, ToolFailed
from agents.kit.values.errors import BadToolCall
from tests.fakes.records import FakeRecords
from tests.fakes.turns import NOON, Desk, demo_records

CHECKING, SAVINGS, ANAS = "1234567890", "9876543210", "1234324"
FACTS = ("Authenticated", "BalanceKnown")


def bank_records() -> FakeRecords:
    return demo_records(account_balance, transfer_money)


def a_desk(source: str = CHECKING) -> Desk:
    desk = Desk(transfer_money, bank_records())
    desk.facts = {"Authenticated": "seldo", "BalanceKnown": source}
    return desk


AN_ORDER = Order(
    key="k1", customer="seldo", source=CHECKING, target=ANAS, amount=Money("500"), at=NOON
)


def carry_out(records: FakeRecords, order: Order = AN_ORDER) -> Receipt:
    return records.run(partial(transfer, order=order))


def balances(records: FakeRecords) -> dict[str, int]:
    return {row["id"]: row["balance_minor"] for row in records.run(lambda r: r.find(ACCOUNTS))}


def refused(records: FakeRecords, order: Order, words: str) -> None:
    before = balances(records)
    with pytest.raises(TransferRefused, match=words):
        carry_out(records, order)
    assert balances(records) == before
    assert records.run(lambda rows: rows.find(ENTRIES)) == []


@pytest.mark.proves("S0-05", "S0-09", "S0-42", "S0-54", "S0-70")
async def test_money_goes_from_the_account_looked_up_and_the_answer_says_all_of_it():
    desk = a_desk()

    reply = await desk.call("transfer", to_account=ANAS, amount="500")

    assert reply == (
        "$500.00 went from Checking (1234567890) to account 1234324. Checking now holds $500.00."
    )
    assert desk.progress == [
        "Checking whether the balance of 1234567890 is sufficient",
        "Transferring $500.00 from 1234567890 to 1234324",
    ]


@pytest.mark.proves("S0-42", "S0-70")
def test_a_transfer_debits_one_account_and_credits_the_other():
    records = bank_records()

    carry_out(records)

    assert balances(records) == {CHECKING: 50000, SAVINGS: 500000, ANAS: 75000}
    entries = records.run(lambda rows: rows.find(ENTRIES))
    assert [(e["account"], e["counterpart"], e["minor"]) for e in entries] == [
        (ANAS, CHECKING, 50000),
        (CHECKING, ANAS, -50000),
    ]


def test_a_repeat_of_the_same_key_gives_the_first_receipt_and_moves_nothing():
    records = bank_records()
    first = carry_out(records)
    after_first = balances(records)

    again = carry_out(records, replace(AN_ORDER, amount=Money("1000")))

    assert again == first
    assert balances(records) == after_first
    assert len(records.run(lambda rows: rows.find(TRANSFERS))) == 1


async def test_a_repeat_succeeds_although_the_money_is_gone_by_then():
    desk = a_desk()
    first = await desk.call("transfer", key="k1", to_account=ANAS, amount="1000")

    assert await desk.call("transfer", key="k1", to_account=ANAS, amount="1000") == first


async def test_another_key_is_another_transfer():
    desk = a_desk()

    await desk.call("transfer", key="k1", to_account=ANAS, amount="100")
    reply = await desk.call("transfer", key="k2", to_account=ANAS, amount="100")

    assert reply.endswith("Checking now holds $800.00.")


async def test_what_became_of_a_key_can_be_asked():
    desk = a_desk()
    (tool,) = transfer_money.tools
    assert tool.outcome is not None
    assert await tool.outcome(desk.turn(), "k1") is None

    reply = await desk.call("transfer", key="k1", to_account=ANAS, amount="5")

    assert await tool.outcome(desk.turn(), "k1") == reply


@pytest.mark.proves("S0-42", "S0-54", "S0-70")
def test_more_than_the_balance_is_refused():
    refused(
        bank_records(), replace(AN_ORDER, amount=Money("1000.01")), r"holds \$1,000.00.*not enough"
    )


def test_the_whole_balance_may_go():
    receipt = carry_out(bank_records(), replace(AN_ORDER, amount=Money("1000")))

    assert receipt.left == Money("0")


@pytest.mark.parametrize("amount", ["0", "-0.01", "-500"])
def test_an_amount_must_be_more_than_zero(amount: str):
    refused(bank_records(), replace(AN_ORDER, amount=Money(amount)), "more than zero")


def test_another_currency_is_refused():
    refused(bank_records(), replace(AN_ORDER, amount=Money("5 EUR")), "kept in USD; EUR cannot")


def test_a_target_kept_in_another_currency_is_refused():
    records = bank_records()
    records.run(lambda rows: rows.change(ACCOUNTS, {"id": ANAS}, currency="EUR"))

    refused(records, AN_ORDER, "1234324 is kept in EUR")


def test_money_cannot_go_where_it_comes_from():
    refused(bank_records(), replace(AN_ORDER, target=CHECKING), "very account it comes from")


@pytest.mark.proves("S0-42")
def test_money_cannot_be_taken_from_somebody_elses_account():
    refused(bank_records(), replace(AN_ORDER, source=ANAS, target=CHECKING), "not one of yours")


@pytest.mark.parametrize("source", ["555555", ""])
def test_a_source_that_does_not_exist_is_nobodys(source: str):
    refused(bank_records(), replace(AN_ORDER, source=source), "not one of yours")


def test_a_target_must_exist():
    refused(bank_records(), replace(AN_ORDER, target="999999"), "no account 999999")


def test_accounts_are_locked_in_one_order_whichever_way_the_money_goes():
    back = replace(AN_ORDER, source=ANAS, target=CHECKING, customer="ana", amount=Money("1"))

    ways = []
    for order in (AN_ORDER, back):
        records = bank_records()
        carry_out(records, order)
        ways.append(records.locked)

    assert ways[0] == ways[1] == [("bank_accounts", ANAS), ("bank_accounts", CHECKING)]


async def test_naming_the_account_that_was_looked_up_is_fine():
    reply = await a_desk().call("transfer", to_account=ANAS, amount="5", from_account="checking")

    assert "from Checking" in reply


async def test_naming_another_source_than_was_looked_up_moves_nothing():
    desk = a_desk()

    with pytest.raises(ToolFailed, match=r"To send from Savings \(9876543210\)"):
        await desk.call("transfer", to_account=ANAS, amount="5", from_account="savings")

    assert await what_became_of(desk.turn(), "k1") is None


@pytest.mark.proves("S0-05", "S0-28")
@pytest.mark.parametrize("missing", FACTS)
async def test_a_transfer_needs_a_login_and_a_balance(missing: str):
    desk = a_desk()
    del desk.facts[missing]

    with pytest.raises(ToolFailed, match="first"):
        await desk.call("transfer", to_account=ANAS, amount="5")


@pytest.mark.proves("S0-05", "S0-60")
def test_agent_and_tool_declare_what_must_come_first():
    (tool,) = transfer_money.tools

    for declared in (transfer_money.requires, tool.requires):
        assert tuple(fact.name for fact in declared) == FACTS
    assert "log in" in transfer_money.introduction
    assert "balance first" in transfer_money.introduction


@pytest.mark.parametrize(
    ("amount", "asks"), [("600.00", False), ("600.01", True), ("1 EUR", True)]
)
def test_a_large_or_foreign_amount_needs_an_approval(amount: str, *, asks: bool):
    (tool,) = transfer_money.tools

    assert tool.approval is not None
    arguments = tool.read({"to_account": ANAS, "amount": amount})
    assert tool.approval.needed(arguments) is asks


def test_the_transfer_is_an_effect_that_can_be_repeated_and_asked_about():
    (tool,) = transfer_money.tools

    assert (tool.effect, tool.repeatable, tool.ends_task) == (True, True, True)
    assert inspect.iscoroutinefunction(tool.function)


@pytest.mark.parametrize("account", ["12345", "12a456", "", "1234567890123"])
def test_an_account_id_is_six_to_twelve_digits(account: str):
    (tool,) = transfer_money.tools

    with pytest.raises(BadToolCall, match="to_account"):
        tool.read({"to_account": account, "amount": "5"})


@pytest.mark.proves("S0-68", "S0-09")
def test_the_opening_asks_for_account_and_amount():
    assert "id of the account" in transfer_money.opening
    assert "how much" in transfer_money.opening


def test_seeding_accounts_again_leaves_balances_as_they_are():
    records = bank_records()
    carry_out(records)
    before = balances(records)

    assert account_balance.demo is not None
    records.run(account_balance.demo)

    assert balances(records) == before


accounts = st.sampled_from([CHECKING, SAVINGS, ANAS, "999999"])
orders = st.builds(
    lambda key, customer, source, target, minor: Order(
        key=key,
        customer=customer,
        source=source,
        target=target,
        amount=Money(minor=minor),
        at=NOON,
    ),
    st.sampled_from("abcdef"),
    st.sampled_from(["seldo", "ana"]),
    accounts,
    accounts,
    st.integers(-10_000, 600_000),
)


@given(st.lists(orders, max_size=12))
def test_transfers_neither_make_nor_lose_money_and_never_overdraw(wishes: list[Order]):
    records = bank_records()
    total = sum(balances(records).values())

    for wish in wishes:
        done_before = records.run(partial(receipt_of, key=wish.key))
        before = balances(records)
        try:
            receipt = carry_out(records, wish)
        except TransferRefused:
            receipt = None

        after = balances(records)
        assert sum(after.values()) == total
        assert min(after.values()) >= 0
        if done_before or receipt is None:
            assert after == before
        if done_before and receipt:
            assert receipt == done_before

    entries = records.run(lambda rows: rows.find(ENTRIES))
    assert sum(entry["minor"] for entry in entries) == 0
