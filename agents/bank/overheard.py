"""Passwords typed unasked: which part of a message is one, so that it can be masked."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from agents.bank.customers import is_customer
from agents.bank.everyday import AROUND, is_filler, is_ordinary
from agents.kit import Overheard, Rows

_LABEL = (
    r"(?<![\w-])(?<!/etc/)(?:pas{1,2}[\s-]?(?:w(?:or|ro|r)|owr)d|pass(?:wd|code|phrase)?|"
    r"pswd|pwd|pw|pin(?:[\s-](?:code|number))?|passwort|kennwort|wachtwoord|contraseña|senha|"
    r"mot\sde\spasse)(?![\w-])"  # codespell:ignore mot
)
_OF = r"(?:\s+(?:for|of)\s+(?!is\b)\S{1,64}?)?"
_IS = r"(?:\s+(?:is(?:t)?|was|lautet|es|est)\b|['\u2019]s\b)"
_NOW = r"(?:\s*\b(?:still|now|just|simply|called)\b)*"
_CLOSED = r"[\"'\u201d)\]]{0,3}"
_QUOTED = r"\"[^\"\n]+\"(?!\w)|'[^'\n]+'(?!\w)|“[^”\n]+”|\u2018[^\u2019\n]+\u2019|`[^`\n]+`"
_STARTS_QUOTED = re.compile(_QUOTED)
_NEXT = rf"(?=(?P<secret>{_QUOTED}|\S+))"
_ANY = rf"(?<!\S)(?P<secret>{_QUOTED}|\S{{1,128}})"
_MINE = r"(?:(?:my|the|our|his|her|its|a|new|old|current|bank|login)\s+)*"
_LOGIN = r"\b(?:log|sign)[\s-]?(?:me\s+)?(?:in|on)\b"
_USER = re.compile(r"[A-Za-z][\w.@+\-]{0,63}")


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


# "password: x", "pw=x": whatever follows is the password.
_ANNOUNCED = _compiled(
    rf"{_LABEL}{_OF}{_CLOSED}{_IS}?\s*(?:[:=>→]+|\s-+>?\s){_NOW}\s*{_NEXT}",
    r"\w://[^\s:/@]+:(?P<secret>[^\s@]+)@",
)
# "my password is x", "x is my password": unless x is an ordinary word.
_SAID = _compiled(
    rf"{_LABEL}{_OF}{_IS}{_NOW}\s+{_NEXT}",
    rf"{_ANY}[\s,\u2013-]{{1,9}}(?:(?:which|that|this|it)\s*)?(?:is|was|as|being|=|['\u2019]s)\s+"
    rf"{_MINE}{_LABEL}",
    rf"{_ANY}\s*\({_MINE}{_LABEL}\)",
    rf"\bis\s+{_NEXT}\S+\s+(?:my|the)\s+{_LABEL}",
    rf"\b(?:chang(?:e|ed|ing)|(?:re)?set(?:ting)?|updated?|ma[kd]e)\s+{_MINE}{_LABEL}"
    rf"\s+(?:in)?to\s+{_NEXT}",
    rf"{_LOGIN}\s+as\s+\S+?(?:\s*[,/]\s*|\s+(?:with|using|and)\s+){_NEXT}",
)
# "password x": neither an ordinary word, nor the name of a customer, nor an amount to pass on.
_BESIDE = _compiled(rf"{_LABEL}{_CLOSED}(?!{_IS})[\s,]+\(?{_NEXT}")
_TALKS_OF_LOGIN = re.compile(
    rf"{_LOGIN}|\busername\b|\bauthenticate\b|\bcredentials\b|\buser\s*(?:is\b|[:=])|"
    rf"\b(?:user|login)\b.{{1,200}}{_LABEL}",
    re.IGNORECASE,
)
# What may stand between a name and its password though nothing else speaks of logging in.
_JOINT = re.compile(
    rf"[\W_]*(?:(?:with|using|it['\u2019]?s|it\s+is)[\W_]+)*|.*{_LABEL}.*",
    re.IGNORECASE | re.DOTALL,
)
_BEGINS_CLAUSE = re.compile(r"(?:^|[,.;:!?\n(]|\bI['\u2019]?m|\bI am)[\s\"'(]*$", re.IGNORECASE)
_LABELLED = re.compile(_LABEL, re.IGNORECASE)
_AMOUNT = re.compile(r"[$€£]?\d[\d.,]*(?:k|[$€£])?[,.!?]?", re.IGNORECASE)
_UNIT = re.compile(r"\s*(?:to|into|from|dollars?|usd|bucks|euros?|eur)\b", re.IGNORECASE)

_MASK = "[secret]"
_NAME_AND_PASSWORD = 2  # words
_MOST_PAIRS = 1000
_NEAR = 40  # characters
_LONGEST_CLAUSE = 400
_BETWEEN = re.compile(r"[,/:;|=&]")
_NEXT_FIELD = re.compile(r"[&;]\w+=|</")
_CLOSES = dict(zip(")]}>\"'”\u2019`", "([{<\"'“\u2018`", strict=True))


@dataclass(frozen=True, slots=True)
class _Spot:
    """What may be a secret, and where it stands in a text."""

    text: str
    start: int
    end: int

    @property
    def value(self) -> str:
        """The secret without what belongs to the sentence around it."""
        return _unwrapped(self)

    @property
    def rest(self) -> str:
        """What follows closely."""
        return self.text[self.end : self.end + _NEAR]


@dataclass(frozen=True, slots=True)
class _Pair:
    """What may be a user name and a password; `whole` if the message says nothing else."""

    user: str
    begins: int
    secret: _Spot
    whole: bool

    @property
    def joint(self) -> str:
        """What stands between the two."""
        return self.secret.text[self.begins + len(self.user) : self.secret.start]


async def spot_secret(heard: Overheard) -> str | None:
    """Find the password in a message, exactly as it stands there, or None.

    A word after the name of a customer is the password; of several secrets this one is
    returned. A word beside "password" is one as well, and so are two words that say
    nothing else while a login is spoken of or waited for. Ordinary words are not.
    """
    text = heard.text
    pairs = list(islice((pair for pair in _pairs(text) if _may_count(pair, heard)), _MOST_PAIRS))
    beside = [spot.value for spot in _spots(_BESIDE, text) if _is_beside(spot)]
    words = {*beside, *(word for pair in pairs for word in (pair.user, pair.secret.value))}
    known = await heard.records.transact(lambda rows: _customers(rows, words)) if words else set()
    talks_of_login = bool(_TALKS_OF_LOGIN.search(text))
    is_login = talks_of_login or heard.login_pending
    secrets = chain(
        (p.secret.value for p in pairs if _is_of(known, p, sure=talks_of_login)),
        _announced(text),
        _said(text),
        (word for word in beside if word not in known),
        (pair.secret.value for pair in pairs if is_login and _is_all_there_is(pair)),
    )
    return next(filter(None, secrets), None)


def _customers(rows: Rows, words: Iterable[str]) -> set[str]:
    return {word for word in words if _USER.fullmatch(word) and is_customer(rows, word)}


def _spots(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[_Spot]:
    for pattern in patterns:
        for match in pattern.finditer(text):
            yield _Spot(text, *match.span("secret"))


def _announced(text: str) -> Iterator[str]:
    """Whatever is announced, unless a sentence of ordinary words goes on: "password: it fails"."""
    for spot in _spots(_ANNOUNCED, text):
        clause = re.split(r"[,;\n]", text[spot.start : spot.end + _LONGEST_CLAUSE])[0].strip()
        words = [word for word in clause.split() if not is_filler(word)]
        if not is_ordinary(spot.value) or len(clause.split()) == 1:
            yield spot.value
        elif not all(map(is_ordinary, words)):
            yield clause if len(words) > 1 else words[0]


def _said(text: str) -> Iterator[str]:
    values = (spot.value for spot in _spots(_SAID, text))
    return (value for value in values if not is_ordinary(value))


def _is_beside(spot: _Spot) -> bool:
    is_word = _has_letters(spot.value) and not is_ordinary(spot.value)
    return is_word and not _goes_on_as_amount(spot)


def _pairs(text: str) -> Iterator[_Pair]:
    """All words side by side, and words that are two: "seldo/monkey"."""
    found = re.finditer(r"\S+", text)
    words = [match.span() for match in found if not is_filler(match.group())]
    for (start, end), following in zip(words, [*words[1:], None], strict=False):
        begins = _unlabelled(text, start, end)
        begins = end - len(text[begins:end].lstrip(AROUND))
        user = text[begins:end].rstrip(AROUND)
        if between := _BETWEEN.search(user):
            user = user[: between.start()]
            secret = _secret_in(text, begins + between.end(), end)
            yield _Pair(user, begins, secret, whole=len(words) == 1)
        elif following is not None:
            whole = len(words) == _NAME_AND_PASSWORD
            yield _Pair(user, begins, _secret_in(text, *following), whole=whole)


def _secret_in(text: str, start: int, end: int) -> _Spot:
    begins = _unlabelled(text, start, end)
    quoted = _STARTS_QUOTED.match(text, begins)
    return _Spot(text, begins, quoted.end() if quoted else end)


def _unlabelled(text: str, start: int, end: int) -> int:
    """Where `seldo` begins in `username:seldo`."""
    label, between, rest = re.split(r"([:=])", f"{text[start:end]}=", maxsplit=1)
    is_label = len(rest) > 1 and is_filler(label)
    return start + len(label) + len(between) if is_label else start


def _may_count(pair: _Pair, heard: Overheard) -> bool:
    if not _USER.fullmatch(pair.user) or is_ordinary(pair.user) or not pair.secret.value:
        return False
    is_bare = heard.login_pending and len(heard.text.split()) == _NAME_AND_PASSWORD
    return is_bare or not is_ordinary(pair.secret.value)


def _is_of(known: set[str], pair: _Pair, *, sure: bool) -> bool:
    """Say whether it is the login of a customer; `sure` if the message speaks of logging in."""
    if pair.user not in known or (pair.secret.value in known and not pair.whole):
        return False
    if not (sure or _JOINT.fullmatch(pair.joint)):
        return False
    is_labelled = bool(_LABELLED.search(pair.joint))
    return _looks_secret(pair, sure=sure or is_labelled)


def _is_all_there_is(pair: _Pair) -> bool:
    """Say whether nothing else is said; "@name" and "/name" begin a command."""
    is_command = pair.secret.text[: pair.begins].endswith(("@", "/"))
    return pair.whole and not is_command and not is_ordinary(pair.secret.value)


def _looks_secret(pair: _Pair, *, sure: bool) -> bool:
    """A number, or mere signs, are a password only if more speaks for it."""
    if not _AMOUNT.fullmatch(pair.secret.value):
        return sure or _has_letters(pair.secret.value)
    before = pair.secret.text[max(0, pair.begins - _NEAR) : pair.begins]
    is_login = sure or pair.whole or _BEGINS_CLAUSE.search(before)
    return bool(is_login) and not _goes_on_as_amount(pair.secret)


def _goes_on_as_amount(spot: _Spot) -> bool:
    return bool(_AMOUNT.fullmatch(spot.value) and _UNIT.match(spot.rest))


def _unwrapped(spot: _Spot) -> str:
    """Take off quotes and brackets, and the comma or full stop that belongs to the sentence."""
    raw = spot.text[spot.start : spot.end]
    if _MASK in raw:
        return ""
    inner = _NEXT_FIELD.split(raw)[0]
    inner = inner.rstrip(",;") if spot.rest.strip() else inner
    if len(spot.text.split(maxsplit=_NAME_AND_PASSWORD)) > _NAME_AND_PASSWORD:
        inner = inner.removesuffix(".")
    before = spot.text[max(0, spot.start - _LONGEST_CLAUSE) : spot.start]
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


def _has_letters(word: str) -> bool:
    return any(letter.isalnum() for letter in word)
