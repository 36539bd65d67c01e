"""Markdown in Slack's shape: it looks the same, and nothing in it acts."""

import re

import pytest
from hypothesis import given

from bot.platforms.chat.render.markdown import MarkdownCode, MarkdownTable
from bot.platforms.slack.render.blocks import converted, cut, literal, mrkdwn, plain
from tests.unit.slack.limits import controls
from tests.unit.slack.texts import ADDRESSES, BROADCASTS, HOSTS, hostile

LINK = re.compile(r"<[^<>]*>")


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("**bold** *it* _it_ ~~no~~ `code`", "*bold* _it_ _it_ ~no~ `code`"),
        ("***both***", "_*both*_"),
        ("# Head **x**\ntext", "*Head x*\ntext"),
        ("Tasks:\n- a\n- b\n\nThat is all.", "Tasks:\n• a\n• b\n\nThat is all."),
        ("- one\n\n  more\n- two", "• one\n\n    more\n• two"),
        ("- a\n- b\n  - c\n- d", "• a\n• b\n    • c\n• d"),
        ("3. three\n4) four", "3. three\n4) four"),
        ("> one\n> two\n\nafter", "> one\n> two\n\nafter"),
        ("one\ntwo", "one\ntwo"),
        ("---", "────────────"),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("in**side**word", "insideword"),
        (r"\*as it is\*", "*as it is*"),
        ("    four spaces", "four spaces"),
        ("Head\n---", "Head\n────────────"),
        ("a **b\nc** d", "a *b*\n*c* d"),
        ("R&D <b>x</b>", "R&amp;D &lt;b&gt;x&lt;/b&gt;"),
        ("&amp; &#8238;", "&amp;amp; &amp;#8238;"),
        ("[ref]: https://docs.example.com", "[ref]: <https://docs.example.com>"),
    ],
)
def test_markdown_becomes_mrkdwn(markdown: str, said: str):
    assert mrkdwn(markdown, HOSTS) == said


def test_code_is_kept_and_cannot_end_early():
    given_text = "~~~py\nif a < b:\n    print('```')\n~~~"

    assert converted(given_text) == (
        MarkdownCode("if a &lt; b:\n    print('⟨U+0060⟩⟨U+0060⟩⟨U+0060⟩')"),
    )
    assert mrkdwn("```\n<!channel> @here http://evil.com\n```") == (
        "```\n&lt;!channel&gt; @ here http[:]//evil.com\n```"
    )


def test_a_table_is_rows_and_in_a_text_columns():
    table = "| Name | Sum |\n|---|--:|\n| **Ana** | `1` |\n| Bo<br>b |  |"

    assert converted(table) == (MarkdownTable((("Name", "Sum"), ("Ana", "1"), ("Bo\nb", ""))),)
    assert mrkdwn(table) == "```\nName  Sum\nAna   1\nBo b\n```"


def test_cells_without_a_head_are_kept():
    table = "| a | b |\n|---|---|\n| 1 | 2 | three | |\n| 4 |"

    assert converted(table) == (
        MarkdownTable((("a", "b", "", ""), ("1", "2", "three", ""), ("4", "", "", ""))),
    )


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("https://docs.example.com/a?b=1&c", "<https://docs.example.com/a?b=1&amp;c>"),
        ("See https://docs.example.com/a.", "See <https://docs.example.com/a>."),
        ("(https://docs.example.com/a_(b))", "(<https://docs.example.com/a_(b)>)"),
        ("[the **docs**](https://docs.example.com)", "<https://docs.example.com|the docs>"),
        ("[a|b>c](https://docs.example.com)", "<https://docs.example.com|a¦b&gt;c>"),
        ("<https://docs.example.com>", "<https://docs.example.com>"),
        ("<https://docs.example.com|the docs>", "&lt;<https://docs.example.com>|the docs&gt;"),
        ("<https://docs.example.com|docs>", "<https://docs.example.com|docs>"),
        (
            "[docs.example.com/x](https://docs.example.com/x)",
            "<https://docs.example.com/x|docs.example.com/x>",
        ),
    ],
)
def test_listed_hosts_are_linked(markdown: str, said: str):
    assert mrkdwn(markdown, HOSTS) == said


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("http://evil.com/a.b", "http[:]//evil[.]com/a.b"),
        ("evil.com/x and www.evil.com", "evil[.]com/x and www[.]evil[.]com"),
        ("[google.com](http://evil.com)", "google[.]com (http[:]//evil[.]com)"),
        ("[evil.com](https://docs.example.com)", "evil[.]com (<https://docs.example.com>)"),
        ("![a pixel](http://evil.com/p)", "[image: a pixel] http[:]//evil[.]com/p"),
        ("![x](https://docs.example.com/p)", "[image: x] https[:]//docs[.]example[.]com/p"),
        ("<https://evil.com>", "https[:]//evil[.]com"),
        ("<https://evil.com|docs>", "docs (https[:]//evil[.]com)"),
        ("mailto:a@evil.com", "mailto[:]a@evil[.]com"),
        ("slack://open?x", "slack[:]//open?x"),
        ("tel:+123 data:text/html,x", "tel[:]+123 data[:]text/html,x"),
        ("169.254.169.254 10.0.0.1:80", "169[.]254[.]169[.]254 10[.]0[.]0[.]1:80"),
        (
            "https://docs.example.com@evil.com",
            "https[:]//docs[.]example[.]com@evil[.]com",
        ),
        (
            "https://docs.example.com.evil.com",
            "https[:]//docs[.]example[.]com[.]evil[.]com",
        ),
        ("[x](https://d\u043ecs.example.com)", "x (https[:]//xn--dcs-sed[.]example[.]com)"),
        ("https:**//evil.com**", "https:*//evil[.]com*"),
        ("ev**il.c**om", "evil[.]com"),
        ("evil\u3002com", "evil[\u3002]com"),
        ("<!channel> <@U1> <#C1>", "&lt;!channel&gt; &lt;@U1&gt; &lt;#C1&gt;"),
        ("@here @Channel a@here.org", "@ here @ Channel a@here[.]org"),
    ],
)
def test_everything_else_is_shown_and_does_nothing(markdown: str, said: str):
    assert mrkdwn(markdown, HOSTS) == said


