"""Tools: typed functions an agent may call, with the metadata code needs to guard them."""

import inspect
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import NoneType
from typing import Any, TypedDict, overload

from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import ErrorDetails, to_json
from typing_extensions import Unpack

from agents.kit.approval import Approval
from agents.kit.parameters import (
    EffectKey,
    TakenParameters,
    called,
    is_flat,
    taken_by,
    to_await,
)
from agents.kit.turn import Turn
from agents.kit.values.declaration import (
    FLAG,
    SECONDS,
    Word,
    function_of,
    many,
    misfits,
    one,
    one_of,
    shown,
    unknown,
)
from agents.kit.values.errors import AuthorError, BadToolCall, ToolFailed
from agents.kit.values.model import ToolSpec
from agents.kit.values.person import Fact, Secret, Unmet


class Declaration(TypedDict, total=False):
    """The words `tool` takes; `Tool` says what each means."""

    requires: Sequence[Fact]
    provides: Sequence[Fact]
    effect: bool
    approval: Approval | None
    check: Callable[[Turn, Mapping[str, Any]], Awaitable[None] | None] | None
    unmet: Callable[[Turn, Mapping[str, Any]], Awaitable[Unmet | None] | Unmet | None] | None
    destinations: Sequence[str]
    free: Sequence[str]
    ends_task: bool
    outcome: Callable[[Turn, str], Any] | None
    settles_within_seconds: float
    risk: str
    reversible: bool
    version: int


WORDS: Mapping[str, Word] = {
    "requires": many(Fact, "facts"),
    "provides": many(Fact, "facts"),
    "effect": FLAG,
    "approval": one((Approval, NoneType), "a rule, such as always() or over(Money(…))"),
    "check": function_of("turn", "arguments"),
    "unmet": function_of("turn", "arguments"),
    "destinations": many(str, "names of parameters"),
    "free": many(str, "names of parameters"),
    "ends_task": FLAG,
    "outcome": function_of("turn", "key"),
    "settles_within_seconds": SECONDS,
    "risk": one_of("low", "medium", "high"),
    "reversible": FLAG,
    "version": one(int, "a number"),
}


def refuse_misfits(name: str, taken: TakenParameters, words: Mapping[str, Any]) -> None:
    """Look at what was said of a tool.

    Raises:
        AuthorError: with all of it that is not what its word asks for.
    """
    wrong = [*unknown(words, WORDS), *misfits(words, WORDS)]
    if not wrong:
        wrong += _strangers(taken, words)
    if words.get("free") and not words.get("effect"):
        wrong.append("free is a word of effects; add effect=True or leave it out")
    if taken.key and not words.get("effect"):
        wrong.append(f"takes the EffectKey {taken.key} but has no effect; add effect=True")
    if wrong:
        raise AuthorError(f"tool {name}: {'; '.join(wrong)}")


def _strangers(taken: TakenParameters, words: Mapping[str, Any]) -> Iterator[str]:
    """Name what is said of parameters that there are not."""
    known = taken.parameters.model_fields
    instead = f"it takes {', '.join(known)}" if known else "it takes none"
    for word in ("destinations", "free"):
        for place in words.get(word, ()):
            if place in (*taken.secrets, taken.key):
                yield f"{word} names {place}, which only code fills in; leave it out"
            elif place not in known:
                yield f"{word} names {place}, no parameter; {instead}"


Arguments = Mapping[str, Any]

_PLAIN = (str, int, bool)


