"""Identifiers, each a type of its own so that they cannot be swapped, and digests of values."""

import hashlib
import json
from typing import NewType
from unicodedata import normalize

from pydantic import JsonValue

SessionId = NewType("SessionId", str)
TurnId = NewType("TurnId", str)
TaskId = NewType("TaskId", str)
RequestId = NewType("RequestId", str)
ReplyId = NewType("ReplyId", str)
PlanId = NewType("PlanId", str)
StepId = NewType("StepId", str)
AgentMessageId = NewType("AgentMessageId", str)
LinkId = NewType("LinkId", str)


_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def write_canonical(value: JsonValue) -> str:
    """Write a value as JSON in ASCII, names sorted, without blanks."""
    return _encoder.encode(value)


def digest_of(value: JsonValue) -> str:
    """The SHA-256 of a value in canonical form, in hexadecimal."""
    return hashlib.sha256(write_canonical(value).encode()).hexdigest()


def fold_spelling(value: JsonValue) -> JsonValue:
    """A value without what only looks different: case, width, spaces."""
    match value:
        case str():
            return " ".join(normalize("NFKC", value).casefold().split())
        case list():
            return [fold_spelling(inner) for inner in value]
        case dict():
            return {name: fold_spelling(inner) for name, inner in value.items()}
        case _:
            return value
