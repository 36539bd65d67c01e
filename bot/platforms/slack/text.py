"""Text in Slack's shape: Markdown as models write it becomes mrkdwn that does nothing by itself.

Control sequences are escaped, addresses are broken unless their host is listed (`links.py`),
and characters that hide are shown (`visible.py`), in prose, in code and in labels alike.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from bot.platforms.slack.links import Hosts, escape, inert, link, linked, quiet
from bot.platforms.visible import noted, shown

NO_HOSTS: Hosts = frozenset()
RULE = "─" * 12
_LEVELS = 60
# Beyond these a text is shown as it is; they bound the time that reading can take (brackets
# cost the reader time that grows with their square).
LONGEST_READ = 30_000
_MOST_BRACKETS = 1_000

# Left out: what drops words (references, entities), and what people do not mean in a chat
# (four spaces for code, a line of dashes for a heading, HTML).
_MARKDOWN = (
    MarkdownIt("commonmark", {"html": False, "maxNesting": _LEVELS})
    .enable(["table", "strikethrough"])
    .disable(["code", "lheading", "reference", "entity", "html_block", "html_inline"])
)
# No text holds control characters once it is shown, so they can stand for marks until the end.
_MARKS = {"strong": ("\x01", "\x02"), "em": ("\x03", "\x04"), "s": ("\x05", "\x06")}
_SIGNS = {"\x01": "*", "\x03": "_", "\x05": "~"}
_MARKED = re.compile(r"([\x01\x03\x05])([^\x01-\x06]*)[\x02\x04\x06]")
_ANY_MARK = re.compile(r"[\x01-\x06]")
_FENCE = re.compile(r"`{3,}")
_OURS = re.compile(r"<[^<>]*>|`[^`\n<]+`")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_CUT = re.compile(r"&[a-z]*$|⟨(?:U\+?[0-9A-F]*)?$|<(?:https?:|!|@)[^<>]*$")
_CONTROL = re.compile(r"<(?=[!@#])")


@dataclass(frozen=True, slots=True)
class Prose:
    """Formatted text, as mrkdwn."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """What stands between two fences, escaped; it never holds a fence itself."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, the first one the heads; plain text, made visible but not yet inert."""

    rows: tuple[tuple[str, ...], ...]


Part = Prose | Code | Table


