"""The one way to write a value as text, so that what is equal has equal digests."""

import hashlib
import json
from unicodedata import normalize

from pydantic import JsonValue

_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def canonical(value: JsonValue) -> str:
    """Write a value as JSON in ASCII, names sorted, without blanks."""
    return _encoder.encode(value)


def digest_of(value: JsonValue) -> str:
    """The SHA-256 of a value in canonical form, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def unspelled(value: JsonValue) -> JsonValue:
    """A value without what only looks different: case, width, spaces."""
    match value:
        case str():
            return " ".join(normalize("NFKC", value).casefold().split())
        case list():
            return [unspelled(inner) for inner in value]
        case dict():
            return {name: unspelled(inner) for name, inner in value.items()}
        case _:
            return value
