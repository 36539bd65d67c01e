"""Long texts in pieces: within every limit, and nothing lost or cut in two."""

import csv
import io
import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.chat.render.length_limits import Upload
from bot.platforms.chat.render.markdown import MarkdownCode, MarkdownTable, Prose
from bot.platforms.chat.wire import PlatformMessage
from bot.platforms.slack.render.blocks import converted, escape
from bot.platforms.slack.render.split_text import broken, fallback, pieces, sections, texts_of
from tests.unit.slack.limits import controls, refusals, texts
from tests.unit.slack.texts import HOSTS, hostile, long_hostile

SENTENCE = "The quick brown fox jumps over the lazy dog. "


def test_a_short_answer_is_one_section():
    (said,) = pieces("Hello **you**, see https://docs.example.com/a.", HOSTS)

    text = "Hello *you*, see <https://docs.example.com/a>."
    words = {"type": "mrkdwn", "text": text, "verbatim": True}
    assert said == PlatformMessage(text, ({"type": "section", "text": words, "expand": True},))


def test_what_fits_shares_a_section():
    (said,) = pieces("Run:\n```\nls\n```\nDone.")

    assert isinstance(said, PlatformMessage)
    assert texts(said.parts) == ["Run:\n\n```\nls\n```\n\nDone."]


@pytest.mark.parametrize("text", ["", " \n ", "```\n```"])
def test_nothing_said_is_an_ellipsis(text: str):
    (said,) = pieces(text)

    assert isinstance(said, PlatformMessage)
    assert (texts(said.parts), said.text) == (["…"], "…")


def test_a_long_answer_breaks_between_paragraphs():
    paragraphs = [f"{number} {SENTENCE * 20}".strip() for number in range(10)]

    (said,) = pieces("\n\n".join(paragraphs))

    assert isinstance(said, PlatformMessage)
    assert "\n\n".join(texts(said.parts)) == "\n\n".join(paragraphs)


def test_then_between_lines_sentences_and_words():
    assert list(broken("one line\nnext line", 12)) == ["one line", "next line"]
    assert list(broken("One two. Three four.", 15)) == ["One two.", "Three four."]
    assert list(broken("one two three four", 10)) == ["one two", "three four"]
    assert list(broken("onetwothree", 6)) == ["onetwo", "three"]


def test_entities_links_and_numbers_are_never_broken():
    link = "<https://docs.example.com/a|a long label of it>"

    assert list(broken(f"abcde {link}", 50)) == ["abcde", link]
    assert list(broken("abcd&amp;efgh", 6)) == ["abcd", "&amp;e", "fgh"]
    assert list(broken("abcd⟨U+202E⟩efghij", 9)) == ["abcd", "⟨U+202E⟩e", "fghij"]
    assert list(broken("abcd[.]efgh", 6)) == ["abcd", "[.]efg", "h"]


def test_spans_stay_whole_if_they_can():
    assert list(broken("some words `and code` more", 17)) == ["some words", "`and code` more"]
    assert list(broken("some words *and bold* more", 17)) == ["some words", "*and bold* more"]


def test_code_is_closed_and_opened_again():
    lines = [f"line {number} <&> " + "x" * 60 for number in range(100)]

    said = texts(pieces("```py\n" + "\n".join(lines) + "\n```")[0].parts)  # type: ignore[union-attr]  # a short text is no file

    assert len(said) > 1
    assert all(text.startswith("```\n") and text.endswith("\n```") for text in said)
    inside = "\n".join(text.removeprefix("```\n").removesuffix("\n```") for text in said)
    assert inside == escape("\n".join(lines))


def test_a_table_becomes_a_block():
    (said,) = pieces("Before\n\n| Name | Sum |\n|---|---|\n| Ana | <!here> |\n| | 2 |")

    assert isinstance(said, PlatformMessage)
    assert said.text == "Before\n\nName | Sum\nAna | &lt;!here&gt;\n | 2"
    assert json.dumps(said.parts[1]["rows"]) == json.dumps(
        [
            [{"text": cell, "type": "raw_text"} for cell in row]
            for row in (("Name", "Sum"), ("Ana", "⟨U+003C⟩!here>"), (" ", "2"))
        ]
    )