@pytest.mark.parametrize(
    "text",
    ["1.5 and v2.0", "report.pdf, data.csv", "e.g. this, U.S. that", "`os.path`", "Wait...what"],
)
def test_dots_that_are_no_addresses_stay(text: str):
    assert mrkdwn(text) == text


def test_hosts_below_a_listed_one_are_linked_only_if_that_is_said():
    below = "https://a.b.example.org/x"

    assert mrkdwn(below, frozenset({"*.example.org"})) == f"<{below}>"
    assert LINK.findall(mrkdwn(below, frozenset({"example.org", "b.example.org"}))) == []
    assert LINK.findall(mrkdwn("https://example.org", frozenset({"*.example.org"}))) == []


def test_hidden_characters_are_shown_everywhere():
    text = "a\u202eb `c\u200bd` [e\u2066](https://docs.example.com)\n```\nf\x00\n```"

    assert mrkdwn(text, HOSTS) == (
        "a⟨U+202E⟩b `c⟨U+200B⟩d` <https://docs.example.com|e⟨U+2066⟩>\n\n```\nf⟨U+0000⟩\n```"
    )


def test_what_is_nested_too_deeply_is_shown_as_it_is():
    deep = ">" * 200 + " still here"

    assert mrkdwn(deep).endswith(" still here")


def test_what_takes_too_long_to_read_is_shown_as_it_is():
    assert mrkdwn("[" * 2_000 + "**x**").endswith("[**x**")
    assert mrkdwn("**x** " * 6_000).startswith("**x**")


@pytest.mark.proves("R7")
@pytest.mark.parametrize("text", [*BROADCASTS, *ADDRESSES])
@pytest.mark.parametrize(
    "around", ["{}", "`{}`", "```\n{}\n```", "**{}**", "> {}", "[{}](x)", "| {} |\n|---|\n| {} |"]
)
def test_no_wrapping_wakes_what_was_put_to_sleep(text: str, around: str):
    _acts_on_nothing(mrkdwn(around.replace("{}", text), HOSTS))


@pytest.mark.proves("R7", "R19")
@given(hostile)
def test_no_text_acts(text: str):
    _acts_on_nothing(mrkdwn(text, HOSTS))
    _acts_on_nothing(literal(text))


@given(hostile)
def test_without_listed_hosts_nothing_is_a_link(text: str):
    assert "<" not in mrkdwn(text)


@given(hostile)
def test_plain_text_holds_no_control_either(text: str):
    said = plain(text, 50)

    assert not re.search(r"<[!@#]|://|@here\b", said)
    assert len(said) <= 50


@given(hostile)
def test_no_letter_is_lost(text: str):
    """Marks may go, and the dots of addresses get brackets; letters and digits stay in order."""
    words = re.findall(r"[a-z]{4,}", re.sub(r"&[#\w]+;", " ", text.lower()))
    said = mrkdwn(text).lower()
    assert [word for word in words if word not in said.replace("[.]", ".")] == []


@given(hostile)
def test_cutting_leaves_whole_entities(text: str):
    whole = mrkdwn(text, HOSTS)
    said = cut(whole, 40)

    assert len(said) <= 40
    assert said == whole or not re.search(r"&(?!amp;|lt;|gt;)|⟨U\+[0-9A-F]*(?![0-9A-F⟩])", said)
    assert controls(said) == []


def _acts_on_nothing(said: str) -> None:
    assert controls(said) == []
    rest = LINK.sub(" ", said)
    assert "://" not in rest
    assert not re.search(r"(?<!\w)@(?:here|channel|everyone)\b", rest, re.IGNORECASE)
    prose = re.sub(r"```.*?```|`[^`\n]*`", " ", rest, flags=re.DOTALL)
    assert not re.search(r"\bevil\.(?:com|test|example)(?![^\W_])|(?<!\d)169\.254\.", prose)
