"""`sessions`, `requests` and `plans`: what is kept of conversations, listed, shown, decided."""

import click
from pydantic import JsonValue

from agents.kit.values.person import Person
from bot.bootstrap import App
from bot.cli.application import MANY, in_app, table, tell
from bot.cli.turns import NotFound, take_turn
from bot.core.requests.plan_cards import write_plan
from bot.domain.ids import PlanId, RequestId, SessionId
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.participant import Participant
from bot.domain.plans.plan import PlanStatus
from bot.domain.plans.plan_view import view_of
from bot.domain.requests import Request, RequestKind, RequestStatus

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


MOST_ABOUT = 120  # characters
VERBS = ("approve", "reject", "edit", "respond")


@click.group()
def requests() -> None:
    """List or decide what waits for a person."""


@requests.command("list")
def list_requests() -> None:
    """List everything that waits for a person, the oldest first."""
    in_app(_list_requests)


@requests.command()
@click.argument("request")
@click.argument("verb", type=click.Choice(VERBS))
@click.argument("words", nargs=-1)
@click.option("--as", "user", required=True, help="The user id of whoever decides.")
def decide(request: str, verb: str, words: tuple[str, ...], user: str) -> None:
    """Decide REQUEST as a user would: the same rules hold.

    \b
    decide ID approve --as USER
    decide ID reject [REASON] --as USER
    decide ID edit NAME=VALUE … --as USER
    decide ID respond TEXT --as USER
    """  # noqa: D301 - click's own mark for lines to be kept
    values = _values(verb, words)
    in_app(lambda app: _decide(app, Press(RequestId(request), verb, values), user))


async def _list_requests(app: App) -> None:
    rows = [_row(request) for request in await app.reader.pending()]
    click.echo(table(("REQUEST", "KIND", "WAITS FOR", "UNTIL", "ABOUT"), rows))


def _row(request: Request) -> tuple[str, ...]:
    until = f"{request.expires_at:%Y-%m-%d %H:%M}"
    about = " ".join(request.text.split())[:MOST_ABOUT]
    return (str(request.id), str(request.kind), request.waits_for, until, about)


async def _decide(app: App, press: Press, user: str) -> None:
    request = await app.ports.requests.find(press.request)
    if request is None:
        message = f"There is no request {press.request}; see: frontdesk requests list."
        raise NotFound(message)
    place = Thread.of(request.session)
    person = Person(request.asked.platform, request.asked.workspace, user)
    fitted = _fitted(press, request)
    event = Incoming(app.ports.ids.new(), place, person, Kind.PRESS, press=fitted, shared=True)
    for reply in await take_turn(app, event):
        if reply.is_said:
            tell(reply.text)
    decided = await app.ports.requests.find(press.request)
    if (
        request.status is not RequestStatus.PENDING
        or not decided
        or decided.status is RequestStatus.PENDING
    ):
        raise SystemExit(1)


def _fitted(press: Press, request: Request) -> Press:
    """Let “respond” mean what answers this kind of request."""
    if press.verb != "respond" or request.kind is not RequestKind.SECRET:
        return press
    return Press(press.request, "submit", {"value": press.values["text"]})


def _values(verb: str, words: tuple[str, ...]) -> dict[str, JsonValue]:
    text = " ".join(words)
    if verb == "edit":
        pairs = [word.partition("=") for word in words]
        if not pairs or not all(name and sign for name, sign, _ in pairs):
            message = "edit takes NAME=VALUE, such as amount=20"
            raise click.UsageError(message)
        return {name: value for name, _, value in pairs}
    if verb == "respond":
        if not text:
            message = "respond takes a text"
            raise click.UsageError(message)
        return {"text": text}
    return {"reason": text} if text and verb == "reject" else {}


MOST = 200


@click.group()
def plans() -> None:
    """List plans, or show one."""


@plans.command("list")
@click.option("--open", "only_open", is_flag=True, help="Only those that are still open.")
def list_plans(*, only_open: bool) -> None:
    """List plans, the newest first."""
    in_app(lambda app: _list_plans(app, only_open=only_open))


@plans.command("show")
@click.argument("plan")
def show_plan(plan: str) -> None:
    """Show PLAN, a line for each step."""
    in_app(lambda app: _show_plan(app, PlanId(plan)))


async def _list_plans(app: App, *, only_open: bool) -> None:
    found = await app.reader.plans(MOST + 1, PlanStatus.OPEN if only_open else "")
    rows = []
    for plan in found[:MOST]:
        counts = plan.counts
        steps = f"{counts.completed}/{counts.total}"
        rows.append((str(plan.id), str(plan.status), steps, plan.owner.key, plan.goal[:60]))
    click.echo(table(("PLAN", "STATUS", "DONE", "OF", "GOAL"), rows))
    if len(found) > MOST:
        click.echo(f"There are more; the newest {MOST} are listed, an export has all.", err=True)


async def _show_plan(app: App, plan_id: PlanId) -> None:
    plan = await app.ports.plans.find(plan_id)
    if plan is None:
        message = f"There is no plan {plan_id}; see: frontdesk plans list."
        raise NotFound(message)
    tell(write_plan(view_of(plan)))
