"""Which messages are for the bot, whose conversation they belong to, and who receives them."""

from asyncio import Lock
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from agents.kit.values.person import Person
from bot.core.accounts.overview import Overviews
from bot.core.ports.admin import AdminViews, Scope
from bot.core.ports.environment import Clock
from bot.core.ports.plans import Requests
from bot.core.ports.sessions import PostedReply, Posts, Sessions
from bot.core.state.catalogue import Services
from bot.core.verdicts.typed_verdicts import begins_card_verdict, is_verdict_on
from bot.domain.ids import RequestId, SessionId, TurnId
from bot.domain.messages import Attachment, Incoming, Kind, Press, Thread
from bot.domain.requests import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatEvent:
    """A message, an edit or a deletion, in the thread it stands in.

    `threaded` says that it stands in a thread, `direct` that nobody else reads it, `mentioned`
    that it names the bot, `aside` that it is addressed to somebody else.
    """

    kind: Kind
    place: Thread
    person: Person
    text: str = ""
    version: str = ""
    threaded: bool = False
    direct: bool = False
    mentioned: bool = False
    aside: bool = False
    files: tuple[Attachment, ...] = ()

    def as_event(self, message: str, thread: Thread, ending: str = "") -> Incoming:
        """The event, in the session of a thread; every copy of it has the same id.

        Args:
            message: what names the message on the platform.
            thread: whose session it is for.
            ending: what its id ends with.
        """
        version = f".{self.kind}.{self.version}" if self.kind is not Kind.MESSAGE else ""
        return Incoming(
            id=f"{message}{version}{ending}",
            thread=thread,
            person=self.person,
            kind=self.kind,
            text=self.text,
            message=message,
            files=self.files,
            shared=not self.direct,
        )


# As long as a login lasts without a word: whoever writes later begins anew.
GOES_ON_WITHIN = timedelta(minutes=15)
CHANGES_WITHIN = timedelta(days=1)  # older words are answered by nobody any more


@dataclass(frozen=True, slots=True)
class Conversations:
    """Finds the thread a message is part of, if the bot takes part in it."""

    sessions: Sessions
    overviews: Overviews
    posts: Posts
    overseen: AdminViews
    clock: Clock

    async def thread_of(self, heard: ChatEvent) -> Thread | None:
        """The thread whose session takes the message; None if nobody spoke to the bot.

        Raises:
            StoreAway: it cannot be known, so that the message must be sent again.
        """
        if heard.direct:
            return await self._direct(heard)
        if heard.mentioned:
            return heard.place
        is_message = heard.kind is Kind.MESSAGE
        is_ours = await (self._is_followed(heard) if is_message else self.has(heard.place))
        return heard.place if is_ours else None

    async def calls_only_now(self, heard: ChatEvent, event: Incoming, said_at: datetime) -> bool:
        """Say whether somebody added the mention by an edit, so that nobody has heard it yet.

        Raises:
            StoreAway: it cannot be known.
        """
        since = self.clock.now() - CHANGES_WITHIN
        is_call = heard.kind is Kind.EDIT and heard.mentioned and not heard.direct
        if not is_call or said_at <= since:
            return False
        taken = await self.overviews.taken(event.thread.session, since)
        return event.message not in {one.message for one in taken}

    async def has(self, place: Thread) -> bool:
        """Say whether the bot was spoken to in a thread; what changes elsewhere is nobody's."""
        if (await self.sessions.attention(place)).known:
            return True
        # It may wait for its turn still.
        since = self.clock.now() - CHANGES_WITHIN
        return bool(await self.overviews.taken(place.session, since))

    async def _direct(self, heard: ChatEvent) -> Thread:
        """In private each message begins a thread, unless it plainly goes on with the last one."""
        place = heard.place
        if heard.threaded or heard.kind is not Kind.MESSAGE:
            return Thread.of(await self.posts.session_at(place.session))
        since = self.clock.now() - GOES_ON_WITHIN
        found = await self.overviews.whereabouts(place, heard.person, since)
        if found.session != place.session:
            return Thread.of(found.session)
        if found.last is None or found.last == place.session or not found.is_busy:
            return place
        if await self.has(place):  # a late copy of what began a thread of its own
            return place
        await self.posts.join(place.session, found.last)
        return Thread.of(found.last)

    async def _is_followed(self, heard: ChatEvent) -> bool:
        attention = await self.sessions.attention(heard.place)
        if attention.quiet or attention.mode == "mention" or heard.aside:
            return False
        if attention.mode == "all":
            return True
        if not (heard.threaded and attention.known):
            return False
        participant = await self.sessions.participant(heard.place.session, heard.person)
        return participant.greeted or await self._decides(heard)

    async def _decides(self, heard: ChatEvent) -> bool:
        """Hear who only decides: a card names them, and they answer it in its thread."""
        if not begins_card_verdict(
            heard.text
        ):  # nothing is read for what people say to one another
            return False
        place = heard.place
        scope = Scope(place.platform, place.workspace, session=place.session)
        return any(
            request.may_concern(heard.person) and is_verdict_on(request, heard.text)
            for request in await self.overseen.open_requests(scope)
        )


