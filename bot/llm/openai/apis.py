"""The two ways to speak to a model: chat completions, and the Responses API."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from agents.kit.model import ModelCall
from bot.llm.openai.formats import AnswerFormat
from bot.llm.openai.request import write_body
from bot.llm.openai.responses_reply import as_completion
from bot.llm.openai.responses_request import write_response_body
from bot.llm.openai.responses_stream import StreamedResponse
from bot.llm.openai.stream import StreamedAnswer

Said = Mapping[str, JsonValue]
Tell = Callable[[str], None] | None
Pieces = StreamedAnswer | StreamedResponse


@dataclass(frozen=True, slots=True)
class Api:
    """How requests are written and answers read; `path` is where they are exchanged.

    `write` takes what a request says besides the call, by its names in chat completions, and the
    model whose thoughts go back. `collect` begins to collect a streamed answer; words are told as
    they come. `completion` gives an answer as chat completions give it, or tells of a failure.
    """

    path: str
    streaming: Said
    write: Callable[[ModelCall, AnswerFormat, Said, str], bytes]
    collect: Callable[[Tell], Pieces]
    completion: Callable[[object, str], object]


CHAT = Api(  # what nearly every server has
    "chat/completions",
    {"stream": True, "stream_options": {"include_usage": True}},
    write_body,
    StreamedAnswer,
    lambda payload, _model: payload,
)
RESPONSES = Api(  # where models of OpenAI keep what they think while they use tools
    "responses", {"stream": True}, write_response_body, StreamedResponse, as_completion
)
