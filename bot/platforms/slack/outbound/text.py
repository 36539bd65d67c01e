"""Text in Slack's shape, mrkdwn, and in the plain one of labels and titles."""

import re

from bot.platforms.shared.addresses import NO_HOSTS, Hosts, inert
from bot.platforms.shared.shaping import Shape
from bot.platforms.shared.telling import Writing
from bot.platforms.shared.visible import noted, shown
from bot.platforms.slack.outbound.links import Mrkdwn, escape

_SIGNS = {"\x01": "*", "\x03": "_", "\x05": "~"}
_OURS = re.compile(r"<[^<>]*>|`[^`\n<]+`")
# The end of a text that was cut is left out if it is half of something, or could now be an
# address or a call that it was not before.
_HALF = re.compile(r"&[a-z]*$|⟨(?:U\+?[0-9A-F]*)?$|[^\s<>]{0,80}[.@][^\s<>]{0,80}$")
_TAIL = 180
_CONTROL = re.compile(r"<(?=[!@#])")


def _mark(marked: re.Match[str]) -> str:
    """Put signs around words; Slack reads them only at the edges of words."""
    before = marked.string[marked.start() - 1 : marked.start()]
    after = marked.string[marked.end() : marked.end() + 1]
    says = marked[2]
    if re.match(r"\w", before) or re.match(r"\w", after) or not says.strip():
        return says
    sign, words = _SIGNS[marked[1]], says.strip()
    return says.replace(words, f"{sign}{words}{sign}")


SHAPE = Shape(Mrkdwn, escape, escape, _mark, _OURS)
converted, flat, literal = SHAPE.converted, SHAPE.flat, SHAPE.literal


def mrkdwn(text: str, hosts: Hosts = NO_HOSTS) -> str:
    """Convert Markdown to one text; a table becomes lines of equal width."""
    return "\n\n".join(flat(part) for part in converted(text, hosts))


def plain(text: str, most: int = 3_000) -> str:
    """Write a text for places that know no formatting, inert and cut visibly."""
    return short(_CONTROL.sub(noted("<"), inert(shown(text))), most)


def short(text: str, most: int) -> str:
    """Shorten a text to a number of characters, with an ellipsis."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    return f"{kept[:-_TAIL]}{_HALF.sub('', kept[-_TAIL:])}".rstrip() + "…"


def cut(text: str, most: int) -> str:
    """Shorten mrkdwn, never within an entity or a link."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    link = kept.rfind("<")
    is_whole = link <= kept.rfind(">")
    return short(text, most) if is_whole else kept[:link].rstrip() + "…"


MRKDWN = Writing(escape=escape, literal=literal, bold="*")  # in code Slack formats nothing
written, line_of = MRKDWN.written, MRKDWN.line_of
