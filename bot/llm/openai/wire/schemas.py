"""JSON schemas as every server takes them: few words, and nothing that has to be looked up.

Several servers refuse a whole request for one word that they do not know, or for a list of types.
What is left out here is checked all the same when code reads the answer.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast

import pydantic_core
from pydantic import JsonValue

from agents.kit.values.model import AnswerSchema, ToolSpec
from bot.llm.openai.wire.patterns import plain_pattern

Schema = dict[str, Any]

MOST_KEPT = 1_000
_KEPT = ("description", "default", "minimum", "maximum", "minLength", "maxLength")
_BESIDE = ("description", "default")
_OF_LISTS = ("minItems", "maxItems")
_FORMATS = {
    "date": "YYYY-MM-DD",
    "time": "HH:MM:SS",
    "duration": "ISO 8601",
    "email": "an e-mail address",
    "uri": "a URL",
    "uuid": "a UUID",
}
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def plain(schema: Mapping[str, JsonValue]) -> Schema:
    """Write a schema of an object, such as the parameters of a tool or a whole answer."""
    written = _Walk(schema).write(dict(schema))
    return written if written.get("type") == "object" else _one_object(written)


def _one_object(written: Schema) -> Schema:
    """One object for a choice between several: what not all of them need may be left out."""
    choices = [one for one in written.get("anyOf", ()) if one.get("type") == "object"]
    properties = {name: it for one in choices for name, it in one.get("properties", {}).items()}
    needed = [n for n in properties if all(n in one.get("required", ()) for one in choices)]
    closed: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**closed, "required": needed} if needed else closed


@dataclass(slots=True)
class _Walk:
    """One way through a schema; `within` are the definitions that are being written out."""

    root: Mapping[str, Any]
    within: list[str] = field(default_factory=list)

    def write(self, part: Any) -> Schema:
        """A part of the schema, in plain words."""
        if not isinstance(part, dict):
            return {}  # true: anything
        if isinstance(target := part.get("$ref"), str):
            return self._follow(target, part)
        merged = self._merged(part)
        choices = merged.get("anyOf") or merged.get("oneOf")
        if isinstance(choices, list):
            return self._any_of(merged, choices)
        kinds = merged.get("type")
        if isinstance(kinds, list):
            return self._any_of(merged, [{**_bare(merged), "type": kind} for kind in kinds])
        return self._one(merged)

    def _follow(self, target: str, part: Schema) -> Schema:
        beside = {name: value for name, value in part.items() if name != "$ref"}
        if target in self.within:
            name = target.rpartition("/")[2]
            return {"type": "object", "description": f"Another {name}, as described above."}
        self.within.append(target)
        found = self.write({**_found(self.root, target), **beside})
        self.within.pop()
        return found

    def _merged(self, part: Schema) -> Schema:
        """One schema out of those that all apply."""
        every = part.get("allOf")
        if not isinstance(every, list):
            return part
        merged = {name: value for name, value in part.items() if name != "allOf"}
        for one in filter(lambda one: isinstance(one, dict), every):
            known = _found(self.root, one["$ref"]) if "$ref" in one else one
            both = {**known.get("properties", {}), **merged.get("properties", {})}
            needed = [*merged.get("required", ()), *known.get("required", ())]
            merged = {**known, **merged}
            if both:
                merged |= {"properties": both, "required": list(dict.fromkeys(needed))}
        return merged

    def _any_of(self, part: Schema, choices: Iterable[Any]) -> Schema:
        written: list[Schema] = []
        for choice in choices:
            one = self.write(choice)
            if one not in written:
                written.append(one)
        if len(written) == 1:
            return {**written[0], **_beside(part)}
        return {"anyOf": written, **_beside(part)}

    def _one(self, part: Schema) -> Schema:
        values = [part["const"]] if "const" in part else part.get("enum")
        if isinstance(values, list):
            return self._choice(part, values)
        kind = part.get("type") or ("object" if "properties" in part else None)
        written = {"type": kind} if kind else {}
        if kind == "object":
            written |= self._object(part)
        elif kind == "array":
            written |= self._list(part)
        elif kind == "string":
            written |= _text(part)
        elif kind in {"integer", "number"}:
            written |= _bounds(part, kind)
        kept = {name: part[name] for name in _KEPT if name in part and name not in written}
        return {**written, **kept}

    def _choice(self, part: Schema, values: list[Any]) -> Schema:
        kinds = list(dict.fromkeys(_TYPES.get(type(value), "string") for value in values))
        if len(kinds) > 1:
            each = [
                {"enum": [v for v in values if _TYPES.get(type(v), "string") == kind]}
                for kind in kinds
            ]
            return self._any_of(part, each)
        if kinds == ["null"]:
            return {"type": "null"}
        return {"type": kinds[0] if kinds else "string", "enum": values, **_beside(part)}

    def _object(self, part: Schema) -> Schema:
        properties = part.get("properties") or {}
        more = part.get("additionalProperties")
        if not properties and isinstance(more, dict):
            return {"additionalProperties": self.write(more)}
        if not properties and more is True:
            return {}
        written = {name: self.write(one) for name, one in properties.items()}
        needed = [name for name in part.get("required", ()) if name in written]
        required = {"required": needed} if needed else {}
        return {"properties": written, **required, "additionalProperties": False}

    def _list(self, part: Schema) -> Schema:
        places, items = part.get("prefixItems"), part.get("items", {})
        if isinstance(places, list) and places:
            items = self._any_of({}, places)
            return {"items": items, "minItems": len(places), "maxItems": len(places)}
        kept = {name: part[name] for name in _OF_LISTS if name in part}
        return {"items": self.write(items), **kept}


def _beside(part: Schema) -> Schema:
    """What is said beside a choice, whichever is chosen."""
    return {name: part[name] for name in _BESIDE if name in part}


def _bare(part: Schema) -> Schema:
    """A part without what is said beside the choice between its types."""
    return {name: value for name, value in part.items() if name not in _BESIDE}


def _found(root: Mapping[str, Any], target: str) -> Schema:
    """What a reference names; anything where it names nothing."""
    at: Any = root
    for step in target.removeprefix("#").strip("/").split("/"):
        name = step.replace("~1", "/").replace("~0", "~")
        at = at.get(name) if isinstance(at, dict) and name else None
    return at if isinstance(at, dict) else {}


def _text(part: Schema) -> Schema:
    written: Schema = {}
    if pattern := plain_pattern(str(part.get("pattern", ""))):
        written["pattern"] = pattern
    kind = part.get("format")
    if kind == "date-time":
        written["format"] = kind
    elif kind in _FORMATS:
        described = part.get("description")
        written["description"] = f"{described} ({_FORMATS[kind]})" if described else _FORMATS[kind]
    return written


def _bounds(part: Schema, kind: str) -> Schema:
    """The bounds of a number; those that it may not reach have a plain form for whole ones."""
    written: Schema = {}
    for name, step in (("minimum", 1), ("maximum", -1)):
        beyond = part.get(f"exclusive{name.capitalize()}")
        if isinstance(beyond, int) and kind == "integer":
            written[name] = beyond + step
    return written


class _Once:
    """Keeps what is made of a value for as long as that value is the same object."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make
        self._made: dict[int, tuple[object, Any]] = {}

    def __call__(self, value: Any) -> Any:
        found = self._made.get(id(value))
        if found is not None and found[0] is value:
            return found[1]
        if len(self._made) >= MOST_KEPT:
            self._made.clear()
        made = self._make(value)
        self._made[id(value)] = (value, made)
        return made


