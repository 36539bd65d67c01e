"""Amounts as people write them, in many languages and currencies."""

from decimal import Decimal

import pytest

from bot.language.currencies import currency_named
from bot.language.money import Amount, find_amounts, format_amount

PLAIN = [
    ("500", "500"),
    ("send 500 to account 1234324 for the AMD shares", "500"),
    ("$500", "500.00 USD"),
    ("500$.", "500.00 USD"),
    ("US$500", "500.00 USD"),
    ("500 bucks to Ana", "500.00 USD"),
    ("500 US dollars", "500.00 USD"),
    ("500 of my dollars", "500.00 USD"),
    ("50ドル", "50.00 USD"),
    ("500 Dollar an Konto 1234324, bitte", "500.00 USD"),
    ("Überweise 500 Rubel an Konto 1234324", "500.00 RUB"),
    ("переведи 500 рублей", "500.00 RUB"),
    ("500 yenes", "500 JPY"),
    ("500円", "500 JPY"),
    ("５０００円を送って", "5000 JPY"),
    ("500 złotych", "500.00 PLN"),
    ("500 naira", "500.00 NGN"),
    ("500 taka", "500.00 BDT"),
    ("1'500 Franken", "1500.00 CHF"),
    ("10 swiss francs", "10.00 CHF"),
    ("500 Pfund", "500.00 GBP"),
    ("10 pounds sterling", "10.00 GBP"),
    ("10 canadian dollars", "10.00 CAD"),
    ("10 hong kong dollars", "10.00 HKD"),
    ("500 norwegische Kronen", "500.00 NOK"),
    ("500 pesos mexicanos", "500.00 MXN"),
    ("A$10", "10.00 AUD"),
    ("R$ 50", "50.00 BRL"),
    ("CAD 10", "10.00 CAD"),
    ("EUR10", "10.00 EUR"),
    ("500eur", "500.00 EUR"),
    ("10 in euros", "10.00 EUR"),
    ("10 to Ana, in euros", "10.00 EUR"),
    ("fünfzig Euro", "50.00 EUR"),
    ("treinta y cinco euros", "35.00 EUR"),
    ("500,50 Euro", "500.50 EUR"),
    ("1.000 €", "1000.00 EUR"),
    ("1 500 €", "1500.00 EUR"),
    ("1.234,56 €", "1234.56 EUR"),
    ("$1,234,567.89!", "1234567.89 USD"),
    ("50,00", "50.00"),
    ("1'500", "1500"),
    ("1,000", "1000"),
    ("10元", "10.00 CNY"),
    ("转500元", "500.00 CNY"),
    ("500원", "500 KRW"),
    ("PAY 700 NOW", "700"),
    ("-5", "-5"),
    ("500,- Rubel", "500.00 RUB"),
    ("500 (RUB)", "500.00 RUB"),
    ("500 (in Rubel)", "500.00 RUB"),
    ("500\nRubel", "500.00 RUB"),
    ("500  Rubel", "500.00 RUB"),
    ("RUB: 500", "500.00 RUB"),
    ("Rubel 500", "500.00 RUB"),
    ("500 dollars canadiens", "500.00 CAD"),
    ("500 💶", "500.00 EUR"),
    ("500 ₽", "500.00 RUB"),
    ("500 to Ana. All good", "500"),
]

DOUBTFUL = [
    ("500 Kronen", "currency"),
    ("500 dollars Canadian", "currency"),
    ("500 aussie dollars", "currency"),
    ("500 euro cents", "currency"),
    ("500 ؋", "currency"),
    ("$2bn", "scale"),
    ("1.5 million euros", "scale"),
    ("5 grand", "scale"),
    ("500 coronas", "currency"),
    ("500 céntimos", "currency"),
    ("500 pesetas", "currency"),
    ("500 pesos", "currency"),
    ("500 Rappen", "currency"),
    ("500 zorkmids", "currency"),
    ("$10 CAD", "currency"),
    ("$10 canadian", "currency"),
    ("¥10", "currency"),
    ("10¢", "currency"),
    ("10%", "currency"),
    ("10 for Ana, in kroner", "currency"),
    ("1,500 €", "separator"),
    ("Überweise 1,500 € auf mein Konto", "separator"),
    ("1.500", "separator"),
    ("$1.500", "separator"),
    ("2 Tausend", "scale"),
    ("2 Mio.", "scale"),
    ("2 mil", "scale"),
    ("10k", "scale"),
    ("500万円", "scale"),
    ("500만원", "scale"),
    ("3 Dutzend", "scale"),
    ("10-20", "range"),
    ("500.50円", "decimals"),
    ("12,3456 $", "decimals"),
    ("five point two dollars", "word"),
]


@pytest.mark.parametrize(("text", "amount"), PLAIN)
def test_an_amount_is_read_with_the_currency_beside_it(text: str, amount: str):
    first = find_amounts(text, labels=("account", "Konto"))[0]

    assert first.value is not None, first
    assert (format_amount(first.value), first.doubt) == (_plain(amount, first.value), "")


@pytest.mark.parametrize(("text", "doubt"), DOUBTFUL)
def test_what_cannot_be_read_for_certain_has_no_value_and_says_why(text: str, doubt: str):
    first = find_amounts(text)[0]

    assert (first.value, first.doubt) == (None, doubt)


@pytest.mark.parametrize(
    "text", ["5kg of rice", "flight A4", "-$10", "account 1234 0300 5678", "PO-12", "one moment"]
)
def test_a_part_of_an_id_or_a_measure_is_no_amount(text: str):
    assert find_amounts(text) == ()


def test_the_currency_of_a_bare_number_settles_its_separators():
    in_dollars, in_euros = (find_amounts("1.000", currency=code)[0] for code in ("USD", "EUR"))

    assert in_dollars.doubt == "separator"
    assert in_euros.value == Amount(Decimal(1000))


def test_words_of_the_slot_are_harmless_beside_a_number():
    assert find_amounts("500 shipping budget")[0].doubt == "currency"
    assert find_amounts("500 shipping budget", labels=("Shipping costs",))[0].value == Amount(
        Decimal(500)
    )


def test_the_place_holds_the_currency_and_is_of_the_original_text():
    text = "Send ＄５００\u200b now"
    found = find_amounts(text)[0]

    assert found.text == text[found.start : found.end] == "＄５００"
    assert found.value == Amount(Decimal(500), "USD")


def test_two_amounts_keep_their_own_currencies():
    found = [one.value for one in find_amounts("20 dollars 30 euros and 7 yen")]

    assert found == [
        Amount(Decimal(20), "USD"),
        Amount(Decimal(30), "EUR"),
        Amount(Decimal(7), "JPY"),
    ]


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("Rubel", "RUB"),
        ("quid", "GBP"),
        ("EUR", "EUR"),
        ("eur", "EUR"),
        ("ALL", "ALL"),
        ("all", None),
        ("Kronen", "?"),
        ("cents", "?"),
        ("円", "JPY"),
        ("złotych", "PLN"),
        ("table", None),
        ("the", None),
    ],
)
def test_a_word_names_a_currency_or_none(word: str, code: str | None):
    assert currency_named(word) == code


def test_an_amount_is_written_with_the_decimals_of_its_currency():
    amounts = [Amount(Decimal(500), "USD"), Amount(Decimal(500), "JPY"), Amount(Decimal("7.5"))]

    assert list(map(format_amount, amounts)) == ["500.00 USD", "500 JPY", "7.5"]


def _plain(amount: str, value: Amount) -> str:
    """A bare number is written as it was said: 50.00 stays so."""
    return amount if value.currency or "." in amount else f"{value.value:f}".split(".")[0]
