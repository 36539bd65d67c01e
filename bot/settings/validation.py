"""What is wrong in settings and in `.env`, and what to write instead."""

import io
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from dotenv.parser import Binding, parse_stream
from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo


def problems_of(path: Path | None) -> tuple[str, ...]:
    """What in the file cannot be read, by line; nothing else would say so aloud."""
    if path is None or not path.is_file():
        return ()
    try:
        content = path.read_bytes()
    except OSError as error:
        return (f"{path} cannot be read: {error.strerror}; let this user read it.",)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return (f"{path}, line {line}: this is no UTF-8; save the file as UTF-8.",)
    return tuple(
        f"{path}, line {_line(found)}: write NAME=value, with both quotes or none."
        for found in _bindings(text)
        if found.error
    )


def names_in(path: Path | None) -> frozenset[str]:
    """The names that the file sets; none where it cannot be read."""
    if path is None or not path.is_file() or problems_of(path):
        return frozenset()
    text = path.read_text(encoding="utf-8")
    return frozenset(found.key for found in _bindings(text) if found.key)


def _bindings(text: str) -> Iterator[Binding]:
    return parse_stream(io.StringIO(text))


def _line(found: Binding) -> int:
    """Where it stands; what the parser gives includes the empty lines before it."""
    text = found.original.string
    return found.original.line + text[: len(text) - len(text.lstrip())].count("\n")


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
