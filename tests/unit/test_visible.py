"""Hidden characters: they are shown, and ordinary writing stays as it is."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.chat.render.sanitize import read_hidden, reveal_hidden, write_code_point


@pytest.mark.parametrize(
    ("hidden", "note"),
    [
        ("pay \u202eevil", "pay ⟨U+202E⟩evil"),
        ("pay\u200bpal", "pay⟨U+200B⟩pal"),
        ("a\u200db", "a⟨U+200D⟩b"),
        ("tag\U000e0041", "tag⟨U+E0041⟩"),
        ("nul\x00 esc\x1b del\x7f c1\x9b", "nul⟨U+0000⟩ esc⟨U+001B⟩ del⟨U+007F⟩ c1⟨U+009B⟩"),
        ("lone \ud800", "lone ⟨U+D800⟩"),
        ("line\u2028end", "line⟨U+2028⟩end"),
        ("a\rb", "a⟨U+000D⟩b"),
        ("blank \u3164\u2800", "blank ⟨U+3164⟩⟨U+2800⟩"),
        ("1\ufe0f0", "1⟨U+FE0F⟩0"),
        ("❤\ufe0f\ufe0f", "❤\ufe0f⟨U+FE0F⟩"),
    ],
)
def test_what_hides_is_shown(hidden: str, note: str):
    assert reveal_hidden(hidden) == note


@pytest.mark.parametrize(
    "text",
    [
        "two\nlines\tand a tab",
        "Zoë naïve façade — “quotes” €5",
        "مرحبا بالعالم",
        "می\u200cشود",
        "क्\u200dष",
        "❤️ 👨\u200d👩\u200d👧 1️⃣ 🏳️\u200d🌈 ‼️ 👍🏽",
        "日本語テキスト",
    ],
)
def test_ordinary_writing_stays(text: str):
    assert reveal_hidden(text) == text


@given(st.text(st.characters()))
def test_nothing_hidden_is_left(text: str):
    kept = set(reveal_hidden(text)) - set("\n\t\u200c\u200d")

    assert not [char for char in kept if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}]
    assert not kept & set("\u200b\u200e\u200f\u202a\u202b\u202d\u202e\u2066\u2069\ufeff\u00ad")


@given(st.text(st.characters()))
def test_showing_twice_changes_nothing_more(text: str):
    assert reveal_hidden(reveal_hidden(text)) == reveal_hidden(text)


@given(st.text(st.characters(exclude_characters="⟨")))
def test_what_was_shown_can_be_read_back(text: str):
    assert read_hidden(reveal_hidden(text)) == text


@given(st.characters())
def test_a_number_stands_for_its_character(char: str):
    assert read_hidden(write_code_point(char)) == char


def test_a_number_that_is_no_character_stays():
    assert read_hidden("⟨U+FFFFFF⟩") == "⟨U+FFFFFF⟩"
