"""Text in Discord's shape, and in the plain one of labels and titles.

Discord takes a backslash before any sign:
https://support.discord.com/hc/en-us/articles/210298617
"""

import re
from dataclasses import dataclass

from typing_extensions import override

from bot.platforms.shared.addresses import Dialect, inert
from bot.platforms.shared.shaping import Shape
from bot.platforms.shared.visible import shown

LONGEST_NAME = 80  # of a webhook that speaks
_SIGNS = {"\x01": "**", "\x03": "*", "\x05": "~~"}
_ACTS = re.compile(r"[\\*_~`|<\[\]]|^[ \t]*(?:#{1,3}|-#?|\+|>{1,3})(?=\s)", re.MULTILINE)
_OURS = re.compile(r"\]\(<https?://[^<>\s]*>\)|(?<!\\)<https?://[^<>\s]*>|(?<!\\)`[^`\n]+`")


@dataclass(frozen=True, slots=True)
class DiscordMarkdown(Dialect):
    """What stands in a line, as Discord reads it.

    Links stand in angle brackets, so that Discord shows no preview of where they lead.
    """

    longest_link = 1_500

    @override
    def escape(self, text: str) -> str:
        return escape(text)

    @override
    def inside_code(self, text: str) -> str:
        return text

    @override
    def bare_link(self, url: str) -> str:
        return f"<{url}>"

    @override
    def labelled_link(self, url: str, label: str) -> str:
        return f"[{escape(label)}](<{url.replace('(', '%28').replace(')', '%29')}>)"


def escape(text: str) -> str:
    """Write a text so that Discord reads no formatting, mention or link in it."""
    return _ACTS.sub(lambda found: _escaped(found[0]), text)


def _mark(marked: re.Match[str]) -> str:
    """Put signs right around the words; a blank within would make them plain signs."""
    says = marked[2]
    words = says.strip()
    if not words:
        return says
    sign = _SIGNS[marked[1]]
    return says.replace(words, f"{sign}{words}{sign}", 1)


SHAPE = Shape(DiscordMarkdown, escape, str, _mark, _OURS)
converted, flat, literal, code_of = SHAPE.converted, SHAPE.flat, SHAPE.literal, SHAPE.code_of


def brief(text: str, most: int) -> str:
    """Write a text with nothing hidden in it, cut visibly where that takes more than its room."""
    says, room = literal(text), min(len(text), most)
    while len(says) > most:
        room = min(room - 1, room * most // len(says))
        says = f"{literal(text[:room].rstrip())}…"
    return says


def plain(text: str, most: int) -> str:
    """Write a text for places that know no formatting, inert and cut visibly."""
    says = inert(shown(text))
    return says if len(says) <= most else says[: most - 1].rstrip() + "…"


def _escaped(acts: str) -> str:
    blank = acts[: len(acts) - len(acts.lstrip(" \t"))]
    return f"{blank}\\{acts[len(blank) :]}"


def before(name: str) -> str:
    """What stands before the words where a persona cannot speak itself."""
    return f"**{brief(name, LONGEST_NAME)}:** "
