"""Holds a scripted conversation with the bot, judges it, and counts what it spent."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import SecretStr
from typing_extensions import override

from agents.kit import Row, Table, everyone
from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Model, ModelCall, ModelReply, Purpose, Usage
from agents.kit.values.person import Person
from bot.bootstrap import App, Settings, build
from bot.cli.eval_scripts import EvalScript, EvalTurn, Expected, RowCheck
from bot.cli.turns import Talk
from bot.core.ports.environment import Ids
from bot.domain.ids import RequestId
from bot.domain.messages import Button, Incoming, Kind, Press, Reply, ReplyKind, Thread

_READS = (Purpose.READ, Purpose.CONTINUE)
_NOTHING_USED = Usage(answers=0)


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls of a model, what they used, and how long they took together."""

    calls: int = 0
    usage: Usage = _NOTHING_USED
    seconds: float = 0.0

    def plus(self, other: "Spent") -> "Spent":
        """Both together."""
        usage = self.usage.plus(other.usage)
        return Spent(self.calls + other.calls, usage, self.seconds + other.seconds)

    @property
    def tokens(self) -> int:
        """Those that went in and those that came out."""
        return self.usage.input_tokens + self.usage.output_tokens


class Counted(Model):
    """A model that counts what is asked of it; `elapsed` tells seconds."""

    def __init__(self, model: Model, elapsed: Callable[[], float]) -> None:
        self._model = model
        self._elapsed = elapsed
        self.reads = Spent()
        self.talks = Spent()

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        started, usage = self._elapsed(), _NOTHING_USED
        try:
            reply = await self._model.complete(call, within_seconds=within_seconds)
            usage = reply.usage
        except ModelUnavailable as failure:
            usage = failure.usage
            raise
        finally:
            self._add(call.purpose, Spent(1, usage, self._elapsed() - started))
        return reply

    def _add(self, purpose: Purpose, spent: Spent) -> None:
        if purpose in _READS:
            self.reads = self.reads.plus(spent)
        else:
            self.talks = self.talks.plus(spent)


PLACE = Thread("console", "local", "chat", "eval")


@dataclass(frozen=True, slots=True)
class EvalResult:
    """How one run of a conversation went; `problem` is empty when it passed.

    `reads` and `talks` are what the model was asked for; `seconds` took the whole run.
    """

    problem: str
    reads: Spent
    talks: Spent
    seconds: float


async def run_once(script: EvalScript, settings: Settings) -> EvalResult:
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
        return EvalResult(problem, counted.reads, counted.talks, seconds)


async def _hold(script: EvalScript, talk: Talk) -> str:
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


def _event(turn: EvalTurn, user: str, shown: list[Reply], ids: Ids) -> Incoming | None:
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


async def _wrong_rows(script: EvalScript, app: App) -> str:
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
