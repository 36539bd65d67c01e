"""Completes an event before its turn: names, files, the earlier lines of a thread."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from agents.kit.values.person import Person
from bot.core.ports.turns import Beginning
from bot.domain.errors import FrontdeskError
from bot.domain.messages import Attachment, Earlier, Incoming, Kind
from bot.platforms.chat.directory import NamedDirectory

MOST_EARLIER = 50

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ThreadHistory(ABC):
    """Reads what an acknowledgement could not wait for."""

    directory: NamedDirectory

    async def completed(self, beginning: Beginning) -> Incoming:
        """The event with all that can be learnt about it."""
        incoming = beginning.incoming
        incoming = replace(incoming, person=await self.directory.named(incoming.person))
        if incoming.files:
            incoming = replace(incoming, files=await self.fetched(incoming))
        if _joins_a_thread(beginning):
            incoming = replace(incoming, earlier=await self._earlier(incoming))
        return incoming

    @abstractmethod
    async def fetched(self, incoming: Incoming) -> tuple[Attachment, ...]:
        """The files of an event with what they hold, or with why that could not be read."""

    @abstractmethod
    async def said_before(self, incoming: Incoming) -> Sequence[tuple[Person, str]]:
        """What people wrote in the thread before; what machines wrote is left out."""

    async def _earlier(self, incoming: Incoming) -> tuple[Earlier, ...]:
        try:
            said = await self.said_before(incoming)
        except FrontdeskError as error:
            log.info("earlier_lines_not_read", error=type(error).__name__)
            return ()
        return tuple(
            [Earlier(await self.directory.named(person), words) for person, words in said]
        )


def own_message(incoming: Incoming) -> str:
    """The id of an event's message within its channel."""
    return incoming.message.partition(".")[2]


def _joins_a_thread(beginning: Beginning) -> bool:
    """Say whether the bot is mentioned for the first time in a thread that was there before."""
    incoming = beginning.incoming
    own = own_message(incoming)
    is_reply = incoming.kind is Kind.MESSAGE and own != incoming.thread.thread
    return bool(incoming.shared and is_reply and own and not beginning.recent)
