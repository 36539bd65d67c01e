"""Runs a scripted conversation on a database of its own, and says what went wrong."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import SecretStr

from agents.kit import Row, Table, everyone
from agents.kit.values.person import Person
from bot.bootstrap import App, Settings, build
from bot.cli.evals.script import Expected, RowCheck, Script, Turn
from bot.cli.evals.spending import Counted, Spent
from bot.cli.turns import Talk
from bot.core.ports.world import Ids
from bot.domain.ids import RequestId
from bot.domain.messages import Button, Incoming, Kind, Press, Reply, ReplyKind, Thread

PLACE = Thread("console", "local", "chat", "eval")


@dataclass(frozen=True, slots=True)
class Result:
    """How one run of a conversation went; `problem` is empty when it passed.

    `reads` and `talks` are what the model was asked for; `seconds` took the whole run.
    """

    problem: str
    reads: Spent
    talks: Spent
    seconds: float


async def run_once(script: Script, settings: Settings) -> Result:
    """Hold the conversation once, from an empty database."""
    with tempfile.TemporaryDirectory(prefix="frontdesk-eval-") as folder:
        fresh = settings.model_copy(
            update={
                "database_url": SecretStr(f"sqlite:///{Path(folder, 'eval.db')}"),
                "secret_key": None,
                "demo": True,
            }
        )
        app = build(fresh)
        ports = app.ports
        counted = Counted(ports.model, ports.clock.elapsed)
        async with _opened(replace(app, ports=replace(ports, model=counted))) as talk:
            started = ports.clock.elapsed()
            problem = await _hold(script, talk)
            seconds = ports.clock.elapsed() - started
        close = getattr(ports.model, "close", None)
        if close is not None:
            await close()
        return Result(problem, counted.reads, counted.talks, seconds)


async def _hold(script: Script, talk: Talk) -> str:
    shown: list[Reply] = []
    for number, turn in enumerate(script.turns, 1):
        event = _event(turn, script.user, shown, talk.app.ports.ids)
        if event is None:
            return f"turn {number}: nothing to answer with {turn.shown}"
        shown = await talk.turn(event)
        if missing := _missing(turn.expect, shown):
            said = "\n".join(f"      {reply.agent}: {reply.text}" for reply in shown)
            return f"turn {number}, after “{turn.shown}”: {missing}. It said:\n{said}"
    return await _wrong_rows(script, talk.app)


def _event(turn: Turn, user: str, shown: list[Reply], ids: Ids) -> Incoming | None:
    person = Person(PLACE.platform, PLACE.workspace, user)
    incoming = Incoming(ids.new(), PLACE, person, Kind.MESSAGE, turn.say)
    if turn.command:
        return replace(incoming, kind=Kind.COMMAND, text=turn.command)
    if turn.say:
        return incoming
    press = _secret(turn.secret, shown) if turn.secret else _pressed(turn.press, shown)
    return replace(incoming, kind=Kind.PRESS, press=press) if press else None


def _secret(value: str, shown: list[Reply]) -> Press | None:
    for reply in reversed(shown):
        names = [field.name for field in reply.fields if field.secret]
        if names and reply.buttons:
            return _press(reply.buttons[0], {names[0]: value})
    return None


def _pressed(label: str, shown: list[Reply]) -> Press | None:
    buttons = (button for reply in reversed(shown) for button in reply.buttons)
    found = next((b for b in buttons if b.label.lower() == label.lower()), None)
    return _press(found, {}) if found else None


def _press(button: Button, values: dict[str, str]) -> Press:
    request, _, verb = button.id.rpartition(":")
    return Press(RequestId(request), verb, dict(values))


def _missing(expected: Expected, shown: list[Reply]) -> str:
    """Say what is not as expected; empty when everything is."""
    text = "\n".join(reply.text for reply in shown if reply.kind is not ReplyKind.ARTIFACT).lower()
    results = "\n".join(reply.text for reply in shown if reply.kind is ReplyKind.ARTIFACT).lower()
    labels = {button.label for reply in shown for button in reply.buttons}
    speakers = {reply.agent for reply in shown}
    problems = [
        *(f"“{part}” is missing" for part in expected.contains if part.lower() not in text),
        *(f"“{part}” should not be there" for part in expected.lacks if part.lower() in text),
        *(f"there is no button “{label}”" for label in expected.buttons if label not in labels),
    ]
    if expected.agent and expected.agent not in speakers:
        problems.append(f"{expected.agent} did not speak")
    if expected.artifact and expected.artifact.lower() not in results:
        problems.append(f"no result contains “{expected.artifact}”")
    return "; ".join(problems)


async def _wrong_rows(script: Script, app: App) -> str:
    tables = {table.name: table for agent in everyone(app.agents) for table in agent.tables}
    problems: list[str] = []
    for check in script.finally_rows:
        if check.table not in tables:
            return f"there is no table {check.table}"
        if strange := _strange_columns(check, tables[check.table]):
            return strange
        problems += _compared(check, await _rows(app, tables[check.table], check))
    return "; ".join(problems)


def _strange_columns(check: RowCheck, table: Table) -> str:
    known = [column.name for column in table.columns]
    strange = [name for name in (*check.where, *check.has) if name not in known]
    if not strange:
        return ""
    return f"{check.table} has no column {', '.join(strange)}; it has {', '.join(known)}"


async def _rows(app: App, table: Table, check: RowCheck) -> list[Row]:
    return await app.ports.records.transact(lambda rows: rows.find(table, **check.where))


def _compared(check: RowCheck, rows: list[Row]) -> list[str]:
    problems = []
    if check.count is not None and len(rows) != check.count:
        problems.append(f"{check.table} has {len(rows)} rows, not {check.count}")
    for name, value in check.has.items():
        if not rows or any(row[name] != value for row in rows):
            held = ", ".join(str(row[name]) for row in rows) or "nothing"
            problems.append(f"{check.table}.{name} is {held}, not {value}")
    return problems


@asynccontextmanager
async def _opened(app: App) -> AsyncIterator[Talk]:
    await app.prepare()
    talk = Talk(app)
    await talk.open()
    try:
        yield talk
    finally:
        await talk.close()
        await app.close()
