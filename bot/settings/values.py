"""How values of settings are written, single ones and a platform's, and what is said if not."""

import os
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, SecretStr
from pydantic_settings import BaseSettings, NoDecode

from bot.domain.errors import PlatformFailed

_HOST = re.compile(r"(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*")


class SettingsWrong(PlatformFailed):
    """Some settings are missing or wrong; `problems` says of each what to do."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(f"Frontdesk cannot start with these settings:\n{lines}")
        self.problems = problems


class PlatformSettings(BaseSettings):
    """What each platform says of its settings; those of several go on with `super()`."""

    def platform_secrets(self) -> Iterator[str]:
        """The values that must appear nowhere."""
        yield from ()

    def contradictions(self, public_url: str) -> Iterator[str]:
        """Tell what does not go together, and what is not installed."""
        del public_url
        yield from ()


def split_names(value: object) -> object:
    """Split a list written with commas; leave anything else to be checked."""
    if not isinstance(value, str):
        return value
    return tuple(part.strip() for part in value.split(",") if part.strip())


def sendable(key: SecretStr | None) -> SecretStr | None:
    """Check that a key can stand in a header of HTTP.

    Raises:
        ValueError: it cannot.
    """
    clear = key.get_secret_value() if key else ""
    if not (clear.isascii() and clear.isprintable()):
        message = "a key holds no line breaks and no letters beyond ASCII; copy it once more"
        raise ValueError(message)
    return key


def private_address(address: str, why: str) -> str:
    """Check an address of the web to which something goes that nobody else may read.

    Raises:
        ValueError: it is none, or somebody could read along.
    """
    if not is_private_enough(web_address(address)):
        message = f"{why}, so it must begin with https://"
        raise ValueError(message)
    return web_address(address)


def web_address(address: str) -> str:
    """Check an address of the web; it comes without a slash at its end.

    Raises:
        ValueError: it is none, or holds what belongs elsewhere.
    """
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        message = "give a full address such as https://tools.example.com/bank"
        raise ValueError(message)
    if parts.username or parts.password or parts.query or parts.fragment:
        message = "give an address without a user, a password, a query or a fragment"
        raise ValueError(message)
    return address.rstrip("/")


def is_private_enough(address: str) -> bool:
    """Say whether nobody can read along on the way: it is encrypted, or never leaves here."""
    parts = urlsplit(address)
    if parts.scheme == "https" or parts.hostname == "localhost":
        return True
    try:
        return ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False


def host_name(name: str) -> str:
    """Check the name of a host, or `*.` and a name for every host below it.

    Raises:
        ValueError: it is none; an address or a name in other letters than ASCII, above all.
    """
    host = name.lower()
    if not _HOST.fullmatch(host):
        message = f"“{name[:60]}” is no host; write docs.example.com or *.example.com"
        raise ValueError(message)
    return host


def prices_of(text: str) -> dict[str, tuple[Decimal, Decimal]]:
    """Read prices of models.

    Raises:
        ValueError: they are not written as they should be.
    """
    return dict(_price(part.strip()) for part in text.split(",") if part.strip())


def _price(text: str) -> tuple[str, tuple[Decimal, Decimal]]:
    model, _, both = text.rpartition("=")
    given, _, made = both.partition("/")
    try:
        prices = (Decimal(given), Decimal(made))
    except InvalidOperation:
        prices = (Decimal("NaN"), Decimal("NaN"))
    if not model or not all(price.is_finite() and price >= 0 for price in prices):
        message = "write model=INPUT/OUTPUT in dollars per million tokens, such as gpt-x=0.25/2.00"
        raise ValueError(message)
    return model.strip(), prices


def _priced(value: object) -> object:
    return prices_of(value) if isinstance(value, str) else value


def _address(address: str) -> str:
    return web_address(address) if address else ""


_SPLIT = (NoDecode, BeforeValidator(split_names))
Names = Annotated[tuple[str, ...], *_SPLIT]
Addresses = Annotated[tuple[Annotated[str, AfterValidator(web_address)], ...], *_SPLIT]
Hosts = Annotated[tuple[Annotated[str, AfterValidator(host_name)], ...], *_SPLIT]
Prices = Annotated[dict[str, tuple[Decimal, Decimal]], NoDecode, BeforeValidator(_priced)]
MaybeAddress = Annotated[str, AfterValidator(_address)]


_FOLDER = "zoneinfo/"
_LINK, _NAMED = Path("/etc/localtime"), Path("/etc/timezone")


def zone_name(name: str) -> str:
    """Check the name of a time zone; empty stands for that of the host.

    Raises:
        ValueError: there is none of that name.
    """
    if name and _zone(name) is None:
        message = f"“{name[:60]}” is no time zone; write an IANA name such as Europe/Berlin or UTC"
        raise ValueError(message)
    return name


def zone_of(name: str) -> ZoneInfo:
    """The time zone of this name, which was checked; the host's without one."""
    return ZoneInfo(name) if name else host_zone()


def host_zone(link: Path = _LINK, named: Path = _NAMED) -> ZoneInfo:
    """The time zone of this machine, UTC where it does not say."""
    target = str(link.resolve()) if link.is_symlink() else ""
    written = named.read_text(encoding="utf-8", errors="replace") if named.is_file() else ""
    for told in (os.environ.get("TZ", "").lstrip(":"), target, written.strip()):
        zone = _zone(told.rpartition(_FOLDER)[2])
        if zone is not None:
            return zone
    return ZoneInfo("UTC")


def _zone(name: str) -> ZoneInfo | None:
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # a stranger, no name at all, a folder
        return None
