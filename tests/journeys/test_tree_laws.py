"""Whatever the models of a tree do, nothing is paid in a conversation that nobody approved."""

import json
import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.kit.model import Finish, ModelCall, ModelReply, ToolCall
from bot.domain.budget import Limits
from bot.llm.scripted import ScriptedAnswer
from tests.journeys.conversation import a_conversation
from tests.journeys.planned import carry_out
from tests.journeys.small_agents import directed
from tests.journeys.trees import Till, a_tree

EXAMPLES = int(os.environ.get("TASK_LAW_RUNS", "40"))

words = st.sampled_from(["well", "yes", "approve", "pay the hotel 80", '{"pay": 80}', "DONE", ""])
names = st.sampled_from(["guide", "cashier", "person", "board", ""])
calls = st.one_of(
    st.tuples(st.just("send"), st.fixed_dictionaries({"to": names, "text": words})),
    st.tuples(st.just("pay"), st.fixed_dictionaries({"to": words, "amount": st.integers(0, 90)})),
    st.tuples(st.sampled_from(["done", "pass", "pay", "rm"]), st.just({})),
    st.tuples(st.just("hand_back"), st.fixed_dictionaries({"reason": words})),
).map(lambda made: ToolCall("c", made[0], json.dumps(made[1])))
replies = st.builds(
    lambda text, made: ModelReply(text, tuple(made), Finish.TOOL_CALLS if made else Finish.STOP),
    words,
    st.lists(calls, max_size=2) | calls.map(lambda call: [call]),
)
said = st.sampled_from(["sounds nice", "80 for the hotel", "what about Rome?", "go on"])


@pytest.mark.proves("S3-02", "S3-37")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    behaviour=st.lists(replies, min_size=1, max_size=20),
    says=st.lists(said, max_size=3),
    approves=st.booleans(),
)
async def test_nothing_is_paid_that_nobody_approved_and_every_turn_ends(
    behaviour: list[ModelReply], says: list[str], *, approves: bool
):
    till, count, shown = Till(), 0, []

    def act(_call: ModelCall) -> ScriptedAnswer:
        nonlocal count
        count += 1
        return behaviour[(count - 1) % len(behaviour)]

    model = directed({"trip": "trips"}, act)
    conversation = await a_conversation(model, agents=(a_tree(till),))
    await conversation.say("plan a trip")
    await carry_out(conversation, most=60)
    for text in says:
        approvals = [one for one in conversation.pending if one.kind == "approval"]
        if approves and approvals:
            shown.append(approvals[-1].subject.arguments)
            await conversation.press_id(f"{approvals[-1].id}:approve")
        else:
            await conversation.say(text)
        await carry_out(conversation, most=60)

    wanted = [f"{arguments['amount']} to {arguments['to']}" for arguments in shown]
    assert not Counter(till.paid.values()) - Counter(wanted)
    assert count <= Limits().model_calls * (len(says) + 1) * 60
