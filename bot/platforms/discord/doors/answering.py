"""Answers interactions within Discord's three seconds, and once where several hear them."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import structlog

from bot.domain.errors import FrontdeskError
from bot.platforms.discord.calls.calls import DiscordRefused, Line
from bot.platforms.discord.doors.pressing import DiscordInteractions
from bot.platforms.discord.inbound.interactions import Asked, Sort
from bot.platforms.discord.outbound.components import Answer, Reply, choices, thinking, whisper
from bot.platforms.shared.asking import NO_FORM, TRY_AGAIN
from bot.storage.accounts.installations import SqlTickets

ANSWER_SECONDS = 2.0
TOKEN_LASTS = timedelta(minutes=15)
TOO_LATE = 10062
CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"

log = structlog.get_logger(__name__)


@dataclass
class Answering:
    """Gives every interaction its first answer, and what is known only later after it."""

    line: Line
    pressing: DiscordInteractions
    tickets: SqlTickets
    now: Callable[[], datetime]
    _late: set[asyncio.Task[None]] = field(default_factory=set)

    async def by_gateway(self, asked: Asked) -> None:
        """Answer what the gateway brought."""
        answer = await self.first(asked)
        if answer is not None:
            await self._send(asked, answer)

    async def first(self, asked: Asked) -> Answer | None:
        """What to answer right now; None where another of us answers.

        What takes longer is shown in place of “thinking”.
        """
        work = asyncio.create_task(self._answered(asked))
        done, _pending = await asyncio.wait({work}, timeout=ANSWER_SECONDS)
        if done:
            return work.result()
        if asked.sort == Sort.TYPING:
            work.cancel()
            return choices({})
        late = asyncio.create_task(self._later(asked, work))
        self._late.add(late)
        late.add_done_callback(self._late.discard)
        return thinking()

    async def close(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._late, return_exceptions=True)

    async def _answered(self, asked: Asked) -> Answer | None:
        now = self.now()
        try:
            is_ours = await self.tickets.use(
                f"discord.{asked.id}", now=now, until=now + TOKEN_LASTS
            )
        except FrontdeskError as error:
            log.warning("discord_not_kept", error=type(error).__name__)
            return choices({}) if asked.sort == Sort.TYPING else whisper(TRY_AGAIN)
        return await self.pressing.answer(asked) if is_ours else None

    async def _later(self, asked: Asked, work: "asyncio.Task[Answer | None]") -> None:
        answer = await work
        if answer is None or answer["type"] == Reply.THINKING:
            return
        try:
            place = {
                "webhook_id": await self.line.application(),
                "webhook_token": asked.token,
            }
            if answer["type"] == Reply.NOTHING_YET:
                await self.line.call("DELETE", ORIGINAL, **place)
                return
            told = _told_late(answer)["data"]
            body = {name: value for name, value in told.items() if name != "flags"}
            await self._told(asked, place, body)
        except FrontdeskError as error:
            log.info("discord_late_answer_lost", error=str(error))

    async def _told(self, asked: Asked, place: Mapping[str, str], body: Mapping[str, Any]) -> None:
        """Tell it in place of “thinking”; once that token is over, by direct message."""
        try:
            await self.line.call("PATCH", ORIGINAL, **place, json=body)
        except DiscordRefused as refused:
            if refused.is_dead and refused.code == 0:
                raise
            await self._in_private(asked, str(body["content"]))

    async def _send(self, asked: Asked, answer: Answer) -> None:
        try:
            await self.line.call(
                "POST",
                CALLBACK,
                webhook_id=asked.id,
                webhook_token=asked.token,
                json=dict(answer),
            )
        except FrontdeskError as error:
            log.info("discord_answer_lost", error=str(error))
            if isinstance(error, DiscordRefused) and error.code == TOO_LATE:
                await self._missed(asked, answer)

    async def _missed(self, asked: Asked, answer: Answer) -> None:
        """Tell what Discord let nobody see; what a turn has to say finds its own way."""
        if answer["type"] not in {Reply.MESSAGE, Reply.MODAL}:
            return
        try:
            await self._in_private(asked, str(_told_late(answer)["data"]["content"]))
        except FrontdeskError as error:
            log.info("discord_late_answer_lost", error=str(error))

    async def _in_private(self, asked: Asked, text: str) -> None:
        await self.pressing.whispers.tell(f"late/{asked.id}", asked.user, text)


def _told_late(answer: Answer) -> Answer:
    """What can still be told of an answer; a form opens within the first seconds only."""
    return answer if answer["type"] == Reply.MESSAGE else whisper(NO_FORM)
