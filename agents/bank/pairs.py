"""A name and the word beside it: when somebody typed the two to log in.

A customer is also somebody people talk about. The word after their name is taken for a password
where the two stand alone, or where more speaks of a login, and not within a sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from agents.bank.everyday import AROUND, is_filler, is_ordinary
from agents.bank.spots import (
    AMOUNT,
    LABEL,
    LONGEST_CLAUSE,
    NEAR,
    QUOTED,
    Spot,
    goes_on_as_amount,
    has_letters,
)
from agents.kit import Overheard

LOGIN = r"\b(?:log|sign)[\s-]?(?:me\s+)?(?:in|on)\b"
_TALKS_OF_LOGIN = re.compile(
    rf"{LOGIN}|\busername\b|\bauthenticate\b|\bcredentials\b|\buser\s*(?:is\b|[:=])|"
    rf"\b(?:user|login)\b.{{1,200}}{LABEL}",
    re.IGNORECASE,
)
# What may stand between a name and its password though nothing else speaks of logging in.
_JOINT = re.compile(
    rf"[\W_]*(?:(?:with|using|it['\u2019]?s|it\s+is)[\W_]+)*|.*{LABEL}.*",
    re.IGNORECASE | re.DOTALL,
)
_BEGINS_CLAUSE = re.compile(
    r"(?:^|[,.;:!?\n(\[]|\bI['\u2019]?m|\bI am|\s-u)[\s\"'(]*$", re.IGNORECASE
)
# Behind a name and a password: a sentence about the two would go on otherwise.
_ENDS_CLAUSE = re.compile(
    r"[,.;:!?]|.\W*(?:$|[,.;:!?)\]}\n\u2013-])|.\W*(?:and\s+)?(?:then\s+)?(?:please|show|send|transfer|"
    r"pay|move|wire|give|tell|check|what|how|(?:can|could)\s+you|i\s+(?:want|need)|my\s+balance)\b",
    re.IGNORECASE | re.DOTALL,
)
_LABELLED = re.compile(LABEL, re.IGNORECASE)
_STARTS_QUOTED = re.compile(QUOTED)
_USER = re.compile(r"[A-Za-z][\w.@+\-]{0,63}")
_BETWEEN = re.compile(r"[,/:;|=&]")
_NAME_AND_PASSWORD = 2  # words
_ENDS_SENTENCE = ".,!?"


@dataclass(frozen=True, slots=True)
class Pair:
    """What may be a user name and a password; `whole` if the message says nothing else."""

    user: str
    begins: int
    secret: Spot
    whole: bool

    @property
    def joint(self) -> str:
        """What stands between the two."""
        return self.secret.text[self.begins + len(self.user) : self.secret.start]

    @property
    def before(self) -> str:
        """What stands closely before the two."""
        return self.secret.text[max(0, self.begins - NEAR) : self.begins]


def talks_of_login(text: str) -> bool:
    """Say whether a text speaks of logging in."""
    return bool(_TALKS_OF_LOGIN.search(text))


def can_be_name(word: str) -> bool:
    """Say whether somebody may log in by this word."""
    return bool(_USER.fullmatch(word))


def pairs_in(text: str) -> Iterator[Pair]:
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
            yield Pair(user, begins, secret, whole=len(words) == 1)
        elif following is not None:
            whole = len(words) == _NAME_AND_PASSWORD
            yield Pair(user, begins, _secret_in(text, *following), whole=whole)


def may_count(pair: Pair, heard: Overheard) -> bool:
    """Say whether the words can be a name and a password at all."""
    if not _USER.fullmatch(pair.user) or is_ordinary(pair.user) or not pair.secret.value:
        return False
    is_bare = heard.login_pending and len(heard.text.split()) == _NAME_AND_PASSWORD
    return is_bare or not is_ordinary(pair.secret.value)


def is_login(pair: Pair, known: set[str], heard: Overheard) -> bool:
    """Say whether what follows the name of a customer is typed as a password."""
    if pair.secret.value in known and not pair.whole:
        return False
    is_labelled = bool(_LABELLED.search(pair.joint))
    sure = is_labelled or _is_introduced(pair)
    return _looks_secret(pair, sure=sure) and (sure or _is_alone(pair, heard))


def is_like_a_name(pair: Pair, heard: Overheard) -> bool:
    """Say whether nobody asked for a login, and all that was said reads as a person's name.

    “Ana Lopez” is one, “ana lopez”, “ANA LOPEZ” and “Ana lopez” are not: where it is doubtful,
    a word is rather hidden.
    """
    is_bare = pair.whole and len(heard.text.split()) == _NAME_AND_PASSWORD
    last = pair.secret.value.rstrip(_ENDS_SENTENCE)
    names = all(word.isalpha() and word.istitle() for word in (pair.user, last))
    return is_bare and names and not heard.login_pending and pair.joint.isspace()


def is_all_there_is(pair: Pair) -> bool:
    """Say whether nothing else is said; "@name" and "/name" begin a command."""
    is_command = pair.secret.text[: pair.begins].endswith(("@", "/"))
    return pair.whole and not is_command and not is_ordinary(pair.secret.value)


def _secret_in(text: str, start: int, end: int) -> Spot:
    begins = _unlabelled(text, start, end)
    quoted = _STARTS_QUOTED.match(text, begins)
    return Spot(text, begins, quoted.end() if quoted else end)


def _unlabelled(text: str, start: int, end: int) -> int:
    """Where `seldo` begins in `username:seldo`."""
    label, between, rest = re.split(r"([:=])", f"{text[start:end]}=", maxsplit=1)
    is_label = len(rest) > 1 and is_filler(label)
    return start + len(label) + len(between) if is_label else start


def _is_introduced(pair: Pair) -> bool:
    """Say whether the words right before it speak of logging in: "log in as seldo"."""
    before = pair.secret.text[max(0, pair.begins - LONGEST_CLAUSE) : pair.begins]
    words = list(takewhile(is_filler, reversed(before.split())))
    return bool(_TALKS_OF_LOGIN.search(" ".join([*reversed(words), pair.user])))


def _is_alone(pair: Pair, heard: Overheard) -> bool:
    """Say whether a clause holds nothing but the two; "I am Ana Lopez" names a person."""
    if not _JOINT.fullmatch(pair.joint):
        return False
    if len(heard.text.split()) <= _NAME_AND_PASSWORD:
        return pair.whole
    if _is_name_of_person(pair):
        return False
    ends = heard.login_pending or bool(_ENDS_CLAUSE.match(pair.secret.after))
    return pair.whole or (_begins_clause(pair) and ends)


def _is_name_of_person(pair: Pair) -> bool:
    return all(word[0].isupper() and word.isalpha() for word in (pair.user, pair.secret.value))


def _begins_clause(pair: Pair) -> bool:
    return bool(_BEGINS_CLAUSE.search(pair.before))


def _looks_secret(pair: Pair, *, sure: bool) -> bool:
    """A number, or mere signs, are a password only if more speaks for it."""
    if not AMOUNT.fullmatch(pair.secret.value):
        return sure or has_letters(pair.secret.value)
    is_likely = sure or pair.whole or _begins_clause(pair)
    return is_likely and not goes_on_as_amount(pair.secret)
