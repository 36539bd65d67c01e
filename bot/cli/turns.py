"""Turns carried out by a command itself, and `parked`: events set aside (dead letters)."""

from collections import defaultdict
from dataclasses import dataclass, field, replace

import click
from typing_extensions import override

from bot.bootstrap import App
from bot.cli.application import in_app, table
from bot.core.turn.answer import answer
from bot.domain.errors import Fenced, PlatformFailed, Refused
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Reply, Thread
from bot.engine.dispatcher import InProcessDispatcher, Run
from bot.engine.ports import Platform
from bot.platforms.console.input import PLATFORM
from bot.platforms.console.turns import InProgress


class NotFound(Refused):
    """What was named does not exist."""


class Overtaken(PlatformFailed):
    """A running bot carries the event out by itself."""

    def __init__(self) -> None:
        super().__init__("A running bot has taken this over; its thread shows what came of it.")


async def take_turn(app: App, event: Incoming) -> tuple[Reply, ...]:
    """Carry out one event here and now, as the operator; a worker says there what came of it.

    Without one its replies wait in the outbox.

    Raises:
        Overtaken: another process carries it out.
    """
    await app.ports.unannounced.accept(event)
    session = event.thread.session
    try:
        while (beginning := await app.ports.turns.begin(session)) is not None:
            is_ours = beginning.incoming.id == event.id
            services = replace(app.ports, by_operator=True) if is_ours else app.ports
            ending = await answer(beginning, services, lambda _agent, _text: None)
            await app.ports.turns.commit(ending)
            if is_ours:
                await _have_it_said(app, session)
                return ending.replies
    except Fenced as fenced:
        raise Overtaken from fenced
    raise Overtaken


async def _have_it_said(app: App, session: SessionId) -> None:
    if app.ports.jobs is not None:
        await app.ports.jobs.defer(app.ports.database, session)


@dataclass
class Recorder(Platform):
    """Keeps what the bot says, by the event it answers."""

    turns: InProgress = field(default_factory=InProgress)
    replies: defaultdict[str, list[Reply]] = field(default_factory=lambda: defaultdict(list))

    @override
    async def deliver(self, reply: Reply) -> None:
        if reply.is_said:
            self.replies[reply.reply_to].append(reply)

    @override
    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        """Keep nothing: what an agent is doing is no part of its answer."""

    @override
    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        self.turns.ended(thread, reply_to)


class Talk:
    """A conversation that a program holds with the whole application."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._recorder = Recorder()
        self._engine = app.engine({PLATFORM: self._recorder}, dispatch=self._dispatch)

    async def open(self) -> None:
        """Begin to carry out turns."""
        await self._engine.start()

    async def turn(self, event: Incoming) -> list[Reply]:
        """Send an event and wait for all that is said to it, and all that follows by itself."""
        self._recorder.turns.started(event)
        await self._engine.accept(event)
        await self._recorder.turns.all_ended()
        await self._dispatcher.idle()
        return self._recorder.replies[event.id]

    async def close(self) -> None:
        """Let running turns end."""
        await self._engine.stop()

    def _dispatch(self, run: Run) -> InProcessDispatcher:
        self._dispatcher = InProcessDispatcher(run)
        return self._dispatcher


@click.group()
def parked() -> None:
    """List events that were set aside, or let one try again."""


@parked.command("list")
def list_parked() -> None:
    """List what was set aside, the oldest first."""
    in_app(_list)


@parked.command()
@click.argument("turn")
def replay(turn: str) -> None:
    """Let the event of TURN try again; a running bot takes it up, or the next one started."""
    in_app(lambda app: _replay(app, TurnId(turn)))


async def _list(app: App) -> None:
    events = await app.ports.upkeep.parked()
    rows = [
        (str(event.turn), str(event.session), f"{event.received_at:%Y-%m-%d %H:%M}", event.reason)
        for event in events
    ]
    click.echo(table(("TURN", "SESSION", "RECEIVED", "REASON"), rows))


async def _replay(app: App, turn: TurnId) -> None:
    session = await app.ports.upkeep.replay(turn)
    if session is None:
        message = f"No event {turn} is set aside; see: frontdesk parked list."
        raise NotFound(message)
    click.echo(f"{turn} will be tried again in {session}.")
