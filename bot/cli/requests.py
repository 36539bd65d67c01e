"""`frontdesk requests`: what waits for a person, and deciding it from here."""

import click
from pydantic import JsonValue

from agents.kit.values.person import Person
from bot.bootstrap import App
from bot.cli.open import in_app
from bot.cli.showing import table, tell
from bot.cli.turns import NotFound, take_turn
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import Request, RequestKind, RequestStatus

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
