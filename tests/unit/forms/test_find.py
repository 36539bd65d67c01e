"""Which values of a message go to which slot, and what has to be asked."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.bank.account_balance import statement
from agents.bank.transfer_money import transfer
from agents.kit import Tool
from agents.marketing.agent import create_campaign, schedule_post
from agents.people.agent import record_leave, register_employee, schedule_orientation
from agents.procurement.agent import order_item, track_order
from agents.product.agent import assign_release, set_status
from agents.web_reader.agent import read_page
from bot.core.reading.find import find_values
from bot.core.reading.slots import Slot
from tests.fakes.form_slots import TODAY, found, read, send, slots_for, wide

BANK = slots_for(send)
SHIPPED = [
    *(transfer, statement, create_campaign, schedule_post, record_leave, register_employee),
    *(schedule_orientation, order_item, track_order, assign_release, set_status, read_page, send),
]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("500 to 1234324", ("1234324", "500.00 USD", None)),
        ("send 20 to 1234324 from checking", ("1234324", "20.00 USD", "Checking")),
        ("To account ID 1234324", ("1234324", None, None)),
        ("1234324", ("1234324", None, None)),
        ("500", (None, "500.00 USD", None)),
        (wide("1234324"), ("1234324", None, None)),
        (wide("20ドル"), (None, "20.00 USD", None)),
        (wide("500円 to 1234324"), ("1234324", "500 JPY", None)),
        ("口座1234324に500円を送ってください", ("1234324", "500 JPY", None)),
        ("fünfzig Euro an 1234324", ("1234324", "50.00 EUR", None)),
        ("1 500 to 1234324", ("1234324", "1500.00 USD", None)),
        ("1'500 to 1234324", ("1234324", "1500.00 USD", None)),
        ("500,50 Euro an 1234324", ("1234324", "500.50 EUR", None)),
        ("drei to 1234324", ("1234324", "3.00 USD", None)),
        ("50,00 to savings", ("Savings", "50.00 USD", None)),
        ("make it 600", (None, "600.00 USD", None)),
        ("no, 60", (None, "60.00 USD", None)),
        ("not 500 but 600", (None, "600.00 USD", None)),
        ("from checking to savings, 50 please", ("Savings", "50.00 USD", "Checking")),
        ("20 dollars from my Savings to CHECKING", ("Checking", "20.00 USD", "Savings")),
        ("to 9876543210 from 1234567890", ("9876543210", None, "Checking")),
        ("20 to my savings account 9876543210", ("Savings", "20.00 USD", None)),
        ("$50 for invoice 77 to 1234324", ("1234324", None, None)),
        ("to account: 1234324, amount: 500", ("1234324", "500.00 USD", None)),
        ("1234324 is the account id, the amount is 500", ("1234324", "500.00 USD", None)),
        ("1. 1234324 2. 500", ("1234324", "500.00 USD", None)),
        ("1) to savings\n2) 20 EUR", ("Savings", "20.00 EUR", None)),
        ("500000 to 1234324", ("1234324", "500000.00 USD", None)),
        ("hello", (None, None, None)),
        ("yes", (None, None, None)),
        ("help", (None, None, None)),
    ],
)
def test_a_transfer_is_filled(text: str, values: tuple[object, ...]):
    given_values = found(text, BANK)

    assert tuple(given_values.get(slot.name) for slot in BANK) == values


def test_an_amount_of_another_currency_is_never_one_of_dollars():
    given_values = found("Überweise 500 Rubel an Konto 1234324", BANK)

    assert given_values == {"amount": "500.00 RUB", "to_account": "1234324"}


@pytest.mark.parametrize(
    "word",
    ["Kronen", "pesos", "naira", "pesetas", "taka", "złotych", "céntimos", "рублей", "yenes"],
)
def test_no_word_of_a_currency_is_overlooked(word: str):
    amount = found(f"500 {word} to 1234324", BANK).get("amount")

    assert amount is None or not str(amount).endswith("USD")


@pytest.mark.parametrize(
    ("text", "doubts"),
    [
        ("send 2k to 1234324", {"amount": "2k"}),
        ("2 Tausend an 1234324", {"amount": "2 Tausend"}),
        ("2 Mio. an 1234324", {"amount": "2 Mio"}),
        ("2 mil to 1234324", {"amount": "2 mil"}),
        ("1,500 € an 1234324", {"amount": "1,500 €"}),
        ("3 Dutzend to savings", {"amount": "3 Dutzend"}),
        ("500 or 600 to 1234324", {"amount": "500, 600"}),
        ("500 to 1234324 or to 7654321", {"to_account": "1234324, 7654321"}),
        ("500 bananas to 1234324", {"amount": "500 bananas"}),
        ("no 60", {"amount": "60"}),
        ("savings", {"to_account": "savings", "from_account": "savings"}),
        ("500, and 2k later", {"amount": "500, 2k"}),
    ],
)
def test_what_is_not_plain_is_asked(text: str, doubts: dict[str, str]):
    assert read(text, BANK).doubts == doubts


def test_two_wishes_in_one_message_are_not_mixed():
    text = "send 700 to account 1234324 and 30 to my savings account 9876543210"

    findings = read(text, BANK)

    assert findings.found == {}
    assert findings.doubts == {
        "amount": "700, 30",
        "to_account": "1234324, savings account 9876543210",
    }


@pytest.mark.parametrize(
    "text",
    [
        "not from checking",
        "not 500",
        "don't send 500 to 1234324",
        "never to 1234324",
        "nicht 500",
        "pas 500",
    ],
)
def test_what_is_negated_was_not_said(text: str):
    findings = read(text, BANK)

    assert (findings.found, findings.doubts) == ({}, {})


def test_a_code_that_stands_elsewhere_is_no_currency():
    text = "send 500 to account 1234324 for the AMD shares"

    assert found(text, BANK) == {"amount": "500.00 USD", "to_account": "1234324"}


def test_an_id_that_was_asked_for_an_amount_is_asked_again():
    findings = read("1234324", BANK, "amount")

    assert findings.found == {}
    assert findings.doubts["amount"] == "1234324"


def test_what_is_not_said_by_a_slot_is_left_over():
    findings = read("please wire 500 to 1234324 and tell my brother", BANK)

    assert findings.rest == "wire and tell brother"


def test_a_value_that_nobody_takes_is_named():
    (unused,) = read("send 500 to 1234324 tomorrow", BANK).unused

    assert (unused.slot, unused.value, unused.text) == ("", "2026-11-28", "tomorrow")


def test_what_was_taken_for_another_form_is_not_taken_again():
    text = "500 to 1234324"

    findings = find_values(text, BANK, today=TODAY, taken=[(0, 3)])

    assert {name: one.value for name, one in findings.found.items()} == {"to_account": "1234324"}


@pytest.mark.parametrize(
    ("of", "text", "values"),
    [
        (transfer, "500 to 1234324", {"to_account": "1234324", "amount": "500.00 USD"}),
        (statement, "the last 20 entries", {"limit": 20}),
        (order_item, "order 3 laptops for Ana", {"quantity": 3}),
        (order_item, "three laptops at $500 each", {"quantity": 3, "price": "500.00 USD"}),
        (order_item, "price 500, quantity 3", {"quantity": 3, "price": "500.00 USD"}),
        (track_order, "where is order 12?", {"order": 12}),
        (set_status, "feature 3 is shipped", {"feature": 3, "status": "shipped"}),
        (assign_release, "put feature 3 into release 2.4", {"feature": 3, "release": "2.4"}),
        (assign_release, "3, v2.4", {"feature": 3, "release": "v2.4"}),
        (
            schedule_post,
            "post it on LinkedIn next Monday at 9:30",
            {"channel": "LinkedIn", "day": "2026-11-30", "time": "09:30"},
        ),
        (schedule_orientation, "on 5 December at 2pm", {"day": "2026-12-05", "time": "14:00"}),
        (
            record_leave,
            "Ben is sick from Monday until 5. Dezember 2026",
            {"kind": "sick", "from_day": "2026-11-30", "last_day": "2026-12-05"},
        ),
        (
            record_leave,
            "parental leave, 2026-12-01 to 2026-12-05",
            {"kind": "parental", "from_day": "2026-12-01", "last_day": "2026-12-05"},
        ),
        (register_employee, "Ana starts on 2026年12月5日", {"start_date": "2026-12-05"}),
        (create_campaign, "launch it starting 5 de diciembre", {"start": "2026-12-05"}),
        (
            create_campaign,
            "from tomorrow, end 5 December, budget $2000",
            {"start": "2026-11-28", "end": "2026-12-05", "budget": "2000.00 USD"},
        ),
        (
            read_page,
            "read https://example.com/a?b=1, please",
            {"url": "https://example.com/a?b=1"},
        ),
    ],
)
def test_the_shipped_forms_are_filled(of: Tool, text: str, values: dict[str, object]):
    assert found(text, slots_for(of)) == values


def test_one_day_for_two_slots_is_asked():
    findings = read("sick on Monday", slots_for(record_leave))

    assert findings.doubts == {"from_day": "Monday", "last_day": "Monday"}


def test_a_number_that_the_tool_would_refuse_is_asked():
    assert read("the last 500 entries", slots_for(statement)).doubts == {"limit": "500"}


def test_choices_inside_an_address_do_not_count():
    assert found("see https://bank.example/savings", BANK) == {}


PIECES = st.sampled_from(
    [
        *("500", "1234324", "$20", "2k", "checking", "savings", "to", "from", "not", "no", ","),
        *(
            "tomorrow",
            "Monday",
            "2.4",
            "LinkedIn",
            "sick",
            "3",
            "千",
            wide("12"),
            "9:30",
            "\n",
            ".",
        ),
        *("9876543210", "https://a.example/b", "drei", "Euro", "for", "and", "İ", "ß"),
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=12).map(" ".join))
FORMS = st.sampled_from([slots_for(of) for of in SHIPPED])


@given(TEXTS, FORMS)
def test_values_stand_where_they_are_said_to(text: str, slots: tuple[Slot, ...]):
    findings = read(text, slots)

    for one in (*findings.found.values(), *findings.unused):
        assert text[one.start : one.end] == one.text
        assert one.text


@given(TEXTS, FORMS)
def test_one_place_fills_one_slot(text: str, slots: tuple[Slot, ...]):
    findings = read(text, slots)

    spans = sorted((one.start, one.end) for one in findings.found.values())

    assert all(end <= start for (_, end), (start, _) in pairwise(spans))


@given(TEXTS, FORMS)
def test_every_value_is_one_that_the_tool_takes(text: str, slots: tuple[Slot, ...]):
    values = {name: one.value for name, one in read(text, slots).found.items()}

    assert all(slot.fits(values[slot.name]) for slot in slots if slot.name in values)


@given(TEXTS, FORMS)
def test_nothing_is_both_found_and_in_doubt(text: str, slots: tuple[Slot, ...]):
    findings = read(text, slots)

    assert not findings.found.keys() & findings.doubts.keys()
    assert all(findings.doubts.values())


@pytest.mark.parametrize(
    "piece", ["500 ", "2k ", "1234324 savings ", "a1 ", "Monday ", "to ", "1,"]
)
def test_a_long_message_is_read_in_time(piece: str):
    text = piece * (20_000 // len(piece))

    findings = read(text, BANK)

    assert len(findings.found) <= 1
    assert all(len(words) <= 250 for words in findings.doubts.values())
