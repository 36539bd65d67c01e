"""Reads strictly what a caller sent; what is wrong is told as a problem (RFC 9457)."""

import asyncio
import re
from http import HTTPStatus
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse

from bot.domain.errors import NotChecked, NotUnderstood, NotYours, Refused
from bot.domain.untrusted import NotAnObject, make_storable, read_object
from bot.platforms.http.models import NAME

MEDIA_TYPE = "application/problem+json"
AGAIN_SECONDS = 5

Problems = list[dict[str, str]]


class Problem(Exception):
    """A request goes no further; `words` never quote it."""

    def __init__(
        self,
        status: int,
        words: str,
        *,
        errors: Problems | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(words)
        self.status = status
        self.words = words
        self.errors = errors
        self.headers = headers or {}

    @property
    def response(self) -> JSONResponse:
        """The problem as it goes out."""
        body: dict[str, object] = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.words,
        }
        if self.errors:
            body["errors"] = self.errors
        headers = {"cache-control": "no-store", **self.headers}
        return JSONResponse(body, self.status, headers, media_type=MEDIA_TYPE)


def not_there() -> Problem:
    """What is not the caller's is not there for them."""
    return Problem(404, "There is no such thing, or it is not yours.")


def away() -> Problem:
    """The store does not answer."""
    words = "Nothing was kept, because the store does not answer; please send it again."
    return Problem(503, words, headers={"retry-after": str(AGAIN_SECONDS)})


def refused(refusal: Refused) -> Problem:
    """What the core refuses, in its own words."""
    match refusal:
        case NotYours():
            return Problem(403, str(refusal))
        case NotChecked():
            headers = {"retry-after": str(AGAIN_SECONDS)}
            return Problem(503, str(refusal), headers=headers)
        case NotUnderstood():
            return Problem(422, str(refusal))
        case _:
            return Problem(409, str(refusal))


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
        {"field": make_storable(".".join(map(str, one["loc"])))[:100], "problem": one["msg"]}
        for one in found[:MOST_ERRORS]
    ]


def _too_big() -> Problem:
    return Problem(413, f"A body may have up to {MOST_BYTES:,} bytes.")


_NAME = re.compile(NAME)
NO_CURSOR = "The cursor is none that this list has given, or that is gone; begin without one."
LONGEST_NUMBER = 18


def is_name(text: str) -> bool:
    """Say whether a session may be called that."""
    return _NAME.fullmatch(text) is not None and not text.endswith("\n")


def number_of(cursor: str) -> int:
    """The number a cursor stands for; 0 for none.

    Raises:
        Problem: 422; it is none of ours.
    """
    if not cursor:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) <= LONGEST_NUMBER):
        raise Problem(422, NO_CURSOR)
    return int(cursor)


def no_cursor() -> Problem:
    """What a list cannot go on behind."""
    return Problem(404, NO_CURSOR)
