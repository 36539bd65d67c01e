"""What steers a task and how it ends: structured tools of its own, words only where opted in."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from agents.kit.model_loop import HAND_BACK
from agents.kit.tasks.position import KeptCall
from agents.kit.values.errors import BadToolCall
from agents.kit.values.model import ToolSpec


class Status(StrEnum):
    """Why a task has ended."""

    DONE = "done"
    ANSWERED = "answered"
    FINISHED = "finished"
    PASSED = "passed"
    STOPPED = "stopped"
    NO_ANSWER = "no answer"
    STALLED = "stalled"
    LOOP = "loop"
    MAX_TURNS = "max turns"
    MAX_COST = "max cost"


_WORDS = {
    Status.NO_ANSWER: "there is no answer",
    Status.PASSED: "nobody here had an answer",
    Status.STALLED: "nobody could take it further",
    Status.LOOP: "it only went round in circles",
    Status.MAX_TURNS: "it took too many turns",
    Status.MAX_COST: "it used up what it may cost",
}


@dataclass(frozen=True, slots=True)
class Result:
    """What a task ends with.

    `text` is its pending message at the end, `to` the responder of the task above that is to
    read it; a `final` one ends every task above it, too.
    """

    status: Status
    text: str = ""
    to: str = ""
    final: bool = False

    @property
    def is_good(self) -> bool:
        """True when the task ended as it was meant to."""
        return self.status not in _WORDS

    @property
    def words(self) -> str:
        """The text, with an honest word on an end that was not meant."""
        if self.is_good:
            return self.text
        reason = f"I stopped here: {_WORDS[self.status]}."
        return f"{self.text}\n\n{reason}" if self.text else reason


SignalName = Literal["done", "result", "final_result", "pass", "forward", "send", "recipient"]
NAMES: tuple[SignalName, ...] = (
    "done",
    "result",
    "final_result",
    "pass",
    "forward",
    "send",
    "recipient",
)
HANDING_BACK = HAND_BACK.name


class _Arguments(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", str_strip_whitespace=True, defer_build=True
    )


class DoneSignal(_Arguments):
    """The task is complete; without an answer the message it responds to is the result."""

    answer: str = ""
    to: str = ""


class Structured(_Arguments):
    """The task is complete, with named values; a final one ends every task above it, too."""

    values: dict[str, JsonValue] = Field(min_length=1)


class Pass(_Arguments):
    """Somebody else should respond to this message."""


class Forward(_Arguments):
    """Somebody named gets the message as it is."""

    to: str = Field(min_length=1)


class Send(_Arguments):
    """Somebody named gets a message."""

    to: str = Field(min_length=1)
    text: str = Field(min_length=1)


class Recipient(_Arguments):
    """Somebody named gets the words beside this call."""

    to: str = Field(min_length=1)


class HandBack(_Arguments):
    """The person's message is not about this task."""

    reason: str = Field(min_length=1)


Signal = DoneSignal | Structured | Pass | Forward | Send | Recipient | HandBack

_READ_AS: dict[str, type[Signal]] = {
    "done": DoneSignal,
    "result": Structured,
    "final_result": Structured,
    "pass": Pass,
    "forward": Forward,
    "send": Send,
    "recipient": Recipient,
    HANDING_BACK: HandBack,
}

_MEANINGS: dict[SignalName, str] = {
    "done": "The task is complete. The answer is its result; leave it out to end with the "
    "message you were given.",
    "result": "The task is complete, and its result is these named values.",
    "final_result": "Everything is complete, also what this task is part of, with these values.",
    "pass": "You do not respond to this message; let the next one try.",
    "forward": "Give the message you were given to somebody else, as it is.",
    "send": "Send a message to somebody else; their answer comes back to you.",
    "recipient": "The words you write beside this call are for somebody named.",
}


@dataclass(frozen=True, slots=True)
class SignalOffer:
    """What one model may signal now: `names` of signals, `others` here, who is `outside`."""

    names: frozenset[str]
    others: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    may_hand_back: bool = False

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The signals as tools, as the model reads them."""
        own = tuple(self._spec(name) for name in NAMES if name in self.names)
        return (*own, HAND_BACK) if self.may_hand_back else own

    def holds(self, call: KeptCall) -> bool:
        """Say whether a call is one of these signals."""
        return call.name in self.names or (self.may_hand_back and call.name == HANDING_BACK)

    def read(self, call: KeptCall, words: str) -> Signal:
        """Read a signal; `words` are those beside the call.

        Raises:
            BadToolCall: it does not fit; the words say what to change.
        """
        try:
            signal = _READ_AS[call.name].model_validate_json(call.arguments or "{}")
        except ValidationError as error:
            wrong = "; ".join(_told(problem) for problem in error.errors(include_url=False))
            raise BadToolCall(f"{call.name} does not fit: {wrong}.") from None
        self._check_addressee(call, signal)
        if isinstance(signal, Recipient) and not words.strip():
            raise BadToolCall("recipient goes with words in the same message; write them.")
        return signal

    def _check_addressee(self, call: KeptCall, signal: Signal) -> None:
        to = getattr(signal, "to", "")
        known = self.outside if isinstance(signal, DoneSignal) else self.others
        if to and to not in known:
            there_are = f"there are {', '.join(known)}" if known else "there is nobody else"
            raise BadToolCall(f"{call.name}: there is no “{to[:60]}” to address; {there_are}.")

    def _spec(self, name: SignalName) -> ToolSpec:
        properties: dict[str, JsonValue] = {}
        match name:
            case "done":
                properties = {"answer": {"type": "string"}}
                properties |= {"to": _one_of(self.outside)} if self.outside else {}
            case "result" | "final_result":
                properties = {"values": {"type": "object"}}
            case "send":
                properties = {"to": _one_of(self.others), "text": {"type": "string"}}
            case "forward" | "recipient":
                properties = {"to": _one_of(self.others)}
            case "pass":
                pass
        required: list[JsonValue] = [*properties] if name != "done" else []
        schema: dict[str, JsonValue] = {"type": "object", "properties": properties}
        return ToolSpec(name, _MEANINGS[name], {**schema, "required": required})


def as_text(values: dict[str, JsonValue]) -> str:
    """The named values of a result as text."""
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


@dataclass(frozen=True, slots=True)
class TextSignals:
    """Words that count as signals when a model writes them as whole tokens; opted into.

    A token that stood in the words of anybody else never counts: repeating is not meaning.
    """

    done: str = "DONE"
    passes: str = "PASS"

    def __post_init__(self) -> None:
        if not (self.done.strip() and self.passes.strip()):
            raise ValueError("a text signal is a word, not nothing")

    def found_in(self, text: str) -> tuple[str, ...]:
        """The tokens that stand in a text, each by itself."""
        return tuple(token for token in (self.done, self.passes) if _token(token).search(text))

    def read(self, text: str, read_before: Sequence[str]) -> DoneSignal | Pass | None:
        """The signal a model's own words give, or None; `read_before` are tokens of others."""
        own = [token for token in self.found_in(text) if token not in read_before]
        if self.done in own:
            return DoneSignal(answer=_token(self.done).sub("", text).strip(" \t\n:"))
        return Pass() if self.passes in own else None


def _token(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")


def _one_of(names: Sequence[str]) -> JsonValue:
    return {"type": "string", "enum": [*names]}


def _told(problem: object) -> str:
    assert isinstance(problem, dict), "pydantic describes each problem so"
    place = ".".join(str(part) for part in problem["loc"]) or "arguments"
    return f"{place}: {problem['msg']}"
