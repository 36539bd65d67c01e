"""Calls a model proposed beside one that had to wait: kept with the task, taken up later."""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from agents.kit.outcome import Suspended
from agents.kit.tool import Tool
from bot.core.turn.person import PersonState
from bot.core.turn.work import Work
from bot.domain.tasks import Task

BACK = "hand_back"


def keep(person: PersonState, task: Task, tool: Tool, arguments: Mapping[str, Any]) -> None:
    """Keep a call for later; one that is kept from a run before is not kept twice."""
    call = _call(tool.name, tool.as_json(arguments))
    if call not in task.kept:
        person.update(person.current(task).keeping(call))


def keep_back(work: Work, task: Task, reason: str) -> None:
    """Keep that what was said last is for somebody else, too."""
    words = task.said[-1] if task.said else work.transcript.text
    back = Suspended(waits_for="approval", name=BACK, because=reason, words=words)
    work.person.update(work.person.current(task).keeping(back))


def take(person: PersonState, task: Task, tool: Tool, shown: dict[str, JsonValue]) -> None:
    """Let a model make a call itself that was kept from a run before: it comes once."""
    call = _call(tool.name, shown)
    if task.call is None and call in task.kept:
        person.update(person.current(task).without_kept(call))


def _call(tool: str, shown: dict[str, JsonValue]) -> Suspended:
    return Suspended(tool=tool, arguments=shown, waits_for="approval", name=tool)
