"""JSON from outside is read strictly, or refused in plain words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from bot.domain.untrusted import DEEPEST, MOST_CHARACTERS, NotAnObject, read_object

numbers = st.integers(-(10**18), 10**18) | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
leaves: st.SearchStrategy[JsonValue] = st.none() | st.booleans() | numbers | texts


def around(inner: st.SearchStrategy[JsonValue]) -> st.SearchStrategy[JsonValue]:
    """Values that may hold such values."""
    return leaves | st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4)


# Nested by hand: a recursive strategy was seen to draw differently on a busy machine.
values = around(around(around(leaves)))


@given(st.dictionaries(texts, values))
def test_what_was_written_is_read(found: dict[str, JsonValue]):
    assert read_object(json.dumps(found)) == found


@given(st.text(st.characters(exclude_categories=[]) | st.sampled_from('{}[]":,\\u0dE+-')))
def test_whatever_else_comes_is_refused_and_nothing_worse(raw: str):
    try:
        found = read_object(raw)
    except NotAnObject:
        return
    assert isinstance(found, dict)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": 1e999}',
        '{"a": ' + "9" * 5_000 + "}",
        '{"a": ' + "9" * 21 + "}",
        '{"a": 0.' + "1" * 5_000 + "}",
        '{"a": 1, "a": 2}',
        '{"\\ud800": 1, "\\ud801": 2}',
        '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"a": ' + "[" * DEEPEST + "]" * DEEPEST + "}",
        '\ufeff{"a": 1}',
    ],
)
def test_what_readers_disagree_on_or_choke_on_is_not_json(raw: str):
    with pytest.raises(NotAnObject, match="it is not JSON"):
        read_object(raw)


@pytest.mark.parametrize("raw", ["[]", "1", "null", '"{}"'])
def test_only_an_object_is_one(raw: str):
    with pytest.raises(NotAnObject, match="it is not a JSON object"):
        read_object(raw)


def test_what_is_too_long_is_not_looked_at():
    with pytest.raises(NotAnObject, match="it is too long"):
        read_object(" " * (MOST_CHARACTERS + 1))


def test_half_a_character_and_nul_are_replaced():
    assert read_object('{"a": ["\\ud800", "b\\u0000"], "\\udfff": 1}') == {
        "a": ["\ufffd", "b\ufffd"],
        "\ufffd": 1,
    }
