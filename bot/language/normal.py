"""One way of writing widths, digits, blanks and accents, the way back, and what stands whole."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Generic, TypeVar

MOST_CHARACTERS = 20_000  # of a text that is searched for values

_APOSTROPHES = dict.fromkeys("\u2018\u2019\u02bc\u201b", "'")
_SAME = {**_APOSTROPHES, "\u066b": ".", "\u066c": ",", "\t": " "}
_BLANKS = re.compile(r"[^\S\n]+")
_JAMO = range(0x1160, 0x1200)  # vowels and ends of Korean syllables, which join what is before
# Thousands, and accounts or cards as they are printed: 1234 0300 5678.
_GROUPED = re.compile(r"(?<!\d)(?:\d{1,3}(?: \d{3})+|\d{3,5}(?: \d{2,5}){2,})(?!\d)")
_PIECE = re.compile(r"\S+")
_AROUND = "<>()[]{}\"“”'.,;:!?*_~`"  # what people, and markup, put around an address
_SIGNS = "+-\u2212\u2013"
_CURRENCY = re.compile("[$¢£¤¥\u09f3\u0e3f\u20a0-\u20cf]")
_JOIN_WORDS = frozenset(f".@/\\&'·・\u2010\u2011{_SIGNS}")
_JOIN_DIGITS = frozenset(",:")
_WITHOUT_BLANKS = ("CJK ", "HIRAGANA ", "KATAKANA")
# What a name without blanks around it may be followed by, or follow.
_BEHIND_A_NAME = re.compile(
    "さん|さま|様|殿|氏|くん|君|ちゃん|先生|先輩|部長|課長|社長|女士|小姐|老师|同学|"
    "[にへをはがのともで]|から|まで|より|あて|宛|转|轉|汇|匯|的|씨|님|에게|한테|께"
)
_BEFORE_A_NAME = frozenset("给給往把请請叫")
_NEAR = 4  # characters that tell whether something goes on


@dataclass(frozen=True, slots=True)
class Normalised:
    """A text in its normal form, which knows where each of its characters came from."""

    text: str
    original: str
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where in the original a part of the normal form stands; the part is never empty."""
        if not self.starts:
            return start, end
        return self.starts[start], self.ends[end - 1]

    def part(self, start: int, end: int) -> tuple[int, int, str]:
        """The place in the original, and what stands there."""
        begins, ends = self.place(start, end)
        return begins, ends, self.original[begins:ends]


@lru_cache(maxsize=64)
def normalised(text: str) -> Normalised:
    """Read a text once, however many values are sought in it."""
    if text.isascii():
        return Normalised(text.replace("\t", " "), text)
    pieces, starts, ends = list[str](), list[int](), list[int]()
    for piece, start, end in _clusters(text):
        pieces.append(piece)
        starts.extend([start] * len(piece))
        ends.extend([end] * len(piece))
    return Normalised("".join(pieces), text, tuple(starts), tuple(ends))


def normalise(text: str) -> str:
    """Write widths, digits, blanks, apostrophes and accents in one way; drop the invisible."""
    return normalised(text).text


def fold(text: str) -> str:
    """A text as it is compared: normal, without capitals, with single blanks."""
    return " ".join(unicodedata.normalize("NFC", normalise(text).casefold()).split())


def bounded(text: str) -> str:
    """The part of a text that is searched for values; it ends where a word ends."""
    if len(text) <= MOST_CHARACTERS:
        return text
    blanks = [text.rfind(blank, 0, MOST_CHARACTERS) for blank in " \n\u3000"]
    return text[: max(0, *blanks)]


@lru_cache(maxsize=8192)
def folded_word(word: str) -> str:
    """A single word as it is looked up; kept for the next time."""
    return unicodedata.normalize("NFC", word.casefold())


def collapse_blanks(text: str) -> str:
    """Write each run of blanks as one; lines stay lines."""
    return _BLANKS.sub(" ", text)


def _clusters(text: str) -> Iterator[tuple[str, int, int]]:
    """The characters of a text with the marks that belong to each."""
    held, start, end = "", 0, 0
    for at, char in enumerate(text):
        if unicodedata.category(char) == "Cf":
            continue
        if held and not _joins_before(char):
            yield unicodedata.normalize("NFC", held), start, end
            held = ""
        if not held:
            start = at
        held, end = held + _plain(char), at + 1
    if held:
        yield unicodedata.normalize("NFC", held), start, end


@lru_cache(maxsize=4096)
def _joins_before(char: str) -> bool:
    plain = _plain(char)
    return unicodedata.category(plain[0])[0] == "M" or ord(plain[0]) in _JAMO


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    """A character without its width, and digits of any script as 0 to 9."""
    if same := _SAME.get(char):
        return same
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.digit(char))
    if category == "Zs":
        return " "
    kind, _, code = unicodedata.decomposition(char).partition(" ")
    return _plain(chr(int(code, 16))) if kind in {"<wide>", "<narrow>"} else char


