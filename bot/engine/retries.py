"""Waits that grow, tasks that are ended, and turns whose writes outlive an outage of the store."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextvars import ContextVar
from typing import Any, TypeVar

import structlog

from bot.core.ports.turns import Turns
from bot.domain.errors import StoreAway
from bot.domain.ids import TurnId

T = TypeVar("T")

Pause = Callable[[float], Awaitable[None]]
"""Waits for so many seconds."""

SHORTEST_WAIT_SECONDS = 0.1
CANCELLED_AGAIN_SECONDS = 5.0  # what is cancelled may need a while to clear up
TELLING_SECONDS = 1.0  # what is over sooner is not worth a word
LONGEST_WAIT_SECONDS = 5.0  # the bot is to be ready again ten seconds after the store is

AWAY = "I can keep nothing at the moment. What you wrote is kept; I go on as soon as I can."

answering = ContextVar[TurnId | None]("answering", default=None)  # the turn that is answered here

# Says to the person of the turn that is carried out here that the store is away.
says_away = ContextVar[Callable[[], None]]("says_away", default=lambda: None)

log = structlog.get_logger(__name__)


def backoff_seconds(longest_seconds: float = LONGEST_WAIT_SECONDS) -> Iterator[float]:
    """Say how long to wait before each next try, for ever."""
    seconds = SHORTEST_WAIT_SECONDS
    while True:
        yield seconds
        seconds = min(seconds * 2, longest_seconds)


async def retry_while_away(
    call: Callable[[], Awaitable[T]], pause: Pause, tell: Callable[[], None] = lambda: None
) -> T:
    """Call until the store answers; tell whoever waits, once, that this takes longer."""
    is_told = False
    for seconds in backoff_seconds():
        try:
            return await call()
        except StoreAway as error:
            log.warning("store_away", error=str(error), next_try_in_seconds=seconds)
            if seconds > TELLING_SECONDS and not is_told:
                is_told = True
                tell()
            await pause(seconds)
    raise AssertionError


async def cancel_tasks(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks, and wait until they have ended; how is of no matter.

    One cancellation may be lost: `wait_for` of Python 3.11, which libraries use, swallows one
    that comes in the moment in which what it waits for is done.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=CANCELLED_AGAIN_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)


async def quietly(name: str, chore: Callable[[], Awaitable[None]]) -> None:
    """Do a chore; what fails is logged, and left to the next time."""
    try:
        await chore()
    except StoreAway as error:
        log.warning("chore_postponed", chore=name, error=str(error))
    except Exception as error:  # noqa: BLE001 - the next time may fare better
        log.error("chore_failed", chore=name, error=type(error).__name__)  # noqa: TRY400 - a trace may quote what was said


class RetryingTurns:
    """Turns that try again until the store answers, or says that another worker took over.

    Whatever is called of `turns` is called patiently; what keeps waiting is the turn that is
    answered here.
    """

    def __init__(self, turns: Turns, pause: Pause) -> None:
        self._turns = turns
        self._pause = pause
        self._waiting = set[TurnId | None]()

    def kept_waiting(self, turn: TurnId) -> bool:
        """Say, once, whether the store kept a turn waiting until it was given up."""
        kept = turn in self._waiting
        self._waiting.discard(turn)
        return kept

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        return lambda *args, **named: self._insist(
            lambda: getattr(self._turns, name)(*args, **named)
        )

    async def _insist(self, call: Callable[[], Awaitable[T]]) -> T:
        turn = answering.get()
        try:
            answer = await self._waited_for(call, turn)
        except Exception:  # the store answered, if not as was hoped
            self._waiting.discard(turn)
            raise
        self._waiting.discard(turn)
        return answer

    async def _waited_for(self, call: Callable[[], Awaitable[T]], turn: TurnId | None) -> T:
        try:
            return await call()
        except StoreAway:
            self._waiting.add(turn)
            return await retry_while_away(call, self._pause, says_away.get())
