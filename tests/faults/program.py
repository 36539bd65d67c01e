"""The console's JSON lines over ports that may kill the process; otherwise as it is shipped.

    python -m tests.faults.program

takes the same settings as `frontdesk chat --json`; where to die, if at all, comes from the
environment too (`tests.faults.killing`). With `FAULT_REMEMBER` set to a number it looks after
memory instead, once, as if so many minutes had gone by.
"""

import asyncio
import os
import sys
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from bot.bootstrap import App, Settings, load_agents, real_ports
from bot.bootstrap.ports import SystemClock, open_database
from bot.cli.application import start
from bot.cli.chat import EngineDoor
from bot.engine.internal_jobs import Rememberer
from bot.platforms.console.input import PLATFORM, Seat
from bot.platforms.console.json_lines import JsonLines, LineReader
from bot.platforms.console.terminal import Printer, lines_of, reader_of
from bot.storage.databases.transactions import database_url
from bot.storage.memory.search_index import SqlMemory
from tests.faults.killing import TOUCHES, Touched, TouchedRecords

REMEMBER = "FAULT_REMEMBER"


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
        "http": Touched(real.http, "get", "post_json"),
        "sql": Touched(real.sql, "ask"),
    }
    return App(settings, agents, replace(real, **watched))


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


@dataclass(frozen=True)
class Later(SystemClock):
    """The clock of so many minutes later."""

    minutes: float

    def now(self) -> datetime:
        return super().now() + timedelta(minutes=self.minutes)


async def remember(settings: Settings, minutes: float) -> None:
    """Let summaries grow where they are due, as the engine does beside its turns."""
    app = touched(settings)
    real = app.ports
    database = open_database(database_url(settings.database_address))
    memory = SqlMemory(database, Later(minutes))
    summaries: Any = Touched(memory, "keep_up", "due", "save")
    await app.prepare()
    TOUCHES.is_armed = True
    await Rememberer(summaries, real, {PLATFORM}).remember()
    await database.close()
    await app.close()


def main() -> None:
    """Run the chat, or look after memory, with the settings of the environment."""
    TOUCHES.read(os.environ)
    later = os.environ.get(REMEMBER)
    asyncio.run(remember(start(), float(later)) if later else chat(start()))


if __name__ == "__main__":
    main()
