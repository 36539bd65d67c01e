"""Hide secrets in what people write, before anything else reads or keeps it."""

import re
from collections.abc import Iterable

from bot.core.turn.short import bounded
from bot.language.found import Found
from bot.language.lexicon import is_polite
from bot.language.secrets import MASK, find_secrets, labels_in

_ENDS = ".,;:!?"  # of a sentence
_MARKS = f"{_ENDS}()[]{{}}<>*_~`\"'“”"
_SHORTEST = 4  # characters of a polite word that tells something where it stands again
_MOST_AGAIN = 40  # values looked for beside their labels: a long text may hold any number


def hide(text: str) -> str:
    """Return the text with a mask in place of each secret; none is kept for anybody."""
    return masked(text, find_secrets(text))


def masked(text: str, found: Iterable[Found[str]]) -> str:
    """Put a mask in place of what was found, and of the same values where they stand again."""
    values: dict[str, None] = {}
    for secret in sorted(found, key=lambda one: one.start, reverse=True):
        values[secret.text] = None
        text = text[: secret.start] + MASK + text[secret.end :]
    longest_first = sorted(values, key=len, reverse=True)[:_MOST_AGAIN]
    again = "|".join(filter(None, map(_anew, longest_first)))
    return _but_in_labels(again, text) if again else text


def _but_in_labels(secrets: str, text: str) -> str:
    """Leave labels and masks as they are: “[secret]word is” would tell what the secret is."""
    kept = sorted({MASK, *(label.text for label in labels_in(text))}, key=len, reverse=True)
    labels = "|".join(rf"(?<![^\W_]){re.escape(one)}(?![^\W_])" for one in kept)
    return re.sub(rf"({labels})|{secrets}", lambda match: match[1] or MASK, text)


def _anew(value: str) -> str:
    """Match a value as a word of its own, with or without the marks around it: “4711.”, “4711”."""
    bare = value.strip(_MARKS)
    behind = value[value.index(bare) + len(bare) :] if bare else ""
    forms = dict.fromkeys((value, value.rstrip(_ENDS), bare + behind, bare))
    return "|".join(_apart(form) for form in forms if form and _tells(form))


def _tells(value: str) -> bool:
    """Say whether a value that stands again tells it: “ok” stands everywhere."""
    return len(value) >= _SHORTEST or not is_polite(value)


def _apart(value: str) -> str:
    """Match a value, but not inside a longer word or number; a mark at its end ends it."""
    before = r"(?<![^\W_])" if value[0].isalnum() else ""
    behind = r"(?![^\W_])" if value[-1].isalnum() else ""
    return bounded(value, f"{before}{re.escape(value)}{behind}")
