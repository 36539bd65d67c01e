"""What stands in somebody's own words, and what is only a part of what they wrote."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit import Money
from bot.core.agents.injection_guard import is_said as is_said_now

pytestmark = pytest.mark.proves("R12")
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
SAID = [
    ("1234324", "send 50 to 1234324"),
    ("1234324", "send 50 to account 1234324."),
    ("1234324", "1234324, please"),
    ("1234324", "(1234324)"),
    ("1234324", "to:1234324"),
    ("1234324", "account=1234324"),
    ("1234324", "#1234324"),
    ("1234324", "*1234324*"),
    ("1234324", "1234324 500"),
    ("1234324", "1234324…"),
    ("1234324", "1234324...and that is all"),
    ("1234324", "转500元到1234324账户"),
    ("1234324", "send 50 to \u20681234324\u2069"),
    ("#123", "close #123 now"),
    ("500", "$500"),
    ("500", "500$"),
    ("500", "500€!"),
    ("500", "500元"),
    ("-5", "make it -5"),
    ("-5", "(-5)"),
    ("5", "- 5 laptops"),
    ("1,000", "about 1,000."),
    ("50%", "by 50%"),
    ("Ana", "ana"),
    ("ana", "ANA, hello"),
    ("Ana", "set up Ana's laptop"),
    ("Ana", "set up Ana\u2019s laptop"),
    ("Ana", "'Ana'"),
    ("Ana", "tell @ana"),
    ("Ana", "Ana\u2014who else?"),
    ("Ana Smith", "an account for ana  smith"),
    ("  Ana Smith ", "an account for Ana\u00a0Smith"),
    ("O'Brien", "it is O\u2019Brien's"),
    ("Smith-Jones", "for Mr Smith-Jones."),
    ("José", "para jose\u0301"),
    ("Straße", "in der STRASSE"),
    ("राम", "tell राम"),
    ("小王", "给 小王 转账"),
    ("小王", "给“小王”转账"),
    ("ana@example.com", "Ana <ana@example.com>, please"),
    ("ana@example.com", "mailto:ana@example.com."),
    ("source code", "access to source code"),
    ("PO-12", "cancel PO-12!"),
    ("user_1", "user_1"),
    ("C++", "a course on C++"),
    ("docs.example.com/a", "look at <docs.example.com/a>."),
    ("s3://bucket/key", "copy s3://bucket/key."),
    ("https://example.com/a", "read example.com/a"),
    ("a\nb", "print a\nb"),
]

NOT_SAID = [
    ("1234324", "send 50 to account 123432499"),
    ("1234324", "send 50 to account 991234324"),
    ("1234324", "X1234324"),
    ("1234324", "1234324a"),
    ("1234324", "1234324_2"),
    ("1234324", "1234324-2"),
    ("1234324", "2-1234324"),
    ("1234324", "1234324/2"),
    ("1234324", "1234324.50"),
    ("1234324", "+1234324"),
    ("1234324", "ana+1234324@example.com"),
    ("1234324", "https://bank.example/?to=1234324"),
    ("1234324", "bank.example/pay?to=1234324"),
    ("1234324", "1234324\u200b99"),
    ("1234324", "1234324\ufe0f\u20e3"),
    ("12343\u200b24", "send 50 to 1234324"),
    ("500", "500万"),
    ("500", "500만원"),
    ("500", "500k"),
    ("000", "1,000"),
    ("1", "1,000"),
    ("1", "1 000"),
    ("000", "1\u00a0000"),
    ("10", "1000"),
    ("10", "10:30"),
    ("10", "10.5"),
    ("5", "-5"),
    ("5", "10-5"),
    ("5", "\u22125"),
    ("5", "-$5"),
    ("$5", "-$5"),
    ("-5", "10-5"),
    ("an", "joanna"),
    ("Ana", "Anabel"),
    ("Ana", "Joana"),
    ("Ana", "ana@example.com"),
    ("example.com", "ana@example.com"),
    ("ana@example.com", "joe.ana@example.com"),
    ("ana@example.com", "ana@example.com.evil.test"),
    ("example.com", "https://example.com/a"),
    ("Smith", "Smith-Jones"),
    ("Jones", "Smith\u2010Jones"),
    ("Brien", "O'Brien"),
    ("s", "Ana's"),
    ("Sam", "Sam'sung"),
    ("Ana", "ana_2"),
    ("ana", "CORP\\ana"),
    ("AT", "AT&T"),
    ("C", "C++ or C#"),
    ("Jose", "jose\u0301"),
    ("रा", "रामू"),
    ("王", "给 王小明 转账"),
    ("report", "report.txt"),
    ("https://example.com/a", "read example.com/a?b=c"),
    ("s3://bucket", "copy s3://bucket/key"),
    ("intranet", "look at http://intranet"),
    ("payroll", "look at http://intranet/payroll"),
    ("docs.example.com/a", "docs.example.com/a?b=c"),
    ("", ""),
    ("", "anything"),
    ("  ", "any thing"),
    ("\n", "any\nthing"),
]


def is_said(value: Any, heard: tuple[str, ...]) -> bool:
    return is_said_now(value, heard, NOW)


@pytest.mark.parametrize(("value", "text"), SAID)
def test_what_was_said_as_a_whole_counts(value: str, text: str):
    assert is_said(value, ("hello", text))


@pytest.mark.proves("R6")
@pytest.mark.parametrize(("value", "text"), NOT_SAID)
def test_a_part_of_what_was_said_does_not_count(value: str, text: str):
    assert not is_said(value, ("hello", text))


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("500", "500"),
        ("500", "$500"),
        ("500", "500$."),
        ("500", "$ 500"),
        ("500", "500 dollars"),
        ("500", "500 bucks to Ana"),
        ("500", "USD 500"),
        ("500", "500 usd"),
        ("500", "US$500"),
        ("500", "500 US dollars"),
        ("500", "500 of my dollars"),
        ("700", "700 to 1234324"),
        ("700", "1234324 700"),
        ("700", "PAY 700 TO 1234324 NOW"),
        ("500", "500.00"),
        ("0.5", "0.50"),
        ("1000", "1,000"),
        ("1234567.89", "$1,234,567.89!"),
        ("-5", "-5"),
        ("10 EUR", "10 EUR"),
        ("10 EUR", "€10"),
        ("10 EUR", "10€"),
        ("10 EUR", "10 euros"),
        ("10 EUR", "10 in euros"),
        ("10 EUR", "10 to 1234324, in euros"),
        ("10 GBP", "£10"),
        ("10 GBP", "10 pounds sterling"),
        ("10 CHF", "10 swiss francs or rather 10 francs"),
        ("10 JPY", "10 yen"),
        ("10 SEK", "10 sek"),
        ("10 USD", "10 EUR or 10 USD"),
    ],
)
def test_an_amount_counts_however_it_is_written(amount: str, text: str):
    assert is_said(Money(amount), (text,))


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("10 EUR", "pay 10 dollars"),
        ("10 EUR", "pay 10"),
        ("10 EUR", "$10"),
        ("10", "10 EUR"),
        ("10", "10 eur"),
        ("10", "10€"),
        ("10", "10 to 1234324 in euros"),
        ("10", "10 canadian dollars"),
        ("10", "10 hong kong dollars"),
        ("10", "A$10"),
        ("10", "$10 CAD"),
        ("10", "CAD 10"),
        ("10", "¥10"),
        ("10", "₹10"),
        ("10", "10 yen"),
        ("10", "10元"),
        ("10", "10 cents"),
        ("10", "10¢"),
        ("10", "10%"),
        ("10", "10 thousand dollars"),
        ("10", "10 million"),
        ("10", "10k"),
        ("10", "1000"),
        ("10", "10.5"),
        ("10", "10,5"),
        ("10", "10-20"),
        ("10", "-10"),
        ("10", "-$10"),
        ("1250", "12,50"),
        ("0", "1,000"),
        ("1", "1 000"),
        ("1", "1.000"),
        ("1234324", "account 1234324.5"),
        ("50", "bank.example/pay?amount=50"),
        ("1", "1" * 14),
    ],
)
def test_another_amount_or_currency_does_not_count(amount: str, text: str):
    assert not is_said(Money(amount), (text,))


def test_a_bare_number_is_in_the_only_currency_that_was_spoken_of():
    heard = ("send 500 EUR to 1234324", "no, make it 600")

    assert is_said(Money("600 EUR"), heard)
    assert not is_said(Money("600"), heard)


def test_what_nobody_gave_needs_nobodys_words():
    assert is_said(None, ())


words = st.text(st.characters(categories=["L", "N", "M"]) | st.just("_"), min_size=1, max_size=8)
ids = st.from_regex(r"[A-Za-z0-9_]{1,12}", fullmatch=True)
digits = st.from_regex(r"[1-9][0-9]{0,11}", fullmatch=True)
ends = st.sampled_from(["", " ", "\n", ", ", ". ", "! ", "? ", ") ", "; ", "\t", " - "])


@given(words, ends)
def test_any_word_between_blanks_was_said(word: str, end: str):
    assert is_said(word, (f"it is {word}{end}",))


@given(ids, ids)
def test_no_id_is_said_by_a_longer_one(value: str, more: str):
    assert not is_said(value, (f"{value}{more}",)) or value.casefold() == more.casefold() == "_"
    assert not is_said(more, (f"{value}{more}",)) or value.casefold() == more.casefold() == "_"


@given(digits, digits)
def test_an_amount_is_said_by_its_own_number_alone(one: str, other: str):
    assert is_said(Money(one), (f"pay {other}",)) is (one == other)
    assert is_said(Money(one), (f"pay {int(other):,} dollars",)) is (one == other)


@given(digits, st.sampled_from(["USD", "EUR", "GBP", "CHF", "SEK"]), st.data())
def test_an_amount_is_said_in_its_own_currency_alone(number: str, said: str, data: st.DataObject):
    called = data.draw(st.sampled_from(["USD", "EUR", "GBP", "CHF", "SEK"]))

    assert is_said(Money(f"{number} {called}"), (f"pay {number} {said}",)) is (said == called)


@given(st.text(max_size=40), st.text(max_size=80))
def test_what_was_said_stands_in_the_text(value: str, text: str):
    assert not is_said(value, (text,)) or value.strip()


@pytest.mark.parametrize("part", ["1234", "0300", "5678"])
def test_a_group_of_a_number_that_is_written_in_groups_is_not_said(part: str):
    assert not is_said(part, ("pay 20 dollars to account 1234 0300 5678",))


def test_two_numbers_side_by_side_are_both_said():
    assert is_said("1234324", ("1234324 20",))
    assert is_said(Money("20"), ("1234324 20",))
