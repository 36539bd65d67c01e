"""Change an action before it is approved: read what was typed, tried by the tool's own check."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NoReturn, TypeVar

import structlog
from pydantic import JsonValue
from pydantic_core import ErrorDetails
from typing_extensions import override

from agents.kit.agent import Agent
from agents.kit.ports.records import Records, Rows, worked
from agents.kit.ports.web import Headers, Http, Page
from agents.kit.tool import Tool
from agents.kit.turn import Turn
from agents.kit.values.errors import BadToolCall, ToolFailed
from agents.kit.values.person import Person
from bot.core.agents.agent_turn import make_turn
from bot.core.prompts.arguments import make_canonical
from bot.core.redaction.tool_redaction import tell_faults
from bot.core.state.catalogue import Services
from bot.core.state.work import Work
from bot.domain.errors import NotUnderstood, Objection
from bot.domain.messages import Press
from bot.domain.participant import Participant
from bot.domain.requests import Request, RequestKind, RequestStatus
from bot.domain.tasks import Task
from bot.domain.untrusted import read_typed, show_value

Given = Mapping[str, JsonValue]


def change_arguments(
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


def find_misfits(tool: Tool, request: Request, given: Given, today: date) -> dict[str, str]:
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
    with tell_faults(agent, tool, "its unmet or its check"):
        if tool.unmet is not None and await tool.unmet(turn, arguments):
            return
        if tool.check is not None:
            await tool.check(turn, arguments)


def make_objection(words: str, agent: Agent, request: Request, person: Person) -> Objection:
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
    return make_canonical(meant, tool.spec.parameters, today) if tool else meant


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


LOOK_SECONDS = 2.0

log = structlog.get_logger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody's task, seen from outside a turn."""

    services: Services
    participant: Participant
    task: Task
    now: datetime

    @property
    def today(self) -> date:
        """The day, where the people are."""
        return self.now.astimezone(self.services.zone).date()

    async def objection(self, agent: Agent, tool: Tool, arguments: dict[str, JsonValue]) -> str:
        """Why an action cannot be done, in the words of its tool's check; else empty.

        What cannot be seen from here is found when the action is carried out.
        """
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await try_out(self._turn(agent), agent, tool, arguments)
        except ToolFailed as error:
            return str(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, the turn meets it too, and tells
            log.info("check_not_seen", tool=tool.name, kind=type(error).__name__)
        return ""

    def _turn(self, agent: Agent) -> Turn:
        keeps_thread = agent.keeps == "thread"
        facts = self.participant.facts.at(self.now, self.services.catalogue.kinds)
        return Turn(
            person=self.participant.person,
            text=self.task.said[-1] if self.task.said else "",
            now=self.now,
            records=ReadOnlyRecords(self.services.records),
            http=UnreachableHttp(),
            progress=lambda _text: None,
            known=facts.values,
            state=self.participant.threads.get(agent.name) if keeps_thread else self.task.state,
            notes=self.task.notes,
            sql=self.services.sql,
        )


@dataclass(frozen=True, slots=True)
class ReadOnlyRecords(Records):
    """Takes back whatever was changed."""

    records: Records

    @override
    async def transact(self, work: Callable[[Rows], T]) -> T:
        try:
            return await self.records.transact(lambda rows: _leave_with(worked(work, rows)))
        except _Seen as seen:
            result: T = seen.result
            return result


class UnreachableHttp(Http):
    """A post may change something on the other side, so none is made."""

    @override
    async def post_json(
        self, url: str, body: dict[str, JsonValue], *, headers: Headers | None = None
    ) -> dict[str, JsonValue]:
        message = f"{url} is not asked from outside a turn"
        raise ConnectionError(message)

    @override
    async def get(self, url: str) -> Page:
        message = f"{url} is not read from outside a turn"
        raise ConnectionError(message)


class _Seen(Exception):
    def __init__(self, result: Any) -> None:
        super().__init__()
        self.result = result


def _leave_with(result: object) -> NoReturn:
    raise _Seen(result)


async def read_edit(
    work: Work, task: Task, request: Request, pressed: Press
) -> dict[str, JsonValue]:
    """The action as a press changes it; empty for a press that changes nothing.

    Raises:
        NotUnderstood: it cannot be done, which is told while the request is still open.
    """
    if request.kind is not RequestKind.APPROVAL or pressed.verb != "edit":
        return {}
    agent = work.agent(request.subject.agent)
    tool = agent.tool_named(request.subject.tool)
    edited = change_arguments(tool, request, pressed.values, work.today)
    if tool is None or request.status is not RequestStatus.PENDING:
        return edited
    try:
        await try_out(make_turn(work, task, agent), agent, tool, edited)
    except ToolFailed as why:
        raise make_objection(str(why), agent, request, work.author) from why
    return edited
