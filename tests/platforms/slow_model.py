"""A model that answers as the stand-in does, but only once it is let."""

import asyncio

from typing_extensions import override

from agents.kit.values.model import Model, ModelCall, ModelReply, Purpose, listening
from tests.fakes.stand_in import StandIn


class Gated(Model):
    """Holds every answer back until it is opened; `waiting` counts those it holds."""

    def __init__(self) -> None:
        self._stand_in = StandIn()
        self._gate = asyncio.Event()
        self.waiting = 0

    def open(self) -> None:
        """Let all answers out, also those to come."""
        self._gate.set()

    def shut(self) -> None:
        """Hold answers back again."""
        self._gate.clear()

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        self.waiting += 1
        try:
            async with asyncio.timeout(within_seconds):
                await self._gate.wait()
        finally:
            self.waiting -= 1
        return await self._stand_in.complete(call, within_seconds=within_seconds)


class Talkative(Gated):
    """Says what it says as it grows, and then waits to be let."""

    def __init__(self, *pieces: str) -> None:
        super().__init__()
        self._pieces = pieces

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        hear = listening.get()
        if call.purpose is not Purpose.AGENT or hear is None:
            return await self._stand_in.complete(call, within_seconds=within_seconds)
        hear(call.agent, list(self._pieces))
        return await super().complete(call, within_seconds=within_seconds)
