"""Text in Discord's shape: Markdown as models write it, made to do nothing by itself.

Whatever Discord would read is escaped, addresses are broken unless their host is listed
(`shared/addresses.py`), and characters that hide are shown (`visible.py`). Discord takes a
backslash before any sign: https://support.discord.com/hc/en-us/articles/210298617
"""

import re
from dataclasses import dataclass

from typing_extensions import override

from bot.platforms.shared.addresses import Hosts, inert, is_listed, listed_in, quiet
from bot.platforms.shared.markdown import Code, Dialect, Part, Prose, Table, read
from bot.platforms.shared.visible import noted, shown

NO_HOSTS: Hosts = frozenset()
# As it is sent; so much always fits into one message.
LONGEST_LINK = 1_500
_SIGNS = {"\x01": "**", "\x03": "*", "\x05": "~~"}
_MARKED = re.compile(r"([\x01\x03\x05])([^\x01-\x06]*)[\x02\x04\x06]")
_ANY_MARK = re.compile(r"[\x01-\x06]")
_FENCE = re.compile(r"`{3,}")
_ACTS = re.compile(r"[\\*_~`|<\[\]]|^[ \t]*(?:#{1,3}|-#?|\+|>{1,3})(?=\s)", re.MULTILINE)
_OURS = re.compile(r"\]\(<https?://[^<>\s]*>\)|(?<!\\)<https?://[^<>\s]*>|(?<!\\)`[^`\n]+`")


@dataclass(frozen=True, slots=True)
class DiscordMarkdown(Dialect):
    """What stands in a line, as Discord reads it; `hosts` are those that links may lead to."""

    hosts: Hosts = NO_HOSTS

    @override
    def escape(self, text: str) -> str:
        return escape(text)

    @override
    def said(self, text: str) -> str:
        done, parts = 0, []
        for start, url in listed_in(text, self.hosts):
            if len(url) + 2 <= LONGEST_LINK:
                parts += [escape(text[done:start]), f"<{url}>"]
                done = start + len(url)
        return "".join([*parts, escape(text[done:])])

    @override
    def code(self, text: str) -> str:
        return f"`{text.replace('`', noted('`'))}`"

    @override
    def link(self, url: str, says: str) -> str:
        """In angle brackets, so that Discord shows no preview of where it leads."""
        says = " ".join(says.split())
        if not is_listed(url, self.hosts) or len(url) + 2 * len(says) + 6 > LONGEST_LINK:
            told = says if says == url or not url else f"{says} ({url})".strip()
            return escape(told)
        if not says or says == url:
            return f"<{url}>"
        if inert(says) != says and not url.partition("://")[2].startswith(says):
            return f"{escape(says)} (<{url}>)"  # words like an address never hide another one
        return f"[{escape(says)}](<{_without_parentheses(url)}>)"


def escape(text: str) -> str:
    """Write a text so that Discord reads no formatting, mention or link in it."""
    return _ACTS.sub(lambda found: _escaped(found[0]), text)


def converted(text: str, hosts: Hosts = NO_HOSTS) -> tuple[Part, ...]:
    """Read Markdown and give its parts in order; links lead to the listed hosts only."""
    text = shown(text.replace("\r\n", "\n").replace("\r", "\n"))
    parts = read(text, DiscordMarkdown(hosts))
    if parts is None:
        return (Prose(_settled(escape(text))),)
    return tuple(_finished(part) for part in parts)


def flat(part: Part) -> str:
    """Write a part as Discord's Markdown."""
    match part:
        case Prose(text):
            return text
        case Code(text):
            return fenced(text)
        case Table():
            return fenced(code_of(part.aligned))


def fenced(code: str) -> str:
    """Put fences around code that is already harmless."""
    return f"```\n{code}\n```"


def literal(text: str) -> str:
    """Write a text that is no Markdown as it is, escaped and inert."""
    return _settled(escape(shown(text)))


def plain(text: str, most: int) -> str:
    """Write a text for places that know no formatting, inert and cut visibly."""
    says = inert(shown(text))
    return says if len(says) <= most else says[: most - 1].rstrip() + "…"


def code_of(text: str) -> str:
    """Write a text to stand between fences; nothing in it ends them or acts."""
    return quiet(_FENCE.sub(lambda run: noted("`") * len(run[0]), text))


def _finished(part: Part) -> Part:
    match part:
        case Prose(text):
            return Prose(_settled(text))
        case Code(text):
            return Code(code_of(text))
        case Table():
            return part


def _settled(text: str) -> str:
    """Write the marks, then break what would act outside of our links."""
    while (text_now := _MARKED.sub(_mark, text)) != text:
        text = text_now
    text = _ANY_MARK.sub("", text)
    done, parts = 0, []
    for ours in _OURS.finditer(text):
        kept = quiet(ours[0]) if ours[0].startswith("`") else ours[0]
        parts += [inert(text[done : ours.start()]), kept]
        done = ours.end()
    return "".join([*parts, inert(text[done:])])


def _mark(marked: re.Match[str]) -> str:
    """Put signs right around the words; a blank within would make them plain signs."""
    says = marked[2]
    words = says.strip()
    if not words:
        return says
    sign = _SIGNS[marked[1]]
    return says.replace(words, f"{sign}{words}{sign}", 1)


def _escaped(acts: str) -> str:
    blank = acts[: len(acts) - len(acts.lstrip(" \t"))]
    return f"{blank}\\{acts[len(blank) :]}"


def _without_parentheses(url: str) -> str:
    return url.replace("(", "%28").replace(")", "%29")
