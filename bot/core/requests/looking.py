"""Let a tool's own check look at an action from outside a turn; nothing it does is kept."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NoReturn, TypeVar

import structlog
from pydantic import JsonValue
from typing_extensions import override

from agents.kit.agent import Agent
from agents.kit.ports.records import Records, Rows, worked
from agents.kit.ports.web import Headers, Http, Page
from agents.kit.tool import Tool
from agents.kit.turn import Turn
from agents.kit.values.errors import ToolFailed
from bot.core.requests.edits import try_out
from bot.core.turn.services import Services
from bot.domain.participant import Participant
from bot.domain.tasks import Task

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
            records=ReadOnly(self.services.records),
            http=Unreachable(),
            progress=lambda _text: None,
            known=facts.values,
            state=self.participant.threads.get(agent.name) if keeps_thread else self.task.state,
            notes=self.task.notes,
            sql=self.services.sql,
        )


@dataclass(frozen=True, slots=True)
class ReadOnly(Records):
    """Takes back whatever was changed."""

    records: Records

    @override
    async def transact(self, work: Callable[[Rows], T]) -> T:
        try:
            return await self.records.transact(lambda rows: _leave_with(worked(work, rows)))
        except _Seen as seen:
            result: T = seen.result
            return result


class Unreachable(Http):
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
