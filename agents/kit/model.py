"""The model port: what agents and the core ask of a language model, and what it answers."""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

from pydantic import JsonValue


class Purpose(StrEnum):
    """Why a model is called; sent as the header `X-Frontdesk-Purpose`."""

    ROUTE = "route"
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


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, as base64."""

    media_type: str
    data: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a model conversation; `images` belong to words of the user."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """What the model reads of a tool; `parameters` is a JSON schema.

    One that `steers` does nothing itself: it says how the task goes on. What one that
    `provides` finds, others go by.
    """

    name: str
    description: str
    parameters: dict[str, JsonValue]
    ends_task: bool = False
    effect: bool = False
    steers: bool = False
    provides: bool = False


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
class RouteBrief:
    """The facts behind a routing call.

    `speaker` has the floor, or handed the message back, `question` is what it had asked, and
    with `hears_all` an answer may be about anything; `choices` are the special answers allowed
    beside the names of agents. `held_up` are the tools of agents for which all that must come
    first is still to come. `proposed` is the speaker's tool whose call waits on a card,
    `beneath` is whose wish the speaker only runs for.
    """

    text: str
    cards: tuple[Card, ...]
    speaker: str | None = None
    question: str | None = None
    choices: tuple[str, ...] = ()
    hears_all: bool = False
    held_up: tuple["Offer", ...] = ()
    proposed: "ToolSpec | None" = None
    beneath: str = ""


@dataclass(frozen=True, slots=True)
class AgentBrief:
    """The facts behind an agent's call: what was said for this task, oldest first.

    `question` is what the agent asked last; `asked_by_bot` is true when no person has
    said anything for this task yet; `results` are this run's tool results. `quoted` are the
    texts of files that came with it: something to read, said by nobody. `colleagues` are whom
    an agent in a task can turn to, `answered` is what one of them has just said to it.
    `recalled` are quotes of what was said long before, best first. `proposed` names the tool
    whose call waits on a card, beside which something was said; `comes_first` is true for what
    is only done so that something else can be.
    """

    said: tuple[str, ...]
    question: str | None = None
    asked_by_bot: bool = False
    results: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    colleagues: tuple[Card, ...] = ()
    answered: str = ""
    recalled: tuple[str, ...] = ()
    proposed: str = ""
    comes_first: bool = False


@dataclass(frozen=True, slots=True)
class ContinueBrief:
    """The facts behind a continuation call: the wish, and the agents that finished for it."""

    wish: str
    finished: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool that a plan may use, and the agent it belongs to."""

    agent: str
    tool: ToolSpec


@dataclass(frozen=True, slots=True)
class PlanBrief:
    """The facts behind a planner's call: the goal, what was said to it since, what may be used.

    `wanted` says what is to be written: all steps of a new plan, all that are not decided of
    one that is changed (`revise`) or has failed (`replan`), or step `number` alone, as somebody
    wants it now (`edit`), or with what only the `replies` of earlier steps tell (`complete`).
    `steps` are those there are, as they were written.
    """

    goal: str
    offers: tuple[Offer, ...]
    said: tuple[str, ...] = ()
    wanted: Literal["plan", "revise", "replan", "edit", "complete"] = "plan"
    steps: tuple[dict[str, JsonValue], ...] = ()
    number: int = 0
    replies: tuple[str, ...] = ()
    may_ask: bool = False


@dataclass(frozen=True, slots=True)
class PersonaBrief:
    """The facts behind what somebody says in a procedure.

    `heard` is what they were told since they spoke last, oldest first, each as “name said: …”;
    `tags` are to stand around parts of the answer. `wish` is what the person wants of it all.
    """

    name: str
    role: str
    task: str
    wish: str
    heard: tuple[str, ...]
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgeBrief:
    """The facts behind a decision in a procedure: which way to go, or who speaks.

    One of `choices` is to be answered, inside `tag`. `spoken` is how much was said in this
    state by its `roles`, `speakers` are who spoke of late, the last of them last.
    """

    choices: tuple[str, ...]
    tag: str
    spoken: int
    roles: tuple[str, ...]
    speakers: tuple[str, ...] = ()
    decides: Literal["way", "speaker"] = "way"


Brief = RouteBrief | AgentBrief | ContinueBrief | PlanBrief | PersonaBrief | JudgeBrief


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request to a model.

    `messages` are what a language model reads; `brief` holds the same facts, typed, for
    adapters that are not language models. `model` is the one its author wishes, if any.
    """

    purpose: Purpose
    agent: str
    messages: tuple[ChatMessage, ...]
    brief: Brief
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
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: Finish = Finish.STOP
    usage: Usage = Usage()
    model: str = ""
    is_blind: bool = False

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