def converted(text: str, hosts: Hosts = NO_HOSTS) -> tuple[Part, ...]:
    """Read Markdown and give its parts in order; links lead to the listed hosts only."""
    text = shown(text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(text) > LONGEST_READ or text.count("[") > _MOST_BRACKETS:
        return (Prose(_settled(escape(text))),)
    tokens = _MARKDOWN.parse(text)
    if any(token.level >= _LEVELS - 3 for token in tokens):
        # The reader gives up at a depth; nothing of what was said is dropped for that.
        return (Prose(_settled(escape(text))),)
    parts = _Reader(hosts).blocks(SyntaxTreeNode(tokens).children)
    return tuple(_finished(part) for part in parts)


def mrkdwn(text: str, hosts: Hosts = NO_HOSTS) -> str:
    """Convert Markdown to one text; a table becomes lines of equal width."""
    return "\n\n".join(flat(part) for part in converted(text, hosts))


def flat(part: Part) -> str:
    """Write a part as mrkdwn."""
    match part:
        case Prose(text):
            return text
        case Code(text):
            return fenced(text)
        case Table(rows):
            return fenced(_code(_aligned(rows)))


def fenced(code: str) -> str:
    """Put fences around code that is already escaped."""
    return f"```\n{code}\n```"


def literal(text: str) -> str:
    """Write a text that is no Markdown as it is, escaped and inert."""
    return _settled(escape(shown(text)))


def plain(text: str, most: int = 3_000) -> str:
    """Write a text for places that know no formatting, inert and cut visibly."""
    return cut(_CONTROL.sub(noted("<"), inert(shown(text))), most)


def cut(text: str, most: int) -> str:
    """Shorten to a number of characters, with an ellipsis, never within an entity or a link."""
    return text if len(text) <= most else _CUT.sub("", text[: most - 1]).rstrip() + "…"


class _Reader:
    """Turns the tree of a text into parts; marks and addresses are settled afterwards."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts

    def blocks(self, nodes: Iterable[SyntaxTreeNode], between: str = "\n\n") -> list[Part]:
        parts: list[Part] = []
        for node in nodes:
            parts = _joined(parts, self._block(node), between)
        return parts

    def _block(self, node: SyntaxTreeNode) -> list[Part]:  # noqa: PLR0911 - one per kind
        match node.type:
            case "bullet_list" | "ordered_list":
                return self._list(node)
            case "blockquote":
                return [_prefixed(part, "> ", "> ") for part in self.blocks(node.children)]
            case "table":
                return [self._table(node)]
            case "fence":
                return [Code(node.content.removesuffix("\n"))] if node.content.strip() else []
            case "hr":
                return [Prose(RULE)]
            case "heading":
                opened, closed = _MARKS["strong"]
                says = self.inline(node).replace(opened, "").replace(closed, "")
                return [Prose(f"{opened}{says}{closed}")]
            case _:
                return [Prose(says)] if (says := self.inline(node)) else []

    def _list(self, node: SyntaxTreeNode) -> list[Part]:
        parts: list[Part] = []
        first = int(node.attrs.get("start", 1))
        for number, item in enumerate(node.children, first):
            sign = "• " if node.type == "bullet_list" else f"{number}{item.markup} "
            inside = self.blocks(item.children, "\n") or [Prose("")]
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

    def _table(self, node: SyntaxTreeNode) -> Table:
        rows = (row for section in node.children for row in section.children)
        return Table(tuple(tuple(_said(cell) for cell in row.children) for row in rows))

    def inline(self, node: SyntaxTreeNode) -> str:
        return "".join(self._span(child) for child in node.children)

    def _span(self, node: SyntaxTreeNode) -> str:  # noqa: PLR0911 - one per kind
        match node.type:
            case "text":
                return linked(node.content, self._hosts)
            case "softbreak" | "hardbreak":
                return "\n"
            case "code_inline":
                return f"`{escape(node.content.replace('`', noted('`')))}`"
            case "link":
                return link(str(node.attrs.get("href", "")), _inside(node), self._hosts)
            case "image":
                return escape(f"[image: {_inside(node)}] {node.attrs.get('src', '')}")
            case "strong" | "em" | "s":
                # Slack reads a sign only if its other half is on the same line.
                opened, closed = _MARKS[node.type]
                lines = self.inline(node).split("\n")
                return "\n".join(f"{opened}{line}{closed}" for line in lines)
            case _:
                return self.inline(node)


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


def _finished(part: Part) -> Part:
    match part:
        case Prose(text):
            return Prose(_settled(text))
        case Code(text):
            return Code(_code(text))
        case Table():
            return part


def _code(text: str) -> str:
    return quiet(escape(_FENCE.sub(lambda run: noted("`") * len(run[0]), text)))


def _settled(text: str) -> str:
    """Write the marks where Slack reads them, then break what would act outside of our links."""
    while (text_now := _MARKED.sub(_mark, text)) != text:
        text = text_now
    text = _FENCE.sub(lambda run: noted("`") * len(run[0]), _ANY_MARK.sub("", text))
    done, parts = 0, []
    for ours in _OURS.finditer(text):
        kept = quiet(ours[0]) if ours[0].startswith("`") else ours[0]
        parts += [inert(text[done : ours.start()]), kept]
        done = ours.end()
    return "".join([*parts, inert(text[done:])])


def _mark(marked: re.Match[str]) -> str:
    """Put signs around words; Slack reads them only at the edges of words."""
    before = marked.string[marked.start() - 1 : marked.start()]
    after = marked.string[marked.end() : marked.end() + 1]
    says = marked[2]
    if re.match(r"\w", before) or re.match(r"\w", after) or not says.strip():
        return says
    sign, words = _SIGNS[marked[1]], says.strip()
    return says.replace(words, f"{sign}{words}{sign}")


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    flat_rows = [[" ".join(cell.split()) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*flat_rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in flat_rows
    )
