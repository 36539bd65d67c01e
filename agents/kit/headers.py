"""The headers an agent sends along with a request: which may be sent, and which are secret."""

import re
from collections.abc import Mapping

from agents.kit.errors import ToolFailed
from agents.kit.secret import Secret

Headers = Mapping[str, str | Secret]

MOST = 30
LONGEST_NAME = 100
LONGEST_VALUE = 8_000
LONGEST = 16_000  # together, as many servers refuse more

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e]*")
_SECRET = re.compile(
    r"auth|cookie|token|secret|passw|credential|session|signature|api[-_]?key|access[-_]?key"
)
# What says how the request travels, where to, and what its body is: that is not the agent's.
_NOT_THEIRS = frozenset({
    "accept-encoding", "connection", "content-encoding", "content-length", "content-type",
    "expect", "forwarded", "host", "keep-alive", "te", "trailer", "trailers",
    "transfer-encoding", "upgrade", "via",
})  # fmt: skip
_NOR_BEGUN = ("proxy-", "x-forwarded-")


def checked(headers: Headers | None) -> dict[str, str]:
    """The headers as they are sent, their names in small letters.

    Raises:
        ToolFailed: one of them may not be sent; it is named, and its value is not shown.
    """
    sent: dict[str, str] = {}
    for given, value in (headers or {}).items():
        name = _name(given)
        if name in sent:
            raise _refused(name, "is given twice")
        sent[name] = _value(name, value)
    if len(sent) > MOST:
        raise ToolFailed(f"A request has at most {MOST} headers, not {len(sent)}.")
    if sum(len(name) + len(value) for name, value in sent.items()) > LONGEST:
        raise ToolFailed(f"The headers of a request have at most {LONGEST:,} characters together.")
    return sent


def secrets_in(headers: Headers | None) -> dict[str, Secret]:
    """What nobody is shown of headers: a `Secret`, and the value of one that is called like one.

    Of two words, such as “Bearer …”, the second one is secret as well.
    """
    values = {
        name: value.reveal() if isinstance(value, Secret) else value
        for name, value in (headers or {}).items()
        if isinstance(value, Secret) or _SECRET.search(name.lower())
    }
    parts = {name: value.partition(" ")[2].strip() for name, value in values.items()}
    inner = {f"{name} within": part for name, part in parts.items() if part}
    return {name: Secret(value) for name, value in {**values, **inner}.items() if value}


def _name(given: object) -> str:
    if not isinstance(given, str) or not _NAME.fullmatch(given) or len(given) > LONGEST_NAME:
        raise ToolFailed("A header's name is one word of letters, digits and “-”.")
    name = given.lower()
    if name in _NOT_THEIRS or name.startswith(_NOR_BEGUN):
        raise _refused(name, "is not an agent's to set")
    return name


def _value(name: str, given: object) -> str:
    value = given.reveal() if isinstance(given, Secret) else given
    if not isinstance(value, str) or not _VALUE.fullmatch(value):
        raise _refused(name, "is not one line of plain ASCII text")
    if len(value) > LONGEST_VALUE:
        raise _refused(name, f"has more than {LONGEST_VALUE:,} characters")
    return value.strip()


def _refused(name: str, why: str) -> ToolFailed:
    return ToolFailed(f"The header {name} {why}; nothing was sent.")
