"""What whole messages mean in some twenty languages: commands, yes, no, stop, greetings."""

import re
import unicodedata
from functools import cache, lru_cache

from bot.language.lists import names, phrases, plain, single_words
from bot.language.normal import bounded, fold, normalise

LONGEST_MESSAGE = 120  # characters of a message that is nothing but a phrase of the lexicon

_QUESTION_MARKS = "?؟;՞፧⁇⁈⁉"
_SENTENCE_ENDS = re.compile(r"[.!?…]+(?=\s)|[。؟।]+|[;\n]+|[!?](?=[\u3040-\u9fff])")
_MARKS = ' \t\n.,;:!?…。、،؛؟।¡¿"“”„«»()*_~`-\u2013\u2014\uff01\uff0c\uff0e\uff1a\uff1b\uff1f'


def command_of(text: str) -> str | None:
    """The command that a whole message is, in English; None if it is none."""
    said = _message(text)
    found = _commands().get(said) if said else None
    return found or (_commands().get(_politeless(said)) if said else None)


def is_yes(text: str) -> bool:
    """Say whether a whole message approves; in doubt it does not."""
    said = _message(text)
    return bool(said) and not is_question(text) and _approves(said)


def is_no(text: str) -> bool:
    """Say whether a whole message declines."""
    return _is_made_of(_message(text), phrases("answers", "no"))


def is_stop(text: str) -> bool:
    """Say whether a whole message ends what is going on; in doubt it does."""
    said = _message(text)
    endings = (phrases("commands", name) for name in ("stop", "cancel", "cancel all"))
    return _is_made_of(said, frozenset[str]().union(*endings))


def is_greeting(text: str) -> bool:
    """Say whether a whole message greets, and no more."""
    return _is_made_of(_message(text), phrases("answers", "greeting"))


def is_thanks(text: str) -> bool:
    """Say whether a whole message thanks, and no more."""
    return _is_made_of(_message(text), phrases("answers", "thanks"))


def is_polite(word: str) -> bool:
    """Say whether a single word may stand around an answer without being part of it."""
    return plain(word) in single_words("parts", "polite")


def bare(text: str) -> str:
    """A message without the politeness and the punctuation around it."""
    left = _unmarked(text)
    while (cut := _trimmed(left)) != left:
        left = cut
    return left


def is_question(text: str) -> bool:
    """Say whether a text asks, by its marks or its last sign; no words of a language count."""
    said = normalise(text).rstrip(' \n"”»)')
    if said.endswith(tuple(_QUESTION_MARKS)) or "¿" in said:
        return True
    ends = tuple(phrases("parts", "question_ends"))
    return said.rstrip("。.!").endswith(ends) and not is_in_lists(said)


def is_in_lists(text: str) -> bool:
    """Say whether a whole message is an answer or a command of the lexicon."""
    said = plain(text)
    return said in _commands() or any(
        said in phrases("answers", name) for name in names("answers")
    )


def speaks_of_past(text: str) -> bool:
    """Say whether a text speaks of another time."""
    folded = fold(bounded(text))
    spaced = f" {plain(folded)} "
    return any(f" {phrase} " in spaced for phrase in phrases("parts", "past")) or any(
        phrase in folded for phrase in phrases("parts", "unspaced_past")
    )


def is_of_past(word: str) -> bool:
    """Say whether a single word speaks of another time, and of nothing else."""
    return word in phrases("parts", "past") or word in phrases("parts", "unspaced_past")


def has_connective(text: str) -> bool:
    """Say whether a text may hold more than one wish."""
    said = normalise(bounded(text)).strip(_MARKS)
    if _SENTENCE_ENDS.search(said):
        return True
    return bool(_joins("connectives").search(f" {fold(said)} "))


def split_wishes(text: str) -> tuple[str, ...]:
    """Cut a text at sentence ends and strong connectives; empty where it is one wish."""
    said = normalise(bounded(text))
    sentences = (part for part in _SENTENCE_ENDS.split(said) if part and part.strip(_MARKS))
    wishes = [piece for sentence in sentences for piece in _pieces(sentence)]
    return tuple(wishes) if len(wishes) > 1 else ()


def _pieces(sentence: str) -> list[str]:
    pieces = _joins("strong").split(f" {sentence} ")
    return [piece for piece in (part.strip(_MARKS) for part in pieces) if piece]


def _message(text: str) -> str:
    """A message as it is looked up; empty for one that is longer than any phrase."""
    return plain(text) if len(text) <= LONGEST_MESSAGE else ""


def _approves(said: str) -> bool:
    yes, assent = phrases("answers", "yes"), phrases("answers", "assent")
    return _covered(said, yes | assent | _THANKFUL, yes)


def _is_made_of(said: str, wanted: frozenset[str]) -> bool:
    return bool(said) and _covered(said, wanted | _THANKFUL, wanted)


def _covered(said: str, allowed: frozenset[str], needed: frozenset[str]) -> bool:
    """Say whether a message is made of allowed phrases alone, one of them a needed one."""
    if said in needed:
        return True
    parts = said.split()
    reached = [{False}] + [set[bool]() for _ in parts]  # whether a needed one was among them
    for at in range(len(parts)):
        if not reached[at]:
            continue
        for end in range(at + 1, min(at + _LONGEST_PHRASE, len(parts)) + 1):
            phrase = " ".join(parts[at:end])
            if phrase in allowed:
                reached[end] |= {had or phrase in needed for had in reached[at]}
    return True in reached[-1]


@cache
def _commands() -> dict[str, str]:
    return {phrase: name for name in names("commands") for phrase in phrases("commands", name)}


def _politeless(said: str) -> str:
    words = [word for word in said.split() if word not in _THANKFUL]
    return " ".join(words)


def _trimmed(text: str) -> str:
    """A text without its first and last word where these are polite; something is left."""
    first, last = _FIRST.match(text), _LAST.search(text)
    if first and is_polite(first[1]):
        return _unmarked(text[first.end() :])
    if last and is_polite(last[1]):
        return _unmarked(text[: last.start()])
    eastern = _EASTERN_END.search(text)
    return _unmarked(text[: eastern.start()]) if eastern else text


def _unmarked(text: str) -> str:
    """A text without blanks and punctuation around it; signs of values stay: -5, #12, 10%."""
    start, end = 0, len(text)
    while start < end and _is_mark(text[start]):
        start += 1
    while end > start and _is_mark(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_mark(char: str) -> bool:
    is_punctuation = unicodedata.category(char)[0] == "P" and char not in _OF_VALUES
    return char.isspace() or is_punctuation or char in "`~"


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


_OF_VALUES = "-\u2212#@%&/\\+"
_EASTERN_END = re.compile(
    r"(?<=[^\s])(?:でお願いします|をお願いします|お願いします|ください|です|にして|を|입니다|이에요|예요)$"
)
_FIRST = re.compile(r"(\S+)\s+(?=\S)")
_LAST = re.compile(r"(?<=\S)\s+(\S+)$")
_LONGEST_PHRASE = 8  # words
_THANKFUL = frozenset(
    {
        *("please", "pls", "plz", "thanks", "thx", "bitte", "danke", "merci", "gracias", "grazie"),
        *("obrigado", "obrigada", "proszę", "пожалуйста", "спасибо", "lütfen", "tack", "takk"),
        *("favore", "favor", "por", "per", "s'il", "te", "vous", "plaît", "graag", "prosím"),
        *("thank", "you", "kiitos", "お願いします", "ください", "请", "谢谢", "कृपया"),
    }
)
