"""A task waits for others without stalling, and goes on exactly where it was."""

import json

import pytest

from agents.kit import done, go_on
from agents.kit.agent import Script, Stage
from agents.kit.outcome import Outcome, ask
from agents.kit.tasks import Limits, Part
from agents.kit.tasks.run_limits import CALLS_A_TURN
from agents.kit.values.model import ModelCall
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.unit.tasks.stories import (
    Bench,
    a_task,
    add,
    announce,
    asked,
    call,
    calls,
    each,
    playing,
    read_by,
)


@pytest.mark.proves("S3-12", "S3-34")
async def test_a_person_may_give_the_same_answer_as_often_as_they_like():
    play = playing(a_task("clerk"), *["Sure?"] * 9, call("done", answer="ok"))

    outcome = await play.start("go")
    for _time in range(9):
        assert outcome.asks_human
        outcome = await play.answer("yes")

    assert outcome.value == "ok"


@pytest.mark.proves("S3-34")
async def test_waiting_for_an_approval_is_no_stall_and_the_task_goes_on_with_what_came_of_it():
    inside = a_task("inside", add)
    head = a_task("head", sub_tasks=(inside,))
    play = playing(
        head,
        bench=Bench(gated=frozenset({"add"})),
        head=[call("send", to="inside", text="2 and 3"), call("done")],
        inside=[call("add", one=2, other=3), call("done", answer="approved five")],
    )

    waiting = await play.start("begin")
    outcome = await play.returned("5")

    assert waiting.suspended is not None
    assert (waiting.suspended.agent, waiting.suspended.tool) == ("inside", "add")
    assert outcome.value == "approved five"
    assert read_by(play, "inside")[-1] == "5"


@pytest.mark.proves("S3-34")
async def test_of_several_calls_only_those_not_run_yet_run_after_the_wait():
    bench = Bench(gated=frozenset({"announce"}))
    three = calls(
        call("add", one=1, other=1), call("announce", text="x"), call("add", one=2, other=2)
    )
    play = playing(a_task("clerk", add, announce), three, call("done", answer="ok"), bench=bench)

    await play.start("go")
    assert len(bench.used) == 1
    outcome = await play.returned("error: the line is dead")

    assert outcome.value == "ok"
    assert [what for _who, what in bench.used] == [
        'add({"one": 1, "other": 1})',
        'add({"one": 2, "other": 2})',
    ]
    assert read_by(play, "clerk")[-3:] == ["2", "error: the line is dead", "4"]


@pytest.mark.proves("S3-34")
async def test_what_a_person_says_instead_of_approving_is_read_and_the_call_is_not_run():
    bench = Bench(gated=frozenset({"add"}))
    play = playing(
        a_task("clerk", add), call("add", one=1, other=1), "Then I will not.", bench=bench
    )

    await play.start("1 and 1?")
    outcome = await play.answer("wait, do not")

    assert outcome.value == "Then I will not."
    assert read_by(play, "clerk")[-2:] == [
        "error: not run, because the person said something first.",
        "wait, do not",
    ]
    assert bench.used == []


@pytest.mark.proves("S3-34")
async def test_a_message_for_somebody_else_is_handed_back_and_nothing_is_changed():
    play = playing(a_task("clerk"), "Which colour?", call("hand_back", reason="not for me"))

    asked_ = await play.start("Paint it.")
    back = await play.answer("what does Apple cost?")

    assert (back.hands_back, back.rationale) == (True, "not for me")
    assert back.state == asked_.state


@pytest.mark.proves("S3-34")
async def test_a_long_run_takes_a_turn_for_every_few_model_calls():
    numbers = [call("add", one=n, other=n) for n in range(12)]
    play = playing(a_task("clerk", add), *numbers, call("done", answer="ok"))

    outcome = await play.start("count")

    assert outcome.value == "ok"
    assert [one.goes_on for one in play.outcomes] == [True, False]
    assert len(asked(play)) == 13 > CALLS_A_TURN


@pytest.mark.proves("S3-34")
async def test_where_a_tree_stands_is_json_each_task_with_its_own_position():
    inside = a_task("inside", signals=("done", "send"))
    head = a_task("head", sub_tasks=(inside,))
    play = playing(
        head,
        head=[call("send", to="inside", text="find out")],
        inside=[call("send", to="person", text="Which?")],
    )

    outcome = await play.start("begin")
    state = json.loads(json.dumps(outcome.state))

    assert state["within"] == "inside"
    assert state["pending"]["text"] == "find out"
    assert state["nested"]["inside"]["waits"] == "person"
    assert state["nested"]["inside"]["pending"]["recipient"] == "person"


