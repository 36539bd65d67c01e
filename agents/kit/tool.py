"""Tools: typed functions an agent may call, with the metadata code needs to guard them."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NewType, TypedDict, get_args, get_type_hints, overload

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError, create_model
from pydantic_core import to_json
from typing_extensions import Unpack

from agents.kit.approval import Approval
from agents.kit.errors import AuthorError, BadToolCall
from agents.kit.fact import Fact, Unmet
from agents.kit.model import ToolSpec
from agents.kit.outcome import Outcome
from agents.kit.secret import Secret
from agents.kit.turn import Turn

EffectKey = NewType("EffectKey", str)
Arguments = Mapping[str, Any]
RESERVED = {"hand_back", "done"}


@dataclass(frozen=True, slots=True)
class Tool:
    """A function with its metadata; `tool` makes one.

    `spec` is what a model reads. `effect` says that it changes the world. An effect that
    takes an `EffectKey` may be repeated with the same key; one with `outcome` can be asked
    what became of a key (None: it did not happen); one with neither is never run twice.
    `check` raises ToolFailed before anybody is asked to approve what cannot be done; `unmet`
    names a fact that is about something else than the arguments say: it is established anew.
    `destinations` are the arguments that say where an effect goes and how much: values that
    are not in the user's own words for the task need an approval, whoever put them there.
    `settles_within_seconds` is how long the other side may take before an unknown outcome
    means "did not happen".
    """

    name: str
    description: str
    function: Callable[..., Any]
    parameters: type[BaseModel]
    spec: ToolSpec
    secrets: tuple[str, ...] = ()
    takes_turn: str | None = None
    takes_key: str | None = None
    requires: tuple[Fact, ...] = ()
    provides: tuple[Fact, ...] = ()
    effect: bool = False
    approval: Approval | None = None
    check: Callable[[Turn, Arguments], Awaitable[None]] | None = None
    unmet: Callable[[Turn, Arguments], Awaitable[Unmet | None]] | None = None
    destinations: tuple[str, ...] = ()
    ends_task: bool = False
    outcome: Callable[[Turn, str], Any] | None = None
    settles_within_seconds: float = 0.0
    risk: str = "low"
    reversible: bool = True
    version: int = 1

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
            if isinstance(raw, str):
                model = self.parameters.model_validate_json(raw or "{}")
            else:
                model = self.parameters.model_validate(dict(raw))
        except ValidationError as error:
            raise BadToolCall(_explain(self.name, error)) from None
        return {name: getattr(model, name) for name in self.parameters.model_fields}

    def as_json(self, arguments: Arguments) -> dict[str, JsonValue]:
        """The canonical form of checked arguments: what is shown, hashed and stored."""
        return self.parameters.model_construct(**arguments).model_dump(mode="json")

    async def call(
        self, turn: Turn, arguments: Arguments, secrets: Mapping[str, Secret], key: str
    ) -> Any:
        """Run the function; sync ones leave the loop free."""
        given: dict[str, Any] = {**arguments, **secrets}
        if self.takes_turn:
            given[self.takes_turn] = turn
        if self.takes_key:
            given[self.takes_key] = EffectKey(key)
        if inspect.iscoroutinefunction(self.function):
            return await self.function(**given)
        return await asyncio.to_thread(self.function, **given)


class Declaration(TypedDict, total=False):
    """The words `tool` takes; `Tool` says what each means."""

    requires: Sequence[Fact]
    provides: Sequence[Fact]
    effect: bool
    approval: Approval | None
    check: Callable[[Turn, Arguments], Awaitable[None]] | None
    unmet: Callable[[Turn, Arguments], Awaitable[Unmet | None]] | None
    destinations: Sequence[str]
    ends_task: bool
    outcome: Callable[[Turn, str], Any] | None
    settles_within_seconds: float
    risk: str
    reversible: bool
    version: int


@overload
def tool(function: Callable[..., Any], /) -> Tool: ...


@overload
def tool(
    function: None = None, /, **details: Unpack[Declaration]
) -> Callable[[Callable[..., Any]], Tool]: ...


def tool(
    function: Callable[..., Any] | None = None, /, **details: Unpack[Declaration]
) -> Tool | Callable[[Callable[..., Any]], Tool]:
    """Turn a typed function into a tool; types become the schema, the docstring is read.

    Raises:
        AuthorError: a parameter has no type.
    """
    if function is not None:
        return _made(function, details)
    return lambda wrapped: _made(wrapped, details)


def _made(function: Callable[..., Any], details: Declaration) -> Tool:
    shape = _shape(function)
    name, description = function.__name__, inspect.cleandoc(function.__doc__ or "")
    made = Tool(
        name=name,
        description=description,
        function=function,
        parameters=shape.parameters,
        spec=ToolSpec(
            name,
            description,
            _schema(shape.parameters),
            ends_task=details.get("ends_task", False),
            effect=details.get("effect", False),
        ),
        secrets=shape.secrets,
        takes_turn=shape.turn,
        takes_key=shape.key,
    )
    words: dict[str, Any] = dict(details)
    for facts in {"requires", "provides", "destinations"} & words.keys():
        words[facts] = tuple(words[facts])
    return replace(made, **words)


def said(result: Any) -> str:
    """A tool's result as text: what the model, or the user, reads; JSON if it is no text."""
    if isinstance(result, str):
        return result
    return "done" if result is None else to_json(result, fallback=str).decode()


