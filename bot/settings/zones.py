"""The time zone in which a day begins and ends: the operator's word, else the host's."""

import os
from pathlib import Path
from zoneinfo import ZoneInfo

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
