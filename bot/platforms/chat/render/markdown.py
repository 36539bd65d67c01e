"""Markdown as models write it, in a platform's shape: it becomes text that does nothing.

In prose the marks of bold, italic and struck text are left as control characters: whether a
platform would read a sign there is known only when everything around it is.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_block.table import escapedSplit
from markdown_it.tree import SyntaxTreeNode

from bot.platforms.chat.render.sanitize import (
    NO_HOSTS,
    Dialect,
    Hosts,
    break_addresses,
    break_addresses_in_code,
    reveal_hidden,
    write_code_point,
)

RULE = "─" * 12
# No text holds control characters once it is shown, so they can stand for marks until the end.
MARKS = {"strong": ("\x01", "\x02"), "em": ("\x03", "\x04"), "s": ("\x05", "\x06")}
# Beyond these a text is not read; they bound the time that reading can take (brackets cost the
# reader time that grows with their square).
LONGEST_READ = 30_000
_MOST_BRACKETS = 1_000
_LEVELS = 60
# Left out: what drops words (references, entities), and what people do not mean in a chat
# (four spaces for code, a line of dashes for a heading, HTML).
_MARKDOWN = (
    MarkdownIt("commonmark", {"html": False, "maxNesting": _LEVELS})
    .enable(["table", "strikethrough"])
    .disable(["code", "lheading", "reference", "entity", "html_block", "html_inline"])
)
_LANGUAGE = re.compile(r"[\w+#.-]{0,20}")
_LAZY = re.compile(
    r"^([ \t]{0,9}(?:[-*+]|\d{1,3}[.)])[ \t][^\n]*)\n(?=[^\s>#|`~=*+\-\d])", re.MULTILINE
)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prose:
    """Formatted text, in the words of a dialect."""

    text: str


@dataclass(frozen=True, slots=True)
class MarkdownCode:
    """What stands between two fences, escaped; it never holds a fence itself."""

    text: str


@dataclass(frozen=True, slots=True)
class MarkdownTable:
    """Rows of cells, the first one the heads; plain text, made visible but not yet inert."""

    rows: tuple[tuple[str, ...], ...]

    @property
    def aligned(self) -> str:
        """Its rows as lines whose columns stand below one another."""
        rows = [[" ".join(cell.split()) for cell in row] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )


Part = Prose | MarkdownCode | MarkdownTable


def read(text: str, dialect: Dialect) -> list[Part] | None:
    """Read a text whose hidden characters are shown; None if that takes too long or too deep."""
    if len(text) > LONGEST_READ or text.count("[") > _MOST_BRACKETS:
        return None
    if "```" not in text and "~~~" not in text:
        text = _LAZY.sub(r"\1\n\n", text)  # what follows a list is hardly meant for its last item
    tokens = _MARKDOWN.parse(text)
    if any(token.level >= _LEVELS - 3 for token in tokens):
        # The reader gives up at a depth; nothing of what was said is dropped for that.
        return None
    return _MarkdownReader(dialect, text).blocks(SyntaxTreeNode(tokens).children)


class _MarkdownReader:
    """Turns the tree of a text into parts; marks and addresses are settled afterwards."""

    def __init__(self, dialect: Dialect, text: str) -> None:
        self._dialect = dialect
        self._lines = text.split("\n")

    def blocks(self, nodes: Iterable[SyntaxTreeNode]) -> list[Part]:
        parts: list[Part] = []
        for node in nodes:
            parts = _joined(parts, self._block(node), self._before(node))
        return parts

    def _before(self, node: SyntaxTreeNode) -> str:
        """A blank line only where its author left one."""
        first = node.map[0] if node.map else 0
        return "\n\n" if not self._lines[first - 1].strip("> ") else "\n"

    def _block(self, node: SyntaxTreeNode) -> list[Part]:  # noqa: PLR0911 - one per kind
        match node.type:
            case "bullet_list" | "ordered_list":
                return self._list(node)
            case "blockquote":
                return [_prefixed(part, "> ", "> ") for part in self.blocks(node.children)]
            case "table":
                return [self._table(node)]
            case "fence":
                return self._fence(node)
            case "hr":
                return [Prose(RULE)]
            case "heading":
                opened, closed = MARKS["strong"]
                says = self.inline(node).replace(opened, "").replace(closed, "")
                return [Prose(f"{opened}{says}{closed}")]
            case _:
                return [Prose(says)] if (says := self.inline(node)) else []

    def _fence(self, node: SyntaxTreeNode) -> list[Part]:
        """Not every platform has a place for a language; anything else there is part of it."""
        said = "" if _LANGUAGE.fullmatch(node.info.strip()) else f"{node.info.strip()}\n"
        code = f"{said}{node.content}".strip("\n")
        return [MarkdownCode(code)] if code.strip() else []

    def _list(self, node: SyntaxTreeNode) -> list[Part]:
        parts: list[Part] = []
        first = int(node.attrs.get("start", 1))
        for number, item in enumerate(node.children, first):
            sign = "• " if node.type == "bullet_list" else f"{number}{item.markup} "
            inside = self.blocks(item.children) or [Prose("")]
            if not isinstance(inside[0], Prose):
                inside.insert(0, Prose(""))
            parts = _joined(
                parts,
                [
                    _prefixed(part, sign if at == 0 else "    ", "    ")
                    for at, part in enumerate(inside)
                ],
                "\n",
            )
        return parts

    def _table(self, node: SyntaxTreeNode) -> MarkdownTable:
        """Read a table; cells beyond the last head are kept, which Markdown would drop."""
        trs = [row for section in node.children for row in section.children]
        rows = [[*map(_said, row.children), *self._further(row)] for row in trs]
        columns = max(map(len, rows))
        return MarkdownTable(tuple((*row, *[""] * (columns - len(row))) for row in rows))

    def _further(self, row: SyntaxTreeNode) -> list[str]:
        line = self._lines[row.map[0]] if row.map else ""
        cells = escapedSplit(line.lstrip("> ").strip().removeprefix("|").removesuffix("|"))
        return [cell.strip() for cell in cells[len(row.children) :]]

    def inline(self, node: SyntaxTreeNode) -> str:
        return "".join(self._span(child) for child in node.children)

    def _span(self, node: SyntaxTreeNode) -> str:  # noqa: PLR0911 - one per kind
        match node.type:
            case "text":
                return self._dialect.said(node.content)
            case "softbreak" | "hardbreak":
                return "\n"
            case "code_inline":
                return self._dialect.code(node.content)
            case "link":
                return self._link(node)
            case "image":
                image = f"[image: {_inside(node)}] {node.attrs.get('src', '')}"
                return self._dialect.escape(image)
            case "strong" | "em" | "s":
                # A sign is read only if its other half is on the same line.
                opened, closed = MARKS[node.type]
                lines = self.inline(node).split("\n")
                return "\n".join(f"{opened}{line}{closed}" for line in lines)
            case _:
                return self.inline(node)

    def _link(self, node: SyntaxTreeNode) -> str:
        url, says = str(node.attrs.get("href", "")), _inside(node)
        if node.markup == "autolink" and "|" in says:
            # Slack's way to write a link; models know it, wherever they speak.
            url, _, says = says.partition("|")
        return self._dialect.link(url, says)


def _said(node: SyntaxTreeNode) -> str:
    """The plain text of a node: what a label or a cell says, with where its links lead."""
    if node.type in {"text", "code_inline"}:
        return _BREAK.sub("\n", node.content)
    if node.type in {"softbreak", "hardbreak"}:
        return " "
    inside = _inside(node)
    where = str(node.attrs.get("href", "") or node.attrs.get("src", ""))
    return f"{inside} ({where})" if where and where != inside else inside


def _inside(node: SyntaxTreeNode) -> str:
    return "".join(_said(child) for child in node.children)


def _joined(parts: list[Part], more: Sequence[Part], between: str) -> list[Part]:
    """Append, letting prose run together."""
    if parts and more and isinstance(parts[-1], Prose) and isinstance(more[0], Prose):
        return [*parts[:-1], Prose(parts[-1].text + between + more[0].text), *more[1:]]
    return [*parts, *more]


def _prefixed(part: Part, first: str, later: str) -> Part:
    if not isinstance(part, Prose):
        return part
    head, *rest = part.text.split("\n")
    lines = [first + head, *(later + line for line in rest)]
    return Prose("\n".join(line if line.strip() else "" for line in lines))


_MARKED = re.compile(r"([\x01\x03\x05])([^\x01-\x06]*)[\x02\x04\x06]")
_ANY_MARK = re.compile(r"[\x01-\x06]")
_FENCE = re.compile(r"`{3,}")


@dataclass(frozen=True, slots=True)
class Shape:
    """How a platform writes texts.

    `escape` keeps prose and `escape_code` code from acting; `mark` writes the sign of a marked
    run of words; `ours` finds the links and the code within lines that we wrote ourselves.
    """

    dialect: Callable[[Hosts], Dialect]
    escape: Callable[[str], str]
    escape_code: Callable[[str], str]
    mark: Callable[[re.Match[str]], str]
    ours: re.Pattern[str]

    def converted(self, text: str, hosts: Hosts = NO_HOSTS) -> tuple[Part, ...]:
        """Read Markdown and give its parts in order; links lead to the listed hosts only."""
        text = reveal_hidden(text.replace("\r\n", "\n").replace("\r", "\n"))
        parts = read(text, self.dialect(hosts))
        if parts is None:
            return (Prose(self._settled(self.escape(text))),)
        return tuple(self._finished(part) for part in parts)

    def flat(self, part: Part) -> str:
        """Write a part as one text; a table becomes lines of equal width."""
        match part:
            case Prose(text):
                return text
            case MarkdownCode(text):
                return fenced(text)
            case MarkdownTable():
                return fenced(self.code_of(part.aligned))

    def literal(self, text: str) -> str:
        """Write a text that is no Markdown as it is, escaped and inert."""
        return self._settled(self.escape(reveal_hidden(text)))

    def code_of(self, text: str) -> str:
        """Write a text to stand between fences; nothing in it ends them or acts."""
        return break_addresses_in_code(self.escape_code(_without_fences(text)))

    def _finished(self, part: Part) -> Part:
        match part:
            case Prose(text):
                return Prose(self._settled(text))
            case MarkdownCode(text):
                return MarkdownCode(self.code_of(text))
            case MarkdownTable():
                return part

    def _settled(self, text: str) -> str:
        """Write the marks where they are read, then break what would act outside of our links."""
        while (text_now := _MARKED.sub(self.mark, text)) != text:
            text = text_now
        text = _without_fences(_ANY_MARK.sub("", text))
        done, parts = 0, []
        for ours in self.ours.finditer(text):
            kept = break_addresses_in_code(ours[0]) if ours[0].startswith("`") else ours[0]
            parts += [break_addresses(text[done : ours.start()]), kept]
            done = ours.end()
        return "".join([*parts, break_addresses(text[done:])])


def fenced(code: str) -> str:
    """Put fences around code that is already harmless."""
    return f"```\n{code}\n```"


def _without_fences(text: str) -> str:
    return _FENCE.sub(lambda run: write_code_point("`") * len(run[0]), text)
