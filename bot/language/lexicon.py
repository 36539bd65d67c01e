"""What whole messages mean in some twenty languages: commands, yes, no, stop, greetings."""

import re
import unicodedata
from functools import cache

from bot.language.lists import entries, names, phrases, plain, single_words
from bot.language.normal import bounded, fold, normalise
from bot.language.words import is_slip_of

_AROUND_WORDS = '.,;:!?()"'


def is_negation(word: str) -> bool:
    """Say whether a single folded word negates what comes right after it."""
    return word in single_words("words", "negating")


def denies(text: str) -> bool:
    """Say whether a word of a text denies what is said in it; a mere “no” answers something."""
    folded = fold(bounded(text))
    is_spoken = any(is_negation(part.strip(_AROUND_WORDS)) for part in folded.split())
    return is_spoken or any(sign in folded for sign in entries("words", "unspaced_denying"))


def has_negation(text: str) -> bool:
    """Say whether something in a text is denied, or is not wanted; “no” counts as well."""
    spoken = {part.strip(_AROUND_WORDS) for part in fold(bounded(text)).split()}
    return denies(text) or not spoken.isdisjoint(single_words("words", "denying"))


LONGEST_MESSAGE = 120  # characters of a message that is nothing but a phrase of the lexicon

_QUESTION_MARKS = "?؟;՞፧⁇⁈⁉"


def command_of(text: str) -> str | None:
    """The command that a whole message is, in English; None if it is none."""
    said = _message(text)
    found = _commands().get(said) or _commands().get(_politeless(said))
    return found or ("stop" if is_stop(text) else None)


def slip_of(text: str) -> str:
    """The command that a whole message most likely is with a slip of the fingers, or empty.

    With another letter in place of one it is another word: “statue” is not “status”.
    """
    said = _message(text)
    near = (meant for meant in _slips() if is_slip_of(said, meant))
    others = (m for m in near if len(m) != len(said) or sorted(m) == sorted(said))
    return next(others, "") if " " not in said else ""


def is_yes(text: str) -> bool:
    """Say whether a whole message approves; in doubt it does not."""
    said = _message(text)
    return bool(said) and not is_question(text) and _approves(said)


def is_no(text: str) -> bool:
    """Say whether a whole message declines; “don't reject it” does not."""
    said = _message(text)
    return _is_made_of(said, phrases("answers", "no")) and not _denies_rejection(said)


def is_stop(text: str) -> bool:
    """Say whether a whole message ends what is going on; in doubt it does."""
    said = _message(text)
    return _is_made_of(said, _endings())


def courtesy_of(text: str) -> str:
    """Whether a whole message is a greeting, thanks or a farewell, and no more; empty if not."""
    said = _message(text)
    lists = {name: phrases("answers", name) for name in ("greeting", "thanks", "farewell")}
    alone = next((name for name, listed in lists.items() if _is_made_of(said, listed)), "")
    is_mixed = not alone and _is_made_of(said, frozenset[str]().union(*lists.values()))
    return "farewell" if is_mixed else alone


def is_polite(word: str) -> bool:
    """Say whether a single word may stand around an answer without being part of it."""
    return plain(word) in single_words("parts", "polite")


def bare(text: str) -> str:
    """A message without the politeness and the punctuation around it."""
    start, end = _unmarked(text, 0, len(text))
    while (start_of_rest := _behind_polite(text, start, end)) > start:
        start = start_of_rest
    while (end_of_rest := _before_polite(text, start, end)) < end:
        end = end_of_rest
    return text[start:end]


def is_question(text: str) -> bool:
    """Say whether a text asks, by its marks or its last sign; no words of a language count."""
    said = normalise(text).rstrip(' \n"”»)')
    if said.endswith(tuple(_QUESTION_MARKS)) or "¿" in said:
        return True
    ends = tuple(phrases("parts", "question_ends"))
    return said.rstrip("。.!").endswith(ends) and not _is_listed(said)


def is_of_lexicon(text: str) -> bool:
    """Say whether a whole message is made of answers, commands or courtesies of the lexicon."""
    ways = (_is_listed, command_of, is_yes, is_no, courtesy_of)
    return any(bool(is_meant(text)) for is_meant in ways)


def _is_listed(text: str) -> bool:
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


def _message(text: str) -> str:
    """A message as it is looked up; empty for one that is longer than any phrase."""
    return plain(text) if len(text) <= LONGEST_MESSAGE else ""


def _approves(said: str) -> bool:
    yes, assent = phrases("answers", "yes"), phrases("answers", "assent")
    return _covered(said, yes | assent | _thankful(), yes)