def _tool(tool: ToolSpec) -> Schema:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": plain(tool.parameters),
    }
    return {"type": "function", "function": function}


_written_tools = _Once(_tool)


def written_tools(tools: Iterable[ToolSpec]) -> list[Schema]:
    """Write tools; each is looked at once."""
    return [_written_tools(tool) for tool in tools]


@dataclass(frozen=True, slots=True)
class PlainAnswer:
    """A schema of answers in plain words, as text, and whether it may be strict."""

    schema: Schema
    text: str
    strict: bool


def answer_of(answer: AnswerSchema) -> PlainAnswer:
    """The schema of an answer; those that are alike are looked at once."""
    return _answer(pydantic_core.to_json(answer.schema))


@lru_cache(maxsize=256)
def _answer(schema: bytes) -> PlainAnswer:
    written = plain(cast("dict[str, JsonValue]", json.loads(schema)))
    return PlainAnswer(written, json.dumps(written, ensure_ascii=False), _may_be_strict(written))


def _may_be_strict(schema: Any) -> bool:
    """Strict mode wants every object closed and all of its fields required."""
    if isinstance(schema, list):
        return all(map(_may_be_strict, schema))
    if not isinstance(schema, dict):
        return True
    if "default" in schema:
        return False
    if schema.get("type") == "object":
        properties = schema.get("properties")
        if properties is None or {*schema.get("required", ())} != {*properties}:
            return False
        return all(map(_may_be_strict, properties.values()))
    return all(map(_may_be_strict, (schema.get("items"), schema.get("anyOf"))))
