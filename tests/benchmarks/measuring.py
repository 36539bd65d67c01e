"""Takes the figures: counts once, CPU many times, what is compared always side by side."""

import gc
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bot.domain.messages import Thread
from tests.benchmarks.bot import DIALOGUE, QUESTION, Bot
from tests.benchmarks.counting import Counted, Post, Watch
from tests.benchmarks.floor import Floor, Kind
from tests.benchmarks.hashing import Hashing

OLD, MIDDLE, YOUNG = 1000, 100, 10
AT_ONCE = 4  # turns timed together, so that the age of a session hardly changes


@dataclass(frozen=True, slots=True)
class Side:
    """CPU seconds of the same work by the bot, and by a floor right behind it."""

    bot: float
    floor: float
    hashing: float = 0.0

    @property
    def overhead(self) -> float:
        """What the bot took; a password hash is slow on purpose, and no overhead."""
        return self.bot - self.hashing

    @property
    def ratio(self) -> float:
        """How often the floor fits into what the bot took."""
        return self.overhead / self.floor


Pair = dict[Kind, Side]
"""The bot beside each of its floors.

Bot and floor take turns, so that each begins with the caches that the other has left: a floor
behind another one would find its code and its data there, as the bot never does.
"""


@dataclass(frozen=True, slots=True)
class Ages:
    """CPU seconds per turn of sessions of three ages, timed beside each other."""

    young: float
    middle: float
    old: float


async def count(bot: Bot, watch: Watch, thread: Thread, lines: Sequence[str]) -> Counted:
    """Say these lines and count what that took."""
    bot.calls.keeps = True
    with watch.counting() as sql:
        for line in lines:
            await bot.say(thread, line)
    bot.calls.keeps = False
    return Counted(tuple(map(Post.of, bot.calls.take())), sql)


async def count_dialogue(bot: Bot, watch: Watch) -> list[Counted]:
    """Count each turn of the dialogue."""
    thread = bot.new_thread()
    await bot.refill()
    turns = [await count(bot, watch, thread, [line]) for line in DIALOGUE]
    is_done = any("500.00 went" in text for text in bot.platform.said)
    assert is_done, "the dialogue did not go as planned"
    return turns


async def grow(bot: Bot, watch: Watch, thread: Thread) -> dict[int, Counted]:
    """Make a session a thousand turns old; count what three of them took."""
    counted = {}
    for turn in range(1, OLD + 1):
        if turn in {YOUNG, MIDDLE, OLD}:
            counted[turn] = await count(bot, watch, thread, [QUESTION])
        else:
            await bot.say(thread, QUESTION)
    return counted


async def dialogue_pair(bot: Bot, floor: Floor, turns: Sequence[Counted]) -> Pair:
    """Time the dialogue and its floors."""
    return {kind: await _dialogue(bot, floor, turns, kind) for kind in Kind}


async def question_pair(bot: Bot, floor: Floor, turn: Counted, repeats: int) -> Pair:
    """Time a short session of one question, again and again, and its floors."""
    turns = [turn] * repeats
    return {kind: await _questions(bot, floor, turns, kind) for kind in Kind}


async def _dialogue(bot: Bot, floor: Floor, turns: Sequence[Counted], kind: Kind) -> Side:
    await bot.refill()
    thread, hashing = bot.new_thread(), Hashing()
    with hashing.timed():
        seconds = await _cpu(lambda: bot.talk(thread))
    return Side(seconds, await _cpu(partial(_repeat, floor, turns, kind)), hashing.seconds)


async def _questions(bot: Bot, floor: Floor, turns: Sequence[Counted], kind: Kind) -> Side:
    thread = bot.new_thread()
    seconds = await _cpu(lambda: ask(bot, thread, len(turns)))
    return Side(seconds, await _cpu(partial(_repeat, floor, turns, kind)))


async def ages(bot: Bot, middle: Thread, old: Thread) -> Ages:
    """Time a few turns each of a young, a middle and an old session."""
    young = bot.new_thread()
    await ask(bot, young, YOUNG - AT_ONCE // 2)
    seconds = [await _cpu(lambda t=t: ask(bot, t, AT_ONCE)) for t in (young, middle, old)]  # type: ignore[misc]
    return Ages(*(each / AT_ONCE for each in seconds))


async def ask(bot: Bot, thread: Thread, times: int) -> None:
    """Ask the same question so many times."""
    for _ in range(times):
        await bot.say(thread, QUESTION)


async def _repeat(floor: Floor, turns: Sequence[Counted], kind: Kind) -> None:
    for turn in turns:
        await floor.run(turn, kind)


async def _cpu(work: Callable[[], Awaitable[None]]) -> float:
    """The CPU seconds of this process; what an earlier piece of work left is cleared before."""
    gc.collect()
    started = time.process_time()
    await work()
    return time.process_time() - started
