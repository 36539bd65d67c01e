"""A card that was deleted: nobody can see any more what its request asks, so it is withdrawn.

Platforms do not say who deleted a message of ours, which only those who look after a place
may; the request's person is who is told. A card that was brought to somebody else is only a
copy, and one of several in a place is not missed.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from bot.core.ports.places import Post, Posts
from bot.core.ports.requests import Requests
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import Request


@dataclass(frozen=True, slots=True)
class Withdrawing:
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
        self, request: Request, posts: Sequence[Post], gone: Sequence[Post]
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