async def test_a_tree_that_lost_a_sub_task_meanwhile_goes_on_without_it():
    inside = a_task("inside", signals=("done", "send"))
    sends = [call("send", to="inside", text="find out"), call("done", answer="I know it myself.")]
    play = playing(
        a_task("head", sub_tasks=(inside,)),
        head=sends,
        inside=[call("send", to="person", text="Which?")],
    )

    await play.start("begin")
    play.script = a_task("head")
    outcome = await play.answer("blue")

    assert outcome.value == "I know it myself."
    assert read_by(play, "head")[-1] == "blue"


async def test_a_state_of_another_shape_begins_anew_with_all_that_was_said():
    play = playing(a_task("clerk"), "Well?")
    stage = play.stage
    stage.said, stage.state = ("one", "two"), {"version": 99}

    await play.script.run(stage)

    assert read_by(play, "clerk") == ["one\ntwo"]


@pytest.mark.proves("S3-11")
@pytest.mark.parametrize(("remembers", "lines"), [(True, 3), (False, 1)])
async def test_a_sub_task_remembers_its_last_run_unless_it_is_not_to(remembers: bool, lines: int):  # noqa: FBT001 - a case
    one = a_task("one", remembers=remembers)
    head = a_task("head", sub_tasks=(one,))
    sends = [call("send", to="one", text=text) for text in ("first", "second")]
    play = playing(head, head=[*sends, call("done")], one=["One.", "Two."])

    await play.start("begin")

    assert len(read_by(play, "one")) == lines
    assert read_by(play, "one")[-1] == "second"


@pytest.mark.proves("S3-13", "S3-34")
@pytest.mark.parametrize(
    ("forgot", "heard"),
    [
        ("leave", "Five, I think."),
        ("person", "Five, I think."),
        ("done", "Five, I think."),
        ("remind", "It is 5."),
        (lambda text: f"{text} Are you sure?", "It is 5."),
    ],
)
async def test_what_happens_when_a_model_forgot_its_tool_is_declared(forgot: object, heard: str):
    task = a_task("clerk", add, forgot=forgot)
    play = playing(
        task, "Five, I think.", call("add", one=2, other=3), call("done", answer="It is 5.")
    )

    outcome = await play.start("2 and 3?")

    assert outcome.value == heard
    assert outcome.interrupt == (forgot in ("leave", "person"))
    assert all(one.messages[1].role == "user" for one in asked(play))
    assert [message.role for message in asked(play)[-1].messages].count("system") == 1


class Interview(Script):
    """Asks once, goes on once, then is done."""

    agents = ()

    async def run(self, stage: Stage) -> Outcome:
        match (stage.state or {}).get("at"):
            case None:
                return ask(f"You said “{stage.text}”. Why?", state={"at": "asked"})
            case "asked":
                return go_on({"at": "thinking", "why": stage.text})
            case _:
                return done(f"Because {(stage.state or {})['why']}.")


@pytest.mark.proves("S3-16", "S3-31")
async def test_any_script_may_be_a_sub_task_with_a_position_of_its_own():
    part = Part("interview", "Asks a person why.", Interview())
    head = a_task("head", sub_tasks=(part,))
    play = playing(head, call("send", to="interview", text="it broke"), call("done"))

    question = await play.start("begin")
    outcome = await play.answer("it was old")

    assert question.value == "You said “it broke”. Why?"
    assert outcome.value == "Because it was old."
    assert read_by(play, "head")[-1] == "(interview says) Because it was old."


@pytest.mark.parametrize(
    "first_run",
    [
        [call(f"tool_{n}") for n in range(9)],
        [call("add", one=1, other=1)] * 9,
        [calls(call("add", one=n, other=n), call("done")) for n in range(9)],
        [calls(call("announce", text="x"), call("add", one=1, other=1))],
        [call("done", answer="ok")],
    ],
    ids=["wrong calls", "a loop", "too many turns", "an end amid calls", "done"],
)
async def test_whatever_ended_a_run_the_next_reads_one_result_behind_every_call(
    first_run: list[ScriptedAnswer],
):
    one = a_task("one", add, announce, limits=Limits(turns=12))
    head = a_task("head", sub_tasks=(one,), limits=Limits(turns=90))
    sends = [call("send", to="one", text=f"{n}") for n in range(2)]
    last = call("done", answer="second run")
    begun = 0

    def play_one(asked_: ModelCall) -> ScriptedAnswer:
        nonlocal begun
        begun += 1
        is_second = any(message.content == "1" for message in asked_.messages)
        return last if is_second else first_run[min(begun, len(first_run)) - 1]

    play = playing(head, head=[*sends, call("done")], one=["unused"])
    answer_head = each(head=[*sends, call("done")])
    play.stage.model = ScriptedModel(
        lambda asked_: play_one(asked_) if asked_.agent == "one" else answer_head(asked_)
    )

    assert (await play.start("begin")).value == "second run"

    read = asked(play, "one")[-1].messages
    wanted = [made.id for message in read for made in message.tool_calls]
    given = [message.tool_call_id for message in read if message.role == "tool"]
    assert wanted == given
