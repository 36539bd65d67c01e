"""Sum up what leaves the window: by code what was done and is open, by a model the rest.

A model's line counts only if it says where it comes from and speaks of the past, not as the
assistant. Without a usable one the person's own words are kept, as they were.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from agents.kit.values.model import ChatMessage, Model, ModelCall, Purpose, Usage
from bot.core.ports.memory import Due
from bot.core.prompts.model_calls import add_present
from bot.core.prompts.prompting import fill_prompt
from bot.domain.memory import LINE_CHARACTERS, MOST_LINES, Gist, Passage, Summary
from bot.language.lexicon import is_question
from bot.language.words import is_telling, speaks_for_somebody, whole_words

NAME = "memory"
LINES_A_NOTE = 5
LINE_READ = 600

_LINE = re.compile(r"[-*]\s*\[([\d,\s]+)\]\s*(\S.*)")
_QUOTED = re.compile(r"[“\"][^”\"]*[”\"]")


async def grow(
    due: Due, model: Model, now: datetime, *, within_seconds: float
) -> tuple[Summary, Usage]:
    """The summary with the lines it lacked, and what that cost; `now` is the people's own.

    Raises:
        ModelUnavailable: no answer came; the summary stays as it was.
    """
    call = add_present(ModelCall(Purpose.SUMMARISE, NAME, tuple(_asked(due))), now)
    reply = await model.complete(call, within_seconds=within_seconds)
    answer = "" if reply.is_withheld else reply.text
    told = list(read_notes(answer, due.lines)) or list(quote_telling(due.lines))
    gists = sorted((*told, *note_by_code(due)), key=lambda gist: gist.at)
    return due.summary.grown(tuple(gists), due.lines), reply.usage


def read_notes(answer: str, lines: Sequence[Passage]) -> Iterator[Gist]:
    """The usable lines of a model's answer."""
    found = (_LINE.fullmatch(part.strip()) for part in answer.splitlines())
    for match in [match for match in found if match][: count_notes(lines)]:
        numbers = [int(number) for number in re.findall(r"\d{1,4}", match[1])]
        sources = [lines[number - 1] for number in numbers if 1 <= number <= len(lines)]
        is_past = not speaks_for_somebody(_QUOTED.sub("", match[2]))
        if sources and len(sources) == len(numbers) and is_past:
            yield _gist(match[2], sources)


def quote_telling(lines: Sequence[Passage]) -> Iterator[Gist]:
    """What the person said that tells most, word for word."""
    own = [line for line in lines if not line.by_bot and _telling(line)]
    telling = sorted(own, key=_telling, reverse=True)
    for line in sorted(telling[: count_notes(lines)], key=lambda line: line.number):
        yield _gist(f"The user said: “{line.text}”", [line])


def _telling(line: Passage) -> int:
    return len({word for word in whole_words(line.text) if is_telling(word)})


def count_notes(lines: Sequence[Passage]) -> int:
    """How many notes so many lines may come to."""
    return min(-(-len(lines) // LINES_A_NOTE), MOST_LINES)


def note_by_code(due: Due) -> Iterator[Gist]:
    """What tools did, and the questions that nobody has answered."""
    by_turn = {line.turn: line for line in due.lines}
    for turn, done in due.done:
        if turn in by_turn:
            yield _gist(done, [by_turn[turn]])
    last = due.lines[-1]
    if last.by_bot and is_question(last.text):
        yield _gist(f"{last.speaker} had asked: “{last.text}”", [last])


def _gist(words: str, sources: Sequence[Passage]) -> Gist:
    line = " ".join(words.split())
    cut = line if len(line) <= LINE_CHARACTERS else f"{line[: LINE_CHARACTERS - 2]} …"
    turns = tuple(dict.fromkeys(source.turn for source in sources))
    oldest = min(source.at for source in sources)
    return Gist(cut, oldest, turns, any(source.private for source in sources))


def _asked(due: Due) -> Iterator[ChatMessage]:
    yield ChatMessage("system", fill_prompt("summarise", most=str(count_notes(due.lines))))
    for number, line in enumerate(due.lines, start=1):
        who = f"{line.speaker} answered" if line.by_bot else "the user said"
        words = " ".join(line.text.split())[:LINE_READ]
        yield ChatMessage("user", f"[{number}] {line.at:%Y-%m-%d} {who}: {words}")
