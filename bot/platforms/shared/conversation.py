"""Which messages are for the bot, and whose conversation they belong to; read-only and quick."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.core.deciding.typed import begins_verdict, is_verdict_on
from bot.core.ports.oversight import Overseen, Scope
from bot.core.ports.places import Posts
from bot.core.ports.sessions import Sessions
from bot.core.ports.world import Clock
from bot.core.requests.overview import Overviews
from bot.domain.messages import Incoming, Kind, Thread
from bot.platforms.shared.hearing import ChatEvent

# As long as a login lasts without a word: whoever writes later begins anew.
GOES_ON_WITHIN = timedelta(minutes=15)
CHANGES_WITHIN = timedelta(days=1)  # older words are answered by nobody any more


@dataclass(frozen=True, slots=True)
class Conversations:
    """Finds the thread a message is part of, if the bot takes part in it."""

    sessions: Sessions
    overviews: Overviews
    posts: Posts
    overseen: Overseen
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
        if not begins_verdict(heard.text):  # nothing is read for what people say to one another
            return False
        place = heard.place
        scope = Scope(place.platform, place.workspace, session=place.session)
        return any(
            request.may_concern(heard.person) and is_verdict_on(request, heard.text)
            for request in await self.overseen.open_requests(scope)
        )