def _denies_rejection(said: str) -> bool:
    parts = said.split()
    behind = (" ".join(parts[at + 1 :]) for at, word in enumerate(parts) if is_negation(word))
    rejecting = tuple(f"{phrase} " for phrase in phrases("verdicts", "reject"))
    return any(f"{rest} ".startswith(rejecting) for rest in behind)


def _is_made_of(said: str, wanted: frozenset[str]) -> bool:
    return bool(said) and _covered(said, wanted | _thankful(), wanted)


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
def _endings() -> frozenset[str]:
    names_of_them = ("stop", "cancel", "cancel all")
    return frozenset[str]().union(*(phrases("commands", name) for name in names_of_them))


@cache
def _commands() -> dict[str, str]:
    return {phrase: name for name in names("commands") for phrase in phrases("commands", name)}


def _politeless(said: str) -> str:
    words = [word for word in said.split() if word not in _thankful()]
    return " ".join(words)


def _behind_polite(text: str, start: int, end: int) -> int:
    """Where a text goes on behind its first word, if that is polite and not all of it."""
    furthest = min(start + _LONGEST_POLITE, end)
    blank = next((at for at in range(start, furthest) if text[at].isspace()), end)
    if blank == end or not is_polite(text[start:blank]):
        return start
    return _unmarked(text, blank, end)[0]


def _before_polite(text: str, start: int, end: int) -> int:
    """Where a text ends before its last word or ending, if that is polite and not all of it."""
    earliest = max(end - _LONGEST_POLITE, start)
    blank = next((at for at in range(end - 1, earliest, -1) if text[at].isspace()), start)
    if blank > start and is_polite(text[blank + 1 : end]):
        return _unmarked(text, start, blank)[1]
    endings = entries("words", "unspaced_endings")
    eastern = next((one for one in endings if text.endswith(one, start + 1, end)), "")
    return _unmarked(text, start, end - len(eastern))[1] if eastern else end


def _unmarked(text: str, start: int, end: int) -> tuple[int, int]:
    """A span without blanks and punctuation around it; signs of values stay: -5, #12, 10%."""
    while start < end and _is_mark(text[start]):
        start += 1
    while end > start and _is_mark(text[end - 1]) and not _is_closed(text[start:end]):
        end -= 1
    return start, end


def _is_closed(text: str) -> bool:
    """Say whether the bracket that a text ends with was opened within: “Smith (Ulm)”."""
    return any(text[-1] == e and text.count(b) == text.count(e) for b, e in ("()", "[]", "{}"))


def _is_mark(char: str) -> bool:
    is_punctuation = unicodedata.category(char)[0] == "P" and char not in _OF_VALUES
    return char.isspace() or is_punctuation or char in "`~"


@cache
def _slips() -> tuple[str, ...]:
    return tuple(sorted(phrases("parts", "slips")))


_OF_VALUES = "-\u2212#@%&/\\+"
_LONGEST_PHRASE = 8  # words
_LONGEST_POLITE = 20  # characters of a word


def _thankful() -> frozenset[str]:
    return single_words("words", "thankful")


def speaks_of_harm(text: str) -> bool:
    """Say whether a text names a crime as somebody does who wants it done."""
    folded = fold(bounded(text))
    spaced = f" {plain(folded)} "
    if any(f" {phrase} " in spaced for phrase in phrases("harm", "words")):
        return True
    return any(sign in folded for sign in phrases("harm", "unspaced"))


LONGEST_VERDICT = 8  # pieces of words
LONGEST_BEGINNING = 200  # characters

_PIECE = re.compile(r"[\w']+")
_BEHIND_VERDICTS = " \t\n,.:;!-\u2013\u2014。、，：；！"  # noqa: RUF001 - those of Chinese and Japanese


def begins_verdict(text: str) -> bool:
    """Say whether a text begins with a word that decides, which a mere yes or no is not."""
    return any(_behind(text, name) is not None for name in ("approve", "reject"))


def reason_of(text: str) -> str:
    """Why a text rejects: what stands behind a word that says so; empty where nothing does."""
    return without_because(_behind(text, "reject") or "")


def without_because(reason: str) -> str:
    """A reason without the word that introduces it."""
    without = _behind(reason, "because")
    return reason if without is None else without


def wants_nothing(text: str) -> bool:
    """Say whether a whole message answers what is wanted instead by a no, or by nothing."""
    said = {plain(text), plain(bare(text))}
    return is_no(text) or not said.isdisjoint(phrases("verdicts", "nothing"))


def _behind(text: str, name: str) -> str | None:
    """What follows the longest phrase of a list that a text begins with; None without one."""
    begun = list(_PIECE.finditer(text[:LONGEST_BEGINNING]))[:LONGEST_VERDICT]
    for piece in reversed(begun):
        if plain(text[: piece.end()]) in phrases("verdicts", name):
            return text[piece.end() :].strip(_BEHIND_VERDICTS)
    return None
