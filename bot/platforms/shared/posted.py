"""What somebody posts to an address of ours: read once it is worth reading, and within limits."""

import asyncio

from starlette.requests import ClientDisconnect, Request

MOST_BYTES = 1_000_000
READING_SECONDS = 10.0


class TurnedAway(Exception):
    """A request goes no further; the message says why, without quoting it."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def refuse_announced(request: Request) -> None:
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
