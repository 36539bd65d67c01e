"""Lets a press decide while another turn of its session runs; at worst its own turn decides."""

import asyncio

import structlog

from bot.core.requests.verdicts import decide_at_once
from bot.core.state.catalogue import Services
from bot.domain.ids import TurnId
from bot.domain.messages import Incoming, Kind

# Slack waits three seconds for an acknowledgement; keeping the event is a part of them.
PATIENCE_SECONDS = 1.0

log = structlog.get_logger(__name__)


async def verdict_at_once(services: Services, incoming: Incoming, turn: TurnId) -> None:
    """Fix the verdict of a press that was accepted, if that is quickly done."""
    if incoming.kind is not Kind.PRESS:
        return
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await decide_at_once(services, incoming, turn)
    except Exception as error:  # noqa: BLE001 - the turn makes the same checks, and tells
        log.warning("verdict_left_to_turn", turn=turn, error=type(error).__name__)
