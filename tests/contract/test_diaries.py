"""What every store promises about diaries: written with turns, read in order, ended with tasks."""

from typing import Any

import pytest

from agents.kit import DiaryLine, Person
from bot.core.ports.turns import Beginning, Diary, DiaryEntry
from bot.domain.errors import Fenced
from bot.domain.ids import TaskId
from bot.domain.operations import Forgotten, TurnOperations
from tests.contract.conftest import Ports
from tests.fakes.events import ANA, BEN, SESSION, a_message, the_ending

TASK, OTHER = TaskId("task"), TaskId("another task")


async def begun(ports: Ports, id_: str) -> Beginning:
    await ports.inbox.accept(a_message(id_))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    return beginning


def a_line(
    number: int, body: Any, *, book: str = "said", task: TaskId = TASK, person: Person = ANA
) -> DiaryEntry:
    return DiaryEntry(task, person, DiaryLine(book=book, number=number, body=body))


async def wrote(ports: Ports, id_: str, *lines: DiaryEntry, **more: Any) -> None:
    """Let a turn write these lines."""
    ending = the_ending(await begun(ports, id_), diary=Diary(lines), **more)
    await ports.turns.commit(ending)


async def read(ports: Ports, task: TaskId = TASK, book: str = "said") -> list[Any]:
    return [*await ports.turns.diary(task, book, 0, 100)]


async def test_lines_are_read_in_order_from_one_number_to_another(ports: Ports):
    await wrote(ports, "1", *(a_line(number, {"n": number}) for number in (0, 1, 2, 10, 11)))

    assert await ports.turns.diary(TASK, "said", 1, 11) == ({"n": 1}, {"n": 2}, {"n": 10})
    assert await ports.turns.diary(TASK, "said", 12, 20) == ()


async def test_books_and_tasks_are_kept_apart(ports: Ports):
    await wrote(
        ports, "1", a_line(0, "a"), a_line(0, "b", book="own/Ann"), a_line(0, "c", task=OTHER)
    )

    assert await read(ports) == ["a"]
    assert await read(ports, book="own/Ann") == ["b"]
    assert await read(ports, OTHER) == ["c"]


async def test_a_line_that_is_written_again_takes_the_place_of_the_one_before(ports: Ports):
    await wrote(ports, "1", a_line(0, "a"), a_line(1, "b"))

    await wrote(ports, "2", a_line(1, "B \ud83d"), a_line(2, None))

    assert await read(ports) in (["a", "B \ud83d", None], ["a", "B ?", None])


async def test_what_a_fenced_turn_wrote_is_not_there(ports: Ports):
    slow = await begun(ports, "1")
    await ports.turns.begin(SESSION)

    with pytest.raises(Fenced):
        await ports.turns.commit(the_ending(slow, diary=Diary((a_line(0, "a"),))))

    assert await read(ports) == []


async def test_the_diary_of_a_task_ends_with_it(ports: Ports):
    await wrote(ports, "1", a_line(0, "a"), a_line(0, "b", task=OTHER))

    await ports.turns.commit(the_ending(await begun(ports, "2"), diary=Diary(ended=(TASK,))))

    assert (await read(ports), await read(ports, OTHER)) == ([], ["b"])


async def test_nothing_of_who_is_forgotten_stays_in_a_diary(ports: Ports):
    await wrote(ports, "1", a_line(0, "hers"), a_line(0, "his", task=OTHER, person=BEN))

    await wrote(ports, "2", besides=TurnOperations((Forgotten(SESSION, ANA),)))

    assert (await read(ports), await read(ports, OTHER)) == ([], ["his"])
