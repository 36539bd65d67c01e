"""The task stack: a value whose moves follow laws."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.ids import TaskId
from bot.domain.tasks import Task, TaskStack

Move = Callable[[TaskStack, Task], TaskStack]


def a_task(name: str = "t1", agent: str = "transfer_money", **details: Any) -> Task:
    return Task(id=TaskId(name), agent=agent, **details)


def a_stack(*names: str, queued: tuple[str, ...] = ()) -> TaskStack:
    return TaskStack(tuple(map(a_task, names)), tuple(map(a_task, queued)))


words = st.text(max_size=12)
ids = st.integers(0, 30).map(lambda number: TaskId(f"t{number}"))
tasks = st.builds(
    Task,
    id=ids,
    agent=st.sampled_from(["authenticate", "account_balance", "transfer_money"]),
    said=st.lists(words, max_size=3).map(tuple),
    question=words,
    state=st.none() | st.dictionaries(words, st.integers(), max_size=2),
)
stacks = st.builds(
    lambda some, cut: TaskStack(tuple(some[:cut]), tuple(some[cut:])),
    st.lists(tasks, unique_by=lambda task: task.id, max_size=8),
    st.integers(0, 8),
)
busy_stacks = stacks.filter(lambda stack: bool(stack.tasks))

MOVES: dict[str, Move] = {
    "push": TaskStack.push,
    "finish": lambda stack, _task: stack.finish(),
    "update": TaskStack.update,
    "resume": TaskStack.resume,
    "queue": lambda stack, task: stack.queue(task),
    "next_queued": lambda stack, _task: stack.next_queued(),
}


@given(stacks, tasks)
def test_finishing_what_was_pushed_changes_nothing(stack: TaskStack, task: Task):
    assert stack.push(task).finish() == stack


@given(stacks, tasks)
def test_what_is_pushed_is_on_top_and_what_was_on_top_waits_beneath(stack: TaskStack, task: Task):
    pushed = stack.push(task)

    assert pushed.tasks == (*stack.tasks, task)


@given(busy_stacks)
def test_finishing_takes_off_the_active_task_alone(stack: TaskStack):
    assert stack.finish() == replace(stack, tasks=stack.tasks[:-1])


def test_nothing_happens_when_an_empty_stack_is_finished():
    assert TaskStack().finish() == TaskStack()


def test_an_empty_stack_has_nothing_on_top_and_nothing_beneath():
    assert TaskStack().top is None


@given(busy_stacks, st.data())
def test_resuming_brings_a_task_to_the_top_and_keeps_the_others_in_order(
    stack: TaskStack, data: st.DataObject
):
    chosen = data.draw(st.sampled_from(stack.tasks))

    resumed = stack.resume(chosen)

    others = tuple(task for task in stack.tasks if task != chosen)
    assert resumed == replace(stack, tasks=(*others, chosen))


@given(busy_stacks, st.data())
def test_resuming_keeps_the_set_of_tasks(stack: TaskStack, data: st.DataObject):
    chosen = data.draw(st.sampled_from(stack.tasks))

    resumed = stack.resume(chosen)

    assert {task.id for task in resumed.tasks} == {task.id for task in stack.tasks}
    assert len(resumed.tasks) == len(stack.tasks)


@given(busy_stacks)
def test_resuming_the_active_task_changes_nothing(stack: TaskStack):
    assert stack.top is not None
    assert stack.resume(stack.top) == stack


def test_a_task_is_resumed_as_it_is_given():
    changed = a_task("t1", question="How much?")

    assert a_stack("t1", "t2").resume(changed) == TaskStack((a_task("t2"), changed))


@given(busy_stacks, st.data(), words)
def test_updating_replaces_the_task_of_this_id_in_its_place(
    stack: TaskStack, data: st.DataObject, question: str
):
    place = data.draw(st.integers(0, len(stack.tasks) - 1))
    changed = stack.tasks[place].with_(question=question)

    updated = stack.update(changed)

    expected = (*stack.tasks[:place], changed, *stack.tasks[place + 1 :])
    assert updated == replace(stack, tasks=expected)


@given(busy_stacks)
def test_without_repeats_every_agent_still_has_its_lowest_task(stack: TaskStack):
    kept = stack.without_repeats(())

    assert kept.tasks == stack.tasks[: len(kept.tasks)]
    assert {task.agent for task in kept.tasks} == {task.agent for task in stack.tasks}
    assert [task.agent for task in kept.tasks].count(kept.tasks[-1].agent) == 1
    assert kept.queued == stack.queued
    assert kept.without_repeats(()) == kept


@given(busy_stacks, st.data())
def test_what_has_acted_stays_with_all_beneath_it(stack: TaskStack, data: st.DataObject):
    acted = data.draw(st.sampled_from(stack.tasks))

    kept = stack.without_repeats({acted.id})

    assert (
        kept.tasks[: stack.tasks.index(acted) + 1] == stack.tasks[: stack.tasks.index(acted) + 1]
    )


def test_a_repeated_task_that_has_found_something_stays():
    stack = TaskStack((a_task("t1"), a_task("t2", notes=("the balance",))))

    assert stack.without_repeats(()) == stack


@given(stacks)
def test_updating_a_task_that_is_not_open_changes_nothing(stack: TaskStack):
    assert stack.update(a_task("a stranger")) == stack


@given(stacks, st.lists(tasks, max_size=3), st.lists(tasks, max_size=3))
def test_what_is_queued_first_comes_first(stack: TaskStack, first: list[Task], then: list[Task]):
    queued = stack.queue(*first).queue(*then)

    assert queued == replace(stack, queued=(*stack.queued, *first, *then))


def test_the_first_queued_task_starts_when_nothing_else_is_open():
    stack = a_stack(queued=("t1", "t2"))

    assert stack.next_queued() == a_stack("t1", queued=("t2",))


@given(busy_stacks)
def test_a_queued_task_waits_while_another_is_open(stack: TaskStack):
    assert stack.next_queued() == stack


def test_nothing_starts_when_nothing_is_queued():
    assert TaskStack().next_queued() == TaskStack()


@given(stacks, tasks)
@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_a_move_never_changes_the_stack_it_starts_from(move: Move, stack: TaskStack, task: Task):
    before = deepcopy((stack, task))

    move(stack, task)

    assert (stack, task) == before


@given(stacks, st.lists(st.tuples(st.sampled_from(list(MOVES)), words), max_size=20))
def test_no_sequence_of_moves_loses_or_doubles_a_task(
    stack: TaskStack, moves: list[tuple[str, str]]
):
    expected = _ids_of(stack)
    for number, (name, said) in enumerate(moves):
        top = stack.top
        if name in {"push", "queue"}:
            task = a_task(f"new {number}")
            expected[task.id] += 1
        elif top is None:
            continue
        else:
            task = top.with_(question=said)
            expected.subtract([top.id] if name == "finish" else [])

        stack = MOVES[name](stack, task)

    assert _ids_of(stack) == +expected


def test_the_topmost_task_of_an_agent_is_found():
    older, newer = a_task("t1", "account_balance"), a_task("t2", "account_balance")
    stack = TaskStack((older, newer, a_task("t3")))

    assert stack.of_agent("account_balance") == newer
    assert stack.of_agent("stock_lookup") is None


def test_a_changed_task_is_a_new_one():
    task = a_task(said=("Transfer money",))

    assert task.with_(started=True) == a_task(said=("Transfer money",), started=True)
    assert task == a_task(said=("Transfer money",))


@pytest.mark.proves("S1-04")
def test_a_task_knows_who_needed_it_what_its_agent_keeps_and_what_it_is_about():
    task = a_task(
        agent="smart_strategy",
        parent="decline_letter",
        state={"claim_id": None},
        said=("Where do I find a claim id?",),
    )

    assert (task.parent, task.state, task.agent, task.said) == (
        "decline_letter",
        {"claim_id": None},
        "smart_strategy",
        ("Where do I find a claim id?",),
    )


def test_a_digression_lies_on_top_and_comes_off_before_what_it_interrupted():
    letter, strategy = a_task("t1", "decline_letter"), a_task("t2", "smart_strategy")

    digressing = TaskStack().push(letter).push(strategy)

    assert digressing.top == strategy
    assert digressing.finish() == TaskStack((letter,))
    assert digressing.finish().finish() == TaskStack()


def _ids_of(stack: TaskStack) -> Counter[TaskId]:
    return Counter(task.id for task in (*stack.tasks, *stack.queued))
