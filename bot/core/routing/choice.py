"""What may be chosen for a message, and how the answer of a model is read."""

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import JsonValue

from agents.kit.model import AnswerSchema
from bot.core.turn.services import PLANNER

CLARIFY = "clarify"
OUT_OF_SCOPE = "out_of_scope"


@dataclass(frozen=True, slots=True)
class Choice:
    """What the router chose and why.

    `then` are further wishes in the same message, `left` words of it that are for nobody. Where
    some of it is not to be done, `said` tells so and `own` is what is left for the chosen one.
    """

    name: str
    reason: str
    question: str = ""
    details: bool = True
    then: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...] = ()
    said: str = ""
    own: str = ""


def read(answer: str, names: Sequence[str]) -> Choice | None:
    """Understand the router's answer, JSON or a bare name; None if it names nobody."""
    given = _json(answer)
    if given is None:
        name = match(answer, names)
        return Choice(name, "chosen by name") if name else None
    name = match(str(given.get("choice") or given.get("agent") or ""), names)
    if name is None:
        return None
    return Choice(
        name,
        _text(given.get("reason")) or "no reason given",
        _text(given.get("question")),
        given.get("details") is not False,
        _further(given.get("then"), [known for known in names if known != PLANNER]),
        _left(given.get("left")),
        _text(given.get("said")),
        _text(given.get("own")),
    )


def match(word: str, names: Sequence[str]) -> str | None:
    """Match a name, forgiving quotes, case, punctuation and small typing errors."""
    plain = _by_plain(tuple(names))
    wanted = _plain(word)
    if wanted in plain:
        return plain[wanted]
    inside = [name for key, name in plain.items() if key and re.search(rf"\b{key}\b", wanted)]
    if len(inside) == 1:
        return inside[0]
    close = difflib.get_close_matches(wanted, plain, n=1, cutoff=0.85)
    return plain[close[0]] if close else None


def schema(names: Sequence[str]) -> AnswerSchema:
    """The form that a model's answer must have."""
    further: dict[str, JsonValue] = {
        "type": "object",
        "properties": {"agent": {"type": "string"}, "text": {"type": "string"}},
        "required": ["agent", "text"],
        "additionalProperties": False,
    }
    properties: dict[str, JsonValue] = {
        "choice": {"enum": list(names)},
        "reason": {"type": "string"},
        "question": {"type": "string"},
        "details": {"type": "boolean"},
        "then": {"type": "array", "items": further},
    }
    return AnswerSchema(
        "choice",
        {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        },
    )


def _json(answer: str) -> dict[str, Any] | None:
    start, end = answer.find("{"), answer.rfind("}")
    if start < 0 or end < start:
        return None
    try:
        given = json.loads(answer[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) else None


def _further(given: object, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    if not isinstance(given, list):
        return ()
    wishes = [wish for wish in given[:5] if isinstance(wish, dict)]
    named = ((match(_text(w.get("agent")), names), _text(w.get("text"))) for w in wishes)
    return tuple(
        (name, text)
        for name, text in named
        if name not in {None, CLARIFY, OUT_OF_SCOPE} and text and name
    )


def _left(given: object) -> tuple[str, ...]:
    """What rules could not place; a model is not asked for it."""
    return tuple(filter(None, map(_text, given[:5]))) if isinstance(given, list) else ()


def _text(given: object) -> str:
    return given.strip() if isinstance(given, str) else ""


@lru_cache(maxsize=64)
def _by_plain(names: tuple[str, ...]) -> Mapping[str, str]:
    return {_plain(name): name for name in names}


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9_]+", " ", word.lower()).strip()
