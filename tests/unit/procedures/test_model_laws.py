"""Whatever models do, a procedure ends, uses what its file names, and waits where it must."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from agents.kit import Agent, Suspended, Tool, tool
from agents.kit.procedures import ProcedureScript, toolbox
from agents.kit.procedures.position import ProcedurePosition
from agents.kit.procedures.script import VISITOR
from agents.kit.values.errors import ModelUnavailable, ToolFailed
from agents.kit.values.model import Finish, ModelCall, ModelReply, ToolCall
from tests.effort import IN_FULL
from tests.fakes.scripted import ScriptedModel
from tests.fakes.stage import FakeStage, Play
from tests.unit.procedures.stories import a_part, a_procedure, a_state, a_talk

EXAMPLES = 2_000 if IN_FULL else 60
CAP, TURNS = 3, 60
MOST = 4 * CAP  # contributions: each state's cap, and those with which it is entered again
CALLS = 7  # for one: way, speaker, tool, extraction, words, a summary for all, one of its own


def _only_the_stage() -> str:
    message = "only the stage runs tools"
    raise AssertionError(message)


@tool
async def look(place: str) -> str:
    """Look somewhere."""
    return _only_the_stage()


@tool(effect=True)
async def print_page(text: str) -> str:
    """Print a page."""
    return _only_the_stage()


@tool(effect=True)
async def burn(text: str) -> str:
    """Burn a page; no role is given this."""
    return _only_the_stage()


press = Agent(name="press", description="Prints.", prompt="x", tools=(look, print_page, burn))

words = st.sampled_from([
    "well", "", "0", "1", "<end>1</end>", "<end>guest</end>", "<end>press</end>", "<end>7</end>",
    '{"tool": "print_page"}', "print_page(text='x')", "press.burn", "<city>Bonn</city>",
]) | st.text(max_size=12)  # fmt: skip
arguments = st.one_of(
    st.fixed_dictionaries({"text": words}),
    st.fixed_dictionaries({"place": words}),
    st.dictionaries(
        st.sampled_from(["text", "place", "x"]), st.none() | st.integers(), max_size=2
    ),
).map(json.dumps) | st.sampled_from(["", "{", "[]", "null", "[" * 3000])
names = st.sampled_from(["look", "print_page", "burn", "press.print_page", "rm", ""])
wild_calls = st.builds(lambda name, given_: ToolCall("c", name, given_), names, arguments)
sound_calls = st.sampled_from([
    ToolCall("c", "print_page", '{"text": "a flyer"}'), ToolCall("c", "look", '{"place": "here"}'),
])  # fmt: skip
calls = sound_calls | wild_calls
replies = st.builds(
    lambda text, made, cut: ModelReply(
        text, tuple(made), Finish.LENGTH if cut else Finish.TOOL_CALLS if made else Finish.STOP
    ),
    words,
    st.lists(calls, max_size=2) | sound_calls.map(lambda call: [call]),
    st.integers(0, 19).map(lambda number: number == 0),
)
PRINTS = ModelReply("well", (ToolCall("c", "print_page", '{"text": "a"}'),), Finish.TOOL_CALLS)
kinds = st.sampled_from(["order", "random", "rule"])


def a_workshop(first: str, second: str, *, competitive: bool) -> dict[str, Any]:
    """Two states that lead to each other; a guest with tools, a critic, and a person."""
    tools = {"functions": ["press.look", "press.print_page"]}
    raw = a_talk(
        environment_type="competitive" if competitive else "cooperative",
        config={"MAX_CHAT_HISTORY": 3, "TOP_K": 2},
        relations={
            "welcome": {"0": "welcome", "1": "chat", "2": "end_state"},
            "chat": {"0": "chat", "1": "end_state", "2": "welcome"},
        },
    )
    raw["agents"]["Ben"]["roles"]["welcome"] = "guest"
    raw["agents"]["Cy"] = {"roles": {"chat": "critic"}, "person": True}
    for name, kind, roles in (
        ("welcome", first, ("host", "guest")),
        ("chat", second, ("host", "guest", "critic")),
    ):
        cap = {"controller_type": kind, "max_chat_nums": CAP}
        state = a_state(*roles, controller=cap)
        parts = a_part(
            "guest", FunctionComponent=tools, ExtractComponent={"extract_words": "city"}
        )
        state["agent_states"]["guest"] = parts
        raw["states"][name] = state
    return raw


def waiting(agent: Agent, used: Tool, given_: Mapping[str, Any]) -> str | Suspended:
    """Let every effect wait for a person; whatever only looks finds nothing."""
    assert agent is press
    assert used in (look, print_page)
    if used is look:
        message = "it is dark"
        raise ToolFailed(message)
    arguments_ = used.as_json(given_)
    return Suspended(tool=used.name, arguments=arguments_, waits_for="approval", name=used.name)


async def lived_through(play: Play, *, approves: bool) -> bool:
    """Answer what is asked until it is over; its person asks again when the model failed."""
    text, returned = "a flyer", False
    for _turn in range(TURNS):
        try:
            if not play.outcomes:
                outcome = await play.start(text, turns=TURNS)
            elif returned:
                outcome = await play.returned("printed", turns=TURNS)
            else:
                outcome = await play.answer(text, turns=TURNS)
        except ModelUnavailable:
            continue
        assert not outcome.goes_on, "it never ended"
        if not outcome.interrupt:
            return True
        text, returned = "go on", approves and outcome.suspended is not None
    return False


@pytest.mark.proves("S4-07", "S4-26", "S4-27", "S4-34")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    behaviour=st.lists(replies, min_size=1, max_size=20),
    shape=st.tuples(kinds, kinds, st.booleans()),
    approves=st.booleans(),
    wild=st.booleans(),
)
@example(behaviour=[PRINTS], shape=("order", "rule", True), approves=True, wild=False)
@example(behaviour=[PRINTS], shape=("rule", "order", False), approves=False, wild=False)
async def test_it_ends_within_its_caps_and_uses_only_what_its_file_names(
    behaviour: list[ModelReply], shape: tuple[str, str, bool], *, approves: bool, wild: bool
):
    count = 0

    def answer(call: ModelCall) -> ModelReply:
        nonlocal count
        count += 1
        assert {spec.name for spec in call.tools} <= {"look", "print_page"}
        reply = behaviour[count % len(behaviour)]
        return reply if wild or call.tools else ModelReply(reply.text.strip() or "well")

    raw = a_workshop(*shape[:2], competitive=shape[2])
    procedure = a_procedure(raw, tools=toolbox([press]))
    play = Play(ProcedureScript(procedure), FakeStage(ScriptedModel(answer), using=waiting))

    is_over = await lived_through(play, approves=approves)

    position = ProcedurePosition.read(play.stage.state) if play.stage.state else None
    said = [memory for memory in position.memories if memory.role != VISITOR] if position else []
    assert len(said) <= MOST
    assert is_over or wild
    assert count <= CALLS * (MOST + TURNS)
