"""Slack's front door over HTTP: verified as bytes, then opened, kept, and only then acknowledged.

          too big ─▶ 413    unsigned, wrongly or too long ago ─▶ 401    nothing Slack sends ─▶ 400
request ──┴──────────────────┴──────────────────────────────────┴─▶ receiver ─▶ 200
                                             an event that is not kept yet ─▶ 503: sent again
                           an interaction or command that could not be kept ─▶ 200: “try again”
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from bot.domain.errors import StoreAway
from bot.platforms.shared.asking import TRY_AGAIN
from bot.platforms.shared.posted import Signatures, TurnedAway
from bot.platforms.slack.calls.hooks import Whisper
from bot.platforms.slack.doors.opening import Malformed, Opened, Sort, opened
from bot.platforms.slack.doors.sorry import Answer, Receive, hook_of, sorry

PATHS = ("/slack/events", "/slack/interactions", "/slack/commands")
ANSWER_SECONDS = 2.5  # Slack waits three
RETRY = "x-slack-retry-num"
NOT_AGAIN = {"x-slack-no-retry": "1"}

log = structlog.get_logger(__name__)


@dataclass
class Front:
    """Answers what Slack, or anybody, posts; whoever `whisper`s reaches people privately."""

    signatures: Signatures
    receive: Receive
    whisper: Whisper
    _whispering: set[asyncio.Task[None]] = field(default_factory=set)

    def routes(self) -> list[BaseRoute]:
        """The addresses; each takes whatever Slack sends, so that the app may be given any."""
        return [Route(path, self.take, methods=["POST"]) for path in PATHS]

    async def take(self, request: Request) -> Response:
        """Answer a request."""
        try:
            body = await self.signatures.verified(request)
            found = opened(_media_type(request), body)
        except TurnedAway as error:
            log.info("slack_request_refused", status=error.status, reason=str(error))
            return Response(status_code=error.status)
        except Malformed as error:
            log.warning("slack_request_malformed", reason=str(error))
            return Response(status_code=400, headers=NOT_AGAIN)
        return await self._answered(found, request)

    async def close(self) -> None:
        """Let the last private words reach people."""
        await asyncio.gather(*self._whispering)

    async def _answered(self, found: Opened, request: Request) -> Response:
        match found.sort:
            case Sort.EVENT:
                return await self._event(found.payload, retry=_retry(request))
            case Sort.INTERACTION | Sort.COMMAND:
                return _response(await self._pressed(found))
            case Sort.CHECK:
                challenge = found.payload.get("challenge")
                return _response({"challenge": challenge} if challenge else None)
            case Sort.OTHER:
                log.warning("slack_sent_something_else", kind=found.payload["type"][:50])
                return Response()

    async def _event(self, envelope: Mapping[str, Any], *, retry: int) -> Response:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.receive(envelope)
        except Exception as error:  # noqa: BLE001 - whatever it is, Slack must send the event again
            _not_kept(Sort.EVENT, error)
            return Response(status_code=503)
        log.debug("slack_event_taken", retry=retry)
        return Response()

    async def _pressed(self, found: Opened) -> Answer:
        is_command = found.sort is Sort.COMMAND
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self.receive(found.payload)
        except Exception as error:  # noqa: BLE001 - whatever it is, the person must hear of it
            _not_kept(found.sort, error)
        if not is_command and (hook := hook_of(found.payload)):
            self._whisper(hook)
        return sorry({} if is_command else found.payload)

    def _whisper(self, hook: str) -> None:
        telling = asyncio.ensure_future(self.whisper(hook, TRY_AGAIN))
        self._whispering.add(telling)
        telling.add_done_callback(self._whispering.discard)


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _retry(request: Request) -> int:
    given = request.headers.get(RETRY, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) <= len("99") else 0


def _not_kept(sort: Sort, error: Exception) -> None:
    if isinstance(error, StoreAway):
        log.warning("slack_request_not_kept", kind=sort, error=str(error))
    else:
        # A trace might quote what somebody wrote.
        log.error("slack_request_failed", kind=sort, error=type(error).__name__)


def _response(answer: Answer) -> Response:
    return Response() if answer is None else JSONResponse(dict(answer))
