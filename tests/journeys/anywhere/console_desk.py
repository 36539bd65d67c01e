"""Journeys at the console, as a program holds them: lines of JSON in, lines of JSON out."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from typing_extensions import override

from bot.bootstrap import App, Settings, build
from bot.cli.chat import EngineDoor
from bot.domain.messages import ReplyKind
from bot.platforms.console.input import PLATFORM, Seat
from bot.platforms.console.json_lines import JsonLines, LineReader
from bot.platforms.console.terminal import Printer
from bot.platforms.console.turns import ConsoleDirectory
from tests.journeys.anywhere.desk import Can, Desk, Line, Talk

ASIDE = {"progress", "end_of_turn"}


class ConsoleDesk(Desk):
    """One program at the console, through which several people talk."""

    name = PLATFORM
    can = frozenset({Can.SHARE})
    platform = JsonLines

    @override
    def talk(self, name: str, *, beside: Talk | None = None, shared: bool = False) -> Talk:
        if isinstance(beside, ConsoleTalk):
            return ConsoleTalk(self, name, beside.place)
        return ConsoleTalk(self, name, {"thread": f"of-{name}", "shared": shared})

    @override
    @asynccontextmanager
    async def world(self) -> AsyncIterator[None]:
        self.printed, self.numbers = io.StringIO(), count(1)
        yield

    @override
    @asynccontextmanager
    async def bot(self, **settings: Any) -> AsyncIterator[App]:
        seat = Seat(self.terms.admin) if self.terms.admin else Seat()
        directories = {PLATFORM: ConsoleDirectory(seat.person)}
        given = {"directories": directories, "model": self.terms.model}
        app = build(Settings(_env_file=None, **settings), **given)
        console = JsonLines(Printer(self.printed), app.ports.ids)
        engine = app.engine({PLATFORM: console}, stop_seconds=0.1)
        self.typed = asyncio.Queue[str]()
        reader = LineReader(console, EngineDoor(app, engine), seat)
        try:
            await app.prepare()
            await app.send_owed(PLATFORM, console)
            await engine.start()
            reading = asyncio.create_task(reader.run(self._lines()))
            yield app
            self.typed.put_nowait("")
            await reading
        finally:
            await engine.stop()
            await app.close()

    @override
    def written(self, name: str) -> str:
        return f"{PLATFORM}/local/{name}"

    def lines(self) -> list[dict[str, Any]]:
        """What was printed so far."""
        return [json.loads(line) for line in self.printed.getvalue().splitlines()]

    async def _lines(self) -> AsyncIterator[str]:
        while line := await self.typed.get():
            yield line


class ConsoleTalk(Talk):
    """Somebody whose lines name them, and who is shown what is not for others alone."""

    desk: ConsoleDesk

    def __init__(self, desk: ConsoleDesk, name: str, place: dict[str, Any]) -> None:
        super().__init__(desk, name)
        self.place = place

    def button(self, label: str) -> str:
        """The newest button of these words."""
        shown = (button for row in reversed(self._shown()) for button in row.get("buttons", ()))
        return next(str(button["id"]) for button in shown if button["label"] == label)

    @override
    async def sees(self) -> list[Line]:
        return [
            Line(row["id"], _words(row), tuple(b["label"] for b in row.get("buttons", ())))
            for row in self._shown()
        ]

    @override
    async def files(self) -> list[str]:
        return [row["text"] for row in self._shown() if row["kind"] == ReplyKind.ARTIFACT]

    @override
    async def _say(self, text: str) -> str:
        return self._type(text=text)

    @override
    async def _command(self, words: str) -> str:
        return self._type(command=f"/frontdesk {words}")

    @override
    async def _press(self, label: str, values: dict[str, str]) -> str:
        return self._type(press=self.button(label), values=values)

    @override
    async def _intrude(self, label: str, whose: Talk) -> str:
        assert isinstance(whose, ConsoleTalk)
        return self._type(press=whose.button(label))

    @override
    async def _confide(self, secret: str) -> str:
        form = next(row for row in reversed(self._shown()) if row["kind"] == ReplyKind.FORM)
        [field] = [field["name"] for field in form["fields"] if field["secret"]]
        return self._type(press=form["buttons"][0]["id"], values={field: secret})

    def _type(self, **line: Any) -> str:
        id_ = f"line-{next(self.desk.numbers)}"
        whole = line | self.place | {"user": self.name, "id": id_}
        self.desk.typed.put_nowait(json.dumps(whole))
        return id_

    def _shown(self) -> list[dict[str, Any]]:
        rows = (row for row in self.desk.lines() if row["kind"] not in ASIDE)
        here = (row for row in rows if row["thread"] == self.place["thread"])
        return [row for row in here if not row.get("private") or row["to"] == self.name]


def _words(row: dict[str, Any]) -> str:
    return f"{row['speaker']}: {row['text']}" if "speaker" in row else str(row["text"])
