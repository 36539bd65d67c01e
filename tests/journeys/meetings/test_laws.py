"""Whatever the models of a procedure do, nothing is paid in it that its person did not approve."""

import json
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.kit import Agent, always
from agents.kit.procedures import procedure_agent, toolbox
from agents.kit.values.model import Finish, ModelCall, ModelReply, ToolCall
from bot.domain.budget import TurnLimits
from tests.effort import IN_FULL
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import a_conversation
from tests.journeys.plans.planned import carry_out
from tests.journeys.trees.trees import Till
from tests.unit.procedures.stories import a_part, a_procedure, a_state, with_state

EXAMPLES = 2_000 if IN_FULL else 40
CAP, CALLS = 4, 7  # calls for one contribution: way, speaker, tool, extraction, words, summaries
LAPS = 20

words = st.sampled_from([
    "well", "yes", "approve", "pay the hotel 80", "<end>0</end>", "<end>1</end>", "<end>Ben</end>",
    '{"pay": 80}', "",
])  # fmt: skip
calls = st.one_of(
    st.tuples(st.just("pay"), st.fixed_dictionaries({"to": words, "amount": st.integers(0, 90)})),
    st.tuples(st.sampled_from(["pay", "rm", "hand_back", "done"]), st.just({})),
).map(lambda made: ToolCall("c", made[0], json.dumps(made[1])))
replies = st.builds(
    lambda text, made: ModelReply(text, tuple(made), Finish.TOOL_CALLS if made else Finish.STOP),
    words,
    st.lists(calls, max_size=2),
)
said = st.sampled_from(["sounds nice", "80 for the hotel", "yes", "go on"])


def a_meeting(till: Till, controller_type: str) -> tuple[Agent, Agent]:
    """A procedure of which one role may pay, and the agent whose tool that is."""
    pay = till.pay(approval=always("it costs money"))
    cashier = Agent(name="cashier", description="Pays.", prompt="Pay.", tools=(pay,))
    cap = {"controller_type": controller_type, "max_chat_nums": CAP}
    state = a_state("host", "guest", controller=cap)
    state["agent_states"]["guest"] = a_part(
        "guest", FunctionComponent={"functions": ["cashier.pay"]}
    )
    raw = with_state("chat", state, description="Plans trips.")
    raw |= {"name": "trips", "config": {"MAX_CHAT_HISTORY": 3}}
    return procedure_agent(a_procedure(raw, tools=toolbox([cashier]))), cashier


# A wild model calls tools also where none is offered; a turn then fails, and goes no further.
@pytest.mark.proves("S4-07", "S4-26")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    behaviour=st.lists(replies, min_size=1, max_size=20),
    says=st.lists(said, max_size=4),
    kind=st.sampled_from(["order", "random", "rule"]),
    approves=st.booleans(),
    wild=st.booleans(),
)
async def test_nothing_is_paid_that_nobody_approved_and_every_turn_ends(
    behaviour: list[ModelReply], says: list[str], kind: str, *, approves: bool, wild: bool
):
    till, count, shown = Till(), 0, []

    def act(call: ModelCall) -> ScriptedAnswer:
        nonlocal count
        count += 1
        assert {spec.name for spec in call.tools} <= {"pay"}
        reply = behaviour[(count - 1) % len(behaviour)]
        return reply if wild or call.tools else reply.text or "well"

    conversation = await a_conversation(
        directed({"trip": "trips"}, act), agents=a_meeting(till, kind)
    )
    await conversation.say("plan a trip")
    await carry_out(conversation, most=LAPS)
    for text in says:
        approvals = [one for one in conversation.pending if one.kind == "approval"]
        if approvals and (approves or text == "yes"):
            shown.append(approvals[-1].subject.arguments)
        if approves and approvals:
            await conversation.press_id(f"{approvals[-1].id}:approve")
        else:
            await conversation.say(text)
        await carry_out(conversation, most=LAPS)

    wanted = [f"{arguments['amount']} to {arguments['to']}" for arguments in shown]
    assert not Counter(till.paid.values()) - Counter(wanted)
    assert count <= min(CALLS, TurnLimits().model_calls) * LAPS * (len(says) + 1)
