"""Strings that break programs, by families; what each family does is said by its name.

They are made by rules where there are any, and written out in `hostile.txt` where there are
none; the last ones join several of the others. Half characters are among them, so that a
string may not be what UTF-8 can write.
"""

import random
from itertools import chain
from pathlib import Path

from tests.effort import IN_FULL, ON_EVERY_STORE

COUNT = 635
BIDI, ZERO_WIDTH, TAGS = "\u202eevil\u202c \u2066x\u2069", "a\u200bb\u200dc\ufeffd", "\U000e0041"


def _each(letters: str, around: str = "a{}b") -> tuple[str, ...]:
    return tuple(around.format(one) for one in letters)


def _codes(*ranges: tuple[int, int]) -> str:
    return "".join(chr(code) for first, last in ranges for code in range(first, last + 1))


def _written() -> dict[str, tuple[str, ...]]:
    """The families that are written out, a string a line; ⏎ stands for the end of one."""
    text = Path(__file__).with_suffix(".txt").read_text("utf-8")
    families: dict[str, list[str]] = {}
    for line in text.rstrip("\n").split("\n"):
        if line.startswith("== "):
            family = families.setdefault(line[3:], [])
        else:
            family.append(line.replace("⏎", "\n"))
    return {name: tuple(strings) for name, strings in families.items()}


ESCAPES = tuple(
    one.replace("^", "\x1b")
    for one in (
        *("^[31mred^[0m", "^[2J^[H", "^]0;title\x07", "^]8;;https://evil.test\x07x^]8;;\x07"),
        *("^[1A^[2K", "^[?1049h", "^[6n", '^P$q"p^\\', "^[999999999C", "^c", "\x9b31m", "^"),
        *("a\rb", "\b\b\b\b", "\r\n\r\nHTTP/1.1 200", "x\r\nSet-Cookie: a=b", "\x00", "a\x00b"),
    )
)
HALVES = ("\ud800", "\udbff", "\udc00", "\udfff", "x\udfffy", "\udfff\ud800", "\ud83d", "a\ude00")
LONG = (
    *("A" * length for length in (1_999, 2_000, 2_001, 3_000, 3_001, 4_000, 4_001, 40_000)),
    *("\n" * 5_000, " " * 5_000, "a " * 4_000, "🦜" * 2_000, "é" * 3_000, "&<>" * 1_500),
    *("```\n" * 900, "*" * 4_000, "> " * 1_500, "<@1> " * 500, "[a](" * 900, "\u202e" * 1_500),
    *("{" * 5_000, '{"a":' * 2_000, "[" * 5_000, "(" * 5_000, "<b>" * 1_500, "- [" * 1_000),
    *("9" * 5_000, "0" * 5_000 + "1", "https://evil.test/" + "a" * 3_000, "a.b." * 1_000),
    *(TAGS * 40, "Z\u0351\u036b\u0343" * 80, "👩‍👩‍👧‍👦" * 30),
    *("\u00ad" * 50, "ﷺ" * 300, "e\u0301" * 900),
)
_TURNING = "\u061c\u200e\u200f" + _codes((0x202A, 0x202E), (0x2066, 0x2069))
_UNSEEN = "\u00ad\u034f\u115f\u1160\u17b4\u180e\u3164\uffa0\ufeff\U000e0001" + _codes(
    (0x200B, 0x200D), (0x2060, 0x2064), (0xFE00, 0xFE0F)
)
_SPACES = "\u00a0\u1680\u202f\u205f\u3000\u2028\u2029" + _codes((0x2000, 0x200A))
FAMILIES: dict[str, tuple[str, ...]] = {
    "control characters": _each(_codes((0x00, 0x1F), (0x7F, 0x9F))),
    "direction": (BIDI, *_each(_TURNING)),
    "not seen": (ZERO_WIDTH, *_each(_UNSEEN)),
    "spaces": _each(_SPACES),
    "no characters": _each("\ufffe\uffff\ufdd0\U0001fffe\U0010ffff\ue000\U0010fffd\ufffd"),
    "half characters": HALVES,
    "long": LONG,
    "escapes": ESCAPES,
    "signs": _each("<>&\"'\\`|*_~#@!$%^(){}[]=+-/?:;,.", "{}"),
    **_written(),
}


def _mixed(count: int) -> tuple[str, ...]:
    chance = random.Random(COUNT)  # noqa: S311 - a seed, to be repeated
    short = [one for one in chain.from_iterable(FAMILIES.values()) if len(one) < 100]
    return tuple("".join(chance.sample(short, 4)) for _number in range(count))


_RULED = tuple(dict.fromkeys(chain.from_iterable(FAMILIES.values())))
HOSTILE = (*_RULED, *_mixed(COUNT - len(_RULED)))


def chosen(way: int, few: int, *, all_of_them: bool) -> tuple[str, ...]:
    """All, or a few of all families, other ones for each way in."""
    step = COUNT // few
    return HOSTILE if all_of_them else HOSTILE[way * 7 % step :: step]


def shared(way: int, ways: int, few: int, *, on_postgres: bool) -> tuple[str, ...]:
    """The texts for one of so many ways in; on Postgres each goes by one, unless all is tried."""
    if on_postgres and IN_FULL and not ON_EVERY_STORE:
        return HOSTILE[way::ways]
    return chosen(way, few, all_of_them=IN_FULL)
