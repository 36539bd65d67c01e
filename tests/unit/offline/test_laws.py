"""What holds for the rules whatever anybody writes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit.errors import ModelUnavailable
from agents.kit.model import AgentBrief, ContinueBrief, ModelCall, ModelReply, Purpose, RouteBrief
from bot.llm.offline import Offline
from tests.unit.offline.test_acting import DONE, HAND_BACK, TOOLS, a_tool
from tests.unit.offline.test_routing import CARDS

WORDS = (
    "transfer send money 500 to 1234324 and then my balance checking savings AAPL price of "
    "claim id where ? , . log in please not - $ or the is seldo \u2019s"
)
texts = st.one_of(
    st.text(max_size=200), st.lists(st.sampled_from(WORDS.split()), max_size=12).map(" ".join)
)
schemas = st.sampled_from(
    [
        {},
        {"type": "object"},
        {"type": "integer", "default": 1},
        {"type": "string", "pattern": "(", "description": "Odd. "},
        {"type": "string", "pattern": "(?i)^[a-z]{2}\\d$"},
        {"type": "string", "x-from": "first"},
        {"type": "string", "x-from": "second", "examples": []},
        {"enum": [None, 1, "one two", "one three"]},
        {"const": "only"},
        {"$ref": "#/$defs/nowhere", "description": "an odd one such as this"},
        {"anyOf": [{"type": "null"}]},
        {"type": "array", "items": {"type": "integer"}},
    ]
)
questions = st.one_of(st.none(), texts)
speakers = st.one_of(st.none(), st.sampled_from([card.name for card in CARDS]))
CHOICES = ("clarify", "out_of_scope")
MODEL = Offline(CARDS)


async def complete(purpose: Purpose, brief: Any, **call: Any) -> ModelReply:
    asked = ModelCall(purpose, call.pop("agent", ""), (), brief, **call)
    return await MODEL.complete(asked, within_seconds=1)


@given(texts, speakers, questions)
async def test_a_route_is_always_one_of_those_offered(
    text: str, speaker: str | None, question: str | None
):
    reply = await complete(Purpose.ROUTE, RouteBrief(text, CARDS, speaker, question, CHOICES))

    answer = json.loads(reply.text)
    assert {*answer} - {"left"} == {"choice", "reason", "question", "details", "then"}
    assert all(words.strip() in text for words in answer.get("left", ()))
    assert answer["choice"] in {*CHOICES, *(card.name for card in CARDS)}
    assert answer["reason"]
    assert bool(answer["question"]) or answer["choice"] not in CHOICES
    assert all(wish["text"].strip() for wish in answer["then"])


@given(
    st.sampled_from(sorted(TOOLS)),
    st.lists(texts, max_size=4),
    questions,
    st.lists(st.one_of(texts, texts.map(lambda text: f"error: {text}")), max_size=2),
)
async def test_an_agent_always_speaks_or_calls_a_tool_with_all_it_requires(
    agent: str, said: list[str], question: str | None, results: list[str]
):
    tools = (*TOOLS[agent], HAND_BACK, DONE)
    brief = AgentBrief(tuple(said), question, asked_by_bot=not said, results=tuple(results))

    reply = await complete(Purpose.AGENT, brief, agent=agent, tools=tools)

    assert reply.text.strip() or reply.tool_calls
    for call in reply.tool_calls:
        schema: Any = next(tool for tool in tools if tool.name == call.name).parameters
        arguments = json.loads(call.arguments)
        assert set(schema["required"]) <= set(arguments) <= set(schema["properties"])


@given(
    st.lists(texts, max_size=3),
    questions,
    st.lists(schemas, max_size=3),
    st.lists(schemas, max_size=2),
)
async def test_no_schema_is_too_odd(
    said: list[str], question: str | None, one: list[Any], other: list[Any]
):
    tools = (
        a_tool("first", "", **{f"a_{n}": schema for n, schema in enumerate(one)}),
        a_tool("second", "", ends_task=False, **{f"b_{n}": s for n, s in enumerate(other)}),
        HAND_BACK,
    )

    reply = await complete(Purpose.AGENT, AgentBrief(tuple(said), question), tools=tools)

    assert reply.text.strip() or reply.tool_calls


@given(texts, st.lists(st.sampled_from([card.name for card in CARDS]), max_size=3))
async def test_a_wish_never_goes_on_with_an_agent_that_has_finished(
    wish: str, finished: list[str]
):
    left = (await complete(Purpose.CONTINUE, ContinueBrief(wish, tuple(finished)))).text

    assert left.strip()


@pytest.mark.parametrize("purpose", [Purpose.PLAN, Purpose.JUDGE, Purpose.RECALL])
async def test_what_rules_cannot_do_is_said(purpose: Purpose):
    with pytest.raises(ModelUnavailable, match="offline mode cannot do this yet"):
        await complete(purpose, AgentBrief(()))
