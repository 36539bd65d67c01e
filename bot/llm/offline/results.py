"""Reads the results of tool calls as they are told to a model."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

_ERROR = "error:"
_REJECTED = " was rejected: "
REJECTS = "I reject this: "
"""What a task hears first of why somebody rejects its call; of the rest a part may be enough."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one call answered; without a tool's name it is an error, or a person's note."""

    tool: str
    text: str
    failed: bool = False
    arguments: Mapping[str, JsonValue] = field(default_factory=dict)

    @property
    def rejected(self) -> str:
        """What a person rejected, in words; empty for anything else."""
        return self.text.partition(_REJECTED)[0] if self.rejection else ""

    @property
    def rejection(self) -> str:
        """Why a person rejected a call; empty for anything else."""
        return "" if self.tool or self.failed else self.text.partition(_REJECTED)[2].strip()


def result_of(entry: str) -> Result:
    """Read `find_symbol({...}) -> AAPL`; a line that starts with "error:" is a failure."""
    head, arrow, answer = entry.partition(") -> ")
    tool, _, arguments = head.partition("(") if arrow else ("", "", "")
    text = (answer if arrow else entry).strip()
    lines = (line.strip() for line in text.splitlines())
    failure = next((line for line in lines if line.lower().startswith(_ERROR)), None)
    if failure is None:
        return Result(tool.strip(), text, arguments=_arguments(arguments))
    return Result(tool.strip(), failure[len(_ERROR) :].strip(), failed=True)


def _arguments(written: str) -> Mapping[str, JsonValue]:
    try:
        read = json.loads(written or "{}")
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}
