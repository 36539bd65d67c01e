"""Takes words back out of where a task stands: those its person has edited or deleted since.

What the agent and its tools have said stays, as the bot's answers do elsewhere; so do digests.
"""

import re
from collections.abc import Collection

from agents.kit.tasks.declared import Part, TaskDeclaration
from agents.kit.tasks.dialogue import shortened
from agents.kit.tasks.position import Line, Position

TAKEN_BACK = "(taken back by the user)"


def taken_back(task: TaskDeclaration, position: Position, words: Collection[str]) -> None:
    """Take words out of a position, and out of those of its sub-tasks and parts."""
    said = _pattern(words)
    if said is None:
        return
    position.opening = said.sub(TAKEN_BACK, position.opening)
    position.heard = _left(position.heard, said)
    position.interjected = _left(position.interjected, said)
    text = said.sub(TAKEN_BACK, position.pending.text)
    position.pending = position.pending.model_copy(update={"text": text})
    position.dialogue = [_without(line, said) for line in position.dialogue]
    for sub in task.sub_tasks:
        if isinstance(sub, Part):
            _from_part(sub, position, words)
        elif sub.name in position.nested:
            taken_back(sub, position.nested[sub.name], words)


def _from_part(part: Part, position: Position, words: Collection[str]) -> None:
    if part.name in position.parts:
        position.parts[part.name] = part.script.without(position.parts[part.name], words)


def _pattern(words: Collection[str]) -> re.Pattern[str] | None:
    """Finds these words where they stand for themselves; several messages are a line each."""
    whole = sorted({*words, *map(shortened, words)} - {""}, key=len, reverse=True)
    if not whole:
        return None
    return re.compile(rf"(?<![^\n])(?:{'|'.join(map(re.escape, whole))})(?![^\n])")


def _left(texts: list[str], said: re.Pattern[str]) -> list[str]:
    """The texts that are not nothing without these words."""
    changed = (said.sub(TAKEN_BACK, text) for text in texts)
    return [text for text in changed if text.replace(TAKEN_BACK, "").strip()]


def _without(line: Line, said: re.Pattern[str]) -> Line:
    """What others have said is theirs, and stays."""
    if line.role != "user":
        return line
    return line.model_copy(update={"text": said.sub(TAKEN_BACK, line.text)})
