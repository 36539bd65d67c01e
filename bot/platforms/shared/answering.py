"""What a reply in private is to: the card or the question of a conversation that is elsewhere."""

from dataclasses import dataclass

from bot.core.deciding.typed import begins_verdict, is_verdict_on
from bot.core.ports.places import Posts
from bot.core.ports.requests import Requests
from bot.domain.ids import SessionId
from bot.domain.requests import Request
from bot.platforms.shared.hearing import ChatEvent


@dataclass(frozen=True, slots=True)
class Answering:
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
        if not begins_verdict(heard.text):  # nothing is read for other words
            return heard.text
        found = await self.request_at(channel, answered)
        if found is None or found.session == session:
            return heard.text
        is_theirs = found.may_concern(heard.person) and is_verdict_on(found, heard.text)
        return f"decide {found.id} {heard.text}" if is_theirs else heard.text
