"""Small reading of Slack's payloads: whatever is missing or odd reads as empty, never fails."""

import html
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

_LATEST = 100_000_000_000  # seconds; no calendar goes further
_CALL = r"<!(?:here|channel|everyone|subteam\^\w+)(?:\|[^>]*)?>"
_CALLS = re.compile(rf"\s*(?:{_CALL}[,:]?\s*)+")
_ADDRESSED = re.compile(rf"\s*(?:<@\w+(?:\|[^>]*)?>|{_CALL})")
_MOMENT = re.compile(r"[0-9]{1,11}\.[0-9]{1,6}")
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


def said_at(ts: str) -> datetime:
    """When a message was written, as its `ts` tells; for what is none, long ago."""
    seconds = float(ts) if _MOMENT.fullmatch(ts) else 0.0
    return datetime.fromtimestamp(seconds, UTC)


def spoken(text: str, me: str = "") -> str:
    """What a person wrote, without Slack's escapes and without the bot's own mention.

    Groups that it begins by calling are left out, too: no agent is meant by them. People and
    channels stay as `<@U1>` and `<#C1>`: only ids say for certain who is meant.
    """
    without_me = re.sub(rf"<@{re.escape(me)}(?:\|[^>]*)?>[,:]?", "", text) if me else text
    called = _CALLS.match(without_me)
    said = without_me[called.end() :] if called else without_me
    return html.unescape(_TOKEN.sub(_plain, said)).strip()


def mentions(text: str, user: str) -> bool:
    """Say whether a text mentions somebody."""
    return re.search(rf"<@{re.escape(user)}(?:\|[^>]*)?>", text) is not None


def is_addressed(text: str) -> bool:
    """Say whether a text begins with the mention of a user or a group."""
    return _ADDRESSED.match(text) is not None


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
            if what.startswith("tel:") and _digits(label) == _digits(address):
                return label  # Slack links numbers by itself; this is how it was typed
            shown = label in {"", what, address} or what.endswith(f"://{label}")
            return address if shown else f"{label} ({address})"


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)
