"""The labels of secrets in a text: password, PIN, token, in many languages and with one slip."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from bot.language.lists import phrases, single_words
from bot.language.normal import Token, fold
from bot.language.words import is_slip_of

LONGEST_LABEL = 3  # words
MOST_BETWEEN = 4  # words between a label and what says its value

_WORD = re.compile(r"[^\W_]+(?:['_-][^\W_]+)*")
_SIGN = re.compile(r"[\"'”»*_` ]*[:=]+>?|[\"'”»*_`]* ?->")
# Behind one of these a value stands that looks like one: “password, a1b2c”, “new password two: …”.
_NEAR = re.compile(r"'s(?= )|,|(?: [^\W\d_]+){1,2}[:=]| [-\u2013\u2014](?= )")
_FILE = "/etc/"
_SHORTEST_WITH_SLIP = 8
_CODES = re.compile(r"pin|code|kode|kod|número|nummer|numero|暗証|пин|пін")
_EASTERN_COPULA = re.compile(r" ?(?:は|が|是|为|為|就是|은|는|이|가|คือ|है)(?=\S| )")


@dataclass(frozen=True, slots=True)
class Label:
    """A label, where its value would begin, and what kind of value it has."""

    start: int
    end: int
    value: int
    is_told: bool  # a sign or a copula says that its value follows
    is_phrase: bool = False
    takes_words: bool = False
    is_code: bool = False
    is_eastern: bool = False


@lru_cache(maxsize=64)
def labels_of(text: str) -> tuple[Label, ...]:
    """The labels of a normal text, in order."""
    found = [*_spaced(text), *_eastern(text)]
    return tuple(sorted(found, key=lambda label: label.start))


def _spaced(text: str) -> Iterator[Label]:
    tokens = [token for match in _WORD.finditer(text) for token in _tokens(match)]
    at = 0
    while at < len(tokens):
        length = _length(tokens, at, text)
        if length:
            yield _label(tokens, at, length, text)
        at += length or 1


def _tokens(match: re.Match[str]) -> Iterator[Token]:
    """A word as one, or its label apart from what it is joined to: “WLAN-Passwort”."""
    word = _folded(match[0])
    whose = word.removesuffix("'s")
    if whose != word and whose in _labels():
        yield Token(whose, match.start(), match.end() - len("'s"))
        return
    if word in _labels() or len(word) != len(match[0]):
        yield Token(word, *match.span())
        return
    joined = next((one for one in _long() if word.endswith(one)), "") or word.rpartition("-")[2]
    cut = match.end() - len(joined)
    if joined in _labels() and cut > match.start():
        yield Token(word[: -len(joined)], match.start(), cut)
        yield Token(joined, cut, match.end())
    else:
        yield Token(word, *match.span())


@lru_cache(maxsize=8192)
def _folded(word: str) -> str:
    return fold(word)


def _length(tokens: list[Token], at: int, text: str) -> int:
    """How many words from here on are a label; the longest one counts."""
    if tokens[at].text not in _beginnings() and not _is_slip(tokens[at].text):
        return 0
    if text.startswith(_FILE, max(0, tokens[at].start - len(_FILE))):
        return 0
    words = [token.text for token in tokens[at : at + LONGEST_LABEL]]
    for length in range(len(words), 0, -1):
        if _name(words[:length]) in _labels():
            return length
    return int(_is_slip(words[0]) and bool(_told(tokens, at, text)))


def _name(words: list[str]) -> str:
    return " ".join(words).replace("_", " ").replace("-", " ")


def _label(tokens: list[Token], at: int, length: int, text: str) -> Label:
    first, last = tokens[at], tokens[at + length - 1]
    name = _name([token.text for token in tokens[at : at + length]])
    told = _told(tokens, at + length - 1, text)
    near = _NEAR.match(text, last.end)
    return Label(
        first.start,
        last.end,
        told or (near.end() if near else last.end),
        bool(told) and name not in phrases("secrets", "by_look"),
        is_phrase=name in phrases("secrets", "phrases"),
        takes_words=name in phrases("secrets", "words") or _is_slip(name),
        is_code=bool(_CODES.search(name)),
    )


def _told(tokens: list[Token], last: int, text: str) -> int:
    """Where the value begins if a sign or a copula says so; 0 if nothing does."""
    end = tokens[last].end
    if sign := _SIGN.match(text, end):
        return sign.end()
    behind = tokens[last + 1 : last + 2 + MOST_BETWEEN + 2]
    place = _copula(behind, 0, text, end)
    if place or not behind or behind[0].text not in single_words("secrets", "between"):
        return place
    for at in range(1, len(behind)):
        gap = text[behind[at - 1].end : behind[at].start]
        if sign := _SIGN.match(text, behind[at - 1].end):
            return sign.end()
        if gap.strip() or at > MOST_BETWEEN:
            return 0
        if place := _copula(behind, at, text, behind[at - 1].end):
            return place
    return 0


def _copula(tokens: list[Token], at: int, text: str, end: int) -> int:
    """Where a copula that stands at a place ends; 0 if none stands there."""
    if at >= len(tokens) or text[end : tokens[at].start].strip(" \"'”»*_`"):
        return 0
    for length in (3, 2, 1):
        part = tokens[at : at + length]
        words = " ".join(token.text for token in part)
        if len(part) == length and words in _copulas():
            sign = _SIGN.match(text, part[-1].end)
            return sign.end() if sign else part[-1].end
    return 0


@lru_cache(maxsize=8192)
def _is_slip(word: str) -> bool:
    """Say whether a word is a long label with one slip of the fingers: pasword, passwrod."""
    if len(word) < _SHORTEST_WITH_SLIP - 1 or word in _labels() | single_words(
        "secrets", "no_slip"
    ):
        return False
    return any(abs(len(word) - len(label)) <= 1 and is_slip_of(word, label) for label in _long())


@cache
def _labels() -> frozenset[str]:
    return phrases("secrets", "labels")


@cache
def _beginnings() -> frozenset[str]:
    """The words with which labels begin, also where they are written with underscores."""
    firsts = {label.split()[0] for label in _labels()}
    joined = {label.replace(" ", sign) for label in _labels() for sign in "_-"}
    return frozenset(firsts | joined)


@cache
def _long() -> tuple[str, ...]:
    listed = phrases("secrets", "words") | phrases("secrets", "phrases")
    return tuple(
        sorted(one for one in listed if len(one) >= _SHORTEST_WITH_SLIP and " " not in one)
    )


@cache
def _copulas() -> frozenset[str]:
    return phrases("secrets", "copulas")


def _eastern(text: str) -> Iterator[Label]:
    if text.isascii():
        return
    for match in _eastern_labels().finditer(text):
        sign = _SIGN.match(text, match.end())
        copula = None if sign else _EASTERN_COPULA.match(text, match.end())
        told = sign or copula
        value = told.end() if told else match.end()
        is_phrase = match[0] in phrases("secrets", "phrases")
        yield Label(*match.span(), value, bool(told), is_phrase, is_code=True, is_eastern=True)


@cache
def _eastern_labels() -> re.Pattern[str]:
    listed = sorted(phrases("secrets", "unspaced_labels"), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, listed)), re.IGNORECASE)


_PIN = re.compile("pin|пин|пін|पिन|暗証|geheimzahl|geheimnummer|tunnusluku|السري")
_TOKEN = re.compile(
    "token|jeton|トークン|key|schlüssel|sleutel|clé|api|chave|chiave|klucz|klíč|ключ|anahtar|"
    "キー|鍵|密钥|密鑰"
)
_CODE = re.compile(r"(?<!pass )\b(?:code|código|codice)\b")
_SECRET = re.compile(r"\bsecret$")


def kind_of(label: str) -> str:
    """The kind of secret a label names: “pin”, “token”, “code”, “secret”, else “password”."""
    name = fold(label)
    for kind, pattern in (("pin", _PIN), ("token", _TOKEN), ("code", _CODE), ("secret", _SECRET)):
        if pattern.search(name):
            return kind
    return "password"
