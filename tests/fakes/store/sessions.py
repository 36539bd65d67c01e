"""Reads across sessions, and what stands on platforms, in memory."""

from dataclasses import replace
from datetime import datetime

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.accounts.overview import MOST_SESSIONS, Overviews, TakenMessage, Whereabouts
from bot.core.ports.sessions import PostedReply, Posts
from bot.domain.ids import RequestId, SessionId
from bot.domain.messages import Kind, Thread
from bot.domain.participant import Participant
from bot.domain.requests import Request, RequestStatus
from tests.fakes.store.store import MemoryStore


class MemoryOverviews(Overviews):
    """Reads the tables of the store in memory, and which threads were joined."""

    def __init__(self, store: MemoryStore, posts: Posts) -> None:
        self._store = store
        self._posts = posts

    @override
    async def last_in(
        self, place: Thread, person: Person, since: datetime | None = None
    ) -> SessionId | None:
        channel = (place.platform, place.workspace, place.channel)
        for session, at in self._newest(person):
            thread = Thread.of(session)
            here = (thread.platform, thread.workspace, thread.channel) == channel
            if here and (since is None or at >= since):
                return session
        return None

    @override
    async def whereabouts(self, place: Thread, person: Person, since: datetime) -> Whereabouts:
        session = await self._posts.session_at(place.session)
        last = await self.last_in(place, person, since)
        if last is None:
            return Whereabouts(session)
        known = self._store.tables.participants[last, person]
        return Whereabouts(session, last, is_busy=known.stack.top is not None)

    @override
    async def of_person(self, person: Person) -> list[tuple[SessionId, Participant]]:
        known = self._store.tables.participants
        newest = [session for session, _at in self._newest(person)][:MOST_SESSIONS]
        return [(session, known[session, person]) for session in newest]

    @override
    async def pending_in(self, platform: str, workspace: str) -> list[Request]:
        pending = (
            r for r in self._store.tables.requests.values() if r.status is RequestStatus.PENDING
        )
        threads = ((r, Thread.of(r.session)) for r in pending)
        return [r for r, t in threads if (t.platform, t.workspace) == (platform, workspace)]

    @override
    async def taken(self, session: SessionId, since: datetime) -> list[TakenMessage]:
        events = [e for e in self._store.tables.events.values() if e.session == session]
        gone = {e.incoming.message for e in events if e.incoming.kind is Kind.DELETION}
        said = [
            event.incoming
            for event in events
            if event.incoming.kind is Kind.MESSAGE and event.received_at >= since
        ]
        return [
            TakenMessage(one.message, one.person.key)
            for one in said
            if one.message and one.message not in gone
        ]

    def _newest(self, person: Person) -> list[tuple[SessionId, datetime]]:
        tables = self._store.tables
        begun = [
            (session, tables.epochs[session][1])
            for session, who in tables.participants
            if who == person
        ]
        return sorted(begun, key=lambda one: one[1], reverse=True)


class MemoryPosts(Posts):
    """Plain dicts; nothing survives the process."""

    def __init__(self) -> None:
        self._posts: dict[str, PostedReply] = {}
        self._joined: dict[SessionId, SessionId] = {}

    @override
    async def find(self, key: str) -> PostedReply | None:
        return self._posts.get(key)

    @override
    async def note(self, post: PostedReply) -> None:
        known = self._posts.get(post.key)
        new = replace(known, channel=post.channel, message=post.message) if known else post
        self._posts[post.key] = new

    @override
    async def of_request(self, request: RequestId) -> list[PostedReply]:
        return [post for post in self._posts.values() if post.request == request]

    @override
    async def standing(self, channel: str, message: str) -> PostedReply | None:
        posts = self._posts.values()
        here = (post for post in posts if (post.channel, post.message) == (channel, message))
        return next(here, None)

    @override
    async def join(self, place: SessionId, session: SessionId) -> None:
        self._joined.setdefault(place, session)

    @override
    async def session_at(self, place: SessionId) -> SessionId:
        return self._joined.get(place, place)
