"""The words of an HTML page: what a person would read, without what only a browser does."""

import re
from html.parser import HTMLParser

from typing_extensions import override

_SKIPPED = frozenset({"script", "style", "noscript", "template", "svg", "math", "head", "iframe"})
_BREAKS = frozenset({
    "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "footer", "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre",
    "section", "table", "td", "th", "title", "tr", "ul",
})  # fmt: skip
_BLANKS = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*")


def readable(page: str) -> str:
    """Keep the words of a page, a line for each of its parts, its title first."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return _LINES.sub("\n", _BLANKS.sub(" ", "".join(reader.pieces))).strip()


class _Reader(HTMLParser):
    """Collects text; what is skipped is skipped with all inside it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._skipping: list[str] = []
        self._in_title = False

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_title = tag == "title" and self._skipping in ([], ["head"])
        if tag == "body":  # whatever was left open before it
            self._skipping.clear()
        if tag in _SKIPPED:
            self._skipping.append(tag)
        if tag in _BREAKS:
            self.pieces.append("\n")

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BREAKS:
            self.pieces.append("\n")

    @override
    def handle_endtag(self, tag: str) -> None:
        self._in_title = False
        if tag in self._skipping:
            del self._skipping[self._skipping.index(tag) :]
        if tag in _BREAKS:
            self.pieces.append("\n")

    @override
    def handle_data(self, data: str) -> None:
        if self._in_title or not self._skipping:
            self.pieces.append(data)
