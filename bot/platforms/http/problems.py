"""What is wrong with a request, told as a problem (RFC 9457): a status, and words that help."""

from http import HTTPStatus

from starlette.responses import JSONResponse

from bot.domain.errors import NotChecked, NotUnderstood, NotYours, Refused

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
