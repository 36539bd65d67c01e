"""What the demo bank is asked for, and what a bot has kept: ledger, requests and audit."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Protocol

from agents.bank.tables import TRANSFERS
from bot.bootstrap import App
from bot.domain.ids import RequestId
from bot.domain.requests import Request

READY = ("log me in", "seldo", "monkey", "what is my checking balance?")
WISH = "transfer 700 to 1234324"
MOVED = ("1234567890", "1234324", 70_000)

PATIENCE_SECONDS = 60.0
LOOK_SECONDS = 0.003


class Runs(Protocol):
    """Something that runs a bot."""

    @property
    def app(self) -> App:
        """The application."""
        ...


async def moved(bot: Runs) -> list[tuple[str, str, int]]:
    """All transfers so far: from, to, and the minor units."""
    rows = await bot.app.ports.records.transact(lambda rows: rows.find(TRANSFERS))
    return [(str(r["source"]), str(r["target"]), int(str(r["minor"]))) for r in rows]


async def the_request(bot: Runs, request: RequestId) -> Request:
    """The request as it is kept now."""
    found = await bot.app.ports.requests.find(request)
    assert found is not None
    return found


async def audited(bot: Runs, act: str) -> list[dict[str, Any]]:
    """What the audit holds of one sort of act, oldest first."""
    links = await bot.app.ports.audit_log.last(2_000)
    return [dict(entry) for link in links for entry in link.told if entry["act"] == act]


async def until_audited(bot: Runs, act: str, count: int) -> None:
    """Wait until the audit holds so many of one sort of act."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(await audited(bot, act)) < count:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(LOOK_SECONDS)


async def until_taken(bot: Runs, press: Awaitable[object]) -> None:
    """Press, and wait until that was refused or has decided."""
    before = await _verdicts(bot)
    await press
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await _verdicts(bot) == before:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(LOOK_SECONDS)


async def _verdicts(bot: Runs) -> int:
    return len(await audited(bot, "press_refused")) + len(await audited(bot, "decision"))
