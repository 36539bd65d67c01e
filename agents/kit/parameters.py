"""What a tool's function takes: the arguments a model writes, and what the bot gives beside them.

What a model wrote is stored as JSON until it is approved, and read again then; so each type must
survive that, which is seen here as far as a type shows it.
"""

import asyncio
import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from enum import Enum
from functools import partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError, create_model
from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError
from pydantic.fields import FieldInfo

from agents.kit.outcome import Outcome
from agents.kit.turn import Turn
from agents.kit.values.errors import AuthorError
from agents.kit.values.money import Money
from agents.kit.values.person import Secret

EffectKey = NewType("EffectKey", str)
RESERVED = {"hand_back", "done"}

_CONFIG = ConfigDict(extra="forbid", validate_default=True, allow_inf_nan=False)
_Kinds = inspect.Parameter
_NOT_BY_NAME = {_Kinds.POSITIONAL_ONLY, _Kinds.VAR_POSITIONAL, _Kinds.VAR_KEYWORD}
_FLAT = (str, int, float, Decimal, bool, date, time, Enum, Money)
_SIMPLE = (str, int, float, Decimal, bool, date, time, Money, NoneType)
_GIVEN = {Turn: "Turn", EffectKey: "EffectKey", Secret: "Secret"}


@dataclass(frozen=True, slots=True)
class TakenParameters:
    """The parameters of a function, sorted by who fills them in."""

    parameters: type[BaseModel]
    schema: dict[str, JsonValue]
    secrets: tuple[str, ...]
    turn: str | None
    key: str | None
    secret_words: tuple[str, ...] = ()


def taken_by(function: Callable[..., Any]) -> TakenParameters:
    """Sort the parameters of a function.

    Raises:
        AuthorError: one cannot be described to a model, or does not survive being stored.
    """
    name = function.__name__
    if name in RESERVED:
        raise AuthorError(f"a tool may not be called {name}; the bot has one of that name")
    hints = _hints(function)
    fields: dict[str, Any] = {}
    special: dict[Any, list[str]] = {kind: [] for kind in _GIVEN}
    for parameter in inspect.signature(function).parameters.values():
        _refuse_odd(name, parameter, hints)
        hint = hints[parameter.name]
        if _is_given(hint):
            special[hint].append(parameter.name)
            continue
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (hint, default)
    if len(special[Turn]) > 1 or len(special[EffectKey]) > 1:
        raise AuthorError(f"tool {name} takes one Turn and one EffectKey")
    if hints.get("return") is Outcome:
        raise AuthorError(
            f"tool {name} returns an Outcome, which only an agent's function does: Agent(run=…)"
        )
    turn, key = (next(iter(special[kind]), None) for kind in (Turn, EffectKey))
    words = _descriptions(function) if special[Secret] else {}
    asked = tuple(words.get(secret, "") for secret in special[Secret])
    model, described = _model(name, fields)
    return TakenParameters(model, _as_read(described), tuple(special[Secret]), turn, key, asked)


def _as_read(schema: dict[str, Any]) -> dict[str, JsonValue]:
    """The JSON schema as a model reads it: no secret, no turn, no key, no titles.

    What may be left out is left out, and not sent as null; where nothing may be given, nothing
    needs to be kept out.
    """
    schema.pop("title", None)
    properties = schema.get("properties", {})
    if not properties:
        return {"type": "object", "properties": {}}
    schema["properties"] = {name: _plain(one) for name, one in properties.items()}
    return schema


def is_flat(hint: Any) -> bool:
    """Say whether a type is one value that a person can type; None beside it does not matter."""
    if get_origin(hint) is Annotated:
        return is_flat(get_args(hint)[0])
    if get_origin(hint) is Literal:
        return True
    if get_origin(hint) in {Union, UnionType}:
        kinds = [part for part in get_args(hint) if part is not NoneType]
        return len(kinds) == 1 and is_flat(kinds[0])
    return isinstance(hint, type) and issubclass(hint, _FLAT)


