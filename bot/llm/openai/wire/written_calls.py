"""Tool calls that a model, or the server in front of it, wrote as words."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from agents.kit.values.model import ChatMessage, ModelCall, ToolCall
from bot.llm.openai.wire.requests import without_fence

_BEGINNINGS = ("{", "[", "<", "`")
_OPENING = r"<\|?(?:tool_calls?|function_calls?|python_tag)(?:_start)?\|?>|\[TOOL_CALLS\]"
_CLOSING = (
    r"<[/|]\|?/?(?:tool_calls?|function_calls?)(?:_end)?\|?>|\[/TOOL_CALLS\]"
    r"|<\|(?:eom_id|eot_id|im_end)\|>"
)
_MARKS = re.compile(f"{_OPENING}|{_CLOSING}")
_MARKED = re.compile(rf"(?:{_OPENING}|<function=).*?(?:{_CLOSING}|</function>|\Z)", re.DOTALL)
_NAMED = re.compile(r"([\w.-]{1,200}+)\s*+(?:\[ARGS\]\s*+)?(?=\{)")
_IN_TAGS = re.compile(r"<function=([^>\s]{1,200})>(.*?)(?:</function>|\Z)", re.DOTALL)
_PARAMETER = re.compile(
    r"<parameter=([^>\s]{1,200})>\n?((?:(?!<parameter=).)*?)\n?</parameter>", re.DOTALL
)
_BETWEEN = re.compile(rf"(?:[\s,;]|{_OPENING}|{_CLOSING}|<(?=\{{))*")
_SURPLUS = re.compile(r"[\s}]*")
_SIGNS = re.compile(r"[\W_]+")
_QUOTED = re.compile(r"^[ \t]*+(?:[|>][ \t]*+)+", re.MULTILINE)
_KEYS = frozenset(("name", "arguments", "parameters", "function", "type", "id", "index"))
_MOST_WASTED = 1_000_000  # characters of what others wrote that begin like JSON, and are none
_DEEP_CHARACTERS = 10_000
# Tools that a small model makes up where it only wants to speak.
_SAYING = frozenset(
    ("answer", "final_answer", "message", "reply", "respond", "response", "say", "text")
)
_DECODER = json.JSONDecoder()


class _TooLong(Exception):
    """Reading what others wrote would hold up everybody."""


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A call as it was written: a name and its arguments."""

    name: str
    arguments: dict[str, Any]

    @property
    def call(self) -> ToolCall:
        """The call as the port has it; whoever sends it back gives it an id."""
        return ToolCall("", self.name, json.dumps(self.arguments, ensure_ascii=False))


def written_calls(text: str, call: ModelCall) -> tuple[ToolCall, ...]:
    """The calls that a text is, if it is nothing but calls of offered tools.

    Never what a person or a tool wrote in this very request: repeating it asks for nothing.
    """
    if not call.tools or not text[:20].lstrip().startswith(_BEGINNINGS):
        return ()
    found = _read(without_fence(text).strip())
    offered = {tool.name for tool in call.tools}
    if not found or any(one.name not in offered for one in found):
        return ()
    return () if _is_repeated(text, found, call.messages) else tuple(one.call for one in found)


def words_of_text(text: str, call: ModelCall) -> str:
    """What a text says to people: nothing, if it is only a server's own marks of a call.

    A call of a tool that is not there but only says something says that.
    """
    if call.answer is not None or not text[:20].lstrip().startswith(_BEGINNINGS):
        return text
    found = _read(without_fence(text).strip())
    if len(found) == 1 and (said := _said_by(found[0], call)):
        return said
    is_only_marks = not _MARKED.sub("", text).strip()
    return "" if is_only_marks and not _repeats(text, call.messages) else text


def _said_by(one: WrittenCall, call: ModelCall) -> str:
    is_offered = any(tool.name == one.name for tool in call.tools)
    words = [word for word in one.arguments.values() if isinstance(word, str)]
    is_said = one.name.lower() in _SAYING and len(words) == len(one.arguments) == 1
    return words[0].strip() if is_said and not is_offered else ""


def _read(text: str) -> list[WrittenCall]:
    """The calls a text consists of; none where it says anything else."""
    try:
        if text.startswith("<function=", _past(text, 0)):
            return _read_tags(text)
        return list(_read_all(text))
    except (ValueError, RecursionError):
        return []


def _read_tags(text: str) -> list[WrittenCall]:
    if _MARKS.sub("", _IN_TAGS.sub("", text)).strip():
        return []
    return [_of_tag(match[1], match[2].strip()) for match in _IN_TAGS.finditer(text)]


