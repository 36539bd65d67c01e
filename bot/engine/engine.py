"""The engine as platforms see it: it accepts events for good, and sees every turn to its end."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from bot.core.services import Services
from bot.domain.ids import TurnId
from bot.domain.messages import Incoming
from bot.engine.dispatcher import Dispatcher, InProcessDispatcher, Run
from bot.engine.outbox import end_turn
from bot.engine.patience import Pause
from bot.engine.ports import Desk
from bot.engine.sweep import Sweeper
from bot.engine.turns import Answer, TurnRunner


class Engine:
    """Ties the inbox, the dispatcher, the core and the platforms together."""

    def __init__(
        self,
        desk: Desk,
        services: Services,
        answer: Answer,
        *,
        dispatch: Callable[[Run], Dispatcher] = InProcessDispatcher,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._desk = desk
        self._pause = pause
        runner = TurnRunner(desk, services, answer, pause)
        self._dispatcher = dispatch(runner.run_session)
        self._sweeper = Sweeper(desk, self._dispatcher, services.clock)
        self._sweeping: asyncio.Task[None] | None = None

    async def accept(self, incoming: Incoming) -> TurnId | None:
        """Keep an event; once this returns it may be acknowledged. None for a copy.

        Raises:
            StoreAway: it is not kept, so the platform must send it again.
        """
        turn = await self._desk.inbox.accept(incoming)
        if turn is None:
            platform = self._desk.platforms[incoming.thread.platform]
            await end_turn(platform, incoming.thread, incoming.id, duplicate=True)
        # Also for a copy: the first one's answer may have been lost on its way to us.
        self._dispatcher.wake(incoming.thread.session)
        return turn

    async def start(self) -> None:
        """Go on with everything unfinished, then with what comes."""
        await self._dispatcher.start()
        self._sweeping = asyncio.create_task(self._sweeper.keep_sweeping(self._pause))

    async def stop(self) -> None:
        """Let running turns end, within some seconds; what is left goes on at the next start."""
        if self._sweeping:
            self._sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeping
        await self._dispatcher.stop()