def _plain(described: dict[str, Any]) -> dict[str, Any]:
    described.pop("title", None)
    if described.get("default", ...) is not None:
        return described
    del described["default"]
    one_of = [one for one in described.get("anyOf", ()) if one.get("type") != "null"]
    if len(one_of) != 1:
        return described
    return {**one_of[0], **{name: one for name, one in described.items() if name != "anyOf"}}


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        hints = get_type_hints(function, include_extras=True)
    except (NameError, TypeError, AttributeError, SyntaxError) as error:
        raise AuthorError(
            f"the types of tool {function.__name__} cannot be read: {error}"
        ) from error
    return {name: _bare(hint) for name, hint in hints.items()}


def _descriptions(function: Callable[..., Any]) -> dict[str, str]:
    """How parameters are described beside their types; a model's schema has its own."""
    hints = get_type_hints(function, include_extras=True)
    return {
        name: part.description
        for name, hint in hints.items()
        for part in get_args(hint)[1:]
        if isinstance(part, FieldInfo) and part.description
    }


def _bare(hint: Any) -> Any:
    """What the bot gives needs no description, and may have one."""
    given = get_args(hint)[0] if get_origin(hint) is Annotated else None
    return given if _is_given(given) else hint


def _refuse_odd(tool_name: str, parameter: inspect.Parameter, hints: dict[str, Any]) -> None:
    name = parameter.name
    named = f"parameter “{name}” of tool {tool_name}"
    if name not in hints:
        method = "; a method is no tool, a function is" if name == "self" else ""
        message = f"{named} needs a type{method}"
    elif parameter.kind in _NOT_BY_NAME or name[0] == "_":
        message = f"{named} cannot be described to a model, or not be given by name"
    elif kind := _given_within(hints[name]):
        message = f"{named} is {kind} and nothing else; no union, no list, nothing around it"
    elif hints[name] is Secret and parameter.default is not parameter.empty:
        message = f"{named} is a Secret, which is asked for before every call; give it no default"
    else:
        return
    raise AuthorError(message)


def _given_within(hint: Any) -> str:
    """Name what the bot gives, where it stands inside another type; a model would fill it in."""
    for part in get_args(hint):
        if inner := (_GIVEN[part] if _is_given(part) else _given_within(part)):
            return inner
    return ""


def _is_given(part: Any) -> bool:
    return any(part is kind for kind in _GIVEN)


def _model(tool_name: str, fields: Mapping[str, Any]) -> tuple[type[BaseModel], dict[str, Any]]:
    """The model of the arguments, and its JSON schema, which takes long to write."""
    try:
        with warnings.catch_warnings():
            # A parameter may well be called “copy” or “json”.
            warnings.filterwarnings("ignore", message="Field name", category=UserWarning)
            model: type[BaseModel] = create_model(tool_name, __config__=_CONFIG, **fields)
        described = model.model_json_schema()
        wrong = [*_unfit(model), *_lost(model, described)]
    except (PydanticUserError, NameError, TypeError, ValueError) as error:
        raise AuthorError(_undescribed(tool_name, fields, error)) from error
    if wrong:
        raise AuthorError(f"tool {tool_name}: {'; '.join(wrong)}")
    return model, described


def _undescribed(tool_name: str, fields: Mapping[str, Any], error: Exception) -> str:
    """Say which type cannot be described to a model; pydantic's advice is not for an author."""
    for name, (hint, _) in fields.items():
        try:
            TypeAdapter(hint)
        except PydanticSchemaGenerationError:
            return (
                f"parameter “{name}” of tool {tool_name} has a type that no model can fill in; "
                "give it one such as str, int, date, list[str], an Enum, or a BaseModel of these"
            )
        except (PydanticUserError, NameError, TypeError, ValueError):
            break
    reason = str(error).partition("\n")[0]
    return f"the parameters of tool {tool_name} cannot be described to a model: {reason}"


