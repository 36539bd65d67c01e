"""`frontdesk sessions`: what conversations there are, what one holds, and how to reset one."""

import click

from agents.kit.values.person import Person
from bot.bootstrap import App
from bot.cli.open import MANY, in_app
from bot.cli.showing import table, tell
from bot.cli.turns import NotFound, take_turn
from bot.domain.ids import SessionId
from bot.domain.messages import Incoming, Kind, Thread
from bot.domain.participant import Participant

LAST_LINES = 20


@click.group()
def sessions() -> None:
    """List, show or reset conversations."""


@sessions.command("list")
def list_sessions() -> None:
    """List all sessions, the one used last first."""
    in_app(_list_sessions)


@sessions.command("show")
@click.argument("session")
@click.option(
    "--lines",
    type=MANY,
    default=LAST_LINES,
    show_default=True,
    help="How much of what was said.",
)
def show_session(session: str, lines: int) -> None:
    """Show what SESSION remembers: people, tasks, facts, open requests, the last lines."""
    in_app(lambda app: _show_session(app, SessionId(session), lines))


@sessions.command()
@click.argument("session")
@click.option("--user", default="", help="Only this person; everybody when left out.")
def reset(session: str, user: str) -> None:
    """Close the tasks and open requests of SESSION; what was said stays, and it is told there."""
    in_app(lambda app: _reset(app, SessionId(session), user))


async def _list_sessions(app: App) -> None:
    rows = [
        (
            str(one.session),
            f"{one.updated_at:%Y-%m-%d %H:%M}",
            str(one.people),
            str(one.open_requests),
            str(one.waiting_events),
        )
        for one in await app.reader.sessions()
    ]
    click.echo(table(("SESSION", "LAST USED", "PEOPLE", "REQUESTS", "WAITING"), rows))


async def _show_session(app: App, session: SessionId, lines: int) -> None:
    for participant in await _people(app, session):
        tell("\n".join(_told(participant)))
    for request in await app.reader.pending():
        if request.session == session:
            tell(f"open: {request.id} {request.kind}, waits for {request.waits_for}")
    for said in await app.reader.transcript(session, lines):
        tell(f"{said.at:%H:%M:%S} {said.speaker}: {said.text}")


def _told(participant: Participant) -> list[str]:
    tasks = participant.stack.tasks
    facts = ", ".join(sorted(participant.facts.known)) or "nothing"
    return [
        f"{participant.person.shown} ({participant.person.key}), known: {facts}",
        *(f"  {'now' if task is tasks[-1] else 'waiting'}: {task.agent}" for task in tasks),
        *(f"  next: {task.agent}" for task in participant.stack.queued),
    ]


async def _reset(app: App, session: SessionId, user: str) -> None:
    people = [p.person for p in await _people(app, session) if user in {"", p.person.user}]
    if not people:
        message = f"{user} is not in the session {session}."
        raise NotFound(message)
    for person in people:
        replies = await take_turn(app, _resetting(app, session, person))
        tell(f"{person.shown}: {replies[-1].text if replies else 'reset'}")


def _resetting(app: App, session: SessionId, person: Person) -> Incoming:
    thread = Thread.of(session)
    words = "/frontdesk reset"
    return Incoming(app.ports.ids.new(), thread, person, Kind.COMMAND, words, shared=True)


async def _people(app: App, session: SessionId) -> list[Participant]:
    people = await app.reader.participants(session)
    if not people:
        is_listed = any(one.session == session for one in await app.reader.sessions())
        message = (
            f"Nothing is remembered of {session} yet: its first turn is not over."
            if is_listed
            else f"There is no session {session}; see: frontdesk sessions list."
        )
        raise NotFound(message)
    return people
