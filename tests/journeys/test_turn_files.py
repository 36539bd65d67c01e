"""Through how many files one turn goes: whoever follows a message reads these."""

import io
import json
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from bot.bootstrap import Settings, build
from bot.cli.chat import EngineDoor
from bot.platforms.console.input import Seat
from bot.platforms.console.json_lines import JsonLines, LineReader
from bot.platforms.console.terminal import Printer
from tests.fakes.migrated import migrate_by_copy
from tests.fakes.model_server import ModelServer
from tests.fakes.stand_in_server import stands_in

ROOT = Path(__file__).parents[2]
PRODUCT = tuple(f"{ROOT / folder}/" for folder in ("bot", "agents"))
MOST_BY_MODEL, MOST_OF_A_PRESS = 137, 120
TRANSFER = ("transfer money", "seldo", "monkey", "Checking", "1234324", "700")


class Entered:
    """The product's files that are entered while it looks, in every thread begun since."""

    def __init__(self) -> None:
        self.files: set[str] | None = None

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Note a call."""
        name = frame.f_code.co_filename
        if self.files is not None and event == "call" and name.startswith(PRODUCT):
            self.files.add(name.removeprefix(f"{ROOT}/"))

    @contextmanager
    def noted(self) -> Iterator[set[str]]:
        """Look until the block ends."""
        self.files = found = set[str]()
        yield found
        self.files = None


@contextmanager
def watching() -> Iterator[Entered]:
    entered = Entered()
    threading.setprofile(entered.note)
    sys.setprofile(entered.note)
    try:
        yield entered
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


class Piped:
    """`frontdesk chat --json` without its process: what a line is answered is read back."""

    def __init__(self, reader: LineReader, written: io.StringIO) -> None:
        self._reader, self._written = reader, written

    async def say(self, **line: str) -> list[dict[str, Any]]:
        """Send a line, and return all that is said to it."""
        before = len(self._written.getvalue())
        await self._reader.run(_one(json.dumps(line)))
        return [json.loads(row) for row in self._written.getvalue()[before:].splitlines()]


async def _one(line: str) -> AsyncIterator[str]:
    yield line


@asynccontextmanager
async def piped(folder: Path, **given: Any) -> AsyncIterator[Piped]:
    app = build(Settings(_env_file=None, DATABASE_URL=f"sqlite:///{folder / 'it.db'}", **given))
    migrate_by_copy(app.settings.database_address)
    await app.prepare()
    written = io.StringIO()
    console = JsonLines(Printer(written), app.ports.ids)
    engine = app.engine({"console": console})
    await engine.start()
    try:
        yield Piped(LineReader(console, EngineDoor(app, engine), Seat()), written)
    finally:
        await engine.stop()
        await app.close()


async def test_a_turn_with_a_model_goes_through_few_files(tmp_path: Path):
    async with ModelServer(stands_in) as server:
        model = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "k", "FRONTDESK_MODEL": "m"}
        with watching() as entered:
            async with piped(tmp_path, **model) as console:
                await console.say(text="What does MSFT trade at?")
                with entered.noted() as files:
                    said = await console.say(text="What does AAPL trade at?")

    assert "AAPL" in str(said)
    assert len(files) <= MOST_BY_MODEL, "\n".join(sorted(files))


async def test_a_press_goes_through_few_files(tmp_path: Path):
    with watching() as entered:
        async with piped(tmp_path) as console:
            for text in TRANSFER:
                said = await console.say(text=text)
            (card,) = (line for line in said if line.get("buttons"))
            approve = next(
                one["id"] for one in card["buttons"] if one["label"].startswith("Approve")
            )
            with entered.noted() as files:
                said = await console.say(press=approve)

    assert any("Transferring $700.00" in line.get("text", "") for line in said)
    assert len(files) <= MOST_OF_A_PRESS, "\n".join(sorted(files))
