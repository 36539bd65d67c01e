"""Text made inert: what hides is shown, and only listed addresses can be followed.

A link to any other place is written so that nobody's software follows it: `https[:]//a[.]b/c`.
The brackets are seen, so a person knows what was done and can undo it; an invisible character
would spoil the address for whoever copies it.
"""

import re
import sys
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

# Letters, marks and joiners that draw nothing, whatever their category says.
_BLANKS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
# Format characters with a shape of their own: they stand before Arabic, Syriac, Kaithi numbers.
_DRAWN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd")
_JOINERS = frozenset("\u200c\u200d")
_STYLES = frozenset("\ufe0e\ufe0f")
_STYLED = frozenset("\u203c\u2049\u2139\u3030\u303d")
_KEYCAP = "\u20e3"
_NOTE = re.compile(r"⟨U\+([0-9A-F]{4,6})⟩")
_SUSPECT = re.compile(r"[^\n\t -~]")


def reveal_hidden(text: str) -> str:
    """Make visible what would steer a screen, hide, or turn a line around: `⟨U+202E⟩`.

    New lines, tabs, and the joiners that emoji and some scripts are written with stay.
    """
    return _SUSPECT.sub(lambda found: _shown(text, found.start()), text)


def write_code_point(char: str) -> str:
    """Write a character as its number."""
    return f"⟨U+{ord(char):04X}⟩"


def read_hidden(text: str) -> str:
    """Read back what was written with numbers."""
    return _NOTE.sub(lambda note: _numbered(int(note[1], 16), note[0]), text)


def _shown(text: str, at: int) -> str:
    char = text[at]
    if char in _JOINERS or char in _STYLES:
        return char if _is_needed(text, at) else write_code_point(char)
    is_hidden = char in _BLANKS or unicodedata.category(char) in {"Cc", "Cs", "Cf", "Zl", "Zp"}
    return write_code_point(char) if is_hidden and char not in _DRAWN else char


def _is_needed(text: str, at: int) -> bool:
    """Say whether a joiner joins, or a style has something to style; never in Latin words."""
    before = text[at - 1] if at else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    if text[at] in _STYLES:
        is_styled = before in _STYLED or unicodedata.category(before) in {"So", "Sm"}
        return is_styled or after == _KEYCAP
    return _joins(before) and _joins(after)


def _joins(char: str) -> bool:
    is_blank = char in _BLANKS and char not in _STYLES
    return not is_blank and unicodedata.category(char) in {"Lo", "Mn", "Mc", "So", "Sk"}


def _numbered(number: int, note: str) -> str:
    return chr(number) if number <= sys.maxunicode else note


Hosts = frozenset[str]
NO_HOSTS: Hosts = frozenset()

_SCHEME = re.compile(r"://")
_BARE_SCHEME = re.compile(
    r"\b(mailto|tel|sms|callto|facetime|sip|skype|xmpp|slack|javascript|vbscript|data|file):"
    r"(?=[^\s\]])",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"(?<!\d)\d{1,3}(?:\.\d{1,3}){3}")
# The dot of a name: something before it, and a word of letters after it that could end a host.
_DOT = re.compile(
    r"(?<=[^\s.,:;!?/\\|'\"`()<>{}\[\]=])([.\u3002\uff0e\uff61])"
    r"(?=(xn--[\w-]+|[^\W\d_]{2,})(?![^\W_]))",
    re.IGNORECASE,
)
# What usually stands after the dot of a file, and is no top-level domain.
_FILE = re.compile(
    r"bak|bat|bmp|cfg|conf|cpp|css|csv|db|docx?|eml|env|exe|gif|gz|html?|ico|ics|ini|ipynb|jar|java"
    r"|jpe?g|jsonl?|jsx?|lock|log|lua|mdx|mjs|odt|pdf|png|pptx?|pyc|rb|rtf|sql|sqlite|svg|tar|tex"
    r"|tiff?|tmp|toml|tsv|tsx?|txt|wav|webp|xlsx?|xml|ya?ml",
    re.IGNORECASE,
)
_ALL_PEOPLE = r"(?:here|channel|everyone|group)(?!\w)"
# In the middle of a word it is an address if a dot follows.
_BROADCAST = re.compile(rf"(?<!\w)@(?={_ALL_PEOPLE})|@(?={_ALL_PEOPLE}(?!\.\w))", re.IGNORECASE)
_LISTED = re.compile(
    r"https?://(?P<host>[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d{1,5})?"
    r"(?:[/?#][a-z0-9/?#\[\]@!$&'()*+,;=:._~%-]*)?",
    re.IGNORECASE | re.ASCII,
)
_IN_TEXT = re.compile(r"https?://[^\s<>\"`|\\]+", re.IGNORECASE)
_AFTER = ".,:;!?'*_~"


