"""The port to the web: pages and requests, their headers, and addresses in what people say."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Protocol
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, JsonValue

from agents.kit.values.errors import ToolFailed
from agents.kit.values.person import Secret

Headers = Mapping[str, str | Secret]

MOST = 30
LONGEST_NAME = 100
LONGEST_VALUE = 8_000
LONGEST_HEADERS = 16_000  # together, as many servers refuse more

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
    if sum(len(name) + len(value) for name, value in sent.items()) > LONGEST_HEADERS:
        raise ToolFailed(
            f"The headers of a request have at most {LONGEST_HEADERS:,} characters together."
        )
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


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the web as a text to read; `address` is where it was found in the end.

    `is_cut` says that it is longer than may be read.
    """

    address: str
    status: int
    media_type: str
    text: str
    is_cut: bool = False


class Http(Protocol):
    """Talks to tool servers the operator allowed, and reads public pages."""

    async def post_json(
        self, url: str, body: dict[str, JsonValue], *, headers: Headers | None = None
    ) -> dict[str, JsonValue]:
        """Post JSON and read JSON back, with `headers` besides the usual ones.

        One whose value is a `Secret`, or whose name says that it is one, such as
        `Authorization`, is masked wherever an answer repeats it.

        Raises:
            Declined: the server answered with a 4xx status; it carries the status and the text.
            NoAnswer: it was sent, and no usable answer came: it may have been heeded all the same.
            ToolFailed: the address or a header is not allowed, or nobody was there.
        """
        ...

    async def get(self, url: str) -> Page:
        """Read a page, whatever its status; only the public web, and what the operator added.

        Who asks for a page tells its owner something, so that people say themselves, or
        approve, which one it is: the address is a guarded argument of the tool, among the
        `destinations` of a look or not `free` of an effect. Else it is one of the agent's `pages`,
        or lies on a host the operator opened.

        Raises:
            ToolFailed: the address is not allowed, or no text came from there.
        """
        ...


LONGEST_ADDRESS = 2_000

_ENDS = ".,;:!?'\"“”\u2018\u2019)]}>*_"
_ADDRESS = re.compile(
    r"https?://[^\s<>\"“”|`]+|(?<![\w@./:-])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?![\w@])"
    r"(?::\d+)?(?:[/?][^\s<>\"“”|`]*)?",
    re.IGNORECASE,
)
_PORTS = {"http": 80, "https": 443}
_REST = r"[^\s<>\"]*[\w/=&%+~#-]"


def _tidied(typed: object) -> object:
    if not isinstance(typed, str):
        return typed
    bare = typed.strip().rstrip(_ENDS)
    return bare if "://" in bare else f"https://{bare}"


WebAddress = Annotated[
    str,
    Field(
        description="address of the page",
        pattern=rf"^(?:https?://{_REST}|(?:[a-z0-9-]+\.)+[a-z]{{2,24}}(?:/{_REST})?/?)$",
        max_length=LONGEST_ADDRESS,
    ),
    BeforeValidator(_tidied),
]


def is_address(text: str) -> bool:
    """Say whether a text is nothing but an address of the web."""
    return text.lower().startswith(("http://", "https://"))


def is_named(address: str, texts: Iterable[str]) -> bool:
    """Say whether an address stands in one of these texts as a whole.

    A part of it does not count: what is added to an address, or left out, says something to
    whoever is asked for it.
    """
    wanted = _key(address)
    return wanted is not None and any(
        _key(found) == wanted for text in texts for found in addresses_in(text)
    )


def addresses_in(text: str) -> list[str]:
    """The addresses of the web that a text holds, each with how it begins."""
    found = (match.group().rstrip(_ENDS) for match in _ADDRESS.finditer(text))
    return [address if "://" in address else f"https://{address}" for address in found]


def host_of(address: str) -> str:
    """The host of an address in small letters; empty if it has none."""
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_host_of(address: str, names: Iterable[str]) -> bool:
    """Say whether an address lies on one of these hosts; `*.` stands for any host below."""
    host = host_of(address)
    return any(
        host.endswith(name[1:]) if name.startswith("*.") else host == name
        for name in names
        if host
    )


def _key(address: str) -> tuple[str, int | None, str, str] | None:
    """What two ways of writing the same address share; encrypted or not is no difference."""
    try:
        parts = urlsplit(address)
        usual = parts.port in {None, _PORTS.get(parts.scheme.lower())}
        port = None if usual else parts.port
    except ValueError:
        return None
    host = (parts.hostname or "").rstrip(".")
    return (host, port, parts.path or "/", parts.query) if host and not parts.username else None
