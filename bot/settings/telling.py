"""What is said of settings that are wrong: their name, what was given, what to give instead."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Literal, get_args, get_origin

from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo

_OWN_WORDS = "value_error"
# What is longer is no number and no choice: it may be a key that was pasted into the wrong line.
_LONGEST_SHOWN = 20
_NUMBERS = {int: "a whole number", float: "a number", Decimal: "a number"}


def explained(error: ValidationError, fields: Mapping[str, FieldInfo]) -> tuple[str, ...]:
    """Say of each setting that is wrong what to do, one line each; never show a secret."""
    known = {field.validation_alias: field for field in fields.values()}
    told: dict[str, str] = {}
    for problem in error.errors(include_url=False):
        name = str(problem["loc"][0])
        told.setdefault(name, f"{name}: {_problem(problem, known[name])}.")
    return tuple(told.values())


def _problem(problem: Any, field: FieldInfo) -> str:
    if problem["type"] == _OWN_WORDS:
        return str(problem["msg"]).removeprefix("Value error, ")
    wanted = f"give {_wanted(field)}{_else(field)}"
    given = problem["input"]
    if SecretStr in _types(field) or not isinstance(given, str) or len(given) > _LONGEST_SHOWN:
        return f"what was given does not fit; {wanted}"
    return f"“{given}” does not fit; {wanted}"


def _wanted(field: FieldInfo) -> str:
    if field.description:
        return field.description
    types = _types(field)
    if bool in types:
        return "true or false"
    if choices := [str(one) for one in types if isinstance(one, str)]:
        return f"one of {', '.join(choices)}"
    number = next((words for type_, words in _NUMBERS.items() if type_ in types), "")
    if number:
        return " ".join([number, *_bounds(field)])
    shortest = _limit(field, "min_length")
    return "some text" if shortest is None else f"at least {shortest} characters"


def _bounds(field: FieldInfo) -> Iterator[str]:
    least, over, most = (_limit(field, name) for name in ("ge", "gt", "le"))
    if over is not None:
        yield f"over {over}"
        yield from () if most is None else [f"and up to {most}"]
    elif least is not None:
        yield f"that is {least} or more" if most is None else f"from {least} to {most}"


def _limit(field: FieldInfo, name: str) -> str | None:
    found = (getattr(one, name) for one in field.metadata if hasattr(one, name))
    return next((_plain(limit) for limit in found), None)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def _else(field: FieldInfo) -> str:
    """What counts without it, if that can be said in a word."""
    default = field.default
    if default == "" or not isinstance(default, bool | int | float | Decimal | str):
        return ", or leave it out"
    return f", or leave it out for {_plain(default)}"


def _types(field: FieldInfo) -> list[Any]:
    """The types a setting may have, and the words of a choice."""
    kind = field.annotation
    parts = [kind] if get_origin(kind) in {None, Literal} else [*get_args(kind)]
    return [
        one
        for part in parts
        for one in (get_args(part) if get_origin(part) is Literal else [part])
    ]
