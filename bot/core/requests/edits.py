"""Change the fields of an action before it is approved: read what was typed, say what is wrong."""

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import date

from pydantic import JsonValue
from pydantic_core import ErrorDetails

from agents.kit.agent import Agent
from agents.kit.tool import Tool
from agents.kit.turn import Turn
from agents.kit.values.errors import BadToolCall
from agents.kit.values.person import Person
from bot.core.acting.faults import faults_of
from bot.core.forms.canonical import canonical
from bot.domain.errors import NotUnderstood, Objection
from bot.domain.requests import Request
from bot.domain.untrusted import read_typed, show_value

Given = Mapping[str, JsonValue]


def changed(
    tool: Tool | None, request: Request, given: Given, today: date
) -> dict[str, JsonValue]:
    """The action with the changed fields, checked as the tool checks its arguments.

    Raises:
        NotUnderstood: nothing was changed, or the values do not fit.
    """
    shown = request.subject.arguments
    new = _new_values(tool, request, given, today)
    if tool is None or not new or new.keys() - shown.keys():
        raise NotUnderstood(_how(request, given))
    try:
        return tool.as_json(tool.read({**shown, **new}))
    except BadToolCall as error:
        raise NotUnderstood(str(error)) from error


def misfits(tool: Tool, request: Request, given: Given, today: date) -> dict[str, str]:
    """What does not fit, by field; empty when the tool can read all of it."""
    shown = request.subject.arguments
    new = _new_values(tool, request, given, today)
    anywhere = next(iter(given), next(iter(shown), ""))
    if not new:
        return {anywhere: _how(request, given)}
    found: dict[str, str] = {}
    for problem in tool.misfits({**shown, **new}):
        name = str(next(iter(problem["loc"]), anywhere))
        found[name] = _worded(tool, name, problem)
    return found


def _worded(tool: Tool, name: str, problem: ErrorDetails) -> str:
    """What is wrong with a value, for people: what is asked for, where a pattern would be told."""
    field = tool.parameters.model_fields.get(name)
    if problem["type"] == "string_pattern_mismatch" and field is not None and field.description:
        return f"this does not fit; give {field.description}"
    return problem["msg"].removeprefix("Value error, ")


async def try_out(turn: Turn, agent: Agent, tool: Tool, edited: dict[str, JsonValue]) -> None:
    """Let a tool object to changed values, once all is there that it looks at.

    A fact that is missing, or about something else than the values name, is established first:
    the action is guarded anew then, by the same check.

    Raises:
        ToolFailed: it cannot be done.
    """
    if any(fact.name not in turn.known for fact in (*agent.requires, *tool.requires)):
        return
    arguments = tool.read(edited)
    with faults_of(agent, tool, "its unmet or its check"):
        if tool.unmet is not None and await tool.unmet(turn, arguments):
            return
        if tool.check is not None:
            await tool.check(turn, arguments)


def objection(words: str, agent: Agent, request: Request, person: Person) -> Objection:
    """What a tool's check says against changed values, to somebody who changes them.

    A private agent's tool speaks of what only who asked may know.
    """
    is_told = not agent.private or person == request.asked
    return Objection(words if is_told else "It cannot be done with these values.")


def _new_values(
    tool: Tool | None, request: Request, given: Given, today: date
) -> dict[str, JsonValue]:
    """What was typed over; a form sends every field, also those that were left alone."""
    shown = request.subject.arguments
    meant = {
        name: _meant(tool, name, shown.get(name), value)
        for name, value in given.items()
        if name not in shown or value not in (show_value(shown[name]), shown[name])
    }
    return canonical(meant, tool.spec.parameters, today) if tool else meant


def _meant(tool: Tool | None, name: str, shown: JsonValue, typed: JsonValue) -> JsonValue:
    """Read a list or an object as it was shown; what may be left out may be emptied."""
    if not isinstance(typed, str):
        return typed
    field = tool.parameters.model_fields.get(name) if tool else None
    if not typed.strip() and tool is not None and field is not None and not field.is_required():
        return tool.as_json({name: field.get_default(call_default_factory=True)})[name]
    typed = read_typed(typed, shown)
    if isinstance(shown, list | dict):
        with suppress(ValueError):
            read: JsonValue = json.loads(typed)
            return read
    return typed


def _how(request: Request, given: Given) -> str:
    """Say how an action is changed."""
    names = list(request.subject.arguments)
    if given and not given.keys() - set(names):
        return "Nothing was changed. Approve it as it is, or give a field another value."
    example = names[0] if names else ""
    return f"To edit, give new values for: {', '.join(names)}. For example: edit {example}=…"
