"""Where in a message a secret may stand, and which part of the words there it is."""

import re
from dataclasses import dataclass

NEAR = 40  # characters
LONGEST_CLAUSE = 400
MASK = "[secret]"

LABEL = (
    r"(?<![\w-])(?<!/etc/)(?:pas{1,2}[\s-]?(?:w(?:or|ro|r)|owr)d|pass(?:wd|code|phrase)?|"
    r"pswd|pwd|pw|pin(?:[\s-](?:code|number))?|passwort|kennwort|wachtwoord|contraseña|senha|"
    r"mot\sde\spasse)(?![\w-])"  # codespell:ignore mot
)
QUOTED = r"\"[^\"\n]+\"(?!\w)|'[^'\n]+'(?!\w)|“[^”\n]+”|\u2018[^\u2019\n]+\u2019|`[^`\n]+`"
AMOUNT = re.compile(r"[$€£]?\d[\d.,]*(?:k|[$€£])?[,.!?]?", re.IGNORECASE)
_UNIT = re.compile(r"\s*(?:to|into|from|dollars?|usd|bucks|euros?|eur)\b", re.IGNORECASE)
_NEXT_FIELD = re.compile(r"[&;]\w+=|</")
_CLOSES = dict(zip(")]}>\"'”\u2019`", "([{<\"'“\u2018`", strict=True))
_FEW = 2  # words; the full stop after so few may belong to the secret


@dataclass(frozen=True, slots=True)
class Spot:
    """What may be a secret, and where it stands in a text."""

    text: str
    start: int
    end: int

    @property
    def value(self) -> str:
        """The secret without what belongs to the sentence around it."""
        return _unwrapped(self)

    @property
    def after(self) -> str:
        """What stands behind the last character of the secret, and this one."""
        value = self.value
        last = self.text.index(value, self.start) + len(value) - 1
        return self.text[last : self.end + NEAR]

    @property
    def rest(self) -> str:
        """What follows closely."""
        return self.text[self.end : self.end + NEAR]


def goes_on_as_amount(spot: Spot) -> bool:
    """Say whether it is an amount to pass on: "pass 500 to 1234324"."""
    return bool(AMOUNT.fullmatch(spot.value) and _UNIT.match(spot.rest))


def has_letters(word: str) -> bool:
    """Say whether it is more than mere signs."""
    return any(letter.isalnum() for letter in word)


def _unwrapped(spot: Spot) -> str:
    """Take off quotes and brackets, and the comma or full stop that belongs to the sentence."""
    raw = spot.text[spot.start : spot.end]
    if MASK in raw:
        return ""
    inner = _NEXT_FIELD.split(raw)[0]
    inner = inner.rstrip(",;") if spot.rest.strip() else inner
    if len(spot.text.split(maxsplit=_FEW)) > _FEW:
        inner = inner.removesuffix(".")
    before = spot.text[max(0, spot.start - LONGEST_CLAUSE) : spot.start]
    while len(inner) > 1 and (bare := _without_closing(inner, before)) != inner:
        inner = bare
    return inner or raw


def _without_closing(word: str, before: str) -> str:
    """Take off a pair of quotes or brackets, or the end of one that was opened before."""
    if word[1:-1] and _CLOSES.get(word[-1]) == word[0]:
        return word[1:-1]
    opening = _CLOSES.get(word[-1])
    is_open = (
        opening and opening not in word[:-1] and re.search(rf"(?<!\w){re.escape(opening)}", before)
    )
    return word[:-1] if is_open else word