@dataclass(frozen=True, slots=True)
class _Shape:
    parameters: type[BaseModel]
    secrets: tuple[str, ...]
    turn: str | None
    key: str | None


def _shape(function: Callable[..., Any]) -> _Shape:
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    special: dict[Any, list[str]] = {Turn: [], EffectKey: [], Secret: []}
    for name, parameter in inspect.signature(function).parameters.items():
        _refuse_odd(function.__name__, parameter, hints)
        if hints[name] in special:
            special[hints[name]].append(name)
            continue
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[name] = (hints[name], default)
    if len(special[Turn]) > 1 or len(special[EffectKey]) > 1 or hints.get("return") is Outcome:
        message = f"tool {function.__name__} takes one Turn and one EffectKey, and returns text"
        raise AuthorError(message)
    model = create_model(function.__name__, __config__=ConfigDict(extra="forbid"), **fields)
    turn, key = (next(iter(special[kind]), None) for kind in (Turn, EffectKey))
    return _Shape(model, tuple(special[Secret]), turn, key)


def _refuse_odd(tool_name: str, parameter: inspect.Parameter, hints: dict[str, Any]) -> None:
    name = parameter.name
    if name not in hints:
        message = f"parameter “{name}” of tool {tool_name} needs a type"
    elif parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD} or name[0] == "_":
        message = f"parameter “{name}” of tool {tool_name} cannot be described to a model"
    elif hints[name] is not Secret and Secret in get_args(hints[name]):
        message = f"parameter “{name}” of tool {tool_name} is a Secret or it is not; no union"
    elif tool_name in RESERVED:
        message = f"a tool may not be called {tool_name}; the bot has one of that name"
    else:
        return
    raise AuthorError(message)


def _schema(parameters: type[BaseModel]) -> dict[str, JsonValue]:
    """Build the JSON schema a model reads: no secret, no turn, no key, no titles."""
    schema = parameters.model_json_schema()
    schema.pop("title", None)
    for described in schema.get("properties", {}).values():
        described.pop("title", None)
    return schema


def _explain(name: str, error: ValidationError) -> str:
    wrong = [
        f"{'.'.join(str(part) for part in problem['loc']) or 'arguments'}: {problem['msg']}"
        for problem in error.errors(include_url=False, include_input=False)
    ]
    return f"{name} was not run. Arguments do not fit: {'; '.join(wrong)}."
