"""Discord's interactions over HTTP: verified as bytes, then read, handled, and answered.

          too big ─▶ 413    unsigned, wrongly or too long ago ─▶ 401    no interaction ─▶ 400
request ──┴──────────────────┴──────────────────────────────────┴─▶ answering ─▶ 200
                                                       another of us answers ─▶ 202
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from bot.domain.wire import read_object
from bot.platforms.discord.doors.answering import Answering
from bot.platforms.discord.inbound.interactions import Reply, Sort, read_payload
from bot.platforms.shared.posted import TurnedAway, body_of, only, refuse_announced

PATH = "/discord/interactions"
SIGNATURE, TIMESTAMP = b"x-signature-ed25519", b"x-signature-timestamp"
OLDEST_SECONDS = 300
_MOMENT = re.compile(rb"[0-9]{1,12}")
_SIGNATURE = re.compile(rb"[0-9a-fA-F]{128}")

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Front:
    """Answers what Discord, or anybody, posts; `key` is the application's public one, in hex."""

    key: str
    answering: Answering
    now: Callable[[], datetime]

    def routes(self) -> list[BaseRoute]:
        """The address to give to Discord."""
        return [Route(PATH, self.take, methods=["POST"])]

    async def take(self, request: Request) -> Response:
        """Answer a request."""
        try:
            payload = _read(await self._verified(request))
        except TurnedAway as error:
            log.info("discord_request_refused", status=error.status, reason=str(error))
            return Response(status_code=error.status)
        if payload.get("type") == Sort.PING:
            return JSONResponse({"type": Reply.PONG.value})
        asked = read_payload(payload)
        if asked is None:
            return Response(status_code=400)
        answer = await self.answering.first(asked)
        return Response(status_code=202) if answer is None else JSONResponse(dict(answer))

    async def _verified(self, request: Request) -> bytes:
        """Read the body, once it is worth reading, and check who wrote it."""
        refuse_announced(request)
        timestamp, signature = only(request, TIMESTAMP), only(request, SIGNATURE)
        if not _MOMENT.fullmatch(timestamp) or not self._is_recent(int(timestamp)):
            raise TurnedAway(401, "timestamp")
        if not _SIGNATURE.fullmatch(signature):
            raise TurnedAway(401, "unsigned")
        body = await body_of(request)
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
        try:
            key.verify(bytes.fromhex(signature.decode()), timestamp + body)
        except InvalidSignature:
            raise TurnedAway(401, "signature") from None
        return body

    def _is_recent(self, seconds: int) -> bool:
        return abs(self.now().timestamp() - seconds) <= OLDEST_SECONDS


def _read(body: bytes) -> Mapping[str, Any]:
    try:
        return read_object(body.decode())
    except ValueError:
        raise TurnedAway(400, "no JSON object") from None
