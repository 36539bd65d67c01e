"""Every task ends, says why, and goes on where it was; waiting for somebody is no stall."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from agents.kit import Agent, Suspended, Tool, done
from agents.kit.tasks import Limits, Status
from agents.kit.tasks.position import TaskMessage
from agents.kit.tasks.responders import REMINDERS
from agents.kit.tasks.run_limits import goes_in_circles, walked
from agents.kit.values.errors import KitError
from tests.fakes.scripted import ScriptedAnswer
from tests.unit.tasks.stories import (
    Bench,
    a_task,
    add,
    announce,
    asked,
    call,
    calls,
    costing,
    playing,
    read_by,
)


@pytest.mark.proves("S3-02", "S3-34")
async def test_two_agents_that_only_repeat_themselves_are_stopped():
    one = a_task("one", asks_person=False)
    head = a_task("head", sub_tasks=(one,), asks_person=False)
    play = playing(head, head=["After you."], one=["No, after you."])

    outcome = await play.start("begin")

    assert outcome.rationale == "loop"
    assert outcome.value == "No, after you.\n\nI stopped here: it only went round in circles."


@pytest.mark.proves("S3-02", "S3-34")
async def test_the_same_call_again_and_again_is_a_loop_whatever_order_its_arguments_have():
    bench = Bench()
    tries = [calls(call("add", one=1, other=2), text=f"try {n}") for n in range(4)]
    tries[1] = calls(call("add", other=2, one=1), text="the other way round")
    play = playing(a_task("clerk", add), *tries, bench=bench)

    outcome = await play.start("1 and 2?")

    assert (outcome.rationale, len(bench.used)) == ("loop", 3)


@pytest.mark.proves("S3-02", "S3-28", "S3-33", "S3-34")
async def test_a_message_nobody_responds_to_is_a_stall():
    head = a_task("head", sub_tasks=(a_task("one"),), asks_person=False)
    sends = [call("send", to="one", text=f"well {n}?") for n in range(9)]
    play = playing(head, head=sends, one=[""])

    outcome = await play.start("begin")

    assert outcome.rationale == "stalled"
    assert len(asked(play, "head")) == Limits().stalls + 1
    assert read_by(play, "head")[-1] == "(note) one has no answer to that."
    assert outcome.value.endswith("I stopped here: nobody could take it further.")


@pytest.mark.proves("S3-02", "S3-34")
async def test_a_task_takes_no_more_turns_than_it_may():
    numbers = [call("add", one=n, other=n) for n in range(50)]
    play = playing(a_task("clerk", add, limits=Limits(turns=6)), *numbers)

    outcome = await play.start("count")

    assert outcome.rationale == "max turns"
    assert len(asked(play)) == 3


@pytest.mark.proves("S3-02", "S3-34")
@pytest.mark.parametrize("limits", [Limits(tokens=250), Limits(cost_micros=250)])
async def test_a_tree_costs_no_more_than_it_may(limits: Limits):
    one = a_task("one", asks_person=False)
    head = a_task("head", sub_tasks=(one,), asks_person=False, limits=limits)
    words = [costing(100, f"word {n}") for n in range(20)]
    play = playing(head, head=words, one=words)

    outcome = await play.start("talk")

    assert outcome.rationale == "max cost"
    assert len(asked(play)) <= 4


@pytest.mark.proves("S3-02", "S3-34")
async def test_a_model_that_keeps_calling_wrongly_is_stopped():
    wrong = [call(f"tool_{n}") for n in range(9)]
    play = playing(a_task("clerk", add), *wrong)

    outcome = await play.start("go")

    assert (outcome.rationale, len(asked(play))) == ("stalled", 4)


async def test_a_sub_task_that_ends_badly_tells_the_task_above_why():
    one = a_task("one", add, limits=Limits(turns=2))
    head = a_task("head", sub_tasks=(one,))
    numbers = [call("add", one=n, other=n) for n in range(9)]
    play = playing(head, head=[call("send", to="one", text="go"), call("done")], one=numbers)

    await play.start("begin")

    assert read_by(play, "head")[-1] == "(one says) 0\n\nI stopped here: it took too many turns."


def test_every_end_has_a_name_of_its_own():
    assert {str(status) for status in Status} == {
        "done", "answered", "finished", "passed", "stopped", "no answer", "stalled", "loop",
        "max turns", "max cost",
    }  # fmt: skip


@pytest.mark.parametrize("length", range(1, 11))
def test_a_cycle_is_seen_at_its_third_time_and_not_before(length: int):
    cycle = [TaskMessage(sender="model", text=f"{n}") for n in range(length)]
    trail: list[str] = []
    for message in [*cycle, *cycle, *cycle[:-1]]:
        trail = walked(trail, message)
        assert not goes_in_circles(trail)

    assert goes_in_circles(walked(trail, cycle[-1]))


def test_case_and_spaces_make_no_difference_to_a_cycle():
    trail: list[str] = []
    for text in ("Go on.", "go  on.", " GO ON. "):
        trail = walked(trail, TaskMessage(sender="model", text=text))

    assert goes_in_circles(trail)


@pytest.mark.proves("S3-34")
async def test_the_same_call_is_no_loop_once_its_person_has_spoken():
    bench = Bench()
    sum_ = call("add", one=1, other=1)
    again: list[ScriptedAnswer] = [sum_, sum_, "Again?"] * 3
    play = playing(a_task("clerk", add), *again, call("done", answer="ok"), bench=bench)

    await play.start("1 and 1?")
    for _time in range(3):
        outcome = await play.answer("once more")

    assert outcome.value == "ok"
    assert len(bench.used) == 6


@pytest.mark.proves("S3-34")
async def test_of_several_calls_those_that_ran_before_a_failure_do_not_run_again():
    bench = Bench()
    both = calls(call("add", one=1, other=1), call("announce", text="x"))
    play = playing(a_task("clerk", add, announce), both, bench=bench)

    def fails_once(agent: Agent, wanted: Tool, given: Mapping[str, Any]) -> str | Suspended:
        if wanted is announce and not play.outcomes:
            play.outcomes.append(done("nothing yet"))
            raise KitError("the process is killed")
        return bench.use(agent, wanted, given)

    play.stage.using = fails_once
    with pytest.raises(KitError):
        await play.start("go")
    outcome = await play.script.run(replace(play.stage, text=""))

    assert outcome.value == "Announced: x"
    assert [what for _who, what in bench.used] == [
        'add({"one": 1, "other": 1})',
        'announce({"text": "x"})',
    ]


@pytest.mark.proves("S3-26", "S3-34")
async def test_a_tool_that_ends_the_task_ends_it_also_when_it_had_to_wait():
    bench = Bench(gated=frozenset({"announce"}))
    play = playing(a_task("clerk", announce), call("announce", text="x"), "More?", bench=bench)

    await play.start("go")
    outcome = await play.returned("Announced: x")

    assert (outcome.value, outcome.interrupt) == ("Announced: x", False)
    assert len(asked(play)) == 1


@pytest.mark.parametrize("gated", [frozenset[str](), frozenset({"announce"})])
async def test_what_was_called_beside_a_call_that_ends_the_task_is_done_as_well(
    gated: frozenset[str],
):
    bench = Bench(gated=gated)
    both = calls(call("announce", text="x"), call("add", one=1, other=1))
    play = playing(a_task("clerk", announce, add), both, "More?", bench=bench)

    outcome = await play.start("go")
    if gated:
        outcome = await play.returned("Announced: x")

    assert (outcome.value, outcome.interrupt) == ("Announced: x", False)
    assert bench.used[-1] == ("clerk", 'add({"one": 1, "other": 1})')
    assert len(asked(play)) == 1


@pytest.mark.proves("S3-13", "S3-34")
async def test_a_model_is_reminded_of_its_tools_so_often_and_no_more():
    words = [f"I would say {n}." for n in range(9)]
    play = playing(a_task("clerk", add, forgot="remind"), *words)

    outcome = await play.start("2 and 3?")

    assert outcome.asks_human
    assert len(asked(play)) == REMINDERS + 1
