"""Requests that a platform signs: read within limits, and only once they are worth reading."""

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from starlette.requests import ClientDisconnect, Request

MOST_BYTES = 1_000_000
READING_SECONDS = 10.0
OLDEST_SECONDS = 300

_MOMENT = re.compile(rb"[0-9]{1,12}")


class TurnedAway(Exception):
    """A request goes no further; the message says why, without quoting it."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True, slots=True)
class Signatures(ABC):
    """Whether a request was signed by a platform: decided before anything in it is read."""

    now: Callable[[], datetime]

    signature: ClassVar[bytes]
    """The name of the header that holds the signature."""

    timestamp: ClassVar[bytes]
    """The name of the header that says when it was signed."""

    pattern: ClassVar[re.Pattern[bytes]]
    """What a signature looks like."""

    @abstractmethod
    def is_genuine(self, timestamp: bytes, signature: bytes, body: bytes) -> bool:
        """Say whether the platform has signed a body."""

    def is_recent(self, timestamp: bytes) -> bool:
        """Say whether a time of signing is readable, and near enough to now on either side."""
        if not _MOMENT.fullmatch(timestamp):
            return False
        return abs(self.now().timestamp() - int(timestamp)) <= OLDEST_SECONDS

    async def verified(self, request: Request) -> bytes:
        """Read the body, once it is worth reading, and check who wrote it.

        Raises:
            TurnedAway: it is too big, or not genuine.
        """
        _refuse_announced(request)
        timestamp, signature = only(request, self.timestamp), only(request, self.signature)
        if not self.is_recent(timestamp):
            raise TurnedAway(401, "timestamp")
        if not self.pattern.fullmatch(signature):
            raise TurnedAway(401, "unsigned")
        body = await body_of(request)
        if not self.is_genuine(timestamp, signature, body):
            raise TurnedAway(401, "signature")
        return body


def _refuse_announced(request: Request) -> None:
    """Refuse a body that is too big by its own word.

    Raises:
        TurnedAway: it is.
    """
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdigit() and int(length[:20]) > MOST_BYTES:
        raise TurnedAway(413, "too big")


def only(request: Request, name: bytes) -> bytes:
    """The value of a header; empty when it is missing or given twice."""
    values = [value for key, value in request.scope["headers"] if key.lower() == name]
    return values[0] if len(values) == 1 else b""


async def body_of(request: Request) -> bytes:
    """Read the body.

    Raises:
        TurnedAway: it is too big, too slow, or cut off.
    """
    read, size = [], 0
    try:
        async with asyncio.timeout(READING_SECONDS):
            async for piece in request.stream():
                size += len(piece)
                if size > MOST_BYTES:
                    raise TurnedAway(413, "too big")
                read.append(piece)
    except ClientDisconnect:
        raise TurnedAway(400, "cut off") from None
    except TimeoutError:
        raise TurnedAway(408, "too slow") from None
    return b"".join(read)
