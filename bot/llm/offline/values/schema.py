"""What a tool's JSON schema says about the values it needs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from pydantic import JsonValue

from agents.kit.model import ToolSpec
from bot.core.matching.words import cut, name_as_text
from bot.llm.offline.values.forms import FORMATS, bounds_of, form_of, least_of, most_of


class Way(StrEnum):
    """Whether a value is where something goes, or where it comes from."""

    TO = "to"
    FROM = "from"


class Want(StrEnum):
    """The kinds of value a tool may need."""

    PATTERN = "pattern"
    CHOICE = "choice"
    MONEY = "money"
    DAY = "day"
    INTEGER = "integer"
    NUMBER = "number"
    YES_NO = "yes or no"
    TEXT = "text"
    LIST = "list"
    PARTS = "parts of its own"


_KINDS = {"money": Want.MONEY, "day": Want.DAY}
_ID = re.compile(r"\bID\b")
# “[Cc]hecking” in a pattern is a word that may begin with a capital or not.
_SPELT = re.compile(r"(?:\[(?P<first>\w)\w\]|\b)(?P<rest>[a-z]{2,})\b", re.IGNORECASE)
_NUMBER_OF = re.compile(r"\bnumber of (?:the|an?|its|your)\b", re.IGNORECASE)
ONLY_IF = re.compile(r", only if (?:named|the user names (?:it|one))\.?$")
_PERSONS = frozenset({"name", "employee", "for_whom"})
_PLAIN_WORDS = ("please", "everything")


@dataclass(frozen=True, slots=True)
class Slot:
    """One value a tool needs or can use; `comes_from` names the tool that can provide it."""

    tool: str
    name: str
    want: Want
    description: str
    is_required: bool
    pattern: re.Pattern[str] | None = None
    choices: tuple[JsonValue, ...] = ()
    examples: tuple[str, ...] = ()
    comes_from: str = ""
    least: float = -inf
    most: float = inf
    form: str = ""
    bounds: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from all other slots."""
        return self.tool, self.name

    @property
    def is_loose(self) -> bool:
        """True when plain words fit the pattern too, so that a fit says little."""
        pattern = self.pattern
        return pattern is not None and any(pattern.fullmatch(word) for word in _PLAIN_WORDS)

    def spells_out(self, word: str) -> bool:
        """Say whether a pattern names this very word among what it allows."""
        pattern, plain = self.pattern, word.lower()
        if pattern is None or not (pattern.fullmatch(word) or pattern.fullmatch(plain)):
            return False
        spelt = _SPELT.finditer(pattern.pattern)
        return any(f"{found['first'] or ''}{found['rest']}".lower() == plain for found in spelt)

    @property
    def is_name(self) -> bool:
        """True if one value names one thing; words that may say anything name nothing."""
        return bool(self.choices or self.examples) or self.want is Want.PATTERN

    @property
    def is_person(self) -> bool:
        """True when it names somebody."""
        return self.name in _PERSONS

    @property
    def way(self) -> Way | None:
        """Which way its name says that something goes, as in `from_account`; None if neither."""
        words = {word.lower for word in cut(name_as_text(self.name))}
        return next((way for way in Way if way in words), None)

    @property
    def is_text(self) -> bool:
        """True when it is a whole text, which a few words beside an order are not."""
        return self.want is Want.TEXT and "text" in self.description.lower().split()

    @property
    def numbers_one(self) -> bool:
        """True for a number that others go by, as that of an order; what is counted is none."""
        return self.want is Want.INTEGER and bool(_NUMBER_OF.search(self.description))

    @property
    def takes_ids(self) -> bool:
        """True for free words that may name an account, or the like, by its number."""
        is_named = bool(self.examples) and self.want is Want.TEXT
        return is_named and (self.way is Way.FROM or bool(_ID.search(self.description)))

    @property
    def called(self) -> frozenset[str]:
        """The words of its name."""
        return frozenset(word.lower for word in cut(name_as_text(self.name)))

    @property
    def cues(self) -> frozenset[str]:
        """The words that announce its value: "to account number 1234324"."""
        last = [word.lower for word in cut(ONLY_IF.sub("", self.description))][-1:]
        numbered = ["number", "no", "id"] if self.pattern else []
        return self.called.union(last, numbered)


