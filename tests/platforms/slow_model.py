"""A model that answers by the rules, but only once it is let."""

import asyncio

from typing_extensions import override

from agents.catalogue import AGENTS
from agents.kit.model import Model, ModelCall, ModelReply
from bot.core.services import Catalogue
from bot.llm.offline import Offline


class Gated(Model):
    """Holds every answer back until it is opened; `waiting` counts those it holds."""

    def __init__(self) -> None:
        self._offline = Offline(Catalogue.of(AGENTS).cards)
        self._gate = asyncio.Event()
        self.waiting = 0

    def open(self) -> None:
        """Let all answers out, also those to come."""
        self._gate.set()

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        self.waiting += 1
        try:
            async with asyncio.timeout(within_seconds):
                await self._gate.wait()
        finally:
            self.waiting -= 1
        return await self._offline.complete(call, within_seconds=within_seconds)
