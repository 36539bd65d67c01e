"""The file with settings: what in it cannot be read, and which names it sets."""

import io
from collections.abc import Iterator
from pathlib import Path

from dotenv.parser import Binding, parse_stream


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
