"""What a check-up looks at: the store, its workers, the model; good, worth a look, or bad."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import partial

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import (
    AnswerSchema,
    ChatMessage,
    Model,
    ModelCall,
    ModelReply,
    Purpose,
    ToolCall,
    ToolSpec,
)
from bot.bootstrap import App, folder_of, standing_of, tables_of, unwritable_of
from bot.domain.errors import PlatformFailed
from bot.storage.agent_schema import TablesUnfit
from bot.storage.migrations import Schema, look_at_tables


class Mark(StrEnum):
    """How a thing looked at is."""

    GOOD = "ok  "
    LOOK = "look"
    BAD = "BAD "


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """One thing looked at."""

    mark: Mark
    what: str
    text: str

    @override
    def __str__(self) -> str:
        return f"{self.mark}  {self.what}: {self.text}"


good = partial(CheckFinding, Mark.GOOD)
look = partial(CheckFinding, Mark.LOOK)
bad = partial(CheckFinding, Mark.BAD)


def without_hasty(findings: list[CheckFinding]) -> list[CheckFinding]:
    """Leave out that a thing is well where a closer look has found it bad."""
    is_bad = {finding.what for finding in findings if finding.mark is Mark.BAD}
    return [one for one in findings if one.mark is not Mark.GOOD or one.what not in is_bad]


MOST_SKEW = timedelta(minutes=1)
FULL_BYTES, NARROW_BYTES = 1_000_000, 100_000_000  # a turn takes some ten thousand


async def store(app: App) -> list[CheckFinding]:
    """Look at the tables and, where they can be used, at what is in them."""
    tables = await _tables(app)
    if tables.mark is not Mark.GOOD:
        return [tables, *await _disk(app)]
    checks = (_disk, _clock, _seal, _workers, _pauses, _set_aside)
    return [tables, *[finding for check in checks for finding in await check(app)]]


async def _tables(app: App) -> CheckFinding:
    path = app.settings.sqlite_path
    try:
        if unwritable := unwritable_of(path):
            return bad("database", f"{unwritable} may not be written; let this user do so")
        if path is not None and not path.exists():
            return look("database", f"{path} will be made at the first start")
        schema = await app.schema()
        tables = tables_of(app.agents)
        await asyncio.to_thread(look_at_tables, app.settings.database_address, tables)
    except TablesUnfit as error:
        return bad("agents' tables", str(error))
    except (PlatformFailed, OSError) as error:
        damaged = "" if path is None else " If the file is damaged, put a backup in its place."
        return bad("database", f"cannot be used ({error}); is DATABASE_URL right?{damaged}")
    return _STANDINGS[schema]


_STANDINGS = {
    Schema.OURS: good("database", "reachable and up to date"),
    Schema.LATER: good("database", "reachable; a newer version upgraded it, which this one bears"),
    Schema.FORMER: look("database", "not up to date; the next start, or “db upgrade”, mends that"),
}


async def _seal(app: App) -> list[CheckFinding]:
    kept = await app.ports.audit_log.kept()
    if kept.is_ours:
        text = "its end was sealed by somebody else before; see: frontdesk audit verify"
        return [look("audit", text)] if kept.breaks else []
    doubt = "did not seal the end of the audit: is it another than before?"
    return [bad("secret key", f"{doubt} See: frontdesk audit verify")]


async def _set_aside(app: App) -> list[CheckFinding]:
    parked = len(await app.ports.upkeep.parked())
    text = "1 event was" if parked == 1 else f"{parked} events were"
    return [look("events", f"{text} set aside; see: frontdesk parked list")] if parked else []


async def _pauses(app: App) -> list[CheckFinding]:
    pauses = await app.ports.operations.pauses()
    told = ((paused.workspace or "all workspaces") for paused in pauses)
    return [
        look("paused", f"{where}: nothing is changed; end it: frontdesk unpause") for where in told
    ]


async def _disk(app: App) -> list[CheckFinding]:
    path = app.settings.sqlite_path
    free = shutil.disk_usage(folder_of(path)).free if path else NARROW_BYTES
    if free >= NARROW_BYTES:
        return []
    room = f"{free // 1_000} kB" if free < FULL_BYTES else f"{free // 1_000_000} MB"
    mark = bad if free < FULL_BYTES else look
    return [mark("disk", f"{room} are free where {path} lies; make room")]


async def _clock(app: App) -> list[CheckFinding]:
    newest = next(iter(await app.reader.sessions()), None)
    ahead = newest.updated_at - app.ports.clock.now() if newest else timedelta()
    if ahead > MOST_SKEW:
        return [bad("clock", f"is {ahead} behind the newest conversation")]
    return [good("clock", f"{app.ports.clock.now():%Y-%m-%d %H:%M:%S} UTC")]


async def _workers(app: App) -> list[CheckFinding]:
    """Look at the workers; nothing is said where one process does it all."""
    standing = await standing_of(app)
    if standing is None:
        return []
    if not standing.has_tables:
        return [bad("workers", "the schema “procrastinate” is missing; run: frontdesk db upgrade")]
    if not standing.has_workers:
        waiting = f"; {standing.waiting} sessions wait" if standing.waiting else ""
        return [look("workers", f"none gives a sign of life{waiting}; start: frontdesk worker")]
    return [good("workers", f"alive; {standing.waiting} sessions wait for one")]


_SYSTEM = ChatMessage("system", "You work at the front desk of a library. Answer in one sentence.")
_ASKS = ChatMessage("user", "On which shelf are the books about whales? Look it up.")
_CHOICES: list[JsonValue] = ["books", "opening_hours", "nothing"]
_ABOUT: dict[str, JsonValue] = {
    "type": "object",
    "properties": {"about": {"type": "string", "enum": _CHOICES}},
    "required": ["about"],
    "additionalProperties": False,
}
_SHELF_OF: dict[str, JsonValue] = {
    "type": "object",
    "properties": {"topic": {"type": "string", "description": "What the books are about."}},
    "required": ["topic"],
    "additionalProperties": False,
}
_SHELF = ToolSpec("shelf_of", "Look up on which shelf the books about a topic are.", _SHELF_OF)
_CALLS = ChatMessage(
    "assistant", "", tool_calls=(ToolCall("whales001", _SHELF.name, '{"topic": "whales"}'),)
)
_TURNS_OF_A_THREAD = 10


@dataclass(frozen=True, slots=True)
class Probe:
    """One thing conversations need: how it is asked for, what is right, what to do otherwise."""

    what: str
    call: ModelCall
    is_right: Callable[[ModelReply], bool]
    remedy: str


async def probed(model: Model, within_seconds: float) -> AsyncIterator[CheckFinding]:
    """Try everything in turn; where the first is not answered at all, the rest is left out."""
    calls = list[ModelReply]()
    for probe in (_schema(), _tool()):
        finding = await _try(model, probe, within_seconds, calls)
        yield finding
        if not calls:
            return
    for probe in (_second_round(calls[-1]), _long_thread()):
        yield await _try(model, probe, within_seconds, calls)


async def _try(
    model: Model, probe: Probe, within_seconds: float, replies: list[ModelReply]
) -> CheckFinding:
    what = f"model, {probe.what}"
    try:
        reply = await model.complete(probe.call, within_seconds=within_seconds)
    except ModelUnavailable as error:
        said = f" ({error.detail})" if error.detail else ""
        return bad(what, f"{error.reason}{said}; {probe.remedy}")
    replies.append(reply)
    if probe.is_right(reply):
        return good(what, reply.model)
    return look(what, f"{reply.model} does not manage it; {probe.remedy}")


def _schema() -> Probe:
    system = "Say what the message is about, as JSON: books, opening_hours or nothing."
    call = ModelCall(
        Purpose.READ,
        "doctor",
        (ChatMessage("system", system), ChatMessage("user", "When do you close on Sunday?")),
        answer=AnswerSchema("about", _ABOUT),
    )
    remedy = "name one that does in FRONTDESK_MODEL_READ, or none can read what people write"
    return Probe("an answer under a schema", call, _is_about_something, remedy)


def _is_about_something(reply: ModelReply) -> bool:
    try:
        answer = json.loads(reply.text)
    except ValueError:
        return False
    return isinstance(answer, dict) and answer.get("about") in _CHOICES


def _tool() -> Probe:
    call = ModelCall(Purpose.AGENT, "doctor", (_SYSTEM, _ASKS), tools=(_SHELF,))
    remedy = "agents that talk need it (a server may want tools switched on); forms do not"
    return Probe("a call of a tool", call, _looks_up, remedy)


def _looks_up(reply: ModelReply) -> bool:
    return [call.name for call in reply.tool_calls] == [_SHELF.name]


def _second_round(first: ModelReply) -> Probe:
    """Give back the call that was made, or one as it should have been made, with a result."""
    calls = first.tool_calls[:1]
    asked = ChatMessage("assistant", first.text, tool_calls=calls) if calls else _CALLS
    found = ChatMessage("tool", "Shelf 12.", tool_call_id=asked.tool_calls[0].id)
    call = ModelCall(Purpose.AGENT, "doctor", (_SYSTEM, _ASKS, asked, found), tools=(_SHELF,))
    remedy = "agents that talk need it; try a larger one, or a newer chat template"
    return Probe("an answer from a tool's result", call, lambda reply: "12" in reply.text, remedy)


def _long_thread() -> Probe:
    talk = [_SYSTEM]
    for number in range(1, _TURNS_OF_A_THREAD):
        talk.append(ChatMessage("user", f"Please put book {number} aside for me."))
        talk.append(ChatMessage("assistant", f"Book {number} is put aside."))
    last = ChatMessage("user", "Thank you. Which book did I name first?")
    call = ModelCall(Purpose.AGENT, "doctor", (*talk, last))
    remedy = "give it a longer context, or a newer chat template"
    what = f"{_TURNS_OF_A_THREAD} turns in one thread"
    return Probe(what, call, lambda reply: bool(reply.text.strip()), remedy)
