"""Passwords typed unasked: which part of a message is one, so that it can be masked."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from agents.bank.customers import Attempt, TooManyFailures, customer_id, is_customer, is_right
from agents.bank.everyday import is_filler, is_ordinary
from agents.bank.pairs import (
    LOGIN,
    Pair,
    can_be_name,
    is_all_there_is,
    is_like_a_name,
    is_login,
    may_count,
    pairs_in,
    talks_of_login,
)
from agents.bank.spots import (
    LABEL,
    LONGEST_CLAUSE,
    MASK,
    QUOTED,
    Spot,
    goes_on_as_amount,
    has_letters,
)
from agents.kit import Overheard, Rows, Secret, Unneeded

_OF = r"(?:\s+(?:for|of)\s+(?!is\b)\S{1,64}?)?"
_IS = r"(?:\s+(?:is(?:t)?|was|lautet|es|est)\b|['\u2019]s\b)"
_NOW = r"(?:\s*\b(?:still|now|just|simply|called)\b)*"
_CLOSED = r"[\"'\u201d)\]]{0,3}"
_NEXT = rf"(?=(?P<secret>{QUOTED}|\S+))"
_ANY = rf"(?<!\S)(?P<secret>{QUOTED}|\S{{1,128}})"
_MINE = r"(?:(?:my|the|our|his|her|its|a|new|old|current|bank|login)\s+)*"


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


# "password: x", "pw=x": whatever follows is the password.
_ANNOUNCED = _compiled(
    rf"{LABEL}{_OF}{_CLOSED}{_IS}?\s*(?:[:=>→]+|\s-+>?\s){_NOW}\s*{_NEXT}",
    r"\w://[^\s:/@]+:(?P<secret>[^\s@]+)@",
)
# "my password is x", "x is my password": unless x is an ordinary word.
_SAID = _compiled(
    rf"{LABEL}{_OF}{_IS}{_NOW}\s+{_NEXT}",
    rf"{_ANY}[\s,\u2013-]{{1,9}}(?:(?:which|that|this|it)\s*)?(?:is|was|as|being|=|['\u2019]s)\s+"
    rf"{_MINE}{LABEL}",
    rf"{_ANY}\s*\({_MINE}{LABEL}\)",
    rf"\bis\s+{_NEXT}\S+\s+(?:my|the)\s+{LABEL}",
    rf"\b(?:chang(?:e|ed|ing)|(?:re)?set(?:ting)?|updated?|ma[kd]e)\s+{_MINE}{LABEL}"
    rf"\s+(?:in)?to\s+{_NEXT}",
    rf"{LOGIN}\s+as\s+\S+?(?:\s*[,/]\s*|\s+(?:with|using|and)\s+){_NEXT}",
)
# "password x": neither an ordinary word, nor the name of a customer, nor an amount to pass on.
_BESIDE = _compiled(rf"{LABEL}{_CLOSED}(?!{_IS})[\s,]+\(?{_NEXT}")

# "send 50 as seldo", and then one word more, while a login is waited for.
_AS = re.compile(r"\b(?:as|I am|I['\u2019]m)\s{1,9}(?P<user>[\w.@+-]+)\b", re.IGNORECASE)
NO_CHANGE = "I cannot change passwords: please ask your bank, and do not type the new one here."
_MOST_PAIRS = 1000
_FEW = 4  # words: who types a new password all the same says little beside it
_NAME_AND_PASSWORD = 2  # words


async def spot_secret(heard: Overheard) -> str | None:
    """Find the password in a message, exactly as it stands there, or None.

    The word after the name of a customer is the password where the two stand alone, or
    where more speaks of a login: a customer is also somebody people talk about. Of several
    secrets this one is returned. A word beside "password" is one as well, and so are two words
    that say nothing else while a login is spoken of or waited for. Ordinary words are not.
    """
    text = heard.text
    pairs = list(islice((pair for pair in pairs_in(text) if may_count(pair, heard)), _MOST_PAIRS))
    beside = [spot.value for spot in _spots(_BESIDE, text) if _is_beside(spot)]
    later = _named_before(text) if heard.login_pending else None
    words = {*beside, *(word for pair in pairs for word in (pair.user, pair.secret.value))}
    words |= {*(later or ()), *_after_refusal(heard)}
    known = await heard.records.transact(lambda rows: _customers(rows, words)) if words else set()
    pairs = [p for p in pairs if p.user not in known or not await _is_a_name(p, heard)]
    wants_login = heard.login_pending or talks_of_login(text)
    secrets = chain(
        (p.secret.value for p in pairs if p.user in known and is_login(p, known, heard)),
        _announced(text),
        _said(text),
        (word for word in beside if word not in known),
        _said_later(later, known),
        (pair.secret.value for pair in pairs if wants_login and is_all_there_is(pair)),
        _typed_anew(heard, known),
    )
    return next(filter(None, secrets), None)


async def _is_a_name(pair: Pair, heard: Overheard) -> bool:
    """Say whether a customer's name and a word are a person's name, and no password at all.

    It is tried as one, and failures count like any others: nobody tries many in this way.
    """
    if not is_like_a_name(pair, heard):
        return False
    attempt = Attempt(customer_id(pair.user), heard.now, wanted=False)
    try:
        return not await is_right(heard.records, attempt, Secret(pair.secret.value))
    except TooManyFailures:
        return False


def is_volunteered(said: Sequence[str]) -> bool:
    """Say whether a name and a hidden password are all that was said, of no wish to log in."""
    if len(said) != 1 or MASK not in said[0] or talks_of_login(said[0]):
        return False
    words = [word for word in said[0].split() if not is_filler(word)]
    return len(words) <= _NAME_AND_PASSWORD and not re.search(LABEL, said[0], re.IGNORECASE)


def _customers(rows: Rows, words: Iterable[str]) -> set[str]:
    return {word for word in words if can_be_name(word) and is_customer(rows, word)}


def _spots(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[Spot]:
    for pattern in patterns:
        for match in pattern.finditer(text):
            yield Spot(text, *match.span("secret"))


def _announced(text: str) -> Iterator[str]:
    """Whatever is announced, unless a sentence of ordinary words goes on: "password: it fails"."""
    for spot in _spots(_ANNOUNCED, text):
        clause = re.split(r"[,;\n]", text[spot.start : spot.end + LONGEST_CLAUSE])[0].strip()
        words = [word for word in clause.split() if not is_filler(word)]
        if not is_ordinary(spot.value) or len(clause.split()) == 1:
            yield spot.value
        elif not all(map(is_ordinary, words)):
            yield clause if len(words) > 1 else words[0]


def _said(text: str) -> Iterator[str]:
    values = (spot.value for spot in _spots(_SAID, text))
    return (value for value in values if not is_ordinary(value))


def _named_before(text: str) -> tuple[str, str] | None:
    """The name somebody gave on the way, and the one word of their last line."""
    before, _end, last = text.rstrip().rpartition("\n")
    named, words = _AS.search(before), last.split()
    return (named["user"], words[0]) if named and len(words) == 1 else None


def _said_later(later: tuple[str, str] | None, known: set[str]) -> Iterator[str]:
    if later is None:
        return
    user, word = later
    if user in known and word not in known and not is_ordinary(word):
        yield word


def _typed_anew(heard: Overheard, known: set[str]) -> Iterator[str]:
    """A new password that is typed though it was just said that none can be changed."""
    odd = [word for word in _after_refusal(heard) if word not in known and not is_ordinary(word)]
    if odd:
        yield Unneeded(odd[-1])


def _after_refusal(heard: Overheard) -> list[str]:
    """The words of a short message that comes right after it."""
    spans = [match.span() for match in islice(re.finditer(r"\S+", heard.text), _FEW + 1)]
    if NO_CHANGE not in heard.before or len(spans) > _FEW:
        return []
    return [Spot(heard.text, *span).value for span in spans]


def _is_beside(spot: Spot) -> bool:
    is_word = has_letters(spot.value) and not is_ordinary(spot.value)
    return is_word and not goes_on_as_amount(spot)