@dataclass(frozen=True, slots=True)
class Tool:
    """A function with its metadata; `tool` makes one.

    `spec` is what a model reads. `provides` are the facts it may establish, which only its
    `turn.establish` does. `effect` says that it changes the world. An effect that
    takes an `EffectKey` may be repeated with the same key; one with `outcome` can be asked
    what became of a key (None: it did not happen); one with neither is never run twice.
    `check` raises ToolFailed before anybody is asked to approve what cannot be done; `unmet`
    names a fact that is about something else than the arguments say: it is established anew.
    Each argument of an effect must stand in the person's own words for the task, or a person
    approves it, whoever put it there; only those that are `free` may come from anywhere. Of a
    look this is so for its `destinations` alone.
    `settles_within_seconds` is how long the other side may take before an unknown outcome
    means "did not happen".
    """

    name: str
    description: str
    function: Callable[..., Any]
    parameters: type[BaseModel]
    spec: ToolSpec
    secrets: tuple[str, ...] = ()
    secret_words: tuple[str, ...] = ()
    takes_turn: str | None = None
    takes_key: str | None = None
    requires: tuple[Fact, ...] = ()
    provides: tuple[Fact, ...] = ()
    effect: bool = False
    approval: Approval | None = None
    check: Callable[[Turn, Arguments], Awaitable[None]] | None = None
    unmet: Callable[[Turn, Arguments], Awaitable[Unmet | None]] | None = None
    destinations: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    ends_task: bool = False
    outcome: Callable[[Turn, str], Any] | None = None
    settles_within_seconds: float = 0.0
    risk: str = "low"
    reversible: bool | None = None
    version: int = 1

    @property
    def hazard(self) -> str:
        """What those who decide are told of it; whether it can be undone only its author knows."""
        undone = {True: "; can be undone", False: "; cannot be undone", None: ""}
        return f"Risk: {self.risk}{undone[self.reversible]}."

    @property
    def guarded(self) -> tuple[str, ...]:
        """The arguments that must be the person's own words, or approved by somebody."""
        if not self.effect:
            return self.destinations
        return tuple(name for name in self.parameters.model_fields if name not in self.free)

    @property
    def is_flat(self) -> bool:
        """True when every argument is one value that a person can type: no list, no object."""
        return all(is_flat(field.annotation) for field in self.parameters.model_fields.values())

    @property
    def repeatable(self) -> bool:
        """True when running it again with the same key changes nothing more."""
        return not self.effect or self.takes_key is not None

    def read(self, raw: Mapping[str, JsonValue] | str) -> dict[str, Any]:
        """Check arguments as a model wrote them.

        Raises:
            BadToolCall: they do not fit; the words say what to change.
        """
        try:
            model = self._model(raw)
        except ValidationError as error:
            raise BadToolCall(_explain(self.name, error)) from None
        arguments = {name: getattr(model, name) for name in self.parameters.model_fields}
        self._refuse_lost(arguments)
        return arguments

    def misfits(self, raw: Mapping[str, JsonValue]) -> list[ErrorDetails]:
        """What of these arguments does not fit, as pydantic tells it; without what was typed."""
        try:
            self._model(raw)
        except ValidationError as error:
            return error.errors(include_url=False, include_input=False)
        return []

    def as_json(self, arguments: Arguments) -> dict[str, JsonValue]:
        """The canonical form of checked arguments: shown, hashed, stored, and read again."""
        model = self.parameters.model_construct(**arguments)
        return model.model_dump(mode="json", by_alias=True, round_trip=True)

    async def call(
        self, turn: Turn, arguments: Arguments, secrets: Mapping[str, Secret], key: str
    ) -> Any:
        """Run the function; sync ones leave the loop free.

        Raises:
            ToolFailed: it says so, also where it returns one instead of raising it.
        """
        given: dict[str, Any] = {**arguments, **secrets}
        if self.takes_turn:
            given[self.takes_turn] = turn
        if self.takes_key:
            given[self.takes_key] = EffectKey(key)
        result = await called(self.function, **given)
        if isinstance(result, ToolFailed):
            raise result
        return result

    def _model(self, raw: Mapping[str, JsonValue] | str) -> BaseModel:
        # What was stored is read as JSON like what a model writes: strict types differ there.
        text = raw if isinstance(raw, str) else json.dumps(dict(raw))
        return self.parameters.model_validate_json(text or "{}")

    def _refuse_lost(self, arguments: Arguments) -> None:
        """Refuse what could be approved but not be read again, before anybody is asked.

        Raises:
            AuthorError: a type writes itself in a way that it does not read.
        """
        if _reads_what_it_writes(self.parameters):
            return
        if lost := self.misfits(self.as_json(arguments)):
            place = ".".join(map(str, lost[0]["loc"]))
            raise AuthorError(
                f"tool {self.name}: {place} cannot be read again as it is stored "
                f"({lost[0]['msg']}); give it a type that reads what it writes"
            )


@cache
def _reads_what_it_writes(parameters: type[BaseModel]) -> bool:
    """Say whether that is plain to see: no type of its own, and nothing said beside a type."""
    fields = parameters.model_fields.values()
    return all(field.annotation in _PLAIN and not field.metadata for field in fields)


@overload
def tool(function: Callable[..., Any], /) -> Tool: ...


@overload
def tool(
    function: None = None, /, **details: Unpack[Declaration]
) -> Callable[[Callable[..., Any]], Tool]: ...


def tool(
    function: Callable[..., Any] | None = None, /, **details: Unpack[Declaration]
) -> Tool | Callable[[Callable[..., Any]], Tool]:
    """Turn a typed function into a tool; types become the schema, its docstring is read.

    Raises:
        AuthorError: a parameter cannot be described, a word is not what it asks for, or the
            function yields.
    """
    if function is not None:
        return _made(function, details)
    return lambda wrapped: _made(wrapped, details)


def _made(function: Callable[..., Any], details: Declaration) -> Tool:
    name = getattr(function, "__name__", None)
    if name is None or not callable(function) or isinstance(function, type):
        raise AuthorError(f"@tool stands above a function, not above {shown(function)}")
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise AuthorError(
            f"tool {name}: it yields, and nothing would run it; return the whole result"
        )
    taken = taken_by(function)
    words: dict[str, Any] = dict(details)
    refuse_misfits(name, taken, words)
    for names in {"requires", "provides", "destinations", "free"} & words.keys():
        words[names] = tuple(words[names])
    for asked in {"check", "outcome", "unmet"} & words.keys():
        words[asked] = words[asked] and to_await(words[asked])
    description = _first_paragraph(function.__doc__ or "")
    spec = ToolSpec(name, description, taken.schema)
    made = Tool(
        name=name,
        description=description,
        function=function,
        parameters=taken.parameters,
        spec=spec,
        secrets=taken.secrets,
        secret_words=taken.secret_words,
        takes_turn=taken.turn,
        takes_key=taken.key,
    )
    return replace(made, **words)


def _first_paragraph(docstring: str) -> str:
    """What a tool does; what follows in its docstring is for those who read the code."""
    return " ".join(inspect.cleandoc(docstring).partition("\n\n")[0].split())


def said(result: Any) -> str:
    """A tool's result as text: what the model, or the user, reads; JSON if it is no text."""
    if isinstance(result, str):
        return result
    return "done" if result is None else to_json(result, fallback=str).decode()


def _explain(name: str, error: ValidationError) -> str:
    wrong = [
        f"{'.'.join(str(part) for part in problem['loc']) or 'arguments'}: {problem['msg']}"
        for problem in error.errors(include_url=False, include_input=False)
    ]
    return f"{name} was not run. Arguments do not fit: {'; '.join(wrong)}."
