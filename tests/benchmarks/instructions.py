"""The same comparison counted in instructions of the processor, which no neighbour disturbs.

Seconds of CPU on a shared machine differ by a third from run to run. Valgrind counts what this
process executes outside the kernel, the same each time while nothing else keeps the disk busy: a
file that is slow is written by a thread, which costs more. It makes everything fifty times slower,
so a few dialogues must do. `python -m tests.benchmarks.instructions` is what runs under it.
"""

import asyncio
import gc
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from agents.bank import customers
from tests.benchmarks.bot import DIALOGUE, QUESTION, Bot, a_bot
from tests.benchmarks.counting import Counted, Watch
from tests.benchmarks.floor import Floor, Kind, a_floor, sqlite_commits
from tests.benchmarks.measuring import count, count_dialogue

TIMES = 3
WARM_UP = 2
MILLION = 1_000_000
_PART = re.compile(r"^desc: Trigger: dump (\w+)$", re.MULTILINE)
_TOTAL = re.compile(r"^totals: (\d+)$", re.MULTILINE)


def instructions() -> str:
    """Count, and write the figures as a table."""
    if shutil.which("valgrind") is None:
        return "Instructions: not counted, for there is no valgrind here (Debian: valgrind)"
    counts = _counts()
    turns = {"dialogue": len(DIALOGUE), "question": 1}
    lines = [
        f"  {name:<10}  {counts[name] / TIMES / each / MILLION:6.2f}"
        f"  {counts[f'{name}_floor'] / TIMES / each / MILLION:6.2f}"
        f"  {counts[name] / counts[f'{name}_floor']:5.2f}"
        for name, each in turns.items()
    ]
    return "\n".join(
        [
            "Instructions outside the kernel, in millions a turn, beside the strict floor",
            f"  {'':<10}  {'bot':>6}  {'floor':>6}  ratio",
            *lines,
        ]
    )


def _counts() -> dict[str, int]:
    with TemporaryDirectory() as folder:
        out = Path(folder, "counted")
        options = ["--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
        child = [sys.executable, "-m", "tests.benchmarks.instructions"]
        told = subprocess.run(  # noqa: S603 - our own
            ["valgrind", *options, *child],  # noqa: S607 - found on the path
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            check=False,
        )
        assert told.returncode == 0, told.stderr
        texts = [path.read_text(errors="replace") for path in out.parent.glob("counted.*")]
    return {
        part[1]: int(_TOTAL.findall(text)[-1]) for text in texts if (part := _PART.search(text))
    }


async def _run() -> None:
    """Do each piece of work while it is counted, under its own name."""
    watch = Watch()
    with watch.set_up(), sqlite_commits() as commit, _hashes_kept():
        async with a_bot() as bot, a_floor(bot.app.settings.openai_base_url, commit) as floor:
            await _all(bot, floor, watch)


async def _all(bot: Bot, floor: Floor, watch: Watch) -> None:
    dialogue = await count_dialogue(bot, watch)
    thread = bot.new_thread()
    question = [await count(bot, watch, thread, [QUESTION])]
    for _ in range(WARM_UP):
        await bot.refill()
        await bot.talk(bot.new_thread())
        await bot.say(thread, QUESTION)
        await _floor(floor, dialogue)
    gc.collect()
    await bot.refill(times=TIMES)
    _control("--instr=on")
    for _ in range(TIMES):
        await bot.talk(bot.new_thread())
    _control("--dump=dialogue")
    for _ in range(TIMES):
        await bot.say(thread, QUESTION)
    _control("--dump=question")
    for name, turns in {"dialogue": dialogue, "question": question}.items():
        for _ in range(TIMES):
            await _floor(floor, turns)
        _control(f"--dump={name}_floor")
    _control("--instr=off")


async def _floor(floor: Floor, turns: list[Counted]) -> None:
    for turn in turns:
        await floor.run(turn, Kind.STRICT)


def _control(wish: str) -> None:
    command = ["callgrind_control", wish, str(os.getpid())]
    subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - our own


@contextmanager
def _hashes_kept() -> Iterator[None]:
    """A password hash is slow on purpose, and no overhead: it is counted once, in the warm-up."""
    plain = customers.hashed
    kept = lru_cache(plain)

    def hashed(password: str, salt: str) -> str:
        return kept(password, salt)

    customers.hashed = hashed
    try:
        yield
    finally:
        customers.hashed = plain


if __name__ == "__main__":
    asyncio.run(_run())
