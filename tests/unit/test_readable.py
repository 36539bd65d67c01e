"""The words of HTML pages, and addresses in what people say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit.ports.web import is_host_of, is_named
from bot.tools.web_pages import readable

SAID = "Please read https://docs.example.com/a?b=c. and (www.example.org/x), or example.net!"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<title>T</title><h1>Head</h1><p>One <b>bold</b>  word</p>", "T\nHead\nOne bold word"),
        ("<head><title>T &amp; U</title><style>x{}</style></head>a<br>b", "T & U\na\nb"),
        ("a<script>alert('<p>x</p>')</script>b", "ab"),
        ("<ul><li>one<li>two</ul>", "one\ntwo"),
        ("<svg><title>no</title></svg>yes", "yes"),
        ("<head><style>x</style><body>after</body>", "after"),
        ("no tags", "no tags"),
        ("", ""),
    ],
)  # fmt: skip
def test_what_a_person_would_read_is_kept(page: str, text: str):
    assert readable(page) == text


@given(st.text("<>/!-=\"' abtilescrp&;#1\n", max_size=200))
def test_any_page_has_a_text(page: str):
    assert "\n\n" not in readable(page)


@pytest.mark.parametrize(
    "address",
    [
        "https://docs.example.com/a?b=c",
        "http://DOCS.example.com:80/a?b=c#part",
        "https://www.example.org/x",
        "https://example.net",
        "https://example.net/",
    ],
)
def test_an_address_that_was_said_is_known_in_any_spelling(address: str):
    assert is_named(address, (SAID,))


@pytest.mark.parametrize(
    "address",
    [
        "https://docs.example.com/a?b=c&secret=1",
        "https://docs.example.com/a?b=",
        "https://docs.example.com/",
        "https://docs.example.co/a?b=c",
        "https://docs.example.com:8443/a?b=c",
        "https://example.net/secret",
        "https://example.org/x",
        "https://evil.example/?https://docs.example.com/a?b=c",
        "https://user@docs.example.com/a?b=c",
        "https://[::1",
    ],
)
def test_another_one_was_not_said_however_alike(address: str):
    assert not is_named(address, (SAID,))


@pytest.mark.parametrize(
    ("address", "is_there"),
    [
        ("https://docs.example.com/x", True),
        ("https://a.b.example.org./x", True),
        ("https://example.org/x", False),
        ("https://docs.example.com.evil.example/", False),
        ("https://docs.example.com@evil.example/", False),
        ("docs.example.com", False),
        ("https://[", False),
    ],
)
def test_a_host_is_compared_as_a_whole(address: str, is_there: bool):  # noqa: FBT001 - a row of the table
    assert is_host_of(address, ("docs.example.com", "*.example.org")) is is_there
