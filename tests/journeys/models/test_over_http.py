"""Both demo dialogues with the real model adapter, asked over a real socket."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from agents.bank.tables import ACCOUNTS, TRANSFERS
from bot.llm.openai import OpenAIConfig, OpenAIModel, Timing
from tests.fakes.model_answers import Answer, Asked, Reply, fails, says
from tests.fakes.model_server import ModelServer
from tests.fakes.stand_in_server import stands_in
from tests.fakes.world import FakeClock
from tests.journeys.conversation import Conversation, a_conversation

BANK = (
    *("hello", "Transfer money", "seldo", "monkey", "Checking"),
    *("To account ID 1234324", "500"),
)
LETTER = (
    *("I want to craft a declined letter.", "Where to find a claim id?"),
    *("I am a Suncorp friend.", "I am a partner.", "My id is 123ABH"),
    *("It is about a personal injury.", "I want to commit fraud.", "I want to do Motor."),
)


def without_schemas(asked: Asked) -> Reply:
    """The same model behind a server that knows no structured output."""
    if "response_format" in asked.body:
        return fails(400, "response_format json_schema is not supported here")
    return stands_in(asked)


def plain_names(asked: Asked) -> Reply:
    """The same model, which answers a bare name instead of JSON, quoted and shouting."""
    reply = stands_in(asked)
    if asked.headers["x-frontdesk-agent"] != "which":
        return reply
    assert isinstance(reply, Answer)
    text = json.loads(reply.body)["choices"][0]["message"]["content"]
    return says(f'"{json.loads(text)["about"].upper()}".')


@asynccontextmanager
async def talking(
    script: Callable[[Asked], Reply], lines: tuple[str, ...]
) -> AsyncIterator[tuple[Conversation, ModelServer]]:
    async with ModelServer(script) as server:
        config = OpenAIConfig(models=("a-model",), api_key="sk-test", base_url=server.base_url)
        model = OpenAIModel(config, Timing(now=FakeClock().now))
        conversation = await a_conversation(model)
        for line in lines:
            await conversation.say(line)
        yield conversation, server
        await model.close()


async def transfers(conversation: Conversation) -> list[tuple[object, ...]]:
    rows = await conversation.rows(TRANSFERS)
    return [(row["source"], row["target"], row["minor"]) for row in rows]


@pytest.mark.proves("S0-70", "S0-71", "S0-40")
@pytest.mark.parametrize("script", [stands_in, without_schemas])
async def test_the_bank_dialogue_ends_in_one_transfer(script: Callable[[Asked], Reply]):
    async with talking(script, BANK) as (conversation, _server):
        assert await transfers(conversation) == [("1234567890", "1234324", 50_000)]
        balances = {row["id"]: row["balance_minor"] for row in await conversation.rows(ACCOUNTS)}
        assert balances["1234567890"] == 50_000
        assert await conversation.stack() == []


async def test_the_bank_dialogue_takes_two_model_calls():
    async with talking(stands_in, BANK) as (_conversation, server):
        asked = [request.headers["x-frontdesk-agent"] for request in server.asked]
        assert asked == ["which", "fill"]


async def test_bare_names_from_the_router_will_do():
    async with talking(plain_names, (*BANK[:2], "seldo")) as (conversation, _server):
        assert await conversation.stack() == ["transfer_money", "authenticate"]


@pytest.mark.proves("S1-78", "S1-79", "S1-80")
async def test_the_letter_dialogue_ends_in_the_letter():
    async with talking(stands_in, LETTER) as (conversation, server):
        (letter,) = conversation.artifacts
        assert "123ABH" in letter
        assert "Motor" in letter
        assert "www.dl_artifact.com.au" in letter
        assert len(server.asked) <= 10


async def test_the_password_is_in_no_request_to_the_model():
    async with talking(stands_in, BANK) as (_conversation, server):
        everything = json.dumps([[asked.headers, asked.body] for asked in server.asked])
        assert "monkey" not in everything
