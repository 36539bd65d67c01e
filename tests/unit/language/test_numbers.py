"""Numbers in digits and in words, and what is none."""

from decimal import Decimal

import pytest

from bot.language.numbers import find_numbers


def values(text: str) -> list[str]:
    return [f"{one.value:f}" if one.value is not None else one.doubt for one in find_numbers(text)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("500", "500"),
        ("１２３４３２４", "1234324"),
        ("١٢٣٤", "1234"),
        ("1 500", "1500"),
        ("1\u00a0500", "1500"),
        ("1\u202f500,50", "1500.50"),
        ("1'500", "1500"),
        ("1’500", "1500"),
        ("50,00", "50.00"),
        ("1.234,56", "1234.56"),
        ("1,234.56", "1234.56"),
        ("1.000.000", "1000000"),
        ("1,23,456", "123456"),
        ("0.500", "0.500"),
        ("1234.567", "1234.567"),
        ("there are 1,000.", "1000"),
        ("ich nehme 1.000 davon", "1000"),
        ("order #12", "12"),
        ("-5", "-5"),
        ("make it −5", "-5"),
        ("- 5 laptops", "5"),
        ("３人", "3"),
        ("3개", "3"),
        ("500円", "500"),
        ("drei", "3"),
        ("drei Laptops", "3"),
        ("three", "3"),
        ("vingt et un", "21"),
        ("treinta y cinco", "35"),
        ("zweihundertfünfzig", "250"),
        ("two hundred and fifty", "250"),
        ("twenty-two thousand", "22000"),
        ("order one laptop", "1"),
        ("五千円", "5000"),
        ("三つ", "3"),
        ("二十三", "23"),
        ("三万五千", "35000"),
    ],
)
def test_a_number_is_read_however_it_is_written(text: str, number: str):
    assert values(text) == [number]


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("1.000", "separator"),
        ("1,500", "separator"),
        ("send 1.500 to Ana", "separator"),
        ("Überweise 1,500 auf das Konto", "separator"),
        ("12.34,56.78", "separator"),
        ("2 Tausend", "scale"),
        ("2k", "scale"),
        ("2 mil", "scale"),
        ("2 Mio.", "scale"),
        ("3 Dutzend", "scale"),
        ("drei Dutzend", "scale"),
        ("5 тысяч", "scale"),
        ("5,000万", "scale"),
        ("500만원", "scale"),
        ("10-20", "range"),
        ("10\u201320", "range"),
        ("five point two", "word"),
        ("drei Komma fünf", "word"),
        ("minus five", "word"),
        ("fifty twenty", "word"),
        ("half a million", "word"),
        ("a few hundred", "word"),
        ("mehrere Tausend", "word"),
        ("two and a half", "word"),
        ("2 and a half", "scale"),
    ],
)
def test_what_is_nobodys_guess_is_found_without_a_value(text: str, doubt: str):
    found = find_numbers(text)

    assert [(one.value, one.doubt) for one in found] == [(None, doubt)]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "once I was",
            "the savings one",
            "the first one",
            "due to this",
            "eine Frage",
            "un café",
        ),
        *("elf Laptops", "一緒に", "第三", "the 3rd", "a5", "Q3", "5kg", "1234324x", "PO-12"),
        *("2026-12-05", "1.2.3", "10:30", "555-1234-99", "+1234324", "bank.example/pay?a=50"),
        "1234 0300 5678",
    ],
)
def test_no_part_of_a_word_id_date_or_address_is_a_number(text: str):
    assert find_numbers(text) == ()


def test_a_list_of_small_numbers_is_several():
    assert values("approve 1,2,4") == ["1", "2", "4"]


def test_the_language_of_the_text_settles_what_a_comma_means():
    assert find_numbers("please send 1,500 to the account")[0].value == Decimal(1500)


def test_a_word_that_is_a_number_elsewhere_counts_where_that_language_is_spoken():
    assert values("ich möchte elf Laptops") == ["11"]


@pytest.mark.parametrize(
    "text",
    [
        *("maybe 50", "send up to 50", "about $50", "perhaps EUR 50", "ungefähr 50", "bis zu 50"),
        *("peut-être 50", "à peu près fifty", "quizás 50", "примерно 50", "約50", "大约50"),
    ],
)
def test_a_number_behind_a_hedge_is_in_doubt(text: str):
    assert [number.doubt for number in find_numbers(text)] == ["vague"]


@pytest.mark.parametrize(
    "text",
    [
        *("~50", "≈ 50", "± 50", "ca. 50", "c. $50", "just under 50", "over 50", "close to 50"),
        *("something like 50", "weniger als 50", "más de 50", "più di 50", "zhruba 50", "до 50"),
        *("rundt 50", "حوالي 50", "लगभग 50", "ざっと50", "약 50"),
    ],
)
def test_a_hedge_is_known_in_many_languages(text: str):
    assert [number.doubt for number in find_numbers(text)] == ["vague"]


@pytest.mark.parametrize(
    "text",
    [
        *("50 or so", "50 or more", "50 dollars or so", "$50, give or take", "50 laptops, maybe"),
        *(
            "50 more or less",
            "50+",
            "50 oder so",
            "50 Euro ungefähr",
            "50 environ",
            "50 más o menos",
        ),
        *("50 o più", "50 euro of zo", "50 eller så", "50 tai niin", "50 mniej więcej"),
        *(
            "50 рублей примерно",
            "50 zhruba",
            "fifty or thereabouts",
            "50円くらい",
            "50ほど",
            "50元左右",
        ),
        *("50원 정도", "50 lira civarı", "50 تقريبا", "50 (roughly)", "50 - ish", "50, I guess"),
    ],
)
def test_a_number_before_a_hedge_is_in_doubt(text: str):
    assert [number.doubt for number in find_numbers(text)] == ["vague"]


@pytest.mark.parametrize(
    "text",
    [
        *("perhaps you can send 50", "tell me about it: 50", "maybe. 50"),
        *("50 to maybe Ana", "50 for the circa show", "50. Maybe later"),
    ],
)
def test_a_hedge_of_the_sentence_is_none_of_its_number(text: str):
    assert values(text) == ["50"]
