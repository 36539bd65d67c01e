"""What people of Discord see while a turn goes on: that the bot types, and words of progress."""

import asyncio
from dataclasses import dataclass, field

import structlog
from typing_extensions import override

from bot.domain.errors import FrontdeskError
from bot.platforms.chat.deduplication import Poster
from bot.platforms.chat.progress_messages import (
    GrowingAnswer,
    ProgressMessage,
    ProgressMessages,
    key_of_progress,
)
from bot.platforms.chat.wire import At, ChatPlace, PlatformMessage, Posting
from bot.platforms.discord.render.markdown import LONGEST, brief, literal
from bot.platforms.discord.wire.discord_wire import DiscordWire
from bot.platforms.discord.wire.rest_client import CHANNEL, DiscordAway, DiscordRefused

TYPING_SECONDS = 8.0  # Discord shows it for ten
LONGEST_STEP = 300
LAST_STEPS = 3

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class DiscordProgressMessage(ProgressMessage):
    """One turn as people see it; `doubtful` if a message of it may stand unknown."""

    growing: GrowingAnswer = field(default_factory=lambda: GrowingAnswer(literal))
    doubtful: bool = False
    shown: str = ""
    typing: asyncio.Task[None] | None = None

    @property
    def text(self) -> str:
        """What its message says: the newest steps, then the beginning of an answer."""
        steps = "\n".join(f"-# ⏳ {_step(*step)}" for step in self.steps[-LAST_STEPS:])
        room, told = LONGEST - len(steps) - 10, self.growing.told
        said = told if len(told) <= room else f"… {told[-room:]}"
        return "\n".join(part for part in (steps, said.strip()) if part) or "-# ⏳ …"


@dataclass(kw_only=True)
class DiscordProgress(ProgressMessages[DiscordProgressMessage]):
    """The turns in progress on Discord."""

    wire: DiscordWire
    poster: Poster

    between_seconds = 1.5  # edits share a bucket with what is said in the channel

    def begin(self, event: str, place: ChatPlace, *, again: bool) -> None:
        """A turn begins; `again` if an earlier attempt, here or elsewhere, has not ended it."""
        turn = self._turns.setdefault(event, DiscordProgressMessage(place=place, again=again))
        if turn.typing is None or turn.typing.done():
            turn.typing = self._begin(self._type(place))

    @override
    def _has_news(self, turn: DiscordProgressMessage) -> bool:
        if turn.growing.has_more:
            turn.growing.next()
        return turn.text != turn.shown

    @override
    async def _draw(self, event: str, turn: DiscordProgressMessage) -> None:
        text = turn.text
        if turn.at is None:
            await self._open(event, turn)
        else:
            update = self.poster.update(turn.place, turn.at, _posting(event, text))
            await self._updated(turn, update)
        turn.shown = text

    async def _open(self, event: str, turn: DiscordProgressMessage) -> None:
        """Open the message, and note it, so that whoever goes on after us finds it."""
        turn.doubtful = True
        try:
            turn.at = await self.poster.post(turn.place, _posting(event, turn.text), event)
            await self.traces.leave(event, turn.place.session, *turn.at)
            turn.doubtful = False
        except DiscordAway:
            raise
        except FrontdeskError as error:
            turn.doubtful = False
            log.info("progress_not_opened", error=type(error).__name__)

    @override
    async def _find(self, event: str, turn: DiscordProgressMessage) -> None:
        await super()._find(event, turn)
        if turn.at is None and turn.doubtful:
            await self._open(event, turn)

    @override
    async def _is_removed(self, turn: DiscordProgressMessage, at: At) -> bool:
        try:
            await self.wire.remove(at)
        except FrontdeskError as error:
            log.info("progress_not_removed", error=type(error).__name__)
            return isinstance(error, DiscordRefused)
        return True

    async def _type(self, place: ChatPlace) -> None:
        while True:
            try:
                channel = await self.wire.threads.place(place)
                await self.wire.line.call("POST", f"{CHANNEL}/typing", channel_id=channel)
            except FrontdeskError as error:
                log.info("typing_not_shown", error=type(error).__name__)
                return
            await self.pause(TYPING_SECONDS)

    @override
    def _drop(self, turn: DiscordProgressMessage) -> None:
        super()._drop(turn)
        if turn.typing is not None:
            turn.typing.cancel()


def _step(title: str, detail: str) -> str:
    says = f"{title}: {detail}" if detail else title
    return brief(" ".join(says.split()), LONGEST_STEP)


def _posting(event: str, text: str) -> Posting:
    return Posting(key_of_progress(event), PlatformMessage(text))
