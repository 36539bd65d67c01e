"""Discord's interactions over HTTP: verified as bytes, then read, handled, and answered.

          too big ─▶ 413    unsigned, wrongly or too long ago ─▶ 401    no interaction ─▶ 400
request ──┴──────────────────┴──────────────────────────────────┴─▶ answering ─▶ 200
                                                       another of us answers ─▶ 202
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from typing_extensions import override

from bot.domain.untrusted import read_object
from bot.platforms.chat.webhook_signatures import Signatures, TurnedAway
from bot.platforms.discord.receive.interaction_payloads import InteractionKind, read_payload
from bot.platforms.discord.receive.interactions import InteractionDeadline
from bot.platforms.discord.render.components import CallbackKind

PATH = "/discord/interactions"

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class DiscordSignatures(Signatures):
    """Knows the application's public key, in hex."""

    key: str

    signature = b"x-signature-ed25519"
    timestamp = b"x-signature-timestamp"
    pattern = re.compile(rb"[0-9a-fA-F]{128}")

    @override
    def is_genuine(self, timestamp: bytes, signature: bytes, body: bytes) -> bool:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
        try:
            key.verify(bytes.fromhex(signature.decode()), timestamp + body)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class DiscordWebhook:
    """Answers what Discord, or anybody, posts."""

    signatures: Signatures
    answering: InteractionDeadline

    def routes(self) -> list[BaseRoute]:
        """The address to give to Discord."""
        return [Route(PATH, self.take, methods=["POST"])]

    async def take(self, request: Request) -> Response:
        """Answer a request."""
        try:
            payload = _read(await self.signatures.verified(request))
        except TurnedAway as error:
            log.info("discord_request_refused", status=error.status, reason=str(error))
            return Response(status_code=error.status)
        if payload.get("type") == InteractionKind.PING:
            return JSONResponse({"type": CallbackKind.PONG.value})
        asked = read_payload(payload)
        if asked is None:
            return Response(status_code=400)
        answer = await self.answering.first(asked)
        return Response(status_code=202) if answer is None else JSONResponse(dict(answer))


def _read(body: bytes) -> Mapping[str, Any]:
    try:
        return read_object(body.decode())
    except ValueError:
        raise TurnedAway(400, "no JSON object") from None
