"""Days and times of day as people write them, in many languages."""

from datetime import date

import pytest

from bot.language.days import find_days, find_times

FRIDAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("today", "2026-11-20"),
        ("Tomorrow", "2026-11-21"),
        ("the day after tomorrow", "2026-11-22"),
        ("yesterday", "2026-11-19"),
        ("on Monday.", "2026-11-23"),
        ("Friday", "2026-11-27"),
        ("this Friday", "2026-11-20"),
        ("next Friday", "2026-11-27"),
        ("coming Friday", "2026-11-27"),
        ("last Friday", "2026-11-13"),
        ("last Thursday", "2026-11-19"),
        ("next week", "2026-11-23"),
        ("next month", "2026-12-01"),
        ("in 3 days", "2026-11-23"),
        ("in two weeks", "2026-12-04"),
        ("in a month", "2026-12-20"),
        ("2026-12-24", "2026-12-24"),
        ("24.12.2026", "2026-12-24"),
        ("12/24/2026", "2026-12-24"),
        ("24/12/2026", "2026-12-24"),
        ("24 December", "2026-12-24"),
        ("24th of December", "2026-12-24"),
        ("Dec 24th, 2027", "2027-12-24"),
        ("Nov 23 2026", "2026-11-23"),
        ("23 November", "2026-11-23"),
        ("1 November", "2026-11-01"),
        ("1 June", "2027-06-01"),
        ("29 February", "2028-02-29"),
        ("heute", "2026-11-20"),
        ("übermorgen", "2026-11-22"),
        ("5. Dezember 2026", "2026-12-05"),
        ("kommenden Montag", "2026-11-23"),
        ("in zwei Wochen", "2026-12-04"),
        ("le 5 décembre", "2026-12-05"),
        ("lundi prochain", "2026-11-23"),
        ("dans 3 jours", "2026-11-23"),
        ("5 de diciembre", "2026-12-05"),
        ("mañana", "2026-11-21"),
        ("pasado mañana", "2026-11-22"),
        ("dopodomani", "2026-11-22"),
        ("tra 3 giorni", "2026-11-23"),
        ("5 de dezembro de 2026", "2026-12-05"),
        ("depois de amanhã", "2026-11-22"),
        ("segunda-feira", "2026-11-23"),
        ("volgende week", "2026-11-23"),
        ("overmorgen", "2026-11-22"),
        ("5 декабря", "2026-12-05"),
        ("через 3 дня", "2026-11-23"),
        ("послезавтра", "2026-11-22"),
        ("pojutrze", "2026-11-22"),
        ("za 3 dni", "2026-11-23"),
        ("2026年12月5日", "2026-12-05"),
        ("12月5日に", "2026-12-05"),
        ("明日", "2026-11-21"),
        ("来週の月曜日", "2026-11-23"),
        ("3日後", "2026-11-23"),
        ("后天", "2026-11-22"),
        ("下周一", "2026-11-23"),
        ("내일", "2026-11-21"),
    ],
)
def test_a_day_is_read_as_a_date_seen_from_today(written: str, day: str):
    found = find_days(written, FRIDAY)

    assert [(str(one.value), one.doubt) for one in found] == [(day, "")]


@pytest.mark.parametrize(
    ("written", "doubt"),
    [("5/6/2026", "separator"), ("03-04-2026", "separator"), ("nächsten Dienstag", "word")],
)
def test_what_may_be_either_day_is_found_without_a_date(written: str, doubt: str):
    wednesday = date(2026, 11, 16) if doubt == "word" else FRIDAY
    found = find_days(written, wednesday)

    assert [(one.value, one.doubt) for one in found] == [(None, doubt)]


@pytest.mark.parametrize(
    "text",
    [
        *("you may go", "mar", "sun and sat", "soon", "30 February", "2026-02-30", "32.1.2026"),
        *("2026-11-230", "https://x.example/2026-11-23", "March 5.5", "guten Morgen", "the march"),
        *("por la mañana", "in 3 hours", "5", "10:30"),
    ],
)
def test_an_ordinary_word_or_number_is_no_day(text: str):
    assert find_days(text, FRIDAY) == ()


def test_a_text_is_searched_for_all_its_days():
    text = "We sat in the sun on Monday, next Friday and 2026-11-23; 3 June too."

    found = [(one.text, text[one.start : one.end]) for one in find_days(text, FRIDAY)]

    assert found == [(day, day) for day in ("Monday", "next Friday", "2026-11-23", "3 June")]


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("at 09:30", "09:30"),
        ("9am", "09:00"),
        ("9:30 pm", "21:30"),
        ("12 am", "00:00"),
        ("9 Uhr", "09:00"),
        ("um 9 Uhr 30", "09:30"),
        ("à 9h30", "09:30"),
        ("午後3時半", "15:30"),
        ("9時", "09:00"),
        ("下午3点20分", "15:20"),
    ],
)
def test_a_time_of_day_is_read(text: str, time: str):
    assert [one.value for one in find_times(text)] == [time]


@pytest.mark.parametrize("text", ["at 9", "in 9 hours", "25:00", "3時間", "1.2:30", "13 pm"])
def test_a_number_alone_is_no_time_of_day(text: str):
    assert find_times(text) == ()


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("from Monday to Friday", "2026-11-30", "2026-12-04"),
        ("von Montag bis Freitag", "2026-11-30", "2026-12-04"),
        ("Thursday to Tuesday", "2026-11-26", "2026-12-01"),
        ("from December 5 until Monday", "2026-12-05", "2026-12-07"),
        ("Monday and Friday", "2026-11-30", "2026-11-27"),
    ],
)
def test_the_last_day_of_a_span_counts_from_the_first(text: str, first: str, last: str):
    wednesday = date(2026, 11, 25)

    days = [day.value for day in find_days(text, wednesday)]

    assert days == [date.fromisoformat(first), date.fromisoformat(last)]
