"""Sessions of a caller: what they say becomes an event; what comes of it is read."""

import hashlib
from dataclasses import dataclass
from typing import Literal

from agents.kit.values.person import Person
from bot.core.commands.grammar import VERBS, find_command
from bot.core.ports.admin import Scope
from bot.core.ports.credentials import KeyScope
from bot.core.ports.environment import Ids
from bot.core.ports.http_api import OwnSession
from bot.core.ports.http_api import SessionLine as KeptLine
from bot.core.state.catalogue import Services
from bot.core.verdicts.typed_verdicts import read_verdict
from bot.domain.ids import SessionId
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import RequestStatus
from bot.domain.untrusted import make_storable
from bot.engine.engine import Engine
from bot.platforms.http.authentication import PLATFORM, Caller
from bot.platforms.http.endpoints import (
    ApiAnswer,
    ApiCall,
    Endpoint,
    PageOfNumbers,
    PageQuery,
    page_of,
)
from bot.platforms.http.models import Accepted, LineModel, NewMessage, Session
from bot.platforms.http.pubsub import OWN_WORK, Hub
from bot.platforms.http.validation import is_name, no_cursor, not_there
from bot.storage.accounts.event_log import SqlEventLog
from bot.storage.turns.plans import SqlOwnPlans

COMMAND = "/frontdesk"


def thread_of(person: Person, name: str) -> Thread:
    """A thread of somebody's own; nobody else can name it."""
    return Thread(PLATFORM, person.workspace, person.user, name)


def name_of(session: SessionId) -> str:
    """What the caller calls a session."""
    return Thread.of(session).thread


def place_for(person: Person, session: SessionId) -> SessionId:
    """Where somebody decides what a session asked: there, or in one of theirs for all else."""
    thread = Thread.of(session)
    is_near = (thread.platform, thread.workspace) == (PLATFORM, person.workspace)
    return session if is_near else thread_of(person, OWN_WORK).session


def event_id(person: Person, once: str, part: str = "") -> str:
    """The id of an event that is the same whenever its caller repeats it under the same key."""
    return hashlib.sha256(f"{person.key}\n{once}\n{part}".encode()).hexdigest()[:32]


def is_command(text: str) -> bool:
    """Say whether a text is a command as it would be given in a chat."""
    return text.split(maxsplit=1)[:1] == [COMMAND]


def said(id_: str, thread: Thread, caller: Caller, text: str) -> Incoming:
    """A message, or a command; it decides no more than its caller may."""
    kind = Kind.COMMAND if is_command(text) else Kind.MESSAGE
    decides = KeyScope.DECIDE in caller.scopes
    return Incoming(id_, thread, caller.person, kind, text, message=id_, decides=decides)


def told(id_: str, thread: Thread, person: Person, command: str) -> Incoming:
    """A command; by its id it is known what came of it."""
    text = f"{COMMAND} {command}"
    return Incoming(id_, thread, person, Kind.COMMAND, text, message=id_)


def pressed(id_: str, session: SessionId, person: Person, press: Press) -> Incoming:
    """A verdict on a request, wherever that was asked."""
    return Incoming(id_, Thread.of(session), person, Kind.PRESS, press=press)


LOOK_SECONDS = 0.5  # another process may carry the turn out


@dataclass(frozen=True, slots=True)
class ApiTurns:
    """Everything that a handler reaches."""

    engine: Engine
    services: Services
    published: SqlEventLog
    plans: SqlOwnPlans
    hub: Hub
    ids: Ids

    def id_for(self, call: ApiCall, part: str = "") -> str:
        """The id of an event: new, or that of the call this one repeats."""
        return event_id(call.person, call.once, part) if call.once else self.ids.new()

    async def take(self, incoming: Incoming) -> bool:
        """Keep an event; False for a copy.

        Raises:
            StoreAway: it is not kept.
        """
        return await self.engine.accept(incoming) is not None

    async def wait(self, incoming: Incoming, seconds: float) -> bool:
        """Wait until an event needs nothing more; False when that takes too long."""
        session, clock = incoming.thread.session, self.services.clock
        until = clock.elapsed() + seconds
        with self.hub.listen(session) as listener:
            while not await self.published.ended(session, incoming.id):
                left = until - clock.elapsed()
                if left <= 0 or self.hub.is_closed:
                    return False
                await listener.wait(min(left, LOOK_SECONDS))
        return True


DECIDING = frozenset({"decide", "link", "unlink"})


