"""What real servers refuse never reaches them: one habit each, over the real adapter."""

from enum import Enum
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, JsonValue

from agents.catalogue import AGENTS
from agents.kit import tool
from agents.kit.agent import Agent
from agents.kit.model_loop import DONE, HAND_BACK
from agents.kit.values.model import AnswerSchema, ChatMessage, ToolCall, ToolSpec
from bot.core.plans.validation import make_schema
from tests.fakes import strict_servers as servers
from tests.fakes.openai_models import a_call, model_over

SIGNED: dict[str, JsonValue] = {"extra_content": {"google": {"thought_signature": "s"}}}
HISTORY = (
    ChatMessage("system", "You are a bank."),
    ChatMessage("assistant", "Hello."),
    ChatMessage("user", "Hi."),
    ChatMessage("user", "My balance?"),
    ChatMessage("system", "(Earlier messages are left out.)"),
    ChatMessage("assistant", "", (ToolCall("", "look", "", SIGNED), ToolCall("", "sum", "{"))),
    ChatMessage("tool", "$5", tool_call_id=""),
    ChatMessage("user", "Well?"),
    ChatMessage("assistant", "You are logged in."),
)
RAW = {
    "messages": [
        {"role": "system", "content": "You are a bank."},
        {"role": "assistant", "content": "Hello."},
        {"role": "system", "content": "Be short."},
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"arguments": {}}}] * 2},
        {"role": "user", "content": "Well?"},
        {"role": "assistant", "content": "You are logged in."},
    ],
    "tools": [{"function": {"parameters": {"properties": {"a": {"enum": ["x"]}}}}}],
}
HABITS = [
    *(servers.one_system_message, servers.taking_turns, servers.no_prefill),
    *(servers.results_behind_calls, servers.nine_signs, servers.ids_once),
    servers.arguments_as_text,
]


class Size(Enum):
    """A size."""

    SMALL = "small"
    LARGE = "large"


class Topping(BaseModel):
    """Something on a pizza."""

    name: Annotated[str, Field(pattern=r"^\w+(?:\s\w+)*$")]
    title: str | None = None
    below: "list[Topping]" = []


@tool
def order(size: Size, toppings: list[Topping], count: Annotated[int, Field(gt=0)] = 1) -> str:
    """Order a pizza.

    Args:
        size: how large it is
        toppings: what is on it
        count: how many
    """
    return f"{count} {size} with {toppings}"


def shipped_tools() -> list[ToolSpec]:
    """The tools of all agents that come along, and of those that their scripts play."""

    def _all(agent: Agent) -> list[ToolSpec]:
        own = [one.spec for one in agent.tools]
        return own + [spec for inner in agent.inner for spec in _all(inner)]

    return [spec for agent in AGENTS for spec in _all(agent)]


@pytest.mark.parametrize("habit", [*HABITS, servers.signatures, servers.words_in_schemas])
def test_each_habit_refuses_what_it_is_about(habit: servers.Habit):
    assert habit(RAW)


@pytest.mark.parametrize("habit", HABITS)
async def test_an_odd_history_is_taken_by_every_server(habit: servers.Habit):
    async with model_over(servers.strict(habit)) as setup:
        reply = await setup.complete(a_call(messages=HISTORY))

    assert reply.text == "Fine."
    assert setup.times_asked == 1


async def test_a_server_that_wants_its_signatures_back_has_them():
    call = ToolCall("call_1", "look", "{}", SIGNED)
    messages = (
        *HISTORY[:3],
        ChatMessage("assistant", "", (call,)),
        ChatMessage("tool", "$5", tool_call_id="call_1"),
    )
    async with model_over(servers.strict(servers.signatures)) as setup:
        reply = await setup.complete(a_call(messages=messages))

    assert reply.text == "Fine."


async def test_every_tool_is_told_in_words_that_every_server_knows():
    tools = (order.spec, HAND_BACK, DONE, *shipped_tools())
    async with model_over(servers.strict(servers.words_in_schemas)) as setup:
        await setup.complete(a_call(tools=tools))

    assert len(setup.body["tools"]) == len(tools)
    assert setup.times_asked == 1


async def test_the_schema_of_a_plan_is_told_in_words_that_every_server_knows():
    async with model_over(servers.strict(servers.words_in_schemas)) as setup:
        await setup.complete(a_call(answer=make_schema()))

    assert setup.times_asked == 1


