"""Passwords typed unasked: which part of a message is one, so that it can be masked."""

import re
from dataclasses import dataclass
from pathlib import Path

from agents.bank.customers import is_customer
from agents.kit import Overheard

_LABEL = r"\b(?:pass(?:word|wd|code|phrase)?|pwd|pw)\b(?:\s+for\s+\S+)?"
_LOGIN = r"\b(?:log|sign)[\s-]?(?:me\s+)?(?:in|on)\b"
_USER = re.compile(r"[A-Za-z][\w.@+\-]{0,63}")

# "password: x", "pw=x": whatever follows is the password.
_ANNOUNCED = re.compile(rf"{_LABEL}\s*(?:is\s*)?[:=]+\s*(?P<secret>\S+)", re.IGNORECASE)
# "my password is x", "pass x", "log me in as seldo with x": unless x is an ordinary word.
_SAID = (
    re.compile(rf"{_LABEL}\s+(?:is|was)\s+(?P<secret>\S+)", re.IGNORECASE),
    re.compile(rf"^\s*(?:my\s+|the\s+)?{_LABEL}\s+(?P<secret>\S+)\s*$", re.IGNORECASE),
    re.compile(
        rf"{_LOGIN}\s+as\s+\S+?(?:\s*[,/]\s*|\s+(?:with|using|and)\s+)(?P<secret>\S+)",
        re.IGNORECASE,
    ),
)
_TALKS_OF_LOGIN = re.compile(
    rf"{_LOGIN}|\busername\b|\buser\s*(?:is\b|[:=])|\b(?:user|login)\b.+{_LABEL}", re.IGNORECASE
)

_NAME_AND_PASSWORD = 2  # words
_BETWEEN = re.compile(r"[,/:;|=]")
_PUNCTUATION = ",.:;!?=/|-&"
_QUOTES = {'"': '"', "'": "'", "“": "”", "\u2018": "\u2019", "`": "`"}


def _words_of(kind: str) -> frozenset[str]:
    path = Path(__file__).parent / "words" / f"{kind}.txt"
    return frozenset(path.read_text(encoding="utf-8").split())


_FILLERS = _words_of("around_a_login")
_ORDINARY = _FILLERS | _words_of("ordinary")


@dataclass(frozen=True, slots=True)
class _Pair:
    """What may be a user name and a password; `whole` if the message says nothing else."""

    user: str
    secret: str
    whole: bool = True


async def spot_secret(heard: Overheard) -> str | None:
    """Find the password in a message, exactly as it stands there, or None.

    Two words side by side are a name and a password if a login waits for one, if the
    message speaks of logging in, or if the first is the name of a customer.
    """
    if announced := _ANNOUNCED.search(heard.text):
        return _unwrapped(announced["secret"], heard.text)
    if said := _said(heard.text):
        return said
    pair = _pair(heard.text)
    if pair is None or not await _is_login(heard, pair):
        return None
    return _unwrapped(pair.secret, heard.text)


def _said(text: str) -> str | None:
    found = (pattern.search(text) for pattern in _SAID)
    secrets = (_unwrapped(match["secret"], text) for match in found if match)
    return next((secret for secret in secrets if not _is_ordinary(secret)), None)


def _pair(text: str) -> _Pair | None:
    words = [word for word in map(_unlabelled, text.split()) if not _is_filler(word)]
    match words:
        case [both] if between := _BETWEEN.search(both):
            pair = _Pair(both[: between.start()], both[between.end() :])
        case [user, secret]:
            pair = _Pair(user.rstrip(_PUNCTUATION), secret)
        case [user, secret, *_]:
            pair = _Pair(user.rstrip(_PUNCTUATION), secret, whole=False)
        case _:
            return None
    fits = _USER.fullmatch(pair.user) and pair.secret and not _is_ordinary(pair.user)
    return pair if fits else None


async def _is_login(heard: Overheard, pair: _Pair) -> bool:
    talks_of_login = heard.login_pending or _TALKS_OF_LOGIN.search(heard.text)
    if not _is_ordinary(pair.secret):
        if pair.whole and talks_of_login:
            return True
        may_be = pair.whole or heard.login_pending
    else:
        may_be = heard.login_pending and len(heard.text.split()) == _NAME_AND_PASSWORD
    return may_be and await heard.records.transact(lambda rows: is_customer(rows, pair.user))


def _unlabelled(word: str) -> str:
    """Take `seldo` out of `username:seldo`."""
    label, between, rest = word.partition(":") if ":" in word else word.partition("=")
    return rest if between and rest and _bare(label) in _FILLERS else word


def _unwrapped(secret: str, text: str) -> str:
    """Take off quotes, and the comma or full stop that belongs to the sentence."""
    goes_on = not text.rstrip().endswith(secret)
    inner = secret.rstrip(",;") if goes_on else secret
    if len(text.split()) > _NAME_AND_PASSWORD:
        inner = inner.removesuffix(".")
    closing = _QUOTES.get(inner[:1], "")
    if closing and inner.endswith(closing) and inner[1:-1]:
        return inner[1:-1]
    return inner or secret


def _is_filler(word: str) -> bool:
    return _bare(word) in _FILLERS or word in _PUNCTUATION


def _is_ordinary(word: str) -> bool:
    bare = _bare(word)
    return bare in _ORDINARY or bare.removesuffix("n't") in _ORDINARY


def _bare(word: str) -> str:
    return word.casefold().replace("\u2019", "'").strip(_PUNCTUATION + '()"')
