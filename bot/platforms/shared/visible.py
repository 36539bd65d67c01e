"""What cannot be seen is shown: characters that hide, turn round or steer a text."""

import re
import sys
import unicodedata

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


def shown(text: str) -> str:
    """Make visible what would steer a screen, hide, or turn a line around: `⟨U+202E⟩`.

    New lines, tabs, and the joiners that emoji and some scripts are written with stay.
    """
    return _SUSPECT.sub(lambda found: _shown(text, found.start()), text)


def noted(char: str) -> str:
    """Write a character as its number."""
    return f"⟨U+{ord(char):04X}⟩"


def meant(text: str) -> str:
    """Read back what was written with numbers."""
    return _NOTE.sub(lambda note: _numbered(int(note[1], 16), note[0]), text)


def _shown(text: str, at: int) -> str:
    char = text[at]
    if char in _JOINERS or char in _STYLES:
        return char if _is_needed(text, at) else noted(char)
    is_hidden = char in _BLANKS or unicodedata.category(char) in {"Cc", "Cs", "Cf", "Zl", "Zp"}
    return noted(char) if is_hidden and char not in _DRAWN else char


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
