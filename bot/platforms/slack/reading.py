"""Small reading of Slack's payloads: whatever is missing or odd reads as empty, never fails."""

import html
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

_LATEST = 100_000_000_000  # seconds; no calendar goes further
_TOKEN = re.compile(r"<(?P<sign>[@#!]?)(?P<what>[^|>\s]+)(?:\|(?P<label>[^>]*))?>")


def part(payload: object, *path: str) -> Mapping[str, Any]:
    """The object at a path; empty when there is none."""
    for name in path:
        payload = payload.get(name) if isinstance(payload, Mapping) else None
    return payload if isinstance(payload, Mapping) else {}


def word(payload: object, *path: str) -> str:
    """The text at a path; empty when there is none."""
    found = part(payload, *path[:-1]).get(path[-1])
    return found if isinstance(found, str) else ""


def items(payload: object, *path: str) -> list[Mapping[str, Any]]:
    """The objects of a list at a path."""
    found = part(payload, *path[:-1]).get(path[-1])
    return [item for item in found if isinstance(item, Mapping)] if isinstance(found, list) else []


def happened_at(body: Mapping[str, Any]) -> datetime | None:
    """By when an event had happened; None where that is not told, or makes no sense."""
    seconds = body.get("event_time")
    if not isinstance(seconds, int) or not 0 < seconds < _LATEST:
        return None
    return datetime.fromtimestamp(seconds + 1, UTC)  # Slack tells no fraction of a second


def spoken(text: str, me: str = "") -> str:
    """What a person wrote, without Slack's escapes and without the bot's own mention.

    People and channels stay as `<@U1>` and `<#C1>`: only ids say for certain who is meant.
    """
    without_me = re.sub(rf"<@{re.escape(me)}(?:\|[^>]*)?>[,:]?", "", text) if me else text
    return html.unescape(_TOKEN.sub(_plain, without_me)).strip()


def mentions(text: str, user: str) -> bool:
    """Say whether a text mentions somebody."""
    return re.search(rf"<@{re.escape(user)}(?:\|[^>]*)?>", text) is not None


def addressed_to(text: str) -> str:
    """The user a text begins with the mention of; empty when it begins with none."""
    found = re.match(r"\s*<@(\w+)(?:\|[^>]*)?>", text)
    return found[1] if found else ""


def _plain(token: re.Match[str]) -> str:
    sign, what, label = token["sign"], token["what"], token["label"] or ""
    match sign:
        case "@" | "#":
            # Escaped, so that undoing the escapes leaves the brackets.
            return f"&lt;{sign}{what}&gt;"
        case "!":
            return label or f"@{what.partition('^')[0]}"
        case _:
            address = what.removeprefix("mailto:").removeprefix("tel:")
            shown = label in {"", what, address} or what.endswith(f"://{label}")
            return address if shown else f"{label} ({address})"