def _of_tag(name: str, inside: str) -> WrittenCall:
    if inside.startswith("{"):
        return WrittenCall(name, _arguments(inside))
    if _PARAMETER.sub("", inside).strip():
        raise ValueError(inside)
    return WrittenCall(name, {match[1]: match[2] for match in _PARAMETER.finditer(inside)})


def _read_all(text: str) -> Iterator[WrittenCall]:
    """Read values one behind the other.

    Raises:
        ValueError: something else stands there.
    """
    at = _past(text, 0)
    while at < len(text):
        named = _NAMED.match(text, at)
        # Some templates show a model a call within two braces, and it repeats them.
        is_doubled = text.startswith("{{", at)
        value, at = _DECODER.raw_decode(text, named.end() if named else at + is_doubled)
        at = _past(text, at, _SURPLUS) if is_doubled else at
        if named:
            yield WrittenCall(named[1], _arguments(value))
        else:
            yield from map(_of_object, value if isinstance(value, list) else [value])
        at = _past(text, at)


def _past(text: str, at: int, what: re.Pattern[str] = _BETWEEN) -> int:
    between = what.match(text, at)
    return between.end() if between else at


def _of_object(value: object) -> WrittenCall:
    if not isinstance(value, dict) or not value.keys() <= _KEYS:
        raise ValueError(value)
    inner = value.get("function")
    if isinstance(inner, dict):
        return _of_object(inner)
    name = value.get("name", inner)
    given = value["arguments"] if "arguments" in value else value.get("parameters")
    if not isinstance(name, str) or given is None:
        raise ValueError(value)
    return WrittenCall(name, _arguments(given))


def _arguments(given: object) -> dict[str, Any]:
    read = json.loads(given or "{}") if isinstance(given, str) else given
    if isinstance(read, dict):
        return read
    raise ValueError(given)


def _is_repeated(text: str, found: Sequence[WrittenCall], messages: Sequence[ChatMessage]) -> bool:
    """Say whether others wrote any of it, however they had spaced, fenced or ordered it.

    Where that would take too long to say, they may have.
    """
    if _repeats(text, messages):
        return True
    names, called = {one.name for one in found}, [_as_said(one) for one in found]
    theirs = (other for heard in _of_others(messages) for other in _calls_in(heard, names))
    try:
        return any(_as_said(other) in called for other in theirs)
    except _TooLong:
        return True


def _as_said(one: WrittenCall) -> tuple[str, object]:
    return one.name, _in_words(one.arguments)


def _in_words(value: object) -> object:
    """A value without what its type says: 7 is what “7” is."""
    match value:
        case dict():
            return {name: _in_words(inner) for name, inner in value.items()}
        case list():
            return [_in_words(inner) for inner in value]
        case _:
            return str(value).strip().lower()


def _repeats(text: str, messages: Sequence[ChatMessage]) -> bool:
    said = _SIGNS.sub("", _MARKS.sub("", text))
    return bool(said) and any(
        said in _SIGNS.sub("", _MARKS.sub("", heard)) for heard in _of_others(messages)
    )


def _of_others(messages: Sequence[ChatMessage]) -> Iterator[str]:
    return (message.content for message in messages if message.role in {"user", "tool"})


def _calls_in(text: str, names: set[str]) -> Iterator[WrittenCall]:
    """Calls of these tools anywhere in a text, also where it holds them as a string of JSON.

    Raises:
        _TooLong: there is too much in it that only begins like one.
    """
    if not any(name in text for name in names):
        return
    for plain in dict.fromkeys((text, text.replace('\\"', '"'), _QUOTED.sub("", text))):
        at, wasted = plain.find("{"), 0
        while at >= 0:
            end = at + 1
            try:
                value, end = _DECODER.raw_decode(plain, at)
                yield from _calls_within(value, names)
            except RecursionError:
                wasted += _DEEP_CHARACTERS
            except json.JSONDecodeError as error:
                wasted += error.pos - at
            if wasted > _MOST_WASTED:
                raise _TooLong
            at = plain.find("{", end)


def _calls_within(value: object, names: set[str]) -> Iterator[WrittenCall]:
    """Calls that a value is, or holds."""
    match value:
        case dict():
            with suppress(ValueError, RecursionError):
                yield _of_object(value)
            for inner in value.values():
                yield from _calls_within(inner, names)
        case list():
            for inner in value:
                yield from _calls_within(inner, names)
        case str() if "{" in value:
            yield from _calls_in(value, names)
        case _:
            pass
