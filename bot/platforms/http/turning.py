"""Takes events in for a caller, and waits for what comes of them as long as that is quick."""

from dataclasses import dataclass

from bot.core.ports.world import Ids
from bot.core.turn.services import Services
from bot.domain.messages import Incoming
from bot.engine.engine import Engine
from bot.platforms.http.endpoints import Call
from bot.platforms.http.hub import Hub
from bot.platforms.http.inbound import event_id
from bot.storage.plans import SqlOwnPlans
from bot.storage.views.published import SqlPublished

LOOK_SECONDS = 0.5  # another process may carry the turn out


@dataclass(frozen=True, slots=True)
class Turning:
    """Everything that a handler reaches."""

    engine: Engine
    services: Services
    published: SqlPublished
    plans: SqlOwnPlans
    hub: Hub
    ids: Ids

    def id_for(self, call: Call, part: str = "") -> str:
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
