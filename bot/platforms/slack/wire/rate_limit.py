"""When Slack may be called: after every wait it asked for, and once a second per channel."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
    AsyncServerErrorRetryHandler,
)
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState
from typing_extensions import override

from bot.engine.retries import Pause

MOST_WAITS = 20
LONGEST_WAIT_SECONDS = 3_600.0  # more would be a mistake, and nobody would be answered
POSTS_AT_ONCE = 5  # short bursts are allowed; then one a second
SECONDS_PER_POST = 1.0
REMEMBERED_CHANNELS = 5_000


@dataclass
class SlackRateLimit:
    """Knows when each method of a workspace may be called again; times are in seconds."""

    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    _held: dict[str, float] = field(default_factory=dict)
    _turns: defaultdict[str, asyncio.Lock] = field(
        default_factory=lambda: defaultdict(asyncio.Lock)
    )
    _posts: OrderedDict[str, float] = field(default_factory=OrderedDict)

    async def wait_for(self, method: str) -> None:
        """Wait until the method may be called."""
        while (seconds := self._held.get(method, 0.0) - self.elapsed()) > 0:
            await self.pause(seconds)

    @asynccontextmanager
    async def turn(self, method: str) -> AsyncIterator[None]:
        """Call a method alone, once it may be called.

        Calls beside each other would all be made before the first one's answer says to wait.
        """
        async with self._turns[method]:
            await self.wait_for(method)
            yield

    async def wait_to_post(self, channel: str) -> None:
        """Wait for a channel's next place: some at once, then one a second."""
        now = self.elapsed()
        # The moment by which all posts so far would have been made at one a second.
        paid = max(self._posts.get(channel, now), now) + SECONDS_PER_POST
        self._posts[channel] = paid
        self._posts.move_to_end(channel)
        if len(self._posts) > REMEMBERED_CHANNELS:
            self._posts.popitem(last=False)
        early = paid - now - POSTS_AT_ONCE * SECONDS_PER_POST
        if early > 0:
            await self.pause(early)

    def hold(self, method: str, seconds: float) -> None:
        """Keep everybody from calling a method for some seconds."""
        self._held[method] = max(self._held.get(method, 0.0), self.elapsed() + seconds)


def seconds_asked(headers: Mapping[str, object]) -> float:
    """How long an answer asks to wait."""
    given = next((v for k, v in headers.items() if k.lower() == "retry-after"), ["1"])
    text = str(given[0] if isinstance(given, list) else given)
    # One that cannot be read must not let us through at once.
    seconds = float(text) if text.isascii() and text.isdigit() else 1.0
    return min(seconds, LONGEST_WAIT_SECONDS)


class _InOurTime(AsyncRetryHandler):
    """Waits between tries by our own clock."""

    def __init__(self, pace: SlackRateLimit, tries: int) -> None:
        super().__init__(max_retry_count=tries)
        self._pace = pace

    @override
    async def prepare_for_next_attempt_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        await self._wait(state, request, response)
        state.next_attempt_requested = True
        state.increment_current_attempt()

    async def _wait(
        self, state: RetryState, _request: HttpRequest, _response: HttpResponse | None
    ) -> None:
        tried = state.current_attempt
        await self._pace.pause(self.interval_calculator.calculate_sleep_duration(tried))


class RateLimitHandler(_InOurTime, AsyncRateLimitErrorRetryHandler):
    """Waits as long as Slack says, and lets no other call of that method through meanwhile."""

    def __init__(self, pace: SlackRateLimit) -> None:
        super().__init__(pace, MOST_WAITS)

    @override
    async def _wait(
        self, state: RetryState, request: HttpRequest, response: HttpResponse | None
    ) -> None:
        method = request.url.partition("?")[0].rpartition("/")[2]
        self._pace.hold(method, seconds_asked(response.headers if response else {}))
        await self._pace.wait_for(method)


class ConnectionHandler(_InOurTime, AsyncConnectionErrorRetryHandler):
    """Tries again after a broken connection."""


class ServerErrorHandler(_InOurTime, AsyncServerErrorRetryHandler):
    """Tries again after a fault of Slack's."""