@dataclass(frozen=True, slots=True)
class CardReplies:
    """Reads replies to what the bot brought to somebody."""

    requests: Requests
    posts: Posts

    async def request_at(self, channel: str, message: str) -> Request | None:
        """The request that a message of ours shows.

        Raises:
            StoreAway: it cannot be learnt now.
        """
        post = await self.posts.standing(channel, message)
        request = post.request if post is not None else None
        return await self.requests.find(request) if request is not None else None

    async def as_decision(
        self, heard: ChatEvent, session: SessionId, *, channel: str, answered: str
    ) -> str:
        """What was said; a decision about a card of elsewhere becomes a command that names it.

        Args:
            heard: what was said, in private.
            session: the conversation it is part of; a card of its own is decided there.
            channel: where it was said.
            answered: the message it is a reply to.

        Raises:
            StoreAway: it cannot be learnt now.
        """
        if not begins_card_verdict(heard.text):  # nothing is read for other words
            return heard.text
        found = await self.request_at(channel, answered)
        if found is None or found.session == session:
            return heard.text
        is_theirs = found.may_concern(heard.person) and is_verdict_on(found, heard.text)
        return f"decide {found.id} {heard.text}" if is_theirs else heard.text


@dataclass(frozen=True, slots=True)
class CardDeletions:
    """Tells what the deletion of a card means."""

    requests: Requests
    posts: Posts
    is_direct: Callable[[Thread], bool]

    async def event(self, request_id: RequestId, channel: str, message: str) -> Incoming | None:
        """The event that withdraws a request whose card is gone; None while another shows it.

        Raises:
            StoreAway: it cannot be learnt now.
        """
        request = await self.requests.find(request_id)
        posts = await self.posts.of_request(request_id)
        gone = [post for post in posts if (post.channel, post.message) == (channel, message)]
        return self._event(request, posts, gone) if request is not None else None

    async def closing(self, request: Request, places: Collection[str]) -> Incoming | None:
        """The same, where all that stood in some places is gone.

        Raises:
            StoreAway: it cannot be learnt now.
        """
        posts = await self.posts.of_request(request.id)
        return self._event(request, posts, [post for post in posts if post.channel in places])

    def _event(
        self, request: Request, posts: Sequence[PostedReply], gone: Sequence[PostedReply]
    ) -> Incoming | None:
        thread = Thread.of(request.session)
        left = (post.channel for post in posts if post not in gone)
        if not gone or any(place in (thread.channel, thread.thread) for place in left):
            return None
        return Incoming(
            id=f"card.{gone[-1].channel}.{gone[-1].message}",
            thread=thread,
            person=request.asked,
            kind=Kind.DELETION,
            press=Press(request.id, "withdraw"),
            shared=not self.is_direct(thread),
        )


Accept = Callable[[Incoming], Awaitable[TurnId | None]]
"""Keeps an event; once this returns it may be acknowledged. None for a copy.

Raises StoreAway when it is not kept, so that the platform must send it again.
"""


@dataclass(kw_only=True)
class ReceiverPorts:
    """The way into the engine, and what may be read beside it."""

    accept: Accept
    services: Services
    overviews: Overviews
    posts: Posts

    @property
    def answering(self) -> CardReplies:
        """What replies to the bot are to."""
        return CardReplies(self.services.requests, self.posts)

    def withdrawing(self, is_direct: Callable[[Thread], bool]) -> CardDeletions:
        """What deletions of cards mean."""
        return CardDeletions(self.services.requests, self.posts, is_direct)


@dataclass
class Lanes:
    """A lane for each channel that something comes from; forgotten when nothing is in it.

    It keeps what comes from one channel in its order, and channels out of each other's way.
    """

    _lanes: WeakValueDictionary[str, Lock] = field(default_factory=WeakValueDictionary)

    def lane(self, channel: str) -> Lock:
        """The lane to be in while something is kept; the first to come is let in first."""
        lane = self._lanes.get(channel)
        if lane is None:
            lane = self._lanes[channel] = Lock()
        return lane
