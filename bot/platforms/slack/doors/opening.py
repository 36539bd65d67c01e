"""What a request from Slack holds: its bytes become an event, an interaction or a command."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from urllib.parse import parse_qsl

from bot.domain.untrusted import NotAnObject, make_storable, read_object

MOST_FIELDS = 64


class Sort(StrEnum):
    """What sort of thing Slack sends."""

    EVENT = "event"
    INTERACTION = "interaction"
    COMMAND = "command"
    CHECK = "check"  # of the certificate, or of the address: `challenge` is to be repeated
    OTHER = "other"


class Malformed(ValueError):
    """A request holds nothing that Slack would send; the message does not quote it."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What was in a request."""

    sort: Sort
    payload: Mapping[str, Any]


def opened(media_type: str, body: bytes) -> Opened:
    """Read a request by its media type, whichever address it was sent to.

    Raises:
        Malformed: it is none of the things Slack sends.
    """
    try:
        text = body.decode()
        match media_type:
            case "application/json":
                return _of_json(read_object(text))
            case "application/x-www-form-urlencoded":
                return _of_form(_fields(text))
            case _:
                problem = "it is neither JSON nor a form"
                raise Malformed(problem)
    except UnicodeDecodeError:
        problem = "it is not UTF-8"
        raise Malformed(problem) from None
    except NotAnObject as error:
        raise Malformed(str(error)) from None


def _of_json(payload: Mapping[str, Any]) -> Opened:
    match payload:
        case {"type": "url_verification", "challenge": str()}:
            return Opened(Sort.CHECK, payload)
        case {"type": "event_callback", "event": {"type": str()}}:
            return Opened(Sort.EVENT, payload)
        case {"type": "url_verification" | "event_callback"}:
            problem = "it lacks what its type needs"
        case {"type": str()}:
            return Opened(Sort.OTHER, payload)
        case _:
            problem = "it has no type"
    raise Malformed(problem)


def _of_form(fields: Mapping[str, str]) -> Opened:
    match fields:
        case {"payload": text}:
            payload = read_object(text)
            if isinstance(payload.get("type"), str):
                return Opened(Sort.INTERACTION, payload)
            problem = "it has no type"
        case {"command": _}:
            return Opened(Sort.COMMAND, fields)
        case {"ssl_check": _}:
            return Opened(Sort.CHECK, {})
        case _:
            problem = "it is neither an interaction nor a command"
    raise Malformed(problem)


def _fields(text: str) -> dict[str, str]:
    try:
        pairs = parse_qsl(
            text,
            keep_blank_values=True,
            strict_parsing=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except UnicodeDecodeError:
        raise
    except ValueError:
        problem = "it is no form"
        raise Malformed(problem) from None
    fields = {make_storable(name): make_storable(value) for name, value in pairs}
    if len(fields) != len(pairs):
        problem = "a field is given twice"
        raise Malformed(problem)
    return fields
