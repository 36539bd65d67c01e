"""Calls to Slack's Web API: repeated where that is safe, honest about their fate where not."""

import logging
from collections.abc import Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from bot.domain.errors import PlatformFailed
from bot.platforms.chat.wire import PlatformAway, PlatformRefused
from bot.platforms.slack.wire.rate_limit import (
    ConnectionHandler,
    RateLimitHandler,
    ServerErrorHandler,
    SlackRateLimit,
    seconds_asked,
)

TIMEOUT_SECONDS = 10
RETRIES = 2
_TOO_MANY = 429
_SERVER_FAULT = 500

# What nobody but whoever installed the app can mend: asking again would only count against us.
DEAD = frozenset(
    {"account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"}
)

# What passes by itself: the call was not refused for what it asks.
PASSING = frozenset(
    {"fatal_error", "internal_error", "ratelimited", "request_timeout", "service_unavailable"}
)

# The SDK's loggers quote what people wrote at DEBUG.
_quiet = logging.getLogger("slack_sdk")
_quiet.setLevel(logging.INFO)


class SlackAway(PlatformAway):
    """Slack did not answer, or failed; whether the call was carried out is not known."""


class SlackRefused(PlatformRefused):
    """Slack answered that it will not do it; `error` is its name for why."""

    def __init__(self, method: str, error: str) -> None:
        super().__init__(f"{method}: {error}", why=error, is_dead=error in DEAD)
        self.method = method
        self.error = error


class SlackWeb:
    """One workspace's Web API.

    A method that may be repeated is, after connection and server errors; one that would
    do something twice is tried once. A wait that Slack asks for is kept in either case.
    """

    def __init__(
        self, token: str, address: str, session: aiohttp.ClientSession, pace: SlackRateLimit
    ) -> None:
        self.pace = pace
        self._dead = ""
        patient = handlers_of(pace)
        self._repeating = _client(token, address, session, patient)
        self._once = _client(token, address, session, patient[:1])

    async def call(
        self, method: str, *, repeat: bool = True, **arguments: Any
    ) -> Mapping[str, Any]:
        """Call a method by its name, such as `chat.postMessage`.

        Raises:
            SlackAway: nobody knows whether it was done.
            SlackRefused: it was not done.
        """
        if self._dead:
            raise SlackRefused(method, self._dead)
        client = self._repeating if repeat else self._once
        given = {name: value for name, value in arguments.items() if value is not None}
        try:
            async with self.pace.turn(method):
                answer = await getattr(client, method.replace(".", "_"))(**given)
        except SlackApiError as error:
            raise self._failure(method, error) from None
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise SlackAway(f"{method}: {type(error).__name__}") from None
        data = answer.data
        return data if isinstance(data, Mapping) else {}

    def _failure(self, method: str, error: SlackApiError) -> PlatformFailed:
        response = error.response
        status = int(getattr(response, "status_code", 0) or getattr(response, "status", 0))
        data = getattr(response, "data", None)
        name = data.get("error", "") if isinstance(data, Mapping) else ""
        if status == _TOO_MANY:  # our waits ended before Slack's did, and the last one counts too
            self.pace.hold(method, seconds_asked(getattr(response, "headers", {})))
        if not name or status >= _SERVER_FAULT or name in PASSING:
            return SlackAway(f"{method}: status {status}")
        if name in DEAD:
            self._dead = name
        return SlackRefused(method, name)


def handlers_of(pace: SlackRateLimit) -> list[AsyncRetryHandler]:
    """What a call outlasts: first the waits Slack asks for, then faults of all kinds."""
    return [
        RateLimitHandler(pace),
        ConnectionHandler(pace, RETRIES),
        ServerErrorHandler(pace, RETRIES),
    ]


def _client(
    token: str, address: str, session: aiohttp.ClientSession, handlers: list[AsyncRetryHandler]
) -> AsyncWebClient:
    return AsyncWebClient(
        token=token,
        base_url=address,
        timeout=TIMEOUT_SECONDS,
        session=session,
        retry_handlers=handlers,
        logger=_quiet,
    )
