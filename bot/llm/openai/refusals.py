"""An error of the official client → our failure, with a reason that is safe to show."""

import math
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx2
import openai

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from bot.llm.openai.wire import failures
from bot.llm.openai.wire.failures import detail_of

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
_FORMAT = (
    *("response_format", "response format", "json_schema", "json schema", "json_object"),
    *("json mode", "structured output", "grammar", "guided_json", "encoding_format"),
)
_TEMPERATURE = ("temperature",)
_FILTER = (
    "content_filter",
    "content management policy",
    "responsibleaipolicyviolation",
    "invalid_prompt",
)
_PICTURES = (
    *("image", "vision", "multimodal", "multi-modal", "content part", "content type"),
    *("must be a string", "be a valid string", "expected a string"),
)
_FIELDS = (
    *("reasoning_content", "reasoning_details", "'reasoning'", ".reasoning:", ".reasoning'"),
    *("extra_content", "thought_signature", "provider_specific_fields"),
)
_WORDS = (
    *("be a valid string", "must be a string", "expected a string", "string_type"),
    *("`content`", "'content'", "content is required", "content cannot be null"),
)
_MISSING = ("is missing", "missing a", "must be passed back", "are missing")
_MISSHAPEN = ("json_validate_failed", "tool_use_failed", "failed_generation")
# How a server says that it does not take something; an error of its own may mention it as well.
_REFUSING = (
    *("input should be", "not support", "unsupported", "invalid", "must be", "unknown"),
    *("unrecognized", "unexpected", "not permitted", "not allowed", "not implemented"),
)
_BY_WORDS: tuple[tuple[tuple[str, ...], Callable[[], ModelUnavailable]], ...] = (
    (_TOO_LONG, ContextOverflow),
    (_FILTER, failures.PromptFiltered),
    (_MISSHAPEN, lambda: failures.Unusable("the model gave an answer of the wrong form")),
    (_TEMPERATURE, failures.SteadyRefused),
    (_FORMAT, failures.FormatRefused),
    (_WORDS, failures.WordsMissing),
)
_NOT_ABOUT_THEM = frozenset({401, 403, 408, 409, 429})
_RESPONSES = ("v1/responses", "responses api", "not a chat model")
_REASONING = (
    *("encrypted content", "encrypted_content", "items are not persisted"),
    *("of type 'reasoning'", "required 'reasoning' item"),
)
_NO_CREDIT = ("insufficient_quota", "billing_hard_limit_reached")


def failure_of(
    error: Exception, model: str, now: Callable[[], datetime], api_key: str = ""
) -> ModelUnavailable:
    """Say what an error means for the call, and keep what the service said for the operator."""
    match error:
        case ModelUnavailable():
            return error
        case openai.APIStatusError():
            failure = _failure_of_status(error.response, model, now)
            status = error.response.status_code
            failure.detail = detail_of(error.response.text[:_READ_CHARACTERS], api_key, status)
            return failure
        case openai.APIConnectionError() | httpx2.TransportError() | OSError():
            return failures.Unreachable("the model service cannot be reached")
        case openai.APIError():
            failure = failures.Unusable("the model service broke off its answer with an error")
            failure.detail = detail_of(error.message, api_key)
            return failure
        case _:
            return failures.Unusable("the model service sent something that cannot be read")


def refuses_pictures(error: Exception) -> bool:
    """Say whether an error is about the pictures of a request."""
    return _is_about(error, _PICTURES)


def refuses_chat(error: Exception) -> bool:
    """Say whether an error of chat completions asks for the Responses API."""
    return _is_about(error, _RESPONSES)


def refuses_reasoning(error: Exception) -> bool:
    """Say whether an error of the Responses API is about what the model thought before."""
    return _is_about(error, _REASONING)


def _is_about(error: Exception, words: tuple[str, ...]) -> bool:
    """Find the words in an error; servers differ in the status."""
    if not isinstance(error, openai.APIStatusError):
        return False
    said = error.response.text[:_READ_CHARACTERS].lower()
    return error.response.status_code not in _NOT_ABOUT_THEM and _mentions(said, words)


def _failure_of_status(
    response: httpx2.Response, model: str, now: Callable[[], datetime]
) -> ModelUnavailable:
    status = response.status_code
    said = response.text[:_READ_CHARACTERS].lower()
    if shut := _shut_out(status, said):
        return shut
    is_broken = httpx2.codes.is_server_error(status)
    is_refusal = not is_broken or _mentions(said, _REFUSING)
    if status not in _TRY_AGAIN and is_refusal and (refused := _refused(said)):
        return refused
    if status in _TRY_AGAIN or is_broken:
        reason = _TRY_AGAIN.get(status, "the model service is out of order")
        return failures.Unreachable(reason, _wait_seconds(response, now))
    if status == httpx2.codes.NOT_FOUND:
        return failures.NotThere(model)
    if status == httpx2.codes.CONTENT_TOO_LARGE:
        return ContextOverflow()
    return failures.Rejected()


def _shut_out(status: int, said: str) -> ModelUnavailable | None:
    if _mentions(said, _NO_CREDIT):
        return failures.Rejected("the account at the model service has no credit left")
    if status in _NO_ENTRY and not _mentions(said, _FILTER):
        return failures.Rejected("the model service does not accept our key")
    return None


def _refused(said: str) -> ModelUnavailable | None:
    """What a server does not take, by its words: the status for it differs."""
    if _mentions(said, _FIELDS) and _mentions(said, _MISSING):
        return failures.ThoughtsMissing(signed="signature" in said)
    if _mentions(said, _FIELDS) and _mentions(said, _REFUSING):
        return failures.FieldsRefused()
    made = (make for words, make in _BY_WORDS if _mentions(said, words))
    return next((make() for make in made), None)


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