async def test_a_tool_is_described_by_the_first_paragraph_of_its_docstring():
    async with model_over(servers.strict(servers.words_in_schemas)) as setup:
        await setup.complete(a_call(tools=(order.spec,)))

    (told,) = setup.body["tools"]
    assert told["function"]["description"] == "Order a pizza."


async def test_a_schema_in_schemas_is_written_out_once_and_then_named():
    properties = await sent(order.spec)

    topping = properties["toppings"]["items"]
    assert topping["properties"]["name"]["pattern"] == (
        "^[A-Za-z0-9_]+([ \\t\\r\\n][A-Za-z0-9_]+)*$"
    )
    assert topping["properties"]["below"]["items"] == {
        "type": "object",
        "description": "Another Topping, as described above.",
    }
    assert properties["size"] == {
        "type": "string",
        "enum": ["small", "large"],
        "description": "A size.",
    }
    assert properties["count"] == {"type": "integer", "minimum": 1, "default": 1}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"const": 5}, {"type": "integer", "enum": [5]}),
        ({"enum": ["a", None]}, {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]}),
        ({"type": ["string", "null"]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ({"type": "string", "format": "date"}, {"type": "string", "description": "YYYY-MM-DD"}),
        (
            {"type": "string", "format": "date", "description": "the day"},
            {"type": "string", "description": "the day (YYYY-MM-DD)"},
        ),
        ({"type": "string", "format": "money"}, {"type": "string"}),
        ({"type": "string", "format": "date-time"}, {"type": "string", "format": "date-time"}),
        ({"type": "string", "pattern": r"^(?=x)"}, {"type": "string"}),
        ({"type": "string", "pattern": r"\d"}, {"type": "string"}),
        (
            {"type": "string", "pattern": r"^\S+\-$"},
            {"type": "string", "pattern": r"^[^ \t\r\n]+-$"},
        ),
        (
            {"type": "string", "pattern": r"^[\w\-.]$"},
            {"type": "string", "pattern": "^[A-Za-z0-9_.-]$"},
        ),
        ({"allOf": [{"type": "string"}], "title": "A"}, {"type": "string"}),
        (
            {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        ),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
            {
                "type": "array",
                "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                "minItems": 2,
                "maxItems": 2,
            },
        ),
        (
            {"type": "object", "additionalProperties": {"type": "integer", "title": "N"}},
            {"type": "object", "additionalProperties": {"type": "integer"}},
        ),
        (True, {}),
        ({"$ref": "#/$defs/Nobody"}, {}),
    ],
)
async def test_a_part_of_a_schema_is_told_plainly(given: Any, told: dict[str, Any]):
    spec = ToolSpec("act", "Act.", {"type": "object", "properties": {"title": given}})

    assert (await sent(spec))["title"] == told


async def test_a_choice_of_objects_is_told_as_one():
    one: JsonValue = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    other: JsonValue = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
    }
    async with model_over(servers.strict(servers.words_in_schemas)) as setup:
        await setup.complete(a_call(tools=(ToolSpec("act", "Act.", {"anyOf": [one, other]}),)))

    assert setup.body["tools"][0]["function"]["parameters"] == {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
        "required": ["a"],
        "additionalProperties": False,
    }


async def test_answers_that_may_be_nothing_stay_strict():
    nullable: dict[str, Any] = {"type": ["string", "null"]}
    closed: dict[str, JsonValue] = {
        "type": "object",
        "properties": {"left": nullable},
        "required": ["left"],
    }
    async with model_over(servers.strict(servers.words_in_schemas)) as setup:
        await setup.complete(a_call(answer=AnswerSchema("left", closed)))

    described = setup.body["response_format"]["json_schema"]
    assert described["strict"]
    assert described["schema"]["properties"]["left"] == {
        "anyOf": [{"type": "string"}, {"type": "null"}]
    }


async def sent(spec: ToolSpec) -> dict[str, Any]:
    """The parameters of a tool, as a server that knows few words was told them."""
    async with model_over(servers.strict(servers.words_in_schemas)) as setup:
        await setup.complete(a_call(tools=(spec,)))
    assert setup.times_asked == 1
    properties: dict[str, Any] = setup.body["tools"][0]["function"]["parameters"]["properties"]
    return properties
