"""Sessions over HTTP: what somebody has, what was said there, and saying something."""

from dataclasses import dataclass
from typing import Literal

from bot.core.commands.grammar import VERBS, find_command
from bot.core.deciding.typed import read
from bot.core.ports.keys import KeyScope
from bot.core.ports.oversight import Scope
from bot.core.ports.published import Line as KeptLine
from bot.core.ports.published import OwnSession
from bot.domain.ids import SessionId
from bot.domain.requests import Status
from bot.domain.wire import whole
from bot.platforms.http.callers import PLATFORM
from bot.platforms.http.endpoints import Answer, Call, Endpoint, Page, PageOfNumbers, page_of
from bot.platforms.http.inbound import is_command, name_of, said, thread_of
from bot.platforms.http.models import Accepted, Line, NewMessage, Session
from bot.platforms.http.problems import not_there
from bot.platforms.http.reading import is_name, no_cursor
from bot.platforms.http.turning import Turning

DECIDING = frozenset({"decide", "link", "unlink"})


@dataclass(frozen=True, slots=True)
class Sessions:
    """Answers calls about sessions."""

    turning: Turning

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
                query=Page,
                refuses=(404,),
            ),
            Endpoint("GET", one, "Look at a session", self.one, Session, refuses=(404,)),
            Endpoint(
                "GET",
                lines,
                "Read a session",
                self.lines,
                list[Line],
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

    async def all(self, call: Call) -> Answer:
        """List sessions, the newest first."""
        limit, cursor = call.query.limit, call.query.cursor
        before = thread_of(call.person, cursor).session if cursor else None
        if before and await self.turning.published.find(before, call.person) is None:
            raise no_cursor()
        found = await self.turning.published.sessions(call.person, limit, before or "")
        return page_of(call, found, _session, lambda own: name_of(own.session))

    async def one(self, call: Call) -> Answer:
        """Look at one."""
        return Answer(_session(await own_session(self.turning, call)))

    async def lines(self, call: Call) -> Answer:
        """Read what was said, in order."""
        own = await own_session(self.turning, call)
        found = await self.turning.published.lines(
            own.session, call.person, call.query.limit, call.after
        )
        name = call.named("session_id")
        return page_of(call, found, lambda line: _line(name, line), lambda line: str(line.number))

    async def say(self, call: Call) -> Answer:
        """Take a message in."""
        thread = thread_of(call.person, named_session(call))
        text = whole(call.body.text)
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
        return Answer(taken)

    async def _refuse_beyond(self, call: Call, session: SessionId, text: str) -> None:
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
        if any(read(request, text) for request in pending if request.status is Status.PENDING):
            call.caller.needs(KeyScope.DECIDE)


def named_session(call: Call) -> str:
    """The session a path names.

    Raises:
        Problem: 404; no session can be called that.
    """
    name = call.named("session_id")
    if not is_name(name):
        raise not_there()
    return name


async def own_session(turning: Turning, call: Call) -> OwnSession:
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


def _line(session: str, line: KeptLine) -> Line:
    said = line.said
    return Line(
        id=line.number,
        session_id=session,
        role="bot" if said.by_bot else "person",
        source=said.speaker,
        content=said.text,
        ts=said.at,
    )
