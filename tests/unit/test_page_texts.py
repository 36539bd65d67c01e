"""What is made of the answers of web servers: a text of bounded length, or words why not."""

import gzip
import zlib

import httpx2
import pytest

from agents.kit import Page, ToolFailed
from bot.tools.web_pages import MOST_BYTES, MOST_LETTERS
from tests.unit.test_pages import Wire, answered, pages_over

PLAIN = "text/plain"
BOMB = gzip.compress(bytes(50 * MOST_BYTES))


async def read(response: httpx2.Response) -> Page:
    return await pages_over(Wire(lambda _request: response)).read("https://good.example/")


@pytest.mark.parametrize(
    ("content", "media_type", "status", "text"),
    [
        (b" plain ", PLAIN, 200, "plain"),
        (b'{"a": 1}', "application/json", 200, '{"a": 1}'),
        (b"<h1>Gone</h1>", "text/html", 404, "Gone"),
        ("Grüße".encode("latin-1"), "text/plain; charset=latin-1", 200, "Grüße"),
        (b"x\xff", "text/plain; charset=no", 200, "x\ufffd"),
    ],
)
async def test_a_page_comes_as_a_text(content: bytes, media_type: str, status: int, text: str):
    found = await read(answered(content, media_type, status))

    kind = media_type.partition(";")[0]
    assert found == Page("https://good.example/", status, kind, text)


@pytest.mark.parametrize(
    ("content", "how"),
    [(gzip.compress(b"packed", mtime=0), "gzip"), (zlib.compress(b"packed"), "deflate")],
)
async def test_what_is_packed_is_unpacked(content: bytes, how: str):
    assert (await read(answered(content, PLAIN, content_encoding=how))).text == "packed"


@pytest.mark.proves("R16")
@pytest.mark.parametrize(
    ("content", "how", "words"),
    [
        (b"x" * (MOST_BYTES + 1), "identity", "longer than 2 MB"),
        (BOMB, "gzip", "longer than 2 MB"),
        (zlib.compress(bytes(3 * MOST_BYTES)), "deflate", "longer than 2 MB"),
        (b"x", "br", "packed in a way"),
        (gzip.compress(BOMB, mtime=0), "gzip, gzip", "packed in a way"),
        (b"no gzip", "gzip", "came broken"),
    ],
)
async def test_what_is_too_much_is_refused(content: bytes, how: str, words: str):
    with pytest.raises(ToolFailed, match=words):
        await read(answered(content, PLAIN, content_encoding=how))


@pytest.mark.parametrize(
    ("media_type", "words"), [("image/png", "but image/png"), ("", "but something unnamed")]
)
async def test_what_is_no_text_is_refused(media_type: str, words: str):
    with pytest.raises(ToolFailed, match=words):
        await read(answered(b"x", media_type))


async def test_a_long_text_is_cut_and_says_so():
    page = await read(answered(b"x" * (MOST_LETTERS + 1), PLAIN))

    assert (len(page.text), page.is_cut) == (MOST_LETTERS, True)
