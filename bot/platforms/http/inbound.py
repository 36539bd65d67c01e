"""Theirs to ours: what a caller sends becomes an event of one of their sessions."""

import hashlib

from agents.kit.identity import Person
from bot.core.ports.keys import KeyScope
from bot.domain.ids import SessionId
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.platforms.http.callers import PLATFORM, Caller
from bot.platforms.http.outbound import OWN_WORK

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
