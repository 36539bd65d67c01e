"""Whatever a tool does with a secret, and however it writes it, none of it leaves the tool."""

import html
import json
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from agents.kit import Secret, ToolFailed
from agents.kit.tool import said
from agents.kit.values.errors import AuthorError
from bot.core.redaction.tool_redaction import SecretRedactor
from bot.language.secrets import MASK

pytestmark = pytest.mark.proves("R8")

ODD = 'Zx9"Qq\\ü7'
WRITINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "JSON": lambda text: json.dumps(text)[1:-1],
    "JSON with its own letters": lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    "JSON of other servers": lambda text: json.dumps(text)[1:-1].replace("/", "\\/"),
    "JSON within JSON": lambda text: json.dumps(json.dumps(text))[3:-3],
    "Python": lambda text: repr(text)[1:-1],
    "Python in ASCII": lambda text: ascii(text)[1:-1],
    "a path": quote,
    "a part of a path": lambda text: quote(text, safe=""),
    "a form": quote_plus,
    "an address within an address": lambda text: quote(quote(text)),
    "small letters": lambda text: quote(text, safe="").lower(),
    "HTML": html.escape,
    "ASCII for HTML": lambda text: text.encode("ascii", "xmlcharrefreplace").decode(),
}

secrets = st.text(min_size=1, max_size=12)
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


def veil_of(*values: str) -> SecretRedactor:
    return SecretRedactor({f"secret{n}": Secret(value) for n, value in enumerate(values)})


def shows(text: str, secret: str) -> bool:
    """Say whether a secret stands in a text, beside its masks.

    One of fewer than four characters does where no letter goes on with its letters, and no digit
    with its digits: inside a longer word or number it tells nobody that it is there.
    """
    parts = text.split(MASK)
    if len(secret) >= 4:
        return any(secret in part for part in parts)
    return any(
        not (
            goes_on(part[at - 1 : at], secret[0]) or goes_on(part[at + len(secret) :], secret[-1])
        )
        for part in parts
        for at in range(len(part))
        if part.startswith(secret, at)
    )


def goes_on(beside: str, end: str) -> bool:
    """Say whether what stands beside the end of a secret is of the same word or number."""
    if not beside or not end.isalnum():
        return False
    return beside[0].isalnum() and beside[0].isdecimal() == end.isdecimal()


def holding(value: JsonValue, secret: str) -> list[JsonValue]:
    """A value beside a secret, as a part of a text, of a name, and deep inside."""
    return [value, f"<{secret}>", {secret: value, "inner": [{"it": secret}]}]


def texts_in(value: JsonValue) -> list[str]:
    match value:
        case dict():
            parts = [*value.keys(), *value.values()]
            return [text for part in parts for text in texts_in(part)]
        case list():
            return [text for part in value for text in texts_in(part)]
        case _:
            return [str(value)]


@given(st.text(max_size=8), secrets, st.text(max_size=8))
def test_no_text_shows_a_secret(before: str, secret: str, after: str):
    assert not shows(veil_of(secret).text(f"{before}{secret}{after}"), secret)


@pytest.mark.parametrize("write", WRITINGS.values(), ids=WRITINGS)
@given(st.data())
def test_no_way_of_writing_shows_a_secret(write: Callable[[str], str], data: st.DataObject):
    # Small letters are another secret, but for the digits of what is escaped.
    given_secrets = secrets.map(str.lower) if write is WRITINGS["small letters"] else secrets
    secret = data.draw(given_secrets)

    left = veil_of(secret).text(f"({write(secret)})")

    assert MASK in left
    assert not shows(left, write(secret))


@given(any_json, secrets)
def test_no_result_shows_a_secret_whatever_its_shape(value: JsonValue, secret: str):
    left = veil_of(secret).text(said(holding(value, secret)))

    assert not shows(left, secret)
    assert not shows(left, json.dumps(secret, ensure_ascii=False)[1:-1])


