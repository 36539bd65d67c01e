"""Read “name=value, other=value” as people type it."""

import re

from pydantic import JsonValue

# Looked for by themselves, and the values between them: sought together with its end, each blank
# of a value could be the one before the next name.
_NAME = re.compile(r"(?<![^\s,;])(\w+)\s*=")
_AROUND = " ,;"


def pairs_in(text: str) -> dict[str, JsonValue]:
    """The values of a text that begins with a name; one without a value is a part of another."""
    names: list[re.Match[str]] = []
    for found in _NAME.finditer(text):
        if not names or text[names[-1].end() : found.start()].strip():
            names.append(found)
    ends = [*(name.start() for name in names[1:]), len(text)]
    return {
        name[1]: text[name.end() : end].strip().strip(_AROUND)
        for name, end in zip(names, ends, strict=True)
    }
