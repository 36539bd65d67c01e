"""One run of the benchmark, from an empty database to all figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.benchmarks.bot import Bot, a_bot
from tests.benchmarks.counting import Counted, Watch
from tests.benchmarks.floor import Floor, a_floor, sqlite_commits
from tests.benchmarks.measuring import (
    AT_ONCE,
    MIDDLE,
    YOUNG,
    Ages,
    Pair,
    ages,
    count_dialogue,
    dialogue_pair,
    grow,
    question_pair,
)
from tests.benchmarks.measuring import ask as ask_often

QUESTIONS = 20
WARM_UP = 3


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was measured."""

    dialogue: Sequence[Counted]
    again: Sequence[Counted]
    aged: Mapping[int, Counted]
    dialogues: Sequence[Pair]
    questions: Sequence[Pair]
    ages: Sequence[Ages]


async def take(pairs: int) -> Report:
    """Measure everything; CPU is compared so many times."""
    watch = Watch()
    with watch.set_up(), sqlite_commits() as commit:
        async with a_bot() as bot, a_floor(bot.app.settings.openai_base_url, commit) as floor:
            return await _take(bot, floor, watch, pairs)


async def _take(bot: Bot, floor: Floor, watch: Watch, pairs: int) -> Report:
    await ask_often(bot, bot.new_thread(), WARM_UP)  # what the engine sweeps first is no turn
    dialogue, again = [await count_dialogue(bot, watch) for _ in range(2)]
    middle, old = bot.new_thread(), bot.new_thread()
    aged = await grow(bot, watch, old)
    await ask_often(bot, middle, MIDDLE - AT_ONCE * pairs // 2)
    for _ in range(WARM_UP):
        await dialogue_pair(bot, floor, dialogue)
    dialogues, questions, compared = list[Pair](), list[Pair](), list[Ages]()
    for _ in range(pairs):
        dialogues.append(await dialogue_pair(bot, floor, dialogue))
        questions.append(await question_pair(bot, floor, aged[YOUNG], QUESTIONS))
        compared.append(await ages(bot, middle, old))
    return Report(dialogue, again, aged, dialogues, questions, compared)
