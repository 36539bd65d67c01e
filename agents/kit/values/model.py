"""The model port: what agents and the core ask of a language model, and what it answers."""

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

from pydantic import JsonValue

ProviderFields = Mapping[str, JsonValue]
"""What a server sent beside what the port knows, and wants back as it was. Never shown."""


class Purpose(StrEnum):
    """Why a model is called; sent as the header `X-Frontdesk-Purpose`."""

    READ = "read"
    AGENT = "agent"
    CONTINUE = "continue"
    PLAN = "plan"
    JUDGE = "judge"
    SUMMARISE = "summarise"
    RECALL = "recall"


class Finish(StrEnum):
    """How a model's answer ended."""

    STOP = "stop"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"
    FILTERED = "filtered"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the model asks for; `arguments` is the JSON text as it was written."""

    id: str
    name: str
    arguments: str
    provider: ProviderFields = field(default_factory=dict, repr=False, hash=False)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, as base64."""

    media_type: str
    data: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a model conversation; `images` belong to words of the user.

    `provider` belongs to an assistant's message that calls tools: it goes back with it.
    """

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    images: tuple[Image, ...] = ()
    provider: ProviderFields = field(default_factory=dict, repr=False, hash=False)


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """What the model reads of a tool; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class AnswerSchema:
    """The JSON schema a structured answer must satisfy."""

    name: str
    schema: dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Card:
    """What others may know of an agent: enough to choose it."""

    name: str
    description: str
    introduction: str = ""
    examples: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    exposed: bool = True


@dataclass(frozen=True, slots=True)
class ToolOffer:
    """A tool that a plan may use, and the agent it belongs to."""

    agent: str
    tool: ToolSpec


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request to a model; `model` is the one its author wishes, if any."""

    purpose: Purpose
    agent: str
    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolSpec, ...] = ()
    answer: AnswerSchema | None = None
    model: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of answers, and their price in millionths of a dollar where prices are set.

    `answers` are how many came, those of no use included: each was paid for.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cost_micros: int = 0
    answers: int = 1

    def plus(self, other: "Usage") -> "Usage":
        """Both together."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cost_micros + other.cost_micros,
            self.answers + other.answers,
        )


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What the model answered; tool calls of an answer cut short are never carried out.

    `is_blind` says that it was asked without the pictures, because it does not take any.
    `provider` goes back with the calls, within the turn.
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: Finish = Finish.STOP
    usage: Usage = Usage()
    model: str = ""
    is_blind: bool = False
    provider: ProviderFields = field(default_factory=dict, repr=False, hash=False)

    @property
    def is_withheld(self) -> bool:
        """True when a filter or the model itself refused; its words then decide nothing."""
        return self.finish in {Finish.FILTERED, Finish.REFUSED}


Listener = Callable[[str, Sequence[str]], None]
"""Hears an answer grow: the agent that speaks, and its pieces so far, always in one list."""

listening: ContextVar[Listener | None] = ContextVar("listening", default=None)
"""Who wants to hear; a model that cannot tell answers as it grows leaves it alone."""


class Model(Protocol):
    """Answers one call, within the seconds given.

    Raises:
        ModelUnavailable: nothing usable came back; says whether asking again may help.
        ContextOverflow: the call is too long for the model.
    """

    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        """Ask once; safe retries and fallbacks are the adapter's business."""
        ...
