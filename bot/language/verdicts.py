"""Verdicts that say so themselves: “approve”, “reject: too much”, in some twenty languages."""

import re

from bot.language.lexicon import bare, is_no
from bot.language.lists import phrases, plain

LONGEST_VERDICT = 8  # pieces of words
LONGEST_BEGINNING = 200  # characters

_PIECE = re.compile(r"[\w']+")
_MARKS = " \t\n,.:;!-\u2013\u2014。、，：；！"  # noqa: RUF001 - those of Chinese and Japanese


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
            return text[piece.end() :].strip(_MARKS)
    return None
