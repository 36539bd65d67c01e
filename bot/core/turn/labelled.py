"""Find secrets that stand behind a label in what people write: “password: …”, “my pin is …”."""

import re

from bot.core.matching.english import FUNCTION_WORDS
from bot.core.turn.short import bounded

MASK = "[secret]"

_PASSWORD = r"pass(?:word|wd|code|phrase)?|pwd|pw"  # noqa: S105 - names, and no password
_IS = r"[\"']?\s*(?:\bis\b|=|:)"
LABEL = rf"\b(?<!/etc/)(?:{_PASSWORD}|pin|api[ _-]?key|access[ _-]?token|secret)\b{_IS}"
_WORD = r"[^\W\d_]+(?:[.'\u2019-][^\W\d_]+)*"
_EVERYDAY = "|".join(map(re.escape, sorted(FUNCTION_WORDS)))
_NEXT = rf"(?<![.!?])[ ]+(?!(?:{_EVERYDAY})\b|{LABEL})[^\W_][^\s\",;]*"

# A passphrase may hold any word, names too: it goes to the end of its sentence.
_PHRASE = re.compile(rf"\bpass[ -]?phrase\b{_IS}\s*((?:[^\n.!?;]|[.!?;](?!\s|$))+)", re.IGNORECASE)
# So may a password without a digit, but nobody says that it does: it ends at an everyday word.
_WORDS = re.compile(
    rf"\b(?:{_PASSWORD})\b{_IS}\s*((?!(?:{_EVERYDAY})\b){_WORD}(?:{_NEXT})+)", re.IGNORECASE
)
_QUOTED = "|".join(  # a password may begin with such a mark, and never close it
    rf"(?<={begins})[^{ends}\n]+(?<!\s)(?={ends}(?!\w))" for begins, ends in ('""', "''", "“”")
)
_PART = r"[^\s\"',;]+"
_VALUE = re.compile(
    rf"{LABEL}\s*[\"'“]?({_QUOTED}|[\"',;]*{_PART}(?:[\"',;]+{_PART})*)", re.IGNORECASE
)
_MOST_AGAIN = 40  # values looked for beside their labels: a long text may hold any number
_MARKS = ".,;:!?()[]{}<>*_~`\"'“”"
_ENDS = ".,;:!?"  # of a sentence
_SHORTEST = 4  # of an everyday word that tells something where it stands again
_NO_SECRET = {"wrong", "incorrect", "not", "required", "expired", "needed", "forgotten", "lost"}


def without_labelled(text: str) -> str:
    """Hide what stands behind a label, and the same value where it stands again."""
    found: dict[str, None] = {}

    def hidden(match: re.Match[str]) -> str:
        if not _is_value(match[1]):
            return match[0]
        found[match[1]] = None
        begins = match.start(1) - match.start()
        return match[0][:begins] + MASK + match[0][begins + len(match[1]) :]

    for shape in (_PHRASE, _WORDS, _VALUE):
        text = shape.sub(hidden, text)
    longest_first = sorted(found, key=len, reverse=True)[:_MOST_AGAIN]
    again = "|".join(filter(None, map(_anew, longest_first)))
    return _but_in_labels(again, text) if again else text


def without(secret: str, text: str) -> str:
    """Hide a secret wherever it stands but in a label: “[secret]word is” would tell what it is."""
    plain = re.escape(secret)
    left = _but_in_labels(bounded(secret, plain), text)
    return left if left != text else _but_in_labels(plain, text)


def _but_in_labels(secrets: str, text: str) -> str:
    found = re.compile(rf"((?i:{LABEL}))|{secrets}")
    return found.sub(lambda match: match[1] or MASK, text)


def _is_value(text: str) -> bool:
    """Say whether what stands behind a label is a secret, and nothing said of one."""
    first = next(iter(text.split(maxsplit=1)), "").lower().strip(".,!?")
    return bool(text.strip("?")) and first not in _NO_SECRET and not text.startswith(MASK)


def _tells(value: str) -> bool:
    """Say whether a value that stands again tells it: “ok” stands everywhere."""
    return len(value) >= _SHORTEST or value.lower() not in FUNCTION_WORDS


def _anew(value: str) -> str:
    """Match a value as a word of its own, with or without the marks around it: “4711.”, “4711”."""
    bare = value.strip(_MARKS)
    behind = value[value.index(bare) + len(bare) :] if bare else ""
    forms = dict.fromkeys((value, value.rstrip(_ENDS), bare + behind, bare))
    return "|".join(_apart(form) for form in forms if form and _tells(form))


def _apart(value: str) -> str:
    """Match a value, but not inside a longer word or number; a mark at its end ends it."""
    before = r"(?<![^\W_])" if value[0].isalnum() else ""
    behind = r"(?![^\W_])" if value[-1].isalnum() else ""
    return f"{before}{re.escape(value)}{behind}"
