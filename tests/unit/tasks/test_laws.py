"""Whatever models do, a tree of tasks ends, offers what it offers, and keeps its gates shut."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.kit import Agent, Suspended, Tool
from agents.kit.tasks import Limits, TaskLoop, TextSignals
from agents.kit.values.model import Finish, ModelCall, ModelReply, ToolCall, Usage
from tests.effort import IN_FULL
from tests.fakes.scripted import ScriptedModel
from tests.fakes.stage import FakeStage, Play
from tests.unit.tasks.stories import add, an_agent, announce, divide, look
from tests.unit.tasks.stories import call as use

EXAMPLES = 2_000 if IN_FULL else 60
NAMES = ("head", "left", "right", "leaf", "person", "model", "agent", "nobody", "")
TOOLS = ("add", "divide", "announce", "look", "rm", "")
SIGNALS = ("done", "result", "final_result", "pass", "forward", "send", "recipient", "hand_back")
PERSON_SAYS = 6

texts = st.sampled_from(
    ["", "DONE", "PASS", "yes", "no", "well, DONE", '{"tool": "add"}']
) | st.text(max_size=12)
words = st.sampled_from(["well", "so", "go on", "why?"]) | st.text(min_size=1, max_size=8)
values = st.none() | st.integers(-2, 9) | texts | st.sampled_from(NAMES)
arguments = st.one_of(
    st.fixed_dictionaries({"one": st.integers(0, 3), "other": st.integers(0, 3)}),
    st.fixed_dictionaries({"text": texts}),
    st.fixed_dictionaries({"to": st.sampled_from(NAMES), "text": texts}),
    st.fixed_dictionaries({"to": st.sampled_from(NAMES)}),
    st.fixed_dictionaries({"answer": texts}),
    st.dictionaries(st.sampled_from(["to", "text", "one", "values", "x"]), values, max_size=3),
)
made_calls = st.builds(
    lambda name, given_: ToolCall(
        "c", name, given_ if isinstance(given_, str) else json.dumps(given_)
    ),
    st.sampled_from(TOOLS + SIGNALS),
    arguments | st.sampled_from(["", "{", "[]", "null", "[" * 3000]),
)
sound_calls = st.one_of(
    st.builds(lambda one, other: use("add", one=one, other=other), *[st.integers(0, 9)] * 2),
    st.builds(lambda other: use("divide", one=6, other=other), st.integers(0, 3)),
    st.builds(lambda to, text: use("send", to=to, text=text), st.sampled_from(NAMES[:5]), words),
    st.builds(lambda to: use("forward", to=to), st.sampled_from(NAMES[:5])),
    st.builds(lambda text: use("announce", text=text), words),
    st.sampled_from([use("look"), use("pass"), use("done"), use("result", values={"x": 1})]),
)
lists_of_calls = st.lists(sound_calls | made_calls, max_size=3) | sound_calls.map(lambda c: [c])
replies = st.builds(
    lambda text, made, tokens: ModelReply(
        text, tuple(made), Finish.TOOL_CALLS if made else Finish.STOP, Usage(tokens)
    ),
    texts,
    lists_of_calls,
    st.integers(0, 90),
)
signals = st.none() | st.just(SIGNALS[:-1]) | st.sets(st.sampled_from(SIGNALS[:-1])).map(tuple)


def tasks(name: str, *tools: Tool) -> st.SearchStrategy[dict[str, Any]]:
    """Every way to declare the task of an agent, its sub-tasks left out."""
    return st.fixed_dictionaries(
        {
            "agent": st.just(an_agent(name, *tools)),
            "in_charge": st.sampled_from(["model", "agent"]),
            "asks_person": st.sampled_from([None, True]),
            "forgot": st.sampled_from(["leave", "remind", "done", "person"]),
            "signals": signals,
            "text_signals": st.sampled_from([None, TextSignals()]),
            "remembers": st.booleans(),
            "aloud": st.booleans(),
            "limits": st.builds(Limits, turns=st.integers(1, 40), tokens=st.integers(0, 9000)),
        }
    )


@st.composite
def trees(draw: st.DrawFn) -> TaskLoop:
    """A tree in which one task stands in two places."""
    leaf = TaskLoop(**draw(tasks("leaf", look)))
    left = TaskLoop(**draw(tasks("left", add, divide)), sub_tasks=(leaf,))
    right = TaskLoop(**draw(tasks("right", announce)), sub_tasks=(leaf,))
    return TaskLoop(**draw(tasks("head", add)), sub_tasks=(left, right))


class Guarded:
    """Refuses what is gated, runs the rest, and checks that it belongs to who uses it."""

    def __init__(self, tree: TaskLoop) -> None:
        self.owners = {agent.name: {tool.name for tool in agent.tools} for agent in tree.agents}
        self.ran: list[str] = []
        self.is_open = False

    def use(self, agent: Agent, tool: Tool, given_: Mapping[str, Any]) -> str | Suspended:
        assert tool.name in self.owners[agent.name]
        if tool.name == "announce" and not self.is_open:
            shown = tool.as_json(given_)
            return Suspended(
                agent=agent.name, tool=tool.name, arguments=shown, waits_for="approval", name="a"
            )
        self.ran.append(tool.name)
        return str(tool.function(**given_))


def offered_to(call: ModelCall) -> set[str]:
    return {spec.name for spec in call.tools}


@pytest.mark.proves("S3-02", "S3-37")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tree=trees(), behaviour=st.lists(replies, min_size=1, max_size=30), said=st.data())
async def test_any_tree_ends_and_runs_only_what_it_may(
    tree: TaskLoop, behaviour: list[ModelReply], said: st.DataObject
):
    count = 0

    def answer(_call: ModelCall) -> ModelReply:
        nonlocal count
        count += 1
        return behaviour[(count - 1) % len(behaviour)]

    guarded = Guarded(tree)
    play = Play(tree, FakeStage(ScriptedModel(answer), using=guarded.use))
    outcome = await play.start("begin", turns=400)
    for _time in range(PERSON_SAYS):
        if not outcome.interrupt or outcome.hands_back:
            break
        if outcome.suspended is not None and said.draw(st.booleans()):
            outcome = await play.returned(
                said.draw(st.sampled_from(["ok", "error: no"])), turns=400
            )
        else:
            outcome = await play.answer(said.draw(texts.filter(bool)), turns=400)

    assert not outcome.goes_on
    assert "announce" not in guarded.ran
    assert all("rm" not in offered_to(one) for one in play.stage.model.calls)
    assert len(json.dumps(outcome.state or {})) < 400_000
    if not outcome.interrupt:
        assert outcome.value.strip()


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tree=trees(), behaviour=st.lists(replies, min_size=1, max_size=30))
async def test_a_run_that_begins_again_does_the_same_again(
    tree: TaskLoop, behaviour: list[ModelReply]
):
    outcomes = []
    for _time in range(2):
        model = ScriptedModel(behaviour * 400)
        play = Play(tree, FakeStage(model, using=Guarded(tree).use))
        await play.start("begin", turns=400)
        outcomes.append(play.outcomes)

    assert outcomes[0] == outcomes[1]
