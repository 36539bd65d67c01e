"""Words of harm: what nobody is helped with, whoever's words it is made of besides."""

from bot.language.lists import phrases, plain
from bot.language.normal import bounded, fold


def speaks_of_harm(text: str) -> bool:
    """Say whether a text names a crime as somebody does who wants it done."""
    folded = fold(bounded(text))
    spaced = f" {plain(folded)} "
    if any(f" {phrase} " in spaced for phrase in phrases("harm", "words")):
        return True
    return any(sign in folded for sign in phrases("harm", "unspaced"))
