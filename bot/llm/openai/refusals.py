"""An error of the official client → our failure, with a reason that is safe to show."""

import math
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx2
import openai

from agents.kit.errors import ContextOverflow, ModelUnavailable
from bot.llm.openai import failures

_NO_ENTRY = (401, 403)
_TRY_AGAIN = {
    408: "the model service did not answer in time",
    409: "the model service is busy",
    429: "the model service is busy",
}
_READ_CHARACTERS = 20_000
_TOO_LONG = (
    "context_length",
    "context length",
    "context window",
    "context size",
    "maximum context",
    "prompt is too long",
    "too many tokens",
)
_FORMAT = ("response_format", "json_schema", "json_object")
_TEMPERATURE = ("temperature",)
_FILTER = ("content_filter", "content management policy", "responsibleaipolicyviolation")
_PICTURES = ("image", "vision", "multimodal", "multi-modal", "content part", "content type")
_NOT_ABOUT_THEM = frozenset({401, 403, 408, 409, 429})
_NO_CREDIT = ("insufficient_quota", "billing_hard_limit_reached")


def failure_of(error: Exception, model: str, now: Callable[[], datetime]) -> ModelUnavailable:
    """Say what an error means for the call."""
    match error:
        case ModelUnavailable():
            return error
        case openai.APIStatusError():
            return _failure_of_status(error.response, model, now)
        case openai.APIConnectionError() | httpx2.TransportError() | OSError():
            return failures.Unreachable("the model service cannot be reached")
        case openai.APIError():
            return failures.Unusable("the model service broke off its answer with an error")
        case _:
            return failures.Unusable("the model service sent something that cannot be read")


def refuses_pictures(error: Exception) -> bool:
    """Say whether an error is about the pictures of a request; servers differ in the status."""
    if not isinstance(error, openai.APIStatusError):
        return False
    said = error.response.text[:_READ_CHARACTERS].lower()
    return error.response.status_code not in _NOT_ABOUT_THEM and _mentions(said, _PICTURES)


def _failure_of_status(
    response: httpx2.Response, model: str, now: Callable[[], datetime]
) -> ModelUnavailable:
    status = response.status_code
    said = response.text[:_READ_CHARACTERS].lower()
    if _mentions(said, _NO_CREDIT):
        return failures.Rejected("the account at the model service has no credit left")
    if status in _TRY_AGAIN or httpx2.codes.is_server_error(status):
        reason = _TRY_AGAIN.get(status, "the model service is out of order")
        return failures.Unreachable(reason, _wait_seconds(response, now))
    if status == httpx2.codes.NOT_FOUND:
        return failures.Unusable(f"the model service does not know the model {model}")
    if status == httpx2.codes.CONTENT_TOO_LARGE:
        return ContextOverflow()
    return _bad_request(status, said)


def _bad_request(status: int, said: str) -> ModelUnavailable:
    if status in _NO_ENTRY:
        return failures.Rejected("the model service does not accept our key")
    if _mentions(said, _TOO_LONG):
        return ContextOverflow()
    if _mentions(said, _FILTER):
        return failures.PromptFiltered()
    if _mentions(said, _TEMPERATURE):
        return failures.SteadyRefused()
    if _mentions(said, _FORMAT):
        return failures.FormatRefused()
    return failures.Rejected("the model service does not accept the request")


def _wait_seconds(response: httpx2.Response, now: Callable[[], datetime]) -> float | None:
    """`Retry-After` comes as seconds, as an HTTP date, or not at all."""
    after = response.headers.get("retry-after", "")
    try:
        seconds = float(after)
    except ValueError:
        return _seconds_until(after, now)
    return None if math.isnan(seconds) else max(0.0, seconds)


def _seconds_until(date: str, now: Callable[[], datetime]) -> float | None:
    try:
        until = parsedate_to_datetime(date)
    except (ValueError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - now()).total_seconds())


def _mentions(said: str, words: tuple[str, ...]) -> bool:
    return any(word in said for word in words)
