"""The veil around a tool that was given secrets: all that leaves it passes, and shows none."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import JsonValue
from pydantic_core import to_jsonable_python

from agents.kit.values.errors import AuthorError, ToolFailed
from agents.kit.values.person import Secret
from bot.core.acting.faults import brief
from bot.core.turn.short import bounded
from bot.language.secrets import MASK

_RUNS = re.compile(r"(\\*)([^\\]?)", re.DOTALL)
_SHORT = {"\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f"}
_NAMED = {'"': "quot", "'": "apos", "&": "amp", "<": "lt", ">": "gt"}


@dataclass(frozen=True)
class Veil:
    """Hides these secrets, as they are and as JSON, Python, URLs and HTML write them.

    Those of fewer than four characters as a word or number of their own.
    """

    secrets: Mapping[str, Secret] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.secrets)

    def text(self, text: str) -> str:
        """The text with a mask in place of every secret."""
        if not self:
            return text
        left = self._writings.sub(MASK, text)
        # Where a long one is gone, what stood beside it may be a short one, now a word of its own.
        return left if left == text else self._writings.sub(MASK, left)

    def json(self, value: Any) -> JsonValue:
        """A value of any shape as JSON, with a mask in place of every secret in it."""
        return self._hidden(to_jsonable_python(value, fallback=str)) if self else value

    def failure(self, error: ToolFailed | AuthorError) -> ToolFailed | AuthorError:
        """The same failure in words that show no secret, and are not too many."""
        words = self.text(str(error))
        if isinstance(error, ToolFailed):
            return brief(ToolFailed(words, ask_again=error.ask_again))
        return AuthorError(words)

    def _hidden(self, value: JsonValue) -> JsonValue:
        match value:
            case dict():
                return {self.text(name): self._hidden(part) for name, part in value.items()}
            case list():
                return [self._hidden(part) for part in value]
            case str():
                return self.text(value)
            case _:  # a PIN may come back as a number
                written = str(value)
                return value if self.text(written) == written else MASK

    @cached_property
    def _writings(self) -> re.Pattern[str]:
        values = {secret.reveal() for secret in self.secrets.values()} - {""}
        # A mask is left whole where a secret is part of that word.
        longest_first = sorted({*values, MASK}, key=len, reverse=True)
        return re.compile("|".join(map(_written, longest_first)))


def _written(value: str) -> str:
    return bounded(value, "".join(_parts(value)))


def _parts(value: str) -> Iterator[str]:
    """Match a value however it is escaped, and each of its characters in a way of its own.

    Texts within texts double their backslashes; so any number of them counts as escaping. All
    repeats of backslashes are possessive, and begin where a run of them does, or a text of
    nothing else would take for ever.
    """
    for found in _RUNS.finditer(value):
        run, char = len(found[1]), found[2]
        if run:
            yield rf"(?:(?<!\\)\\{{{run},}}+|(?:%(?:25)*5[cC]){{{run}}})"
        if not char:
            continue
        if char.isascii() and char.isalnum():
            yield char
        else:
            plain, escaped = re.escape(char), "|".join(_escapes(char))
            # Behind backslashes of its own, those that escape the character are read already.
            either = f"{plain}|{escaped}"
            slashed = either if run else rf"{plain}|(?<!\\)\\++(?:{either})"
            yield f"(?:{slashed}|{'|'.join(_encodings(char))})"


def _escapes(char: str) -> Iterator[str]:
    """What stands for a character behind a backslash, in JSON and in Python."""
    units = char.encode("utf-16-be", "surrogatepass").hex()
    pairs = (f"u(?i:{units[at : at + 4]})" for at in range(0, len(units), 4))
    yield r"\\++".join(pairs)
    yield f"U(?i:{ord(char):08x})"
    yield f"x(?i:{ord(char):02x})"
    if char in _SHORT:
        yield _SHORT[char]


def _encodings(char: str) -> Iterator[str]:
    """What stands for a character in an address, or on a page."""
    encoded = char.encode("utf-8", "surrogatepass")
    yield f"(?i:{''.join(f'%(?:25)*{byte:02x}' for byte in encoded)})"
    yield rf"&(?:amp;)*#(?:0*{ord(char)}|[xX]0*(?i:{ord(char):x}));"
    if char in _NAMED:
        yield f"&(?:amp;)*{_NAMED[char]};"
    if char == " ":
        yield r"\+"