def _unfit(model: type[BaseModel]) -> Iterator[str]:
    """Find defaults that are not of their own type: the call could be stored, but never read."""
    try:
        model.model_validate_json("{}")
    except ValidationError as error:
        for problem in error.errors(include_url=False, include_input=False):
            if problem["type"] != "missing":
                yield (
                    f"the default of “{problem['loc'][0]}” does not fit its type "
                    f"({problem['msg']}); write “… | None” if None is meant"
                )


def _lost(model: type[BaseModel], described: dict[str, Any]) -> Iterator[str]:
    """Find what cannot be read again as it was written."""
    fields = model.model_fields
    for name, field in fields.items():
        if field.alias or field.validation_alias or field.serialization_alias:
            yield f"“{name}” has an alias; give the parameter itself the name a model writes"
    read = written = _objects(described)
    if not all(_is_simple(field.annotation) and not field.exclude for field in fields.values()):
        written = _objects(model.model_json_schema(mode="serialization"))
    for where, properties in read.items():
        for name, one in properties.items():
            if _is_hidden(one):
                yield f"“{name}” is a secret of pydantic; use Secret of the kit, as a parameter"
            elif name not in written.get(where, {name: {}}):
                yield f"“{name}” of {where} is read under a name that it is not written under"


def _is_simple(hint: Any) -> bool:
    """Say whether a type is written as it is read for certain: it holds no others."""
    if get_origin(hint) in {Union, UnionType}:
        return all(map(_is_simple, get_args(hint)))
    return get_origin(hint) is Literal or any(hint is kind for kind in _SIMPLE)


def _objects(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The properties of a schema and of all it is made of, by what they belong to."""
    nested = schema.get("$defs", {})
    return {
        where: part["properties"]
        for where, part in {"its arguments": schema, **nested}.items()
        if "properties" in part
    }


def _is_hidden(part: Any) -> bool:
    """Say whether a value, or one within it, is written as asterisks."""
    if isinstance(part, dict):
        return part.get("writeOnly") is True or any(map(_is_hidden, part.values()))
    return isinstance(part, list) and any(map(_is_hidden, part))


class NeverBegan(TypeError):
    """A function of an author's does not take what it is given: nothing in it has run."""

    def __init__(self, function: Callable[..., Any], error: TypeError) -> None:
        super().__init__(str(error))
        self.function = function


async def called(function: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
    """Call a function; a plain one leaves the loop free, and what can be awaited is awaited.

    Raises:
        NeverBegan: it does not take these arguments.
        RuntimeError: it raised `SystemExit`, which would end the whole bot, or `StopIteration`,
            which no future takes: who waits for one would wait for ever.
    """
    try:
        if inspect.iscoroutinefunction(function):
            result = await _run(function, *given, **named)
        else:
            result = await asyncio.to_thread(_run, function, *given, **named)
        # A plain decorator around an async function returns what has not run yet, and so does
        # an async one whose author forgot an await.
        return await result if inspect.isawaitable(result) else result
    except SystemExit as error:
        raise _not_carried(error) from error


def to_await(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, as one whose result is awaited."""
    return partial(called, function)


def _run(function: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
    try:
        return function(*given, **named)
    except StopIteration as error:
        raise _not_carried(error) from error
    except TypeError as error:
        # What is written in Python and was entered has left its own line behind this one.
        never_entered = error.__traceback__ is not None and error.__traceback__.tb_next is None
        if never_entered and _is_python(function):
            raise NeverBegan(function, error) from error
        raise


def _is_python(function: Callable[..., Any]) -> bool:
    """Say whether a call of it shows in a traceback; one of a compiled function does not."""
    plain = function.func if isinstance(function, partial) else function
    return inspect.isfunction(plain) or inspect.ismethod(plain)


def _not_carried(error: BaseException) -> RuntimeError:
    return RuntimeError(f"it raised {type(error).__name__}")
