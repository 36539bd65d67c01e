"""Where a text falls apart: at the ends of sentences, and at words that join wishes."""

import re
from functools import cache, lru_cache

from bot.language.lists import languages_of, phrases, single_words, table
from bot.language.normal import bounded, fold, normalise, normalised

_SENTENCE_ENDS = re.compile(
    r"[.!?…]+(?=\s)|[。؟।]+|[;\n]+|[!?](?=[\u3040-\u9fff])|(?<=[\u3040-\u9fff])[!?]+"
)
_MARKS = ' \t\n.,;:!?…。、،؛؟।¡¿"“”„«»()*_~`-\u2013\u2014\uff01\uff0c\uff0e\uff1a\uff1b\uff1f'


def has_connective(text: str) -> bool:
    """Say whether a text may hold more than one wish."""
    said = normalise(bounded(text)).strip(_MARKS)
    if _SENTENCE_ENDS.search(said):
        return True
    return bool(_joins("connectives").search(f" {fold(said)} ")) or _joins_in_language(said)


def split_wishes(text: str) -> tuple[str, ...]:
    """Cut a text at sentence ends and strong connectives; empty where it is one wish."""
    said = normalise(bounded(text))
    sentences = (part for part in _SENTENCE_ENDS.split(said) if part and part.strip(_MARKS))
    wishes = [piece for sentence in sentences for piece in _pieces(sentence)]
    return tuple(wishes) if len(wishes) > 1 else ()


def sentences(text: str) -> tuple[str, ...]:
    """Cut a text behind its sentence ends; each part keeps the mark it ends with."""
    read = normalised(bounded(text))
    ends = (match.end() for match in _SENTENCE_ENDS.finditer(read.text))
    begin, parts = 0, list[str]()
    for end in (*ends, len(read.text)):
        if read.text[begin:end].strip(_MARKS):
            parts.append(read.part(begin, end)[2].strip())
        begin = end
    return tuple(parts)


def clauses(text: str) -> tuple[tuple[int, int], ...]:
    """Where the parts of a text stand that sentence ends and connectives keep apart."""
    read = normalised(bounded(text))
    said, begin, parts = f" {read.text} ", 0, list[tuple[int, int]]()
    found = (*_SENTENCE_ENDS.finditer(said), *_joins("connectives").finditer(said))
    ends = sorted(match.span() for match in found)
    for start, end in (*ends, (len(said), len(said))):
        if said[begin:start].strip(_MARKS):
            parts.append(read.place(max(begin - 1, 0), min(start - 1, len(read.text))))
        begin = max(begin, end)
    return tuple(parts)


def _pieces(sentence: str) -> list[str]:
    pieces = _joins("strong").split(f" {sentence} ")
    return [piece for piece in (part.strip(_MARKS) for part in pieces) if piece]


def _joins_in_language(said: str) -> bool:
    """Say whether a short word joins, which is another word elsewhere: “i”, “a”, “en”."""
    words = said.split()
    found = {word: own for word in words[1:-1] if (own := _short_connectives().get(fold(word)))}
    if not found:
        return False
    rest = " ".join(word for word in words if word not in found)
    told = languages_of(rest) or _languages_by_signs(rest)
    return any(
        own & told and not ("en" in told and _is_english(word)) for word, own in found.items()
    )


def _languages_by_signs(text: str) -> frozenset[str]:
    """What a text may be in of which no small word tells: what is in ASCII, in English too."""
    every = frozenset[str]().union(*_short_connectives().values())
    return every | {"en"} if text.isascii() else every


def _is_english(word: str) -> bool:
    """Say whether it is a word of English, where “i” is written large."""
    return word != "i" and fold(word) in single_words("small", "en")


@cache
def _short_connectives() -> dict[str, frozenset[str]]:
    """The short words that join, each with its languages."""
    found = dict[str, frozenset[str]]()
    for entry in table("parts", "short_connectives").items():
        found[entry[0]] = frozenset(entry[1].split(","))
    return found


@lru_cache(maxsize=4)
def _joins(name: str) -> re.Pattern[str]:
    spaced = sorted(phrases("parts", name), key=len, reverse=True)
    unspaced = "unspaced_connectives" if name == "connectives" else "strong_unspaced"
    signs = sorted(phrases("parts", unspaced), key=len, reverse=True)
    return re.compile(
        rf"(?<=[\s,、])(?:{'|'.join(map(re.escape, spaced))})(?=[\s,、])"
        rf"|{'|'.join(map(re.escape, signs))}",
        re.IGNORECASE,
    )
