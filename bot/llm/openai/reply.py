"""The server's answer → our reply. Nothing in it is trusted: a surprise is `Unusable`."""

from typing import Any

from agents.kit.model import Finish, ModelCall, ModelReply, ToolCall, Usage
from bot.llm.openai.config import Price
from bot.llm.openai.error_words import detail_of
from bot.llm.openai.failures import Unusable
from bot.llm.openai.pricing import read_usage
from bot.llm.openai.provider_fields import of_message
from bot.llm.openai.sent import MOST_CHARACTERS, MOST_NAME_CHARACTERS, as_object, as_text
from bot.llm.openai.thoughts import without_thoughts
from bot.llm.openai.tool_calls import read_calls, told_apart
from bot.llm.openai.written_calls import words_of_text, written_calls

IS_CUT = "is_cut"  # of a stream that ended without saying that it is whole
_CUT = "cut"
_LENGTH = frozenset(
    (
        *("length", "max_tokens", "max_output_tokens", "max_completion_tokens", "max_length"),
        *("model_length", "model_context_window_exceeded"),
    )
)
_FILTERED = frozenset(
    (
        *("content_filter", "safety", "prohibited_content", "blocklist", "spii", "recitation"),
        *("sensitive", "content_filtered", "guardrail_intervened"),
    )
)
_REFUSED = frozenset(("refusal",))
_BROKEN = frozenset(
    (
        *("error", "abort", "aborted", "cancelled", _CUT, "malformed_function_call"),
        *("insufficient_resources", "insufficient_system_resource", "network_error"),
    )
)


def read_reply(payload: object, price: Price | None, call: ModelCall) -> ModelReply:
    """Read a whole answer to a call.

    Raises:
        Unusable: it is not what a chat completion looks like; what the server counted for it
            is said all the same.
    """
    answer = as_object(payload, "an answer")
    usage = read_usage(answer.get("usage"), price)
    try:
        return _reply(answer, usage, call)
    except Unusable as failure:
        if usage.input_tokens or answer.get("choices"):  # else nobody was paid for an error
            failure.usage = usage
        raise


def _reply(answer: dict[str, Any], usage: Usage, call: ModelCall) -> ModelReply:
    choice = _first_choice(answer)
    message = as_object(choice.get("message"), "a message")
    if message.get("role") not in ("assistant", "", None):
        raise Unusable("the model answered in somebody else's name")
    text, calls, finish = _content(message, _finish_of(choice), call)
    return ModelReply(
        text,
        calls,
        finish,
        usage=usage,
        model=as_text(answer.get("model"))[:MOST_NAME_CHARACTERS],
        provider=of_message(message) if calls else {},
    )


def _content(
    message: dict[str, Any], finish: str, call: ModelCall
) -> tuple[str, tuple[ToolCall, ...], Finish]:
    text = without_thoughts(words_of(message.get("content")))
    refusal = as_text(message.get("refusal"))
    if finish in _FILTERED:
        return "", (), Finish.FILTERED
    if refusal or finish in _REFUSED:
        return (refusal or text)[:MOST_CHARACTERS], (), Finish.REFUSED
    if finish in _LENGTH or len(text) > MOST_CHARACTERS:
        return text[:MOST_CHARACTERS], (), Finish.LENGTH
    if finish in _BROKEN:
        raise Unusable("the model broke off in the middle of its answer")
    asked = told_apart(read_calls(message, call.tools))
    if asked:
        return text, asked, Finish.TOOL_CALLS
    if written := written_calls(text, call):
        return "", told_apart(written), Finish.TOOL_CALLS
    return words_of_text(text, call), (), Finish.STOP


def words_of(content: object) -> str:
    """What is said; of parts, those that are words: thoughts and references are none."""
    if isinstance(content, dict):
        content = [content]
    if isinstance(content, list):
        return "".join(_words_of_part(part) for part in content)
    return as_text(content)


def _words_of_part(part: object) -> str:
    if not isinstance(part, dict):
        return as_text(part)
    if part.get("type") not in ("text", "output_text", None):
        return ""
    text = part.get("text")
    return as_text(text.get("value") if isinstance(text, dict) else text)


def _first_choice(answer: dict[str, Any]) -> dict[str, Any]:
    if error := answer.get("error"):
        failure = Unusable("the model service answered with an error")
        failure.detail = detail_of(error)
        raise failure
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices:
        raise Unusable("the model service sent no answer")
    return as_object(choices[0], "an answer")


def _finish_of(choice: dict[str, Any]) -> str:
    """How it ended, in the words of the service; one that nobody knows is its way to stop."""
    if choice.get(IS_CUT):
        return _CUT
    finish = choice.get("finish_reason")
    if finish is not None and not isinstance(finish, str):
        raise Unusable("the model service did not say how its answer ended")
    return (finish or "stop").lower().replace("-", "_")
