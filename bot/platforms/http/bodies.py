"""Read what a caller sent, strictly and never more of it than is worth reading."""

import asyncio
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request

from bot.domain.wire import NotAnObject, read_object, whole
from bot.platforms.http.problems import Problem, Problems

MOST_BYTES = 1_000_000
READING_SECONDS = 10.0
MOST_ERRORS = 20

Read = TypeVar("Read", bound=BaseModel)


async def raw_body(request: Request) -> bytes:
    """Read the body of a request.

    Raises:
        Problem: it is too big, too slow, cut off, or no JSON by its own account.
    """
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdigit() and int(length[:20]) > MOST_BYTES:
        raise _too_big()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "Send JSON: content-type: application/json.")
    read, size = [], 0
    try:
        async with asyncio.timeout(READING_SECONDS):
            async for piece in request.stream():
                size += len(piece)
                if size > MOST_BYTES:
                    raise _too_big()
                read.append(piece)
    except ClientDisconnect:
        raise Problem(400, "The body was cut off.") from None
    except TimeoutError:
        raise Problem(408, "The body came too slowly.") from None
    return b"".join(read)


def read_as(kind: type[Read], raw: bytes) -> Read:
    """Understand a body.

    Raises:
        Problem: it is no JSON object, or not one of this kind.
    """
    try:
        given = read_object(raw.decode())
    except UnicodeDecodeError:
        raise Problem(400, "The body cannot be read: it is not UTF-8.") from None
    except NotAnObject as error:
        raise Problem(400, f"The body cannot be read: {error}.") from None
    return understood(kind, given)


def understood(kind: type[Read], given: object) -> Read:
    """Check values against what is asked for.

    Raises:
        Problem: 422, with each field that is wrong.
    """
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        raise Problem(422, "Some fields are wrong.", errors=_errors(error)) from None


def _errors(error: ValidationError) -> Problems:
    found = error.errors(include_url=False, include_input=False, include_context=False)
    return [
        {"field": whole(".".join(map(str, one["loc"])))[:100], "problem": one["msg"]}
        for one in found[:MOST_ERRORS]
    ]


def _too_big() -> Problem:
    return Problem(413, f"A body may have up to {MOST_BYTES:,} bytes.")
