"""Whole texts in a platform's shape: Markdown as models write it becomes text that does nothing.

What a platform would read is escaped, addresses are broken unless their host is listed
(`addresses.py`), and characters that hide are shown (`visible.py`), in prose, in code and in
labels alike.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.platforms.shared.addresses import NO_HOSTS, Dialect, Hosts, inert, quiet
from bot.platforms.shared.markdown import Code, Part, Prose, Table, read
from bot.platforms.shared.visible import noted, shown

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
        text = shown(text.replace("\r\n", "\n").replace("\r", "\n"))
        parts = read(text, self.dialect(hosts))
        if parts is None:
            return (Prose(self._settled(self.escape(text))),)
        return tuple(self._finished(part) for part in parts)

    def flat(self, part: Part) -> str:
        """Write a part as one text; a table becomes lines of equal width."""
        match part:
            case Prose(text):
                return text
            case Code(text):
                return fenced(text)
            case Table():
                return fenced(self.code_of(part.aligned))

    def literal(self, text: str) -> str:
        """Write a text that is no Markdown as it is, escaped and inert."""
        return self._settled(self.escape(shown(text)))

    def code_of(self, text: str) -> str:
        """Write a text to stand between fences; nothing in it ends them or acts."""
        return quiet(self.escape_code(_without_fences(text)))

    def _finished(self, part: Part) -> Part:
        match part:
            case Prose(text):
                return Prose(self._settled(text))
            case Code(text):
                return Code(self.code_of(text))
            case Table():
                return part

    def _settled(self, text: str) -> str:
        """Write the marks where they are read, then break what would act outside of our links."""
        while (text_now := _MARKED.sub(self.mark, text)) != text:
            text = text_now
        text = _without_fences(_ANY_MARK.sub("", text))
        done, parts = 0, []
        for ours in self.ours.finditer(text):
            kept = quiet(ours[0]) if ours[0].startswith("`") else ours[0]
            parts += [inert(text[done : ours.start()]), kept]
            done = ours.end()
        return "".join([*parts, inert(text[done:])])


def fenced(code: str) -> str:
    """Put fences around code that is already harmless."""
    return f"```\n{code}\n```"


def _without_fences(text: str) -> str:
    return _FENCE.sub(lambda run: noted("`") * len(run[0]), text)
