"""The console's JSON lines over ports that may kill the process; otherwise as it is shipped.

    python -m tests.faults.program

takes the same settings as `frontdesk chat --json`; where to die, if at all, comes from the
environment too (`tests.faults.killing`).
"""

import asyncio
import os
import sys
from dataclasses import replace
from typing import Any

from bot.bootstrap import App, Settings, assemble, load_agents, real_ports
from bot.cli.chat import EngineDoor
from bot.cli.open import start
from bot.platforms.console.inbound import PLATFORM, Seat
from bot.platforms.console.lines import JsonLines, LineReader
from bot.platforms.console.streams import Printer, lines_of, reader_of
from tests.faults.killing import TOUCHES, Touched, TouchedRecords


def touched(settings: Settings) -> App:
    """Put the application together; every port a turn depends on is watched."""
    agents = load_agents(settings)
    real = real_ports(settings, agents)
    watched: dict[str, Any] = {
        "inbox": Touched(real.inbox, "accept", "park"),
        "turns": Touched(real.turns, "begin", "record", "commit"),
        "requests": Touched(real.requests, "decide"),
        "outbox": Touched(real.outbox, "settle"),
        "records": TouchedRecords(real.records),
        "model": Touched(real.model, "complete"),
    }
    return assemble(settings, agents, replace(real, **watched))


async def chat(settings: Settings) -> None:
    """Carry out turns until there are no more lines, and nothing is left to do."""
    app = touched(settings)
    lines = JsonLines(Printer(sys.stdout), app.ports.ids)
    console: Any = Touched(lines, "deliver", "end_of_turn")
    running = app.engine({PLATFORM: console})
    await app.prepare()
    TOUCHES.is_armed = True
    await app.send_owed(PLATFORM, console)
    await running.start()
    door = EngineDoor(app, running)
    await LineReader(lines, door, Seat()).run(lines_of(reader_of(sys.stdin)))
    await door.quiet()
    await running.stop()
    await app.close()


def main() -> None:
    """Run the chat with the settings of the environment."""
    TOUCHES.read(os.environ)
    asyncio.run(chat(start()))


if __name__ == "__main__":
    main()
