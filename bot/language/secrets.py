"""Secrets in what people write: behind a label in any language, or of a known shape."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from bot.language.labels import Label, labels_of
from bot.language.lists import phrases, single_words, small_words
from bot.language.normal import FoundValue, Normalised, fold, normalised

MASK = "[secret]"
LONGEST_AGAIN = 1_000  # characters
MOST_AGAIN = 40  # values looked for beside their labels: a long text may hold any number

_SHAPES = re.compile(
    r"""
      \bsk-[A-Za-z0-9_-]{16,} | \bxox[abeoprs]-[A-Za-z0-9-]{10,} | \bxapp-[A-Za-z0-9-]{10,}
    | \bgh[pousr]_[A-Za-z0-9]{20,} | \bgithub_pat_[A-Za-z0-9_]{20,} | \bglpat-[A-Za-z0-9_-]{16,}
    | \bAKIA[0-9A-Z]{16}\b | \bAIza[A-Za-z0-9_-]{30,}
    | \b(?:[0-9A-Za-z]{5}-){3}[0-9A-Za-z]{5}\b
    | \beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*
    | -----BEGIN[ ][A-Z ]*PRIVATE[ ]KEY-----(?s:.)*?(?:-----END[ ][A-Z ]*PRIVATE[ ]KEY-----|\Z)
    """,
    re.VERBOSE,
)
_QUOTES = {'"': '"', "'": "'", "“": "”", "«": "»", "„": "“", "「": "」", "`": "`"}
_PART = r"[^\s\"',;、。「」]+"
_VALUE = re.compile(rf"[\"',;]*{_PART}(?:[\"',;]+{_PART})*")
_SENTENCE = re.compile(r"(?:[^\n.!?;。]|[.!?;](?!\s|$))+")
_WORD = re.compile(r"[^\W\d_]+(?:[.'-][^\W\d_]+)*(?=\s|$|[,;])")
_NEXT = re.compile(r" +([^\W_][^\s\",;]*)")
_MIXED = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])\S{5,}")
_CODE = re.compile(r"\d{4,12}(?![\w.,]\w)")
_MARKS = ".,;:!?()[]{}<>*_~`\"'“”"
_ENDS = ".,;:!?"
_SHORTEST = 4  # characters of an everyday word that tells something where it stands again
_Place = tuple[int, int]


def find_secrets(text: str) -> tuple[FoundValue[str], ...]:
    """Every secret of a text, also where it stands again; the whole text is read, however long."""
    read = normalised(text)
    labels = labels_of(read.text)
    behind = list(_behind(read.text, labels))
    shaped = [match.span() for match in _SHAPES.finditer(read.text)]
    again = _again(read.text, behind, labels)
    places = _merged([*behind, *shaped, *again])
    return tuple(_as_found(read, place) for place in places)


def labels_in(text: str) -> tuple[FoundValue[str], ...]:
    """The labels of a text behind which a secret may stand."""
    read = normalised(text)
    return tuple(_as_found(read, (label.start, label.end)) for label in labels_of(read.text))


def _as_found(read: Normalised, place: _Place) -> FoundValue[str]:
    start, end, part = read.part(*place)
    return FoundValue(start, end, part, part)


def _behind(text: str, labels: tuple[Label, ...]) -> Iterator[_Place]:
    """The values behind labels; what stands within one is a part of it, and no label."""
    covered = 0
    for label in labels:
        if label.start >= covered and (place := _value_of(text, label)):
            covered = place[1]
            yield place


def _value_of(text: str, label: Label) -> _Place | None:
    """Where the value of a label stands; None if what stands there is said of one."""
    start, limit = label.value, len(text)
    while start < limit and text[start] in " \t":
        start += 1
    if start >= limit or text.startswith(MASK, start):
        return None
    if text[start] in _QUOTES and (quoted := _quoted(text, start)):
        return quoted
    place = _extent(text, start, label)
    if place is None or not _is_secret(text[slice(*place)], label):
        return None
    return place


def _quoted(text: str, start: int) -> _Place | None:
    """What stands in quotation marks; a secret may begin with such a mark, and never close it."""
    close = text.find(_QUOTES[text[start]], start + 1, start + 200)
    line = text.find("\n", start, close) if close > 0 else -1
    if close <= start + 1 or line >= 0 or text[close - 1].isspace():
        return None
    return None if text[close + 1 : close + 2].isalnum() else (start + 1, close)


def _extent(text: str, start: int, label: Label) -> _Place | None:
    """How far the value goes: a word, several where passwords have them, or the sentence."""
    if not label.is_told:  # nothing says that a value follows but its look
        match = _MIXED.match(text, start) or (_CODE.match(text, start) if label.is_code else None)
        return (start, _trimmed(text, start, match.end())) if match else None
    if label.is_phrase and (sentence := _SENTENCE.match(text, start)):
        return start, _trimmed(text, start, sentence.end(), " ")
    value = _VALUE.match(text, start)
    if value is None:
        return None
    if label.takes_words and (word := _WORD.match(text, start)) and not _is_small(word[0]):
        return start, max(value.end(), _words_end(text, word.end()))
    return value.span()


def _words_end(text: str, end: int) -> int:
    """Up to where a password of several words goes: it ends at an everyday word."""
    while text[end - 1] not in ".!?" and (more := _NEXT.match(text, end)):
        if _is_small(more[1].rstrip(_ENDS)) or labels_of(more[1]):
            break
        end = more.end()
    return end


def _trimmed(text: str, start: int, end: int, marks: str = _ENDS) -> int:
    while end > start + 1 and text[end - 1] in marks:
        end -= 1
    return end


def _is_secret(value: str, label: Label) -> bool:
    """Say whether what stands behind a label is a secret, and nothing said of one."""
    first = fold(next(iter(value.split(maxsplit=1)), "")).strip(_ENDS + "¿¡")
    said = single_words("secrets", "no_secret")
    alone = single_words("secrets", "no_secret_alone")
    is_said_of_it = first in said or fold(value).strip(_ENDS) in alone
    if not value.strip("?") or is_said_of_it or _is_mere_mark(value):
        return False
    is_eastern = not first.isascii() and any(
        first.startswith(word)
        for word in said
        if not word.isascii() and len(word) <= len("間違い")
    )
    return not (is_eastern and label.is_eastern)


def _is_mere_mark(value: str) -> bool:
    return all(char in "-\u2013\u2014" for char in value)


@lru_cache(maxsize=4096)
def _is_small(word: str) -> bool:
    return fold(word) in _small()


@cache
def _small() -> frozenset[str]:
    connectives = single_words("parts", "connectives")
    return small_words() | connectives | single_words("words", "everyday")


def _again(text: str, behind: Iterable[_Place], labels: tuple[Label, ...]) -> Iterator[_Place]:
    """Where the values stand again as words of their own, but not inside of a label."""
    values = dict.fromkeys(text[slice(*place)] for place in behind)
    looked_for = [value for value in values if len(value) <= LONGEST_AGAIN]
    longest_first = sorted(looked_for, key=len, reverse=True)[:MOST_AGAIN]
    forms = "|".join(filter(None, map(_anew, longest_first)))
    if not forms:
        return
    inside = frozenset(at for label in labels for at in range(label.start, label.value))
    for match in re.compile(forms).finditer(text):
        if match.start() not in inside:
            yield match.span()


def _anew(value: str) -> str:
    """Match a value as a word of its own, with or without the marks around it: “4711.”, “4711”."""
    bare = value.strip(_MARKS)
    behind = value[value.index(bare) + len(bare) :] if bare else ""
    forms = dict.fromkeys((value, value.rstrip(_ENDS), bare + behind, bare))
    return "|".join(_apart(form) for form in forms if form and _tells(form))


def _tells(value: str) -> bool:
    """Say whether a value that stands again tells it: “ok” stands everywhere."""
    return len(value) >= _SHORTEST or not (_is_small(value) or fold(value) in _common())


@cache
def _common() -> frozenset[str]:
    return phrases("answers", "yes") | phrases("answers", "no") | phrases("answers", "greeting")


def _apart(value: str) -> str:
    """Match a value, but not inside a longer word or number; a mark at its end ends it."""
    before = r"(?<![^\W_])" if value[0].isalnum() else ""
    behind = r"(?![^\W_])" if value[-1].isalnum() else ""
    return f"{before}{re.escape(value)}{behind}"


def _merged(places: Iterable[_Place]) -> Iterator[_Place]:
    """The places in order, those that overlap as one."""
    held: _Place | None = None
    for start, end in sorted(set(places)):
        if held and start < held[1]:
            held = held[0], max(held[1], end)
            continue
        if held:
            yield held
        held = start, end
    if held:
        yield held
