"""Slack's webhook: verified as bytes, then opened, kept, and only then acknowledged.

          too big ─▶ 413    unsigned, wrongly or too long ago ─▶ 401    nothing Slack sends ─▶ 400
request ──┴──────────────────┴──────────────────────────────────┴─▶ receiver ─▶ 200
                                             an event that is not kept yet ─▶ 503: sent again
                           an interaction or command that could not be kept ─▶ 200: “try again”
"""

import asyncio
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import parse_qsl

import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from typing_extensions import override

from bot.domain.errors import StoreAway
from bot.domain.untrusted import NotAnObject, make_storable, read_object
from bot.platforms.chat.render.forms import TRY_AGAIN
from bot.platforms.chat.webhook_signatures import Signatures, TurnedAway
from bot.platforms.slack.receive.interaction_payloads import (
    Receive,
    SlackAnswer,
    answer_try_again,
    hook_of,
)
from bot.platforms.slack.wire.ephemeral import Whisper


@dataclass(frozen=True, slots=True)
class SlackSignatures(Signatures):
    """Knows the secrets Slack signs with: one, or two while it is being changed."""

    secrets: tuple[str, ...]

    signature = b"x-slack-signature"
    timestamp = b"x-slack-request-timestamp"
    pattern = re.compile(rb".+", re.DOTALL)

    @override
    def is_genuine(self, timestamp: bytes, signature: bytes, body: bytes) -> bool:
        """Compare with the signature each secret makes; how long it takes tells nothing."""
        assert self.secrets, "without a secret everybody could sign"
        text = b"v0:" + timestamp + b":" + body
        same = [hmac.compare_digest(_signed(one, text), signature) for one in self.secrets]
        return any(same)


def _signed(secret: str, text: bytes) -> bytes:
    return b"v0=" + hmac.new(secret.encode(), text, "sha256").hexdigest().encode()


MOST_FIELDS = 64


class PayloadKind(StrEnum):
    """What sort of thing Slack sends."""

    EVENT = "event"
    INTERACTION = "interaction"
    COMMAND = "command"
    CHECK = "check"  # of the certificate, or of the address: `challenge` is to be repeated
    OTHER = "other"


class Malformed(ValueError):
    """A request holds nothing that Slack would send; the message does not quote it."""


@dataclass(frozen=True, slots=True)
class OpenedPayload:
    """What was in a request."""

    sort: PayloadKind
    payload: Mapping[str, Any]


def open_payload(media_type: str, body: bytes) -> OpenedPayload:
    """Read a request by its media type, whichever address it was sent to.

    Raises:
        Malformed: it is none of the things Slack sends.
    """
    try:
        text = body.decode()
        match media_type:
            case "application/json":
                return _of_json(read_object(text))
            case "application/x-www-form-urlencoded":
                return _of_form(_fields(text))
            case _:
                problem = "it is neither JSON nor a form"
                raise Malformed(problem)
    except UnicodeDecodeError:
        problem = "it is not UTF-8"
        raise Malformed(problem) from None
    except NotAnObject as error:
        raise Malformed(str(error)) from None


def _of_json(payload: Mapping[str, Any]) -> OpenedPayload:
    match payload:
        case {"type": "url_verification", "challenge": str()}:
            return OpenedPayload(PayloadKind.CHECK, payload)
        case {"type": "event_callback", "event": {"type": str()}}:
            return OpenedPayload(PayloadKind.EVENT, payload)
        case {"type": "url_verification" | "event_callback"}:
            problem = "it lacks what its type needs"
        case {"type": str()}:
            return OpenedPayload(PayloadKind.OTHER, payload)
        case _:
            problem = "it has no type"
    raise Malformed(problem)


def _of_form(fields: Mapping[str, str]) -> OpenedPayload:
    match fields:
        case {"payload": text}:
            payload = read_object(text)
            if isinstance(payload.get("type"), str):
                return OpenedPayload(PayloadKind.INTERACTION, payload)
            problem = "it has no type"
        case {"command": _}:
            return OpenedPayload(PayloadKind.COMMAND, fields)
        case {"ssl_check": _}:
            return OpenedPayload(PayloadKind.CHECK, {})
        case _:
            problem = "it is neither an interaction nor a command"
    raise Malformed(problem)


def _fields(text: str) -> dict[str, str]:
    try:
        pairs = parse_qsl(
            text,
            keep_blank_values=True,
            strict_parsing=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except UnicodeDecodeError:
        raise
    except ValueError:
        problem = "it is no form"
        raise Malformed(problem) from None
    fields = {make_storable(name): make_storable(value) for name, value in pairs}
    if len(fields) != len(pairs):
        problem = "a field is given twice"
        raise Malformed(problem)
    return fields


PATHS = ("/slack/events", "/slack/interactions", "/slack/commands")
ANSWER_SECONDS = 2.5  # Slack waits three
RETRY = "x-slack-retry-num"
NOT_AGAIN = {"x-slack-no-retry": "1"}

log = structlog.get_logger(__name__)


@dataclass
class SlackWebhook:
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
            found = open_payload(_media_type(request), body)
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

    async def _answered(self, found: OpenedPayload, request: Request) -> Response:
        match found.sort:
            case PayloadKind.EVENT:
                return await self._event(found.payload, retry=_retry(request))
            case PayloadKind.INTERACTION | PayloadKind.COMMAND:
                return _response(await self._pressed(found))
            case PayloadKind.CHECK:
                challenge = found.payload.get("challenge")
                return _response({"challenge": challenge} if challenge else None)
            case PayloadKind.OTHER:
                log.warning("slack_sent_something_else", kind=found.payload["type"][:50])
                return Response()

    async def _event(self, envelope: Mapping[str, Any], *, retry: int) -> Response:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.receive(envelope)
        except Exception as error:  # noqa: BLE001 - whatever it is, Slack must send the event again
            _not_kept(PayloadKind.EVENT, error)
            return Response(status_code=503)
        log.debug("slack_event_taken", retry=retry)
        return Response()

    async def _pressed(self, found: OpenedPayload) -> SlackAnswer:
        is_command = found.sort is PayloadKind.COMMAND
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self.receive(found.payload)
        except Exception as error:  # noqa: BLE001 - whatever it is, the person must hear of it
            _not_kept(found.sort, error)
        if not is_command and (hook := hook_of(found.payload)):
            self._whisper(hook)
        return answer_try_again({} if is_command else found.payload)

    def _whisper(self, hook: str) -> None:
        telling = asyncio.ensure_future(self.whisper(hook, TRY_AGAIN))
        self._whispering.add(telling)
        telling.add_done_callback(self._whispering.discard)


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _retry(request: Request) -> int:
    given = request.headers.get(RETRY, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) <= len("99") else 0


def _not_kept(sort: PayloadKind, error: Exception) -> None:
    if isinstance(error, StoreAway):
        log.warning("slack_request_not_kept", kind=sort, error=str(error))
    else:
        # A trace might quote what somebody wrote.
        log.error("slack_request_failed", kind=sort, error=type(error).__name__)


def _response(answer: SlackAnswer) -> Response:
    return Response() if answer is None else JSONResponse(dict(answer))