def test_each_message_holds_one_table():
    table = "| a | b |\n|---|---|\n| 1 | 2 |"

    said = pieces(f"{table}\n\nand\n\n{table}")

    assert [
        [block["type"] for block in one.parts] for one in said if isinstance(one, PlatformMessage)
    ] == [
        ["table", "section"],
        ["table"],
    ]


@pytest.mark.parametrize(("rows", "columns"), [(101, 2), (3, 21), (99, 19)])
def test_a_table_that_is_too_large_becomes_a_file(rows: int, columns: int):
    line = "|" + " =1+2 x |" * columns
    table = "\n".join([line, "|" + "---|" * columns, *[line] * (rows - 1)])

    said, file = pieces(f"Here:\n\n{table}")

    assert isinstance(said, PlatformMessage)
    assert (
        f"_A table of {rows - 1} rows, {columns} columns is attached as table-1.csv._" in said.text
    )
    assert isinstance(file, Upload)
    assert file.name == "table-1.csv"
    assert list(csv.reader(io.StringIO(file.content.decode()))) == [["'=1+2 x"] * columns] * rows


def test_numbers_in_a_file_stay_numbers():
    head = "| n |\n|---|\n"
    _said, file = pieces(head + "| -5.00 |\n| +1,000 |\n| @x |\n" * 40)

    assert isinstance(file, Upload)
    cells = [row[0] for row in csv.reader(io.StringIO(file.content.decode()))]
    assert cells[:4] == ["n", "-5.00", "+1,000", "'@x"]


@pytest.mark.parametrize("text", [SENTENCE * 1_000, "[" * 29_000, "word\n\n" * 5_000])
def test_a_very_long_answer_becomes_a_file(text: str):
    said, file = pieces(text + "\u202e", most_messages=2)

    assert isinstance(said, PlatformMessage)
    assert "all of it is in the attached file answer.txt" in said.text
    assert file == Upload("answer.txt", (text + "⟨U+202E⟩").encode())
    assert refusals(said.parts) == []


def test_sections_say_if_there_was_more():
    said = sections(SENTENCE * 200, most=2)

    assert [block["type"] for block in said] == ["section", "section", "context"]


def test_fallbacks_break_addresses_in_code_too():
    assert fallback("`evil.com` <https://docs.example.com/a.b>") == (
        "`evil[.]com` <https://docs.example.com/a.b>"
    )


@given(long_hostile)
def test_every_message_is_within_the_limits(text: str):
    for piece in pieces(text, HOSTS):
        if isinstance(piece, Upload):
            assert re.fullmatch(r"(?:table-\d+\.csv|answer\.txt)", piece.name)
            continue
        assert refusals(piece.parts) == []
        assert json.loads(json.dumps(piece.parts)) == list(piece.parts)
        assert 0 < len(piece.text) <= 3_000
        assert controls(piece.text) == []
        prose = (b for b in piece.parts if b["type"] != "table")
        assert [c for block in prose for text in texts(block) for c in controls(text)] == []


@given(long_hostile, st.integers(2_005, 2_900))
def test_breaking_loses_no_word_and_no_character_of_code(text: str, room: int):
    for part in converted(text, HOSTS):
        match part:
            case Prose(prose):
                said = list(broken(prose, room))
                assert "".join(prose.split()) == "".join("".join(said).split())
                assert all(len(piece) <= room for piece in said)
            case MarkdownCode(code):
                said = [one.removeprefix("```\n").removesuffix("\n```") for one in texts_of(part)]
                assert "".join(said).replace("\n", "") == code.replace("\n", "")
            case MarkdownTable():
                continue


@given(hostile)
def test_no_piece_ends_within_something(text: str):
    for part in converted(text, HOSTS):
        if isinstance(part, Prose):
            for piece in broken(part.text, 200):
                assert not re.search(r"&(?!amp;|lt;|gt;)", piece)
                quotes = len(re.findall(r"^>", piece, re.MULTILINE))
                assert piece.count("<") == piece.count(">") - quotes


@given(
    st.lists(
        st.sampled_from(["word", "&amp;", "`a b`", "x" * 30, "\n", "\n\n", ". "]), max_size=60
    )
)
def test_pieces_are_as_long_as_they_can_be(parts: list[str]):
    """No two neighbours would fit into one piece with room to spare."""
    said = list(broken(" ".join(parts), 100))

    assert all(len(a) + len(b) > 50 for a, b in pairwise(said))
