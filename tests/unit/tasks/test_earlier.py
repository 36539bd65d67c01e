"""What a task's model reads of the conversation around it, and what it no longer reads."""

import json
from dataclasses import replace
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit import Script, Stage, done
from agents.kit.outcome import Outcome
from agents.kit.tasks import Limits, Part
from agents.kit.tasks.dialogue import LONGEST_LINE, WINDOW_CHARACTERS, WINDOW_LINES, YOURS
from agents.kit.tasks.task_loop import TAKEN_BACK
from agents.kit.values.model import ChatMessage
from tests.fakes.stage import Play
from tests.unit.tasks.stories import a_task, add, asked, call, calls, playing, read_by

HELLO = ChatMessage("user", "I am Ana, and I get seasick")
NICE = ChatMessage("assistant", "Noted.")


def knowing(play: Play, *before: ChatMessage) -> Play:
    """The same play, in a conversation in which this was said."""
    play.stage = replace(play.stage, before=before)
    return play


@pytest.mark.proves("S3-11")
async def test_a_tasks_model_reads_the_conversation_before_its_own_dialogue():
    play = knowing(playing(a_task("guide"), "Where to?", "By train, then."), HELLO, NICE)

    await play.start("plan a trip")
    await play.answer("to Elba")

    assert [*read_by(play, "guide")] == [
        HELLO.content,
        NICE.content,
        YOURS,
        "plan a trip",
        "Where to?",
        "to Elba",
    ]


@pytest.mark.proves("S3-33")
async def test_nobody_below_reads_more_than_they_are_told():
    head = a_task("head", sub_tasks=(a_task("guide"),))
    send = call("send", to="guide", text="where to?")
    play = knowing(playing(head, head=[send, call("done")], guide=["Elba."]), HELLO)

    await play.start("plan a trip")

    assert read_by(play, "guide") == ["where to?"]


async def test_a_part_is_told_by_its_task_alone():
    class Listening(Script):
        agents = ()

        async def run(self, stage: Stage) -> Outcome:
            return done(f"heard {len(await stage.earlier())}")

    head = a_task("head", sub_tasks=(Part("ear", "Listens.", Listening()),), in_charge="ear")
    play = knowing(playing(head, "", ""), HELLO)

    assert "heard 0" in (await play.start("listen")).value


async def test_nothing_is_marked_where_nothing_was_said_before():
    play = playing(a_task("guide"), "Where to?")

    await play.start("plan a trip")

    assert read_by(play, "guide") == ["plan a trip"]


async def test_what_was_said_before_makes_room_for_the_dialogue():
    long = [ChatMessage("user", f"{n}" * LONGEST_LINE) for n in range(8)]
    play = knowing(playing(a_task("guide"), "Go on."), *long)

    for text in ("x" * LONGEST_LINE, "y" * LONGEST_LINE):
        await (play.answer(text) if play.outcomes else play.start(text))

    read = [text for text in read_by(play, "guide") if text != YOURS]
    assert sum(map(len, read)) <= WINDOW_CHARACTERS
    assert read[0] == "7" * LONGEST_LINE
    assert read[-1] == "y" * LONGEST_LINE


@pytest.mark.proves("S3-34")
async def test_a_long_dialogue_lets_go_of_its_beginning_and_never_of_half_a_call():
    few_at_once = [
        calls(*[call("add", one=n, other=other) for other in range(1 + n % 3)])
        for n in range(WINDOW_LINES)
    ]
    task = a_task("clerk", add, limits=Limits(turns=4 * WINDOW_LINES))
    play = playing(task, *few_at_once, call("done"))

    await play.start("count")

    read = [one.messages[1:] for one in asked(play)]
    assert max(map(len, read)) <= WINDOW_LINES
    assert all(messages[0].role != "tool" for messages in read)


@pytest.mark.proves("S3-11", "R20")
async def test_words_taken_back_are_gone_from_every_dialogue_but_not_what_was_answered():
    inner = a_task("inner")
    head = a_task("head", sub_tasks=(inner,))
    play = playing(
        head,
        head=[call("forward", to="inner"), "Is that all?", "Well."],
        inner=[call("done", answer="I will keep it.")],
    )
    play.script = head = replace(head, signals=("done", "forward"))
    await play.start("my canary is called Bo")
    assert "canary" in json.dumps(play.outcomes[-1].state)

    assert play.outcomes[-1].state is not None
    left = head.without(play.outcomes[-1].state, {"my canary is called Bo"})
    play.outcomes[-1] = play.outcomes[-1].model_copy(update={"state": left})
    play.stage = replace(play.stage, said=())
    await play.answer("yes")

    assert "canary" not in json.dumps(play.outcomes[-1].state)
    assert "canary" not in str(asked(play)[-1])
    assert TAKEN_BACK in read_by(play, "head")
    assert "(inner says) I will keep it." in read_by(play, "head")


WORDS = st.text(ascii_lowercase, min_size=1, max_size=6)


@given(st.lists(WORDS, min_size=1, max_size=5), st.data())
async def test_taking_back_takes_these_words_and_no_others(texts: list[str], data: st.DataObject):
    task = a_task("clerk")
    play = playing(task, "?")
    await play.start(texts[0])
    for text in texts[1:]:
        await play.answer(text)
    gone = data.draw(st.sampled_from(texts))
    state = play.outcomes[-1].state
    assert state is not None

    left = task.without(state, {gone})

    said = [str(line["text"]) for line in left["dialogue"] if line["role"] == "user"]  # type: ignore[union-attr, index, call-overload]
    assert said == [TAKEN_BACK if text == gone else text for text in texts]
    assert left["heard"] == [text for text in texts[1:] if text != gone]
    assert task.without(left, {gone}) == left


async def test_of_several_messages_heard_together_one_can_be_taken_back():
    task = a_task("clerk")
    play = playing(task, "Yes?")
    await play.start("to Rome\nby train\nto Rome in May")
    state = play.outcomes[-1].state
    assert state is not None

    left = task.without(state, {"to Rome"})

    assert left["opening"] == f"{TAKEN_BACK}\nby train\nto Rome in May"


def test_a_state_of_another_shape_is_left_alone():
    task = a_task("clerk")

    assert task.without({"asked": "text"}, {"text"}) == {"asked": "text"}
