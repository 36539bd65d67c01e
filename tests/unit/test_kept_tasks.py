"""What a task keeps for later: calls in order, and to hand back behind them all."""

from agents.kit.outcome import Suspended
from bot.domain.ids import TaskId
from bot.domain.tasks import Task, TaskStack

BACK = Suspended(waits_for="approval", name="hand_back", because="not mine", words="and the room?")


def send(amount: int) -> Suspended:
    return Suspended(
        tool="send_it", arguments={"amount": amount}, waits_for="approval", name="send_it"
    )


def keeping(*calls: Suspended) -> Task:
    task = Task(TaskId("t1"), "desk")
    for call in calls:
        task = task.keeping(call)
    return task


def test_calls_come_in_order_and_to_hand_back_comes_last_and_once():
    assert keeping(send(1), BACK, send(2), BACK).kept == (send(1), send(2), BACK)


def test_it_is_handed_back_only_when_no_call_is_left():
    assert keeping(BACK, send(1)).hands_back is None
    assert keeping(BACK, send(1)).next_kept == send(1)
    assert keeping(BACK).hands_back == BACK
    assert keeping(BACK).next_kept is None


def test_the_first_that_was_kept_is_taken_up():
    task = keeping(send(1), send(2)).taking_up()

    assert (task.call, task.kept) == (send(1), (send(2),))


def test_one_of_two_that_are_the_same_is_taken_out():
    assert keeping(send(1), send(1)).without_kept(send(1)).kept == (send(1),)


def test_what_comes_after_is_named_in_order():
    assert keeping(send(1), send(2), BACK).after == (
        "After that: send it (amount 1), then send it (amount 2)."
    )
    assert keeping(BACK).after == ""


def test_what_is_said_since_makes_what_was_kept_need_an_approval():
    assert keeping(send(1)).hearing("no, only half").careful
    assert not keeping().hearing("hello").careful


def test_a_task_that_keeps_something_is_no_circle():
    stack = TaskStack().push(keeping(send(1))).push(Task(TaskId("t2"), "room"))
    again = stack.push(keeping(send(2)).with_(id=TaskId("t3")))

    assert again.without_repeats(()) == again
