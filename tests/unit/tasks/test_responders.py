"""A task tries its responders in order over one pending message, until it is done."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from agents.kit import Agent, Outcome
from agents.kit.tasks import NOTHING_MORE, Part, TaskLoop
from agents.kit.values.errors import AuthorError, BadToolCall
from tests.unit.tasks.stories import (
    Bench,
    a_task,
    add,
    an_agent,
    asked,
    call,
    calls,
    divide,
    playing,
    read_by,
)


@pytest.mark.proves("S3-01", "S3-06", "S3-11", "S3-09")
async def test_an_agent_makes_a_message_of_a_message_with_its_prompt_and_its_history():
    play = playing(a_task("clerk"), "What is your name?", call("done", answer="Hello, Ana."))

    first = await play.start("Hello")
    last = await play.answer("Ana")

    assert (first.value, last.value) == ("What is your name?", "Hello, Ana.")
    assert asked(play)[-1].messages[0].content.startswith("You are clerk.")
    assert read_by(play, "clerk") == ["Hello", "What is your name?", "Ana"]


@pytest.mark.proves("S3-03", "S3-06")
def test_a_tool_is_a_parser_from_text_and_a_callback_to_text():
    parsed = add.read('{"one": 2, "other": 3}')

    assert parsed == {"one": 2, "other": 3}
    assert add.function(**parsed) == "5"
    with pytest.raises(BadToolCall, match="other: Field required"):
        add.read('{"one": 2}')


@pytest.mark.proves("S3-04", "S3-01")
async def test_a_model_is_told_what_a_tool_takes_and_when_to_use_it():
    play = playing(a_task("clerk", add), "Well?")

    await play.start("What is 2 and 3?")

    (spec,) = [spec for spec in asked(play)[0].tools if spec.name == "add"]
    assert spec.description == "Add two numbers."
    assert spec.parameters["required"] == ["one", "other"]


@pytest.mark.proves("S3-04", "S3-06", "S3-13", "S3-32", "S3-35")
async def test_the_handler_runs_a_call_and_its_result_goes_back_to_the_same_agent():
    bench = Bench()
    sum_ = call("add", one=2, other=3)
    play = playing(a_task("clerk", add), sum_, call("done", answer="It is 5."), bench=bench)

    outcome = await play.start("What is 2 and 3?")

    assert outcome.value == "It is 5."
    assert bench.used == [("clerk", 'add({"one": 2, "other": 3})')]
    assert read_by(play, "clerk") == ["What is 2 and 3?", "", "5"]


@pytest.mark.proves("S3-05", "S3-09", "S3-32")
async def test_a_failure_goes_back_to_the_model_which_corrects_its_call():
    wrong, right = call("divide", one=6, other=0), call("divide", one=6, other=2)
    play = playing(a_task("clerk", divide), wrong, right, call("done", answer="3"))

    outcome = await play.start("Divide six.")

    assert outcome.value == "3"
    assert read_by(play, "clerk")[2] == "error: nothing can be divided by zero"


@pytest.mark.proves("S3-03", "S3-05")
async def test_arguments_that_do_not_fit_are_told_to_the_model_and_nothing_runs():
    bench = Bench()
    wrong = call("add", one="two", other=3)
    play = playing(a_task("clerk", add), wrong, call("done", answer="Sorry."), bench=bench)

    await play.start("Add.")

    assert bench.used == []
    assert read_by(play, "clerk")[2].startswith("error: add was not run. Arguments do not fit")


@pytest.mark.proves("S3-07")
async def test_words_are_for_people_and_calls_for_code():
    bench = Bench()
    play = playing(a_task("clerk", add), 'add {"one": 1, "other": 1}', bench=bench)

    outcome = await play.start("Add.")

    assert outcome.asks_human
    assert outcome.value == 'add {"one": 1, "other": 1}'
    assert bench.used == []
    assert len(asked(play)) == 1


@pytest.mark.proves("S3-07")
async def test_a_call_is_acted_on_also_where_words_stand_beside_it():
    bench = Bench()
    both = calls(call("add", one=2, other=3), text="Let me see.")
    play = playing(a_task("clerk", add), both, call("done", answer="It is 5."), bench=bench)

    outcome = await play.start("What is 2 and 3?")

    assert bench.used == [("clerk", 'add({"one": 2, "other": 3})')]
    assert (outcome.asks_human, outcome.value) == (False, "It is 5.")


@pytest.mark.proves("S3-01", "S3-08")
async def test_what_one_agent_asks_for_another_may_handle():
    bench = Bench()
    teller = a_task("teller", add, asks_person=False, in_charge="agent")
    head = a_task("head", sub_tasks=(teller,))
    play = playing(
        head,
        bench=bench,
        head=[call("send", to="teller", text="add 2 and 3"), call("done", answer="Five.")],
        teller=[call("add", one=2, other=3), "It is 5."],
    )

    outcome = await play.start("What is 2 and 3?")

    assert outcome.value == "Five."
    assert bench.used == [("teller", 'add({"one": 2, "other": 3})')]
    assert read_by(play, "head")[-1] == "(teller says) It is 5."


@pytest.mark.proves("S3-10", "S3-15", "S3-16")
@pytest.mark.parametrize(
    "standing",
    [
        lambda task: task,
        lambda task: a_task("head", sub_tasks=(task,)),
        lambda task: a_task("head", sub_tasks=(Part("part", "Does it.", task),)),
        lambda task: a_task("head", sub_tasks=(a_task("between", sub_tasks=(task,)),)),
    ],
    ids=["by itself", "as a sub-task", "as any other script", "deeper"],
)
async def test_the_same_task_runs_in_the_same_way_wherever_it_stands(
    standing: Callable[[TaskLoop], TaskLoop],
):
    bench = Bench()
    task = a_task("clerk", add, asks_person=False)
    sums = [call("add", one=2, other=3), call("done")]
    tree = standing(task)
    others = {agent.name for agent in tree.agents} - {"clerk"}
    to = {"head": tree.sub_tasks[0].name if tree.sub_tasks else "", "between": "clerk"}
    sends = {name: [call("send", to=to[name], text="2 and 3?"), call("done")] for name in others}
    play = playing(tree, bench=bench, clerk=sums, **sends)

    outcome = await play.start("2 and 3?")

    assert outcome.value == "5"
    assert bench.used == [("clerk", 'add({"one": 2, "other": 3})')]


@pytest.mark.proves("S3-12", "S3-14")
async def test_model_and_person_take_turns():
    play = playing(a_task("clerk"), "One?", "Two?", call("done", answer="Three."))

    heard = [await play.start("go"), await play.answer("1"), await play.answer("2")]

    assert [outcome.value for outcome in heard] == ["One?", "Two?", "Three."]
    assert [outcome.asks_human for outcome in heard] == [True, True, False]


@pytest.mark.proves("S3-12")
async def test_a_person_in_charge_ends_the_task_by_having_no_more_to_say():
    play = playing(a_task("clerk", in_charge="person"), "Is that all?")

    asked_ = await play.start("Hello")
    outcome = await play.answer(NOTHING_MORE)

    assert asked_.options == (NOTHING_MORE,)
    assert (outcome.value, outcome.rationale) == ("All right, that is all.", "stopped")


@pytest.mark.proves("S3-17", "S3-18")
def test_responders_are_tools_model_person_then_the_sub_tasks_as_they_were_added():
    task = a_task("head").with_sub_tasks(a_task("one"), a_task("two"))

    assert a_task("head").responders == ("agent", "model", "person")
    assert task.responders == ("agent", "model", "person", "one", "two")
    assert task.with_sub_tasks(a_task("three")).responders[-1] == "three"


async def _run(turn: object) -> Outcome:
    raise NotImplementedError


A_FUNCTION = Agent(name="f", description="A function.", run=_run)

MUTE = Agent(name="mute", description="", prompt="x")


def deep(levels: int) -> TaskLoop:
    task = a_task("t0")
    for level in range(1, levels):
        task = a_task(f"t{level}", sub_tasks=(task,))
    return task


@pytest.mark.parametrize(
    ("declare", "problem"),
    [
        (lambda: a_task("a", sub_tasks=(a_task("b"), a_task("b"))), "two responders"),
        (lambda: a_task("a", sub_tasks=(a_task("model"),)), "two responders"),
        (lambda: a_task("a", in_charge="b"), "none of agent, model, person"),
        (lambda: a_task("a", asks_person=False, in_charge="person"), "never asks a person"),
        (lambda: TaskLoop(agent=A_FUNCTION), "must be a model"),
        (lambda: TaskLoop(agent=an_agent("a", replace(add, name="send"))), "steers the task"),
        (lambda: deep(9), "9 deep"),
        (lambda: a_task("a", sub_tasks=(TaskLoop(agent=MUTE),)), "mute has no description"),
    ],
)
def test_what_cannot_work_is_refused_where_it_is_declared(
    declare: Callable[[], TaskLoop], problem: str
):
    with pytest.raises(AuthorError, match=problem):
        declare()
