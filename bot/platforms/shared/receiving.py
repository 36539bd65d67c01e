"""What everything that receives from a platform works with."""

from asyncio import Lock
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from bot.core.ports.places import Posts
from bot.core.requests.overview import Overviews
from bot.core.turn.services import Services
from bot.domain.ids import TurnId
from bot.domain.messages import Incoming, Thread
from bot.platforms.shared.answering import Answering
from bot.platforms.shared.withdrawing import Withdrawing

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
    def answering(self) -> Answering:
        """What replies to the bot are to."""
        return Answering(self.services.requests, self.posts)

    def withdrawing(self, is_direct: Callable[[Thread], bool]) -> Withdrawing:
        """What deletions of cards mean."""
        return Withdrawing(self.services.requests, self.posts, is_direct)


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
