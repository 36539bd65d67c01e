"""The console for programs: JSON lines in, JSON lines out."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from typing_extensions import override

from bot.core.ports.environment import Ids
from bot.domain.errors import StoreAway
from bot.domain.messages import Incoming, Reply, Thread
from bot.platforms.console.input import BadLine, JsonLine, Seat, read_line
from bot.platforms.console.output import (
    Ended,
    end_as_json,
    problem_as_json,
    progress_as_json,
    reply_as_json,
)
from bot.platforms.console.terminal import Printer
from bot.platforms.console.turns import ConsolePlatform, Door


@dataclass
class JsonLines(ConsolePlatform):
    """Writes what the bot says as lines of JSON."""

    reads_ahead = True
    printer: Printer
    ids: Ids

    @override
    async def deliver(self, reply: Reply) -> None:
        if reply.is_said:  # what is printed stays as it is
            self.printer.write(reply_as_json(reply))

    @override
    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        self.printer.write_aside(progress_as_json(self.doing(thread, reply_to, agent, text)))

    @override
    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        # Only the end of the turn itself has an id that is the same after a restart.
        id_ = f"{reply_to}/end-{self.ids.new()}" if duplicate else f"{reply_to}/end"
        del self.counts[reply_to]
        self.printer.write_aside(end_as_json(Ended(thread, reply_to, duplicate), id_))
        self.turns.ended(thread, reply_to)

    def refuse(self, text: str, event: str, place: Thread) -> None:
        """Answer a line that started no turn."""
        self.printer.write_aside(problem_as_json(text, self.ids.new(), event, place))
        self.printer.write_aside(end_as_json(Ended(place, event), f"{event}/end-{self.ids.new()}"))


@dataclass(frozen=True, slots=True)
class LineReader:
    """Takes lines of JSON into the inbox as they come."""

    console: JsonLines
    door: Door
    seat: Seat

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Take every line, then wait until all turns have ended."""
        async for line in lines:
            if line.strip():
                await self._take(line)
        await self.console.turns.all_ended()

    async def _take(self, line: str) -> None:
        try:
            read = read_line(line)
        except BadLine as error:
            self.console.refuse(str(error), error.id, self.seat.place)
            return
        event = read.event(self.console.ids.new(), self.seat)
        try:
            event = await self._placed(read, event)
            self.console.turns.started(event)
            await self.door.accept(event)
        except StoreAway:
            self.console.turns.ended(event.thread, event.id)
            problem = "This could not be kept, because the store does not answer; send it again."
            self.console.refuse(problem, event.id, event.thread)

    async def _placed(self, read: JsonLine, event: Incoming) -> Incoming:
        """Put a press that names no thread where its button was shown."""
        if read.press is None or read.thread:
            return event
        return read.event(event.id, self.seat, await self.door.place_of(read.press.request))
