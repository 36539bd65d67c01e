"""What authors' code returns though it may not: a fault that is told once, and no effect twice."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import pytest
from structlog.testing import capture_logs

from agents.kit import Agent, EffectKey, Fact, Outcome, ToolFailed, Turn, ask, done, tool
from agents.kit.values.model import ModelCall, ToolCall
from tests.journeys.agents.small_agents import an_agent, directed
from tests.journeys.conversation import Conversation, a_conversation

FAULT = "I could not go on, because of a fault in one of my agents."
WORDS = {"print": "printer"}
SCANNED = Fact("scanned", "having scanned something")


def a_printer(*tools: Any) -> Agent:
    return Agent(name="printer", description="Prints.", prompt="Print.", tools=tools, style="talk")


async def calling(name: str, *tools: Any) -> Conversation:
    """A conversation in which the printer calls one of its tools, and then says so."""

    def act(call: ModelCall) -> ToolCall | str:
        is_told = call.messages[-1].role == "tool"
        return "I have looked." if is_told else ToolCall("c1", name, '{"what": "L7"}')

    return await a_conversation(directed(WORDS, act=act), agents=[a_printer(*tools)])


@pytest.mark.parametrize("returned", ["printed", None, {"value": "printed"}, 7])
async def test_a_function_that_returns_no_outcome_is_at_fault(returned: Any):
    async def run(turn: Turn) -> Outcome:
        return returned  # type: ignore[no-any-return]

    conversation = await a_conversation(directed(WORDS), agents=[an_agent("printer", run)])

    assert (await conversation.say("print it")).startswith(FAULT)


@pytest.mark.parametrize("asked", [ask(""), ask(" \n"), Outcome(interrupt=True)])
async def test_a_question_without_words_is_a_fault(asked: Outcome):
    """Nobody could answer it, and a platform would show dots."""

    async def run(turn: Turn) -> Outcome:
        return asked

    conversation = await a_conversation(directed(WORDS), agents=[an_agent("printer", run)])

    with capture_logs() as logs:
        assert (await conversation.say("print it")).startswith(FAULT)

    assert "printer asks a person, but without words" in str(logs[-1]["exc_info"])


@pytest.mark.parametrize("said", ["", " \n"])
async def test_what_ends_without_words_is_said_to_be_done(said: str):
    async def run(turn: Turn) -> Outcome:
        return done(said)

    conversation = await a_conversation(directed(WORDS), agents=[an_agent("printer", run)])

    assert (await conversation.say("print it")).startswith("Done.")


async def test_a_result_alone_needs_no_words_beside_it():
    async def run(turn: Turn) -> Outcome:
        return done("", artifact="a letter")

    conversation = await a_conversation(directed(WORDS), agents=[an_agent("printer", run)])
    await conversation.say("print it")

    assert [reply.text for reply in conversation.replies][:1] == ["a letter"]


async def test_a_plain_function_and_a_decorated_one_are_agents_too():
    def run(turn: Turn) -> Outcome:
        return done("Printed.")

    @wraps(run)
    def logged(*given: Any) -> Any:
        return later(*given)

    async def later(turn: Turn) -> Outcome:
        return done("Printed later.")

    for function, said in ((run, "Printed."), (logged, "Printed later.")):
        agents = [an_agent("printer", function)]  # type: ignore[arg-type]
        conversation = await a_conversation(directed(WORDS), agents=agents)

        assert (await conversation.say("print it")).startswith(said)


def circle() -> dict[str, Any]:
    ring: dict[str, Any] = {}
    ring["ring"] = ring
    return ring


@pytest.mark.parametrize("made", [lambda: b"%PDF\xff", circle])
async def test_an_effect_whose_result_cannot_be_written_is_done_and_done_once(
    made: Callable[[], Any],
):
    printed: list[str] = []

    @tool(effect=True, free=["what"], ends_task=True)
    def print_it(what: str, key: EffectKey) -> Any:
        """Print something."""
        printed.append(what)
        return made()

    conversation = await calling("print_it", print_it)

    said = await conversation.say("print L7")

    assert said.startswith("Done. What came back cannot be shown as text.")
    assert printed == ["L7"]


async def test_what_was_looked_up_and_cannot_be_written_is_a_fault():
    @tool
    def scan(what: str) -> bytes:
        """Scan something."""
        return b"%PDF\xff"

    conversation = await calling("scan", scan)

    assert (await conversation.say("print L7")).startswith(FAULT)


async def test_a_tool_that_returns_what_only_an_agent_returns_is_a_fault():
    @tool(ends_task=True)
    def scan(what: str) -> Any:
        """Scan something."""
        return ask(f"Which {what}?")

    conversation = await calling("scan", scan)

    with capture_logs() as logs:
        assert (await conversation.say("print L7")).startswith(FAULT)
    (fault,) = [line for line in logs if line["event"] == "agent_failed"]
    assert "printer.scan returned an Outcome, such as ask(…)" in str(fault["exc_info"])


async def test_an_effect_that_returns_an_outcome_is_done_and_told_in_its_words():
    @tool(effect=True, free=["what"], ends_task=True)
    def print_it(what: str, key: EffectKey) -> Any:
        """Print something."""
        return done(f"Printed {what}.")

    conversation = await calling("print_it", print_it)

    assert (await conversation.say("print L7")).startswith("Printed L7.")


@pytest.mark.parametrize("effect", [False, True])
async def test_a_failure_that_is_returned_is_one(*, effect: bool):
    @tool(effect=effect, free=["what"] if effect else [], ends_task=True)
    def scan(what: str) -> Any:
        """Scan something."""
        return ToolFailed(f"There is no {what}.")

    conversation = await calling("scan", scan)

    told = "There is no L7.\n\n" if effect else ""
    assert await conversation.say("print L7") == f"{told}I have looked."
    (task,) = (await conversation.participant()).stack.tasks
    assert task.question == "I have looked."
    read = conversation.model.everything_read
    assert "error: There is no L7." in read


async def test_a_fact_has_an_end():
    @tool(provides=[SCANNED])
    def scan(turn: Turn, what: str) -> str:
        """Scan something."""
        turn.establish(SCANNED, "x" * 9_999)
        return "scanned"

    conversation = await calling("scan", scan)

    with capture_logs() as logs:
        assert (await conversation.say("print L7")).startswith(FAULT)
    (fault,) = [line for line in logs if line["event"] == "agent_failed"]
    assert str(fault["exc_info"]) == (
        "“scanned” has 10,001 characters, and a fact holds at most 10,000; keep the rest in a "
        "table with turn.records"
    )


async def test_only_what_json_can_hold_is_established():
    @tool(provides=[SCANNED])
    def scan(turn: Turn, what: str) -> str:
        """Scan something."""
        turn.establish(SCANNED, object())  # type: ignore[arg-type]
        return "scanned"

    conversation = await calling("scan", scan)

    assert (await conversation.say("print L7")).startswith(FAULT)


@pytest.mark.parametrize("given", [b"%PDF", None])
async def test_only_text_is_delivered(given: Any):
    @tool
    def scan(turn: Turn, what: str) -> str:
        """Scan something."""
        turn.deliver(given)
        return "scanned"

    conversation = await calling("scan", scan)

    assert (await conversation.say("print L7")).startswith(FAULT)


def nothing_left() -> str:
    return next(iter(()))


def leaving() -> str:
    raise SystemExit(3)


@pytest.mark.parametrize("end", [nothing_left, leaving])
@pytest.mark.parametrize("is_async", [False, True])
async def test_a_tool_that_raises_what_no_task_carries_failed_and_ends_nothing(
    end: Callable[[], str], *, is_async: bool
):
    """A thread's `StopIteration` would be waited for in vain, `SystemExit` ends the whole bot."""

    @tool
    def look(what: str) -> str:
        """Look for something."""
        return end()

    async def look_later(what: str) -> str:
        return end()

    function = look_later if is_async else look.function
    conversation = await calling("look", replace(look, function=function))

    async with asyncio.timeout(10):
        assert await conversation.say("print it") == "I have looked."


@pytest.mark.parametrize("end", [nothing_left, leaving])
async def test_an_effect_that_raises_what_no_task_carries_may_have_happened(
    end: Callable[[], str],
):
    @tool(effect=True, free=["what"])
    def print_it(what: str) -> str:
        """Print something."""
        return end()

    conversation = await calling("print_it", print_it)

    async with asyncio.timeout(10):
        said = await conversation.say("print it")
    assert "I have looked" not in said
    assert "happened" in said