def slots(tool: ToolSpec) -> tuple[Slot, ...]:
    """The values of a tool, required ones first."""
    properties = _mapping(tool.parameters.get("properties"))
    found = [_slot(tool, name, _mapping(properties[name])) for name in properties]
    return tuple(sorted(found, key=lambda slot: not slot.is_required))


def _slot(tool: ToolSpec, name: str, declared: Mapping[str, JsonValue]) -> Slot:
    required = tool.parameters.get("required")
    schema = {**_resolved(declared, tool.parameters), **_annotations(declared)}
    pattern = _pattern(schema)
    choices = _choices(schema)
    examples = schema.get("examples")
    return Slot(
        tool=tool.name,
        name=name,
        want=Want.PARTS
        if _has_parts(schema, tool.parameters)
        else _want(schema, choices, pattern),
        description=str(schema.get("description") or "").strip(),
        is_required=isinstance(required, list) and name in required,
        pattern=pattern,
        choices=choices,
        examples=tuple(map(str, examples)) if isinstance(examples, list) else (),
        comes_from=str(schema.get("x-from") or ""),
        least=least_of(schema),
        most=most_of(schema),
        form=form_of(schema),
        bounds=bounds_of(schema),
    )


def _want(
    schema: Mapping[str, JsonValue],
    choices: tuple[JsonValue, ...],
    pattern: re.Pattern[str] | None,
) -> Want:
    if choices:
        return Want.CHOICE
    if schema.get("format") in _KINDS:
        return _KINDS[str(schema["format"])]
    if pattern and not _fits_anything(pattern):
        return Want.PATTERN
    kinds = {
        "integer": Want.INTEGER,
        "number": Want.NUMBER,
        "boolean": Want.YES_NO,
        "array": Want.LIST,
    }
    return kinds.get(str(schema.get("type")), Want.TEXT)


def _has_parts(schema: Mapping[str, JsonValue], whole: Mapping[str, JsonValue]) -> bool:
    """Say whether it is an object, or a list of them."""
    if schema.get("type") == "array":
        schema = _resolved(_mapping(schema.get("items")), whole)
    return schema.get("type") == "object"


def _resolved(
    schema: Mapping[str, JsonValue], whole: Mapping[str, JsonValue], depth: int = 0
) -> Mapping[str, JsonValue]:
    """Follow a reference, and take the first alternative that is not null."""
    reference = schema.get("$ref")
    if isinstance(reference, str) and depth < 5:  # noqa: PLR2004 - a guard against circles
        named = _mapping(_mapping(whole.get("$defs")).get(reference.rsplit("/", 1)[-1]))
        return _resolved(named, whole, depth + 1)
    alternatives = schema.get("anyOf") or schema.get("allOf") or schema.get("oneOf")
    if not isinstance(alternatives, list):
        return schema
    real = (_mapping(one) for one in alternatives if _mapping(one).get("type") != "null")
    first = next(real, {})
    return _resolved(first, whole, depth + 1) if depth < 5 else first  # noqa: PLR2004 - as above


def _annotations(declared: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """What is said beside a reference belongs to the value as well."""
    beside = ("description", "examples", "x-from", "pattern", "format")
    return {name: declared[name] for name in beside if name in declared}


def _choices(schema: Mapping[str, JsonValue]) -> tuple[JsonValue, ...]:
    listed = schema.get("enum")
    if isinstance(listed, list):
        return tuple(one for one in listed if one is not None)
    return (schema["const"],) if "const" in schema else ()


def _pattern(schema: Mapping[str, JsonValue]) -> re.Pattern[str] | None:
    written = schema.get("pattern") or FORMATS.get(str(schema.get("format")))
    if not isinstance(written, str):
        return None
    bare = written.removeprefix("^")
    bare = bare if bare.endswith(r"\$") else bare.removesuffix("$")
    flags = re.IGNORECASE if bare.startswith("(?i)") else re.NOFLAG
    try:
        return re.compile(f"(?:{bare.removeprefix('(?i)')})", flags)
    except re.error:
        return None


def _fits_anything(pattern: re.Pattern[str]) -> bool:
    return pattern.fullmatch("please") is not None and pattern.fullmatch("x-1!") is not None


def _mapping(value: JsonValue | Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    return value if isinstance(value, Mapping) else {}
