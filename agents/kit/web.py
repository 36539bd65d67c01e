"""Addresses of the web in what people say, and as arguments of tools."""

import re
from collections.abc import Iterable
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field

LONGEST = 2_000

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
        max_length=LONGEST,
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