def break_addresses(text: str) -> str:
    """Break every address and every call to all people; doing it twice changes nothing more."""
    text = _BARE_SCHEME.sub(r"\1[:]", break_addresses_in_code(text))
    text = _NUMBERS.sub(lambda found: found[0].replace(".", "[.]"), text)
    return _DOT.sub(lambda dot: dot[0] if _FILE.fullmatch(dot[2]) else f"[{dot[1]}]", text)


def break_addresses_in_code(text: str) -> str:
    """Break only what acts even inside code, where dots belong to names."""
    return _BROADCAST.sub("@ ", _SCHEME.sub("[:]//", text))


def is_listed(url: str, hosts: Hosts) -> bool:
    """Say whether an address leads to a listed host and to nothing stranger.

    `hosts` are in lower case; `*.example.com` stands for every host below it. A host of
    other letters than ASCII is listed by its `xn--` name only, so that look-alikes never match.
    """
    found = _LISTED.fullmatch(url)
    if not found:
        return False
    host = found["host"].lower()
    labels = host.split(".")
    above = {f"*.{'.'.join(labels[count:])}" for count in range(1, len(labels))}
    return host in hosts or not above.isdisjoint(hosts)


def listed_in(text: str, hosts: Hosts) -> Iterator[tuple[int, str]]:
    """Find the addresses of listed hosts in a text, and where each begins."""
    for found in _IN_TEXT.finditer(text):
        url = _trimmed(found[0])
        if is_listed(url, hosts):
            yield found.start(), url


@dataclass(frozen=True, slots=True)
class Dialect(ABC):
    """How a platform writes what stands in a line; addresses are not broken yet.

    `hosts` are those that links may lead to; a link of up to `longest_link` characters, as it is
    sent, always fits into one piece of a long text.
    """

    hosts: Hosts = NO_HOSTS

    longest_link: ClassVar[int]

    @abstractmethod
    def escape(self, text: str) -> str:
        """Write a text so that nothing in it is read as the platform's own."""

    @abstractmethod
    def inside_code(self, text: str) -> str:
        """Write a text within code so that nothing in it acts."""

    @abstractmethod
    def bare_link(self, url: str) -> str:
        """Write an address that may be followed."""

    @abstractmethod
    def labelled_link(self, url: str, label: str) -> str:
        """Write words that lead to an address that may be followed."""

    def said(self, text: str) -> str:
        """Escape a text and link the addresses of listed hosts in it."""
        done, parts = 0, []
        for start, url in listed_in(text, self.hosts):
            linked = self.bare_link(url)
            if len(linked) <= self.longest_link:
                parts += [self.escape(text[done:start]), linked]
                done = start + len(url)
        return "".join([*parts, self.escape(text[done:])])

    def code(self, text: str) -> str:
        """Write a text as code within a line."""
        return f"`{self.inside_code(text.replace('`', write_code_point('`')))}`"

    def link(self, url: str, says: str) -> str:
        """Link words if the address may be followed; else say where they would have led.

        Words that themselves look like an address never hide another one.
        """
        says = " ".join(says.split())
        is_short = len(self.labelled_link(url, says)) <= self.longest_link
        if not is_listed(url, self.hosts) or not is_short:
            return self.escape(says if says == url or not url else f"{says} ({url})".strip())
        if not says or says == url:
            return self.bare_link(url)
        if break_addresses(says) != says and not url.partition("://")[2].startswith(says):
            return f"{self.escape(says)} ({self.bare_link(url)})"
        return self.labelled_link(url, says)


def _trimmed(url: str) -> str:
    """Leave out what ends the sentence rather than the address."""
    url = url.rstrip(_AFTER)
    while url.endswith((")", "]")) and url.count(url[-1]) > url.count("(["[url[-1] == "]"]):
        url = url[:-1].rstrip(_AFTER)
    return url