@dataclass(frozen=True, slots=True)
class SessionEndpoints:
    """Answers calls about sessions."""

    turning: ApiTurns

    def endpoints(self) -> list[Endpoint]:
        """What may be called."""
        one, lines = "/sessions/{session_id}", "/sessions/{session_id}/messages"
        return [
            Endpoint(
                "GET",
                "/sessions",
                "List your sessions",
                self.all,
                list[Session],
                query=PageQuery,
                refuses=(404,),
            ),
            Endpoint("GET", one, "Look at a session", self.one, Session, refuses=(404,)),
            Endpoint(
                "GET",
                lines,
                "Read a session",
                self.lines,
                list[LineModel],
                query=PageOfNumbers,
                refuses=(404,),
            ),
            Endpoint(
                "POST",
                lines,
                "Say something; the session is there once you do",
                self.say,
                Accepted,
                scope=KeyScope.WRITE,
                status=202,
                body=NewMessage,
                refuses=(404,),
            ),
        ]

    async def all(self, call: ApiCall) -> ApiAnswer:
        """List sessions, the newest first."""
        limit, cursor = call.query.limit, call.query.cursor
        before = thread_of(call.person, cursor).session if cursor else None
        if before and await self.turning.published.find(before, call.person) is None:
            raise no_cursor()
        found = await self.turning.published.sessions(call.person, limit, before or "")
        return page_of(call, found, _session, lambda own: name_of(own.session))

    async def one(self, call: ApiCall) -> ApiAnswer:
        """Look at one."""
        return ApiAnswer(_session(await own_session(self.turning, call)))

    async def lines(self, call: ApiCall) -> ApiAnswer:
        """Read what was said, in order."""
        own = await own_session(self.turning, call)
        found = await self.turning.published.lines(
            own.session, call.person, call.query.limit, call.after
        )
        name = call.named("session_id")
        return page_of(call, found, lambda line: _line(name, line), lambda line: str(line.number))

    async def say(self, call: ApiCall) -> ApiAnswer:
        """Take a message in."""
        thread = thread_of(call.person, named_session(call))
        text = make_storable(call.body.text)
        await self._refuse_beyond(call, thread.session, text)
        incoming = said(self.turning.id_for(call), thread, call.caller, text)
        await self.turning.published.open(thread.session, call.person)
        is_new = await self.turning.take(incoming)
        taken = Accepted(
            status="accepted",
            session_id=thread.thread,
            id=incoming.id,
            duplicate=not is_new,
        )
        return ApiAnswer(taken)

    async def _refuse_beyond(self, call: ApiCall, session: SessionId, text: str) -> None:
        """Keep words from doing what the key may not: an admin's commands, and decisions."""
        found = find_command(text, slash=is_command(text))
        if found is not None and _is_for_admins(*found):
            call.caller.needs(KeyScope.ADMIN)
        if KeyScope.DECIDE in call.caller.scopes:
            return
        if found is not None and found[0] in DECIDING:
            call.caller.needs(KeyScope.DECIDE)
        overseen = self.turning.services.admin_views
        scope = Scope(PLATFORM, call.person.workspace, session=session)
        pending = await overseen.open_requests(scope)
        if any(
            read_verdict(request, text)
            for request in pending
            if request.status is RequestStatus.PENDING
        ):
            call.caller.needs(KeyScope.DECIDE)


def named_session(call: ApiCall) -> str:
    """The session a path names.

    Raises:
        Problem: 404; no session can be called that.
    """
    name = call.named("session_id")
    if not is_name(name):
        raise not_there()
    return name


async def own_session(turning: ApiTurns, call: ApiCall) -> OwnSession:
    """The caller's session that a path names.

    Raises:
        Problem: 404; they have none of that name.
    """
    session = thread_of(call.person, named_session(call)).session
    found = await turning.published.find(session, call.person)
    if found is None:
        raise not_there()
    return found


def _is_for_admins(name: str, argument: str) -> bool:
    verb = VERBS.get(name)
    return (verb is not None and verb.admin) or (name == "reset" and bool(argument))


def _session(own: OwnSession) -> Session:
    status: Literal["active", "completed"] = "active" if own.is_active else "completed"
    return Session(
        id=name_of(own.session),
        current_status=status,
        message_to_user=own.last_said or None,
        ts=own.opened_at,
    )


def _line(session: str, line: KeptLine) -> LineModel:
    said = line.said
    return LineModel(
        id=line.number,
        session_id=session,
        role="bot" if said.by_bot else "person",
        source=said.speaker,
        content=said.text,
        ts=said.at,
    )
