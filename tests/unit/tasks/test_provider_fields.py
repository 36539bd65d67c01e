"""What a server sent beside a tool call goes back with it; a thought is stored nowhere."""

import json
from dataclasses import replace

from agents.kit.values.model import ChatMessage, Finish, ModelReply, ToolCall
from tests.unit.tasks.stories import Bench, a_task, add, asked, call, calls, playing
from tests.unit.test_loop import FakeHands, run, says


async def test_what_a_server_sent_with_a_call_goes_back_with_it():
    call = ToolCall("c", "find_account", '{"name": "Sam"}', {"extra_content": {"mark": 1}})
    thought = {"reasoning_content": "Who is Sam?"}
    first = ModelReply("", (call,), Finish.TOOL_CALLS, provider=thought)
    hands = FakeHands(first, says("To which one?"))

    await run(hands)

    assert hands.calls[1].messages[2] == ChatMessage("assistant", "", (call,), provider=thought)


async def test_over_a_wait_a_call_keeps_what_its_server_wants_back_and_no_thought_is_stored():
    signed = replace(call("add", one=2, other=3), provider={"extra_content": "signed"})
    thinking = replace(calls(signed), provider={"reasoning_content": "two and three"})
    play = playing(
        a_task("clerk", add),
        thinking,
        call("done", answer="ok"),
        bench=Bench(gated=frozenset({"add"})),
    )

    waiting = await play.start("go")
    await play.returned("5")

    sent = asked(play)[-1].messages[-2]
    assert sent.tool_calls == (signed,)
    assert "two and three" not in json.dumps(waiting.state)


async def test_within_a_turn_a_thought_goes_back_with_its_call():
    thought = {"reasoning_content": "two and three"}
    thinking = replace(calls(call("add", one=2, other=3)), provider=thought)
    play = playing(a_task("clerk", add), thinking, call("done", answer="ok"))

    await play.start("go")

    assert asked(play)[-1].messages[-2].provider == thought