@given(any_json, secrets)
def test_no_value_that_stays_json_shows_a_secret(value: JsonValue, secret: str):
    left = veil_of(secret).json(holding(value, secret))

    assert not any(shows(text, secret) for text in texts_in(left))


@given(st.lists(secrets, min_size=2, max_size=3), st.text(max_size=8))
def test_of_several_secrets_none_is_shown(several: list[str], between: str):
    left = veil_of(*several).text(between.join(several))

    assert not any(shows(left, secret) for secret in several)


@pytest.mark.parametrize("write", WRITINGS.values(), ids=WRITINGS)
@given(before=st.sampled_from("\n\té=%&/ x"), secret=st.sampled_from(["1", "42", "007"]))
def test_a_short_number_is_hidden_behind_whatever_stands_before_it(
    write: Callable[[str], str], before: str, secret: str
):
    assert veil_of(secret).text(write(f"it is{before}{secret}")).endswith(MASK)


@pytest.mark.parametrize(
    ("secret", "text", "left"),
    [
        ("a", "a balance, a_b and (a)", "[secret] balance, [secret]_b and ([secret])"),
        ("cat", "cat7, cats, bobcat and cat", "[secret]7, cats, bobcat and [secret]"),
        ("42", "pin42, 42 of 1420, 4.42", "pin[secret], [secret] of 1420, 4.[secret]"),
        ("a1", "xa1 a12 a1b a1", "xa1 a12 [secret]b [secret]"),
        ("!", "what!", "what[secret]"),
        ("cats", "bobcats", "bob[secret]"),
    ],
)
def test_a_short_secret_is_hidden_as_a_word_or_number_of_its_own(
    secret: str, text: str, left: str
):
    assert veil_of(secret).text(text) == left


def test_a_short_secret_right_beside_a_long_one_is_hidden_too():
    assert veil_of("47114711", "9").text("47114711" + "9") == MASK + MASK


@given(any_json, st.text(max_size=8))
def test_without_a_secret_nothing_is_changed(value: JsonValue, text: str):
    assert SecretRedactor().json(value) == value
    assert SecretRedactor().text(text) == text


@given(any_json)
def test_what_holds_no_secret_stays_as_it_is(value: JsonValue):
    assert veil_of("a text that none of them holds").json(value) == value


def test_what_stands_around_a_secret_stays():
    left = veil_of(ODD).text(said({"code": ODD, "tries": 2}))

    assert json.loads(left) == {"code": MASK, "tries": 2}


def test_a_secret_that_comes_back_as_a_number_is_none_to_be_read():
    assert veil_of("4711").json({"pin": 4711, "of": 12}) == {"pin": MASK, "of": 12}


def test_a_secret_that_is_part_of_the_mask_leaves_it_whole():
    assert veil_of("secret").text("it is secret, not [secret]") == "it is [secret], not [secret]"


def test_a_text_of_nothing_but_backslashes_is_read_at_once():
    text = "\\" * 2_000

    assert veil_of("\\" * 20 + "x").text(text) == text


@pytest.mark.parametrize("ask_again", [True, False])
def test_a_failure_keeps_its_meaning_and_loses_the_secret(*, ask_again: bool):
    failure = veil_of(ODD).failure(ToolFailed(f"bad code {ODD!r}", ask_again=ask_again))

    assert isinstance(failure, ToolFailed)
    assert (str(failure), failure.ask_again) == ("bad code '[secret]'", ask_again)


def test_the_mistake_of_an_author_loses_the_secret_too():
    failure = veil_of(ODD).failure(AuthorError(f"no such fact: {ODD}"))

    assert (type(failure), str(failure)) == (AuthorError, "no such fact: [secret]")


@pytest.mark.parametrize("secret", ["!pass", "\\pass", "pass!word"])
def test_a_text_of_nothing_but_backslashes_is_read_in_time(secret: str):
    text = "\\" * 200_000

    assert SecretRedactor({"code": Secret(secret)}).text(text) == text
