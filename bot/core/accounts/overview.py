"""What a person has open, across the threads of a workspace: the port, and the view made of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from agents.kit.values.person import Person
from bot.core.ports.directory import Directory
from bot.core.requests.deciders import OWN_ALONE, may_decide
from bot.domain.ids import SessionId
from bot.domain.messages import Thread
from bot.domain.participant import Participant
from bot.domain.requests import Request

MOST_SESSIONS = 20


@dataclass(frozen=True, slots=True)
class TakenMessage:
    """A message that was taken in, as its platform names it, and the key of who wrote it."""

    message: str
    person: str


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The session of a thread, its own or the one it was joined to; and a person's last one.

    `last` is the session of the thread's channel in which the person was active last, or None;
    it is busy if a task of theirs is open there.
    """

    session: SessionId
    last: SessionId | None = None
    is_busy: bool = False


class Overviews(Protocol):
    """Reads across sessions; only `whereabouts` is on the path of a message.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def last_in(
        self, place: Thread, person: Person, since: datetime | None = None
    ) -> SessionId | None:
        """The session of this channel in which a person was active last, if since a moment."""
        ...

    async def whereabouts(self, place: Thread, person: Person, since: datetime) -> Whereabouts:
        """What tells where a person's message in a thread belongs; the last session since then."""
        ...

    async def of_person(self, person: Person) -> list[tuple[SessionId, Participant]]:
        """A person's newest sessions, with what each remembers of them; the newest first."""
        ...

    async def pending_in(self, platform: str, workspace: str) -> list[Request]:
        """The open requests of a workspace, oldest first."""
        ...

    async def taken(self, session: SessionId, since: datetime) -> list[TakenMessage]:
        """The messages of a session taken in since a moment that still stand, oldest first."""
        ...


@dataclass(frozen=True, slots=True)
class Overview:
    """What is open for a person: their tasks, a line each, and what they may decide.

    `others` is what they asked for, and others decide.
    """

    tasks: tuple[tuple[SessionId, str], ...]
    requests: tuple[Request, ...]
    others: tuple[Request, ...] = ()


async def collect_overview(overviews: Overviews, directory: Directory, person: Person) -> Overview:
    """Collect what is open for a person, as all that they are."""
    own = await _of_one(overviews, directory, person)
    found = [own]
    for other in (await directory.identities(person)).linked:
        theirs = await _of_one(overviews, directory, other)
        shown = (r for r in theirs.requests if r.kind not in OWN_ALONE)
        decidable = [r for r in shown if await may_decide(directory, r, person)]
        found.append(Overview(theirs.tasks, tuple(decidable)))
    tasks = tuple(task for one in found for task in one.tasks)
    requests = tuple(request for one in found for request in one.requests)
    return Overview(tasks, requests, own.others)


async def _of_one(overviews: Overviews, directory: Directory, person: Person) -> Overview:
    tasks = [
        (session, task.agent)
        for session, participant in await overviews.of_person(person)
        for task in (*reversed(participant.stack.tasks), *participant.stack.queued)
    ]
    pending = await overviews.pending_in(person.platform, person.workspace)
    mine = [r for r in pending if await may_decide(directory, r, person)]
    others = [r for r in pending if r.asked == person and r not in mine]
    return Overview(tuple(tasks), tuple(mine), tuple(others))
