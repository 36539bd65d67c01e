"""Text in Slack's shape: Markdown as models write it becomes mrkdwn that does nothing by itself.

Control sequences are escaped, addresses are broken unless their host is listed (`links.py`),
and characters that hide are shown (`visible.py`), in prose, in code and in labels alike.
"""

import re

from bot.platforms.shared.addresses import Hosts, inert, quiet
from bot.platforms.shared.markdown import Code, Part, Prose, Table, read
from bot.platforms.shared.visible import noted, shown
from bot.platforms.slack.links import Mrkdwn, escape

NO_HOSTS: Hosts = frozenset()
_SIGNS = {"\x01": "*", "\x03": "_", "\x05": "~"}
_MARKED = re.compile(r"([\x01\x03\x05])([^\x01-\x06]*)[\x02\x04\x06]")
_ANY_MARK = re.compile(r"[\x01-\x06]")
_FENCE = re.compile(r"`{3,}")
_OURS = re.compile(r"<[^<>]*>|`[^`\n<]+`")
# The end of a text that was cut is left out if it is half of something, or could now be an
# address or a call that it was not before.
_HALF = re.compile(r"&[a-z]*$|⟨(?:U\+?[0-9A-F]*)?$|[^\s<>]{0,80}[.@][^\s<>]{0,80}$")
_TAIL = 180
_CONTROL = re.compile(r"<(?=[!@#])")


def converted(text: str, hosts: Hosts = NO_HOSTS) -> tuple[Part, ...]:
    """Read Markdown and give its parts in order; links lead to the listed hosts only."""
    text = shown(text.replace("\r\n", "\n").replace("\r", "\n"))
    parts = read(text, Mrkdwn(hosts))
    if parts is None:
        return (Prose(_settled(escape(text))),)
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
        case Table():
            return fenced(_code(part.aligned))


def fenced(code: str) -> str:
    """Put fences around code that is already escaped."""
    return f"```\n{code}\n```"


def literal(text: str) -> str:
    """Write a text that is no Markdown as it is, escaped and inert."""
    return _settled(escape(shown(text)))


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
