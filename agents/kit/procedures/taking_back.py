"""Takes back what a person has edited or deleted: out of the position, and out of the diary."""

import re
from collections.abc import Collection, Sequence

from pydantic import JsonValue

from agents.kit.procedures import observing
from agents.kit.procedures.position import Line, Memory, Own, Position

GONE = "(taken back)"


def noted(position: Position, words: Collection[str]) -> dict[str, JsonValue]:
    """A stored position without words, and without the summaries that may be made of them."""
    texts = tuple(dict.fromkeys((*position.taken_back, *sorted(words))))
    changed = position.with_(
        taken_back=texts,
        summary="",
        shared={key: "" if text in words else text for key, text in position.shared.items()},
        agents={name: _unsummed(own) for name, own in position.agents.items()},
    )
    return changed.model_dump(mode="json", exclude_defaults=True) | {"state": position.state}


def _unsummed(own: Own) -> Own:
    return own.model_copy(update={"summary": ""})


def memories(said: Sequence[Memory], words: Collection[str]) -> tuple[Memory, ...]:
    """What was said, as if its person had not said these words."""
    return tuple(_memory(memory, words) for memory in said)


def _memory(memory: Memory, words: Collection[str]) -> Memory:
    is_gone = memory.by_person and observing.said(memory).strip() in words
    return memory.model_copy(update={"content": GONE, "vector": {}}) if is_gone else memory


def lines(own: Sequence[Line], words: Collection[str]) -> tuple[Line, ...]:
    """What an agent has seen and said, as if nobody had told it these words."""
    return tuple(_line(line, words) for line in own)


def _line(line: Line, words: Collection[str]) -> Line:
    content = line.content
    for text in words if line.seen else ():
        said = re.escape(f" said: {text}")
        content = re.sub(rf"{said}(?=\n|$)", f" said: {GONE}", content)
    return line.model_copy(update={"content": content})
