"""The two ways to speak to a model: chat completions, and the Responses API."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Protocol

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.model import ModelCall
from bot.llm.openai.formats import AnswerFormat
from bot.llm.openai.request import write_body
from bot.llm.openai.responses_reply import as_completion
from bot.llm.openai.responses_request import write_response_body
from bot.llm.openai.responses_stream import StreamedResponse
from bot.llm.openai.stream import StreamedAnswer

Said = Mapping[str, JsonValue]
Tell = Callable[[str], None] | None


class Pieces(Protocol):
    """Collects a streamed answer."""

    def add(self, piece: object) -> None:
        """Take in one event.

        Raises:
            ModelUnavailable: it is not a piece of an answer.
        """
        ...

    def end(self) -> None:
        """Note that the service said there is no more to come."""
        ...

    @property
    def text(self) -> str:
        """The words so far."""
        ...

    def payload(self) -> object:
        """The whole answer, as if it had come at once."""
        ...


class Api(Protocol):
    """Writes requests and reads answers; `path` is where they are exchanged."""

    path: ClassVar[str]
    streaming: ClassVar[Said]

    def write(
        self, call: ModelCall, how: AnswerFormat, said: Said, *, keeps_reasoning: bool
    ) -> bytes:
        """Write a request that says `said` besides; the names are those of chat completions."""
        ...

    def collect(self, on_text: Tell) -> Pieces:
        """Begin to collect a streamed answer; words are told as they come."""
        ...

    def completion(self, payload: object, model: str) -> object:
        """The model's answer as chat completions give it.

        Raises:
            ModelUnavailable: it tells of a failure.
        """
        ...


class ChatCompletions(Api):
    """What nearly every server has."""

    path = "chat/completions"
    streaming: ClassVar[Said] = {"stream": True, "stream_options": {"include_usage": True}}

    @override
    def write(
        self, call: ModelCall, how: AnswerFormat, said: Said, *, keeps_reasoning: bool
    ) -> bytes:
        return write_body(call, how, said)

    @override
    def collect(self, on_text: Tell) -> Pieces:
        return StreamedAnswer(on_text)

    @override
    def completion(self, payload: object, model: str) -> object:
        return payload


class Responses(Api):
    """Where models of OpenAI keep what they think while they use tools."""

    path = "responses"
    streaming: ClassVar[Said] = {"stream": True}

    @override
    def write(
        self, call: ModelCall, how: AnswerFormat, said: Said, *, keeps_reasoning: bool
    ) -> bytes:
        return write_response_body(call, how, said, keeps_reasoning=keeps_reasoning)

    @override
    def collect(self, on_text: Tell) -> Pieces:
        return StreamedResponse(on_text)

    @override
    def completion(self, payload: object, model: str) -> object:
        return as_completion(payload, model)


CHAT, RESPONSES = ChatCompletions(), Responses()
