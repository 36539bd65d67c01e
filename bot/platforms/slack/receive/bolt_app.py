"""The Bolt app behind both doors: every listener keeps what came before it is acknowledged."""

import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltRequest
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.response import BoltResponse

from bot.domain.errors import FrontdeskError, StoreAway
from bot.platforms.slack.receive.events import SlackEvents
from bot.platforms.slack.receive.interaction_payloads import (
    Receive,
    SlackAnswer,
    answer_try_again,
    hook_of,
    workspace_of,
)
from bot.platforms.slack.receive.interactions import SlackInteractions
from bot.platforms.slack.wire.messages import team_of
from bot.platforms.slack.wire.workspaces import NotInstalled, Workspaces

ANY = re.compile(r".*", re.DOTALL)
NOT_KEPT = 503
OK = 200
SERVER_FAULT = 500

# What Bolt logs at DEBUG quotes whole requests.
_quiet = logging.getLogger("slack_bolt")
_quiet.setLevel(logging.WARNING)

log = structlog.get_logger(__name__)

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BoltReceiver:
    """Lets Bolt find the listener of what a door took in; who sent it was checked there."""

    bolt: AsyncApp
    workspaces: Workspaces

    async def receive(self, body: Mapping[str, Any]) -> SlackAnswer:
        """Keep an event, an interaction or a command.

        Raises:
            StoreAway: it could not be kept; Slack must hear so.
        """
        await self._known(body)
        request = AsyncBoltRequest(mode="socket_mode", body=dict(body))
        response = await self.bolt.async_dispatch(request)
        if response.status >= SERVER_FAULT:
            message = "what Slack sent could not be kept"
            raise StoreAway(message)
        if response.status != OK or not response.body.startswith("{"):
            return None
        read = json.loads(response.body)
        return read if isinstance(read, dict) else None

    async def _known(self, body: Mapping[str, Any]) -> None:
        """Learn who we are in a workspace; Bolt asks again, and must not be told of an outage."""
        team = team_of(body) or workspace_of(body)
        try:
            await self.workspaces.me(team)
        except NotInstalled as error:
            log.info("slack_not_installed", reason=str(error))
        except FrontdeskError as error:
            raise StoreAway(type(error).__name__) from error


def bolt_app(
    workspaces: Workspaces, hearing: SlackEvents, pressing: SlackInteractions
) -> AsyncApp:
    """Make the app. Its listeners run before they acknowledge, and are quick."""
    bolt = _without_listeners(workspaces)

    async def on_event(body: Body) -> BoltResponse | None:
        return await _kept(hearing.take(body))

    async def on_press(ack: AsyncAck, body: Body) -> BoltResponse | None:
        return await _kept(pressing.press(body)) or await ack()

    async def on_submit(ack: AsyncAck, body: Body) -> BoltResponse | None:
        answer: dict[str, Any] = {}

        async def submit() -> None:
            answer.update(await pressing.submit(body) or {})

        return await _kept(submit()) or await ack(**answer)

    async def on_closed(ack: AsyncAck) -> BoltResponse:
        return await ack()

    async def on_command(ack: AsyncAck, body: Body) -> BoltResponse | None:
        return await _kept(pressing.command(body)) or await ack()

    bolt.event(ANY)(on_event)
    bolt.action(ANY)(on_press)
    bolt.view_submission(ANY)(on_submit)
    bolt.view_closed(ANY)(on_closed)
    bolt.command(ANY)(on_command)
    return bolt


def _without_listeners(workspaces: Workspaces) -> AsyncApp:
    return AsyncApp(
        name="frontdesk",
        logger=_quiet,
        signing_secret="",
        authorize=_authorizing(workspaces),
        process_before_response=True,
        request_verification_enabled=False,  # the front door did, over the raw bytes
        ssl_check_enabled=False,
        url_verification_enabled=False,
        ignoring_self_events_enabled=False,  # more shapes of us are ignored where they are read
        attaching_function_token_enabled=False,
    )


async def _kept(work: Awaitable[None]) -> BoltResponse | None:
    """What to answer when it could not be kept; None when it was."""
    try:
        await work
    except NotInstalled as error:
        log.info("slack_not_installed", reason=str(error))
    except FrontdeskError as error:
        # Whatever was away, the store or Slack itself: it is sent again.
        log.warning("slack_not_kept", error=type(error).__name__)
        return BoltResponse(status=NOT_KEPT)
    return None


def _authorizing(workspaces: Workspaces) -> Callable[..., Awaitable[Any]]:
    async def authorize(
        enterprise_id: str | None, team_id: str | None, user_id: str | None
    ) -> AuthorizeResult | None:
        try:
            me = await workspaces.me(team_id or "")
        except NotInstalled:
            return None
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            user_id=user_id,
            bot_id=me.bot,
            bot_user_id=me.user,
        )

    return authorize


def receive_envelope(
    receive: Receive,
) -> Callable[[str, Mapping[str, Any], int], Awaitable[SlackAnswer]]:
    """Let Socket Mode hand its envelopes to the same receiver as HTTP."""

    async def take(kind: str, payload: Mapping[str, Any], _retry: int) -> SlackAnswer:
        if kind not in {"events_api", "slash_commands", "interactive"}:
            log.info("slack_envelope_ignored", kind=kind)
            return None
        try:
            answer = await receive(payload)
        except StoreAway:
            if kind == "events_api" or hook_of(payload):
                raise
            return answer_try_again(payload)
        return None if kind == "events_api" else answer

    return take
