"""Markdown in Discord's shape: it looks the same, and nothing in it acts."""

import re

import pytest
from hypothesis import example, given

from bot.platforms.chat.render.length_limits import Upload
from bot.platforms.chat.render.markdown import MarkdownCode, Prose
from bot.platforms.discord.render.markdown import (
    LONGEST,
    MOST_MESSAGES,
    brief,
    converted,
    flat,
    literal,
    pieces,
    plain,
    texts_of,
)
from tests.fakes.discord.links import links_in
from tests.unit.slack.texts import ADDRESSES, HOSTS, hostile, long_hostile

FENCE = re.compile(r"^```$", re.MULTILINE)
CODE = re.compile(r"```.*?```|(?<!\\)`[^`\n]+`", re.DOTALL)
MENTION = re.compile(r"(?<!\\)<(?:@[!&]?\d|#\d|a?:\w+:\d|t:\d|/\w)|@(?:everyone|here)\b")
LISTED = re.compile(r"(?<!\\)<https://docs\.example\.com(?:[/?#][^<>\s]*)?>")
MASKED = re.compile(r"(?<!\\)\]\((?!<>\))")
SENTENCE = "The quick brown fox jumps over the lazy dog. "


def beside_links(said: str) -> str:
    """What is no code, with nothing between the brackets of links to listed hosts."""
    return LISTED.sub("<>", CODE.sub(" ", said))


def written(text: str) -> str:
    return "\n\n".join(flat(part) for part in converted(text, HOSTS))


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("**bold** *it* _it_ ~~no~~ `co_de`", "**bold** *it* *it* ~~no~~ `co_de`"),
        ("# Head **x**\ntext", "**Head x**\ntext"),
        ("- a\n- b\n  - c\n- d", "• a\n• b\n    • c\n• d"),
        ("> one\n> two\n\nafter", "> one\n> two\n\nafter"),
        ("2 * 3 and snake_case_name", r"2 \* 3 and snake\_case\_name"),
        ("the answer is ||hidden||", r"the answer is \|\|hidden\|\|"),
        ("-# small\n\\# head", "\\-# small\n\\# head"),
        ("<@80351110224678912> <#1> <:e:2> <t:1> </x:3>",
         r"\<@80351110224678912> \<#1> \<:e:2> \<t:1> \</x:3>"),
        ("call @everyone and @here", "call @ everyone and @ here"),
        ("see https://docs.example.com/a.", "see <https://docs.example.com/a>."),
        ("[docs](https://docs.example.com/a_(b))", "[docs](<https://docs.example.com/a_%28b%29>)"),
        ("[docs](https://evil.com)", "docs (https[:]//evil[.]com)"),
    ],
)  # fmt: skip
def test_markdown_becomes_what_discord_shows_alike(markdown: str, said: str):
    assert written(markdown) == said


def test_code_is_kept_and_cannot_end_early():
    text = "~~~py\nif a < b:\n    print('```')\n~~~"

    assert converted(text) == (MarkdownCode("if a < b:\n    print('⟨U+0060⟩⟨U+0060⟩⟨U+0060⟩')"),)


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_of_another_host_can_be_followed(address: str):
    assert all(link.startswith("https://docs.example.com") for link in links_in(written(address)))
    assert not list(links_in(literal(address)))
    assert not list(links_in(plain(address, 200)))


@example(text="https://docs.example.com/a?b=1&c=2[x](javascript:alert(1))")
@example(text="https://docs.example.com/a?b=1&c=2@here")
@given(text=hostile)
def test_nothing_in_any_text_acts(text: str):
    said = written(text)
    outside = beside_links(said)

    assert not MENTION.search(outside)
    assert not MASKED.search(outside)
    assert not list(links_in(said)), "what may be followed stands in angle brackets"


def test_a_short_answer_is_one_message():
    assert pieces("Run:\n```\nls\n```\nDone.") == ("Run:\n\n```\nls\n```\n\nDone.",)


@pytest.mark.parametrize("text", ["", " \n ", "```\n```"])
def test_nothing_said_is_an_ellipsis(text: str):
    assert pieces(text) == ("…",)


def test_a_long_answer_breaks_between_paragraphs():
    paragraphs = [f"{number} {SENTENCE * 20}".strip() for number in range(8)]

    said = pieces("\n\n".join(paragraphs))

    assert "\n\n".join(str(one) for one in said) == "\n\n".join(paragraphs)
    assert all(str(one).endswith("dog.") for one in said)


def test_code_is_closed_and_opened_again():
    lines = [f"line {number} " + "x" * 60 for number in range(60)]

    said = [str(one) for one in pieces("```\n" + "\n".join(lines) + "\n```")]

    assert len(said) > 1
    assert all(len(FENCE.findall(one)) == 2 for one in said)
    assert "\n".join(one.removeprefix("```\n").removesuffix("\n```") for one in said) == (
        "\n".join(lines)
    )


def test_a_small_table_is_columns_and_a_wide_one_a_file():
    assert pieces("| a | bb |\n|---|---|\n| 1 | 2 |") == ("```\na  bb\n1  2\n```",)

    wide = "| a | b |\n|---|---|\n| =1+1 | " + "x" * 100 + " |"
    said, file = pieces(wide)
    assert said == "*A table of 1 rows, 2 columns is attached as table-1.csv.*"
    assert isinstance(file, Upload)
    assert b"'=1+1" in file.content


def test_what_needs_too_many_messages_is_a_file_after_its_beginning():
    text = "\n\n".join(f"{number} {SENTENCE * 40}" for number in range(20))

    said, file = pieces(text)

    assert isinstance(said, str)
    assert said.startswith("0 The quick")
    assert file == Upload("answer.txt", text.encode())


@example(text="https://docs.example.com.evil.com/ " * 250)
@given(text=long_hostile)
def test_every_piece_fits_and_closes_what_it_opens(text: str):
    said = pieces(text, HOSTS)
    messages = [one for one in said if isinstance(one, str)]

    assert 1 <= len(messages) <= MOST_MESSAGES
    for message in messages:
        assert 0 < len(message) <= LONGEST
        assert len(FENCE.findall(message)) % 2 == 0
        assert not MENTION.search(beside_links(message))
        assert not list(links_in(message))


@given(text=hostile)
def test_breaking_loses_no_word(text: str):
    for part in converted(text * 3, HOSTS):
        if isinstance(part, Prose):
            whole = "".join(part.text.split())
            assert "".join("".join(texts_of(part, 80)).split()) == whole


@pytest.mark.proves("R19")
@given(long_hostile)
@example("\u202e" * 1_500)
@example("`" * 400)
def test_a_brief_text_takes_no_more_than_its_room_whatever_is_made_visible(text: str):
    says = brief(text, 300)

    assert len(says) <= 300
    assert says == literal(text) or says.endswith("…")
