"""A model that is asked so much at once and no more, and one where none is set up."""

import asyncio
from collections.abc import Callable

from typing_extensions import override

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Model, ModelCall, ModelReply
from agents.kit.values.objects import Passing

BUSY = "too many others are asking the model at this moment"


class Limited(Passing[Model], Model):
    """Lets `most` calls of this process through at a time, first come, first served."""

    def __init__(self, inner: Model, most: int, elapsed: Callable[[], float]) -> None:
        super().__init__(inner)
        self._free = asyncio.Semaphore(most)
        self._elapsed = elapsed

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        """Ask when it is this call's turn; its seconds count from now.

        Raises:
            ModelUnavailable: they were over before, or no usable answer came.
        """
        until = self._elapsed() + within_seconds
        if self._free.locked():
            await self._wait(within_seconds)
        else:
            await self._free.acquire()  # at once, so it needs no alarm
        try:
            left = max(0.0, until - self._elapsed())
            return await self._inner.complete(call, within_seconds=left)
        finally:
            self._free.release()

    async def _wait(self, within_seconds: float) -> None:
        try:
            async with asyncio.timeout(within_seconds):
                await self._free.acquire()
        except TimeoutError:
            raise ModelUnavailable(BUSY) from None


REASON = "no language model is set up; OPENAI_API_KEY or OPENAI_BASE_URL sets one"


class NoModel(Model):
    """Answers nothing, and says why."""

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        raise ModelUnavailable(REASON)
