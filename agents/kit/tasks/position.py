"""Where a task stands, as a value that is stored between turns; nested tasks have their own."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from agents.kit.values.model import ChatMessage, ToolCall

MODEL = "model"
AGENT = "agent"
PERSON = "person"
ABOVE = ""
NATIVE = (AGENT, MODEL, PERSON)

VERSION = 1


# What a script keeps is described once one runs, and not at every start.
_LATER = ConfigDict(defer_build=True)
_FROZEN = ConfigDict(frozen=True, defer_build=True)


def _is_empty(fields: dict[str, JsonValue]) -> bool:
    return not fields


class KeptCall(BaseModel):
    """A tool call as a model made it: structured, never read out of anybody's words.

    What its server wants back with it is kept while the call waits for somebody.
    """

    model_config = _FROZEN

    id: str
    name: str
    arguments: str
    provider: dict[str, JsonValue] = Field(default_factory=dict, exclude_if=_is_empty)

    @classmethod
    def of(cls, call: ToolCall) -> "KeptCall":
        """Keep a model's call."""
        fields = dict(call.provider)
        return cls(id=call.id, name=call.name, arguments=call.arguments, provider=fields)

    @property
    def made(self) -> ToolCall:
        """The call as the model port has it."""
        return ToolCall(self.id, self.name, self.arguments, self.provider)


class TaskMessage(BaseModel):
    """A message of a task.

    `sender` is a native responder, a sub-task, or `ABOVE` for who started the task; with a
    `recipient` nobody else may respond. `calls` are what a model wants to use. What is `told`
    stands in the dialogue already.
    """

    model_config = _FROZEN

    sender: str
    text: str = ""
    recipient: str = ""
    calls: tuple[KeptCall, ...] = ()
    told: bool = False


class DialogueLine(BaseModel):
    """A line of an agent's dialogue with its model.

    `provider` goes back with it in the turn it was said in, and is stored nowhere.
    """

    model_config = _FROZEN

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[KeptCall, ...] = ()
    answers: str | None = None
    provider: dict[str, JsonValue] = Field(default_factory=dict, exclude=True)

    @property
    def as_chat(self) -> ChatMessage:
        """The line as the model port has it."""
        calls = tuple(call.made for call in self.calls)
        return ChatMessage(self.role, self.text, calls, self.answers, provider=self.provider)


class Ledger(BaseModel):
    """What a whole tree has used; `calls` counts each tool call since its person last spoke."""

    model_config = _LATER

    tokens: int = 0
    cost_micros: int = 0
    calls: dict[str, int] = Field(default_factory=dict)


class TaskPosition(BaseModel):
    """Where one task stands.

    `opening` is the message it began with, `heard` what a person has said in it.
    `pending` is the message that awaits a valid response, `declined` are those who had none,
    `question` is what a person was asked last. `dialogue` is what its model has
    read and said, `notes` what its tools returned, `answered` the results of pending calls so
    far. `waits` says whom for, `within` names the sub-task that is in the middle of its run,
    `nested` and `parts` hold where sub-tasks stand. `read_signals` are signals that stood in
    words of others. `steps`, `stalled`, `wrong`, `reminded` and `trail` (the latest messages,
    as digests) are counted since a person last spoke here; `tokens` and `cost_micros` are what
    the tree had used when it began.
    """

    model_config = _LATER

    version: int = VERSION
    opening: str = ""
    heard: list[str] = Field(default_factory=list)
    pending: TaskMessage
    declined: list[str] = Field(default_factory=list)
    question: str = ""
    dialogue: list[DialogueLine] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)
    answered: list[str] = Field(default_factory=list)
    interjected: list[str] = Field(default_factory=list)
    waits: Literal["", "person", "call"] = ""
    within: str = ""
    nested: dict[str, "TaskPosition"] = Field(default_factory=dict)
    parts: dict[str, dict[str, JsonValue]] = Field(default_factory=dict)
    read_signals: list[str] = Field(default_factory=list)
    steps: int = 0
    stalled: int = 0
    wrong: int = 0
    reminded: int = 0
    trail: list[str] = Field(default_factory=list)
    tokens: int = 0
    cost_micros: int = 0
    ledger: Ledger | None = None

    def accept(self, message: TaskMessage, trail: list[str]) -> None:
        """Let a valid response be what the next one responds to."""
        self.pending, self.trail = message, trail
        self.declined.clear()
        self.waits = ""

    def spoken_to(self, text: str) -> None:
        """Note what a person has said here, and count anew."""
        self.heard.append(text)
        self.steps = self.stalled = self.wrong = self.reminded = 0
        self.trail.clear()

    def begin(self, message: TaskMessage, ledger: Ledger) -> "TaskPosition":
        """Return the position at the start of another run, with the memory of this one."""
        return TaskPosition(
            pending=message,
            opening=message.text,
            tokens=ledger.tokens,
            cost_micros=ledger.cost_micros,
            dialogue=self.dialogue,
            notes=self.notes,
            nested=self.nested,
            read_signals=self.read_signals,
        )