def stands_in(value: str, text: str) -> bool:
    """Say whether a text has a value as a whole, in capitals or not; a blank one never."""
    return next(_starts_of(value, text), None) is not None


def times_in(value: str, text: str) -> int:
    """How often a text has a value as a whole, in capitals or not."""
    return sum(1 for _start in _starts_of(value, text))


def _starts_of(value: str, text: str) -> Iterator[int]:
    """Where a text, as a person sees it, has a value as a whole."""
    if _has_invisible(value) and value not in text:
        return
    wanted = _legible(value).strip()
    searched = without_addresses(_legible(text), wanted)
    is_whole = cache(is_whole_between)  # the same value may stand there a hundred thousand times
    start = searched.find(wanted) if wanted else -1
    while start >= 0:
        if is_whole(*edges(searched, start, start + len(wanted))):
            yield start
        start = searched.find(wanted, start + 1)


def edges(text: str, start: int, end: int) -> tuple[str, str, str, str]:
    """What lies before a place, its first and its last character, and what lies behind it."""
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    return before[::-1], text[start], text[end - 1], after


def is_whole_between(before: str, first: str, last: str, after: str) -> bool:
    """Say whether what stands there ends where it seems to, on both sides."""
    return begins_whole(before, first) and ends_whole(last, after)


def begins_whole(before: str, first: str) -> bool:
    """Say whether a word or number begins here; what lies before it is given nearest first."""
    if _is_signed(first, before):  # -5 is not 5
        return False
    return not _joins(first, before) or _is_named(first, before)


def is_eastern(char: str) -> bool:
    """Say whether a character is of a script that writes numbers and names without blanks."""
    return needs_no_blank(char) or "\uac00" <= char <= "\ud7a3"


def ends_whole(last: str, after: str) -> bool:
    """Say whether a word or number ends here."""
    if last.isalpha() and after[:1] in {"+", "#"}:  # C++ is not C
        return False
    is_possessive = after.startswith("'s") and not _is_word(after[2:3])
    return is_possessive or not _joins(last, after) or _is_called(last, after)


def without_addresses(text: str, wanted: str = "") -> str:
    """A text in which addresses are a word each: what stands inside of one was not said.

    One that is wanted, or stands as a whole in what is, is left as it is; all stays where it was.
    """

    def _as_word(match: re.Match[str]) -> str:
        piece = match[0]
        is_address = "://" in piece or "/" in piece.partition(".")[2]
        return "_" * len(piece) if is_address and piece.strip(_AROUND) not in wanted else piece

    return _PIECE.sub(_as_word, text) if "/" in text else text


@lru_cache(maxsize=4096)
def needs_no_blank(char: str) -> bool:
    """Say whether a script puts no blank around it; a numeral such as 万 makes a number longer."""
    return unicodedata.name(char, "").startswith(_WITHOUT_BLANKS) and not char.isnumeric()


def _has_invisible(value: str) -> bool:
    return not value.isascii() and any(unicodedata.category(char) == "Cf" for char in value)


@lru_cache(maxsize=64)
def _legible(text: str) -> str:
    """A text as values are sought in it: as a person sees it, in small letters."""
    plain = collapse_blanks(normalise(text)).casefold()
    return _GROUPED.sub(lambda match: match[0].replace(" ", "_"), plain)


def _is_signed(first: str, before: str) -> bool:
    sum_begins = first.isdigit() or _CURRENCY.match(first)
    sign = _CURRENCY.sub("", before[:1]) or before[1:2]
    return bool(sum_begins and sign and sign in _SIGNS)


def _joins(edge: str, beyond: str) -> bool:
    """Say whether what lies beyond an edge, nearest first, belongs to the same word."""
    near, far = beyond[:1], beyond[1:2]
    if near in _JOIN_WORDS:
        return _is_word(far)
    if near in _JOIN_DIGITS:
        return edge.isdigit() and far.isdigit()
    return _is_word(near) and needs_no_blank(edge) == needs_no_blank(near)


@lru_cache(maxsize=4096)
def _is_word(char: str) -> bool:
    return bool(char) and (char.isalnum() or char == "_" or unicodedata.category(char)[0] == "M")


def _is_called(last: str, after: str) -> bool:
    """Say whether a name ends here though its script goes on: 田中さん, 김민수님."""
    return is_eastern(last) and bool(_BEHIND_A_NAME.match(after))


def _is_named(first: str, before: str) -> bool:
    return needs_no_blank(first) and before[:1] in _BEFORE_A_NAME


T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class FoundValue(Generic[T_co]):
    """A value, and the place in the text as it was given: `text` is its `[start:end]`.

    `value` is None where something stands there that cannot be read for certain; `doubt` then
    says in one word why a person has to be asked. It is empty for what is plain.
    """

    start: int
    end: int
    text: str
    value: T_co | None
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a sign of a normal text, as it is compared, and its place there."""

    text: str
    start: int
    end: int
