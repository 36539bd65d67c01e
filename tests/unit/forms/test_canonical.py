"""Days and amounts in words, as tools take them."""

import json
from datetime import date

import pytest
from pydantic import BaseModel, JsonValue

from agents.kit import Day, Money, tool
from agents.kit.values.model import ModelReply, ToolCall
from bot.core.prompts.arguments import make_calls_canonical, make_canonical

FRIDAY = date(2026, 11, 20)


class Visit(BaseModel):
    """A visit, and what it costs."""

    day: Day
    fee: Money | None = None


@tool
def book(
    day: Day,
    price: Money | None = None,
    visits: list[Visit] | None = None,
    named: dict[str, Day] | None = None,
    note: str = "",
) -> str:
    """Book something."""
    return f"{day} {price} {visits} {named} {note}"


def read(**written: JsonValue) -> dict[str, JsonValue]:
    return make_canonical(written, book.spec.parameters, FRIDAY)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("Monday", "2026-11-23"),
        ("next Friday", "2026-11-27"),
        ("3 March", "2027-03-03"),
        ("in two weeks", "2026-12-04"),
        ("übermorgen", "2026-11-22"),
        ("el 5 de diciembre", "2026-12-05"),
        ("5 de diciembre", "2026-12-05"),
        ("2026年12月5日", "2026-12-05"),
        ("2026-12-24", "2026-12-24"),
        ("5/6/2026", "5/6/2026"),
        ("Monday or Tuesday", "Monday or Tuesday"),
        ("soon", "soon"),
        ("", ""),
    ],
)
def test_a_day_in_words_becomes_a_date_unless_several_may_be_meant(written: str, day: str):
    assert read(day=written) == {"day": day}


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("$1,000.00", "1000.00 USD"),
        ("20 dollars", "20.00 USD"),
        ("zwanzig Euro", "20.00 EUR"),
        ("25.50", "25.50"),
        ("30 EUR", "30 EUR"),
        ("20 or 30 dollars", "20 or 30 dollars"),
        ("much", "much"),
    ],
)
def test_an_amount_in_words_becomes_digits_and_a_code(written: str, amount: str):
    assert read(price=written) == {"price": amount}


def test_what_lies_in_lists_models_and_maps_is_read_too_and_texts_are_left_alone():
    assert read(
        visits=[{"day": "tomorrow", "fee": "5 euros"}, "tomorrow", None],
        named={"first": "Monday"},
        note="tomorrow",
        unknown="Monday",
    ) == {
        "visits": [{"day": "2026-11-21", "fee": "5.00 EUR"}, "tomorrow", None],
        "named": {"first": "2026-11-23"},
        "note": "tomorrow",
        "unknown": "Monday",
    }


def test_calls_of_a_model_are_read_and_those_that_need_it_not_stay_as_they_are():
    written = ('{"day": "Monday"}', '{"day":  "2026-11-23"}', '["Monday"]', "no json", "")
    calls = [ToolCall(str(place), "book", one) for place, one in enumerate(written)]
    reply = ModelReply("", (*calls, ToolCall("x", "other", '{"day": "Monday"}')))

    first, *others = make_calls_canonical(reply, (book.spec,), FRIDAY).tool_calls

    assert json.loads(first.arguments) == {"day": "2026-11-23"}
    assert tuple(others) == reply.tool_calls[1:]
