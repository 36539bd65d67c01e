"""An effect that failed: kept until it is told, and not tried a third time for the same reason."""

from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import JsonValue

from agents.kit.agent import Agent
from agents.kit.model_loop import noted
from agents.kit.tool import Tool
from agents.kit.values.errors import ToolFailed
from agents.kit.values.model import ToolCall
from bot.core.turn.person import PersonState
from bot.core.turn.work import Work
from bot.domain.ids import write_canonical
from bot.domain.tasks import Task

MOST_FAILURES = 2
NOT_AGAIN = "{tool} with these values has failed twice the same way; it is not tried again"


@contextmanager
def failure_noted(
    work: Work, task: Task, tool: Tool, shown: dict[str, JsonValue]
) -> Iterator[None]:
    """Keep a failure with the task, and to be told; a wrong secret is asked for anew anyway."""
    key = (task.id, _line(tool, shown, ""))
    try:
        yield
    except ToolFailed as error:
        if not (tool.secrets and error.ask_again):
            work.acted.failed[key] = str(error)
            note(work.person, task, _line(tool, shown, f"error: {error}"))
        raise
    work.acted.failed.pop(key, None)


def refuse_third(
    person: PersonState, task: Task, agent: Agent, call: tuple[Tool, dict[str, JsonValue]]
) -> None:
    """Let no model, and no script, try again what has failed twice the same way.

    Raises:
        ToolFailed: it has.
    """
    tool, shown = call
    if not tool.effect or agent.is_form:  # whose values a person gives anew each time
        return
    notes = person.current(task).notes
    mine = [line for line in notes if line.startswith(_line(tool, shown, "error: "))]
    if any(mine.count(line) >= MOST_FAILURES for line in mine):
        raise ToolFailed(NOT_AGAIN.format(tool=tool.name))


def note(person: PersonState, task: Task, line: str) -> None:
    """Keep at once what came of a call, so that the task knows, whatever fails later."""
    person.update(person.current(task).noting(line))


def _line(tool: Tool, shown: dict[str, JsonValue], result: str) -> str:
    return noted(ToolCall("", tool.name, write_canonical(shown)), result)
