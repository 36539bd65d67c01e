"""An agent's own code reads the pages that somebody who may has named, and no others."""

from dataclasses import replace
from typing import Any

import pytest

from agents.concierge.agent import concierge
from agents.kit import Agent, Outcome, Script, Stage, ToolFailed, Turn, done, tool
from agents.kit.ports.web import Http
from agents.kit.procedures import procedure_agent
from agents.kit.values.model import ToolCall
from tests.fakes.world import FakeHttp
from tests.journeys.agents.small_agents import an_agent, directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls
from tests.journeys.plans.planned import carry_out
from tests.unit.procedures.stories import a_part, a_procedure, a_state, with_state

NEWS = "https://example.com/news"


async def reported(http: Http) -> Outcome:
    try:
        return done((await http.get(NEWS)).text)
    except ToolFailed as error:
        return done(f"No: {error}")


class Reporting(Script):
    """A script that reads a page by itself."""

    @property
    def agents(self) -> tuple[Agent, ...]:
        return ()

    async def run(self, stage: Stage) -> Outcome:
        return await reported(stage.http)


async def report(turn: Turn) -> Outcome:
    return await reported(turn.http)


@tool(ends_task=True)
async def look_around(turn: Turn) -> str:
    """Read a page without naming it."""
    return (await reported(turn.http)).value or ""


def with_script(**details: Any) -> Agent:
    return Agent(name="press", description="Looks after the press.", script=Reporting(), **details)


def with_function(**details: Any) -> Agent:
    return an_agent("press", report, **details)


def with_tool(**details: Any) -> Agent:
    return Agent(
        name="press", description="Looks after the press.", prompt="Look around.",
        tools=(look_around,), **details,
    )  # fmt: skip


async def talked_with(agent: Agent, hosts: tuple[str, ...] = ()) -> Conversation:
    def act(_call: object) -> ToolCall | str:
        return calls("look_around") if agent.tools else "a line"

    model = directed({"press": agent.name}, act)
    conversation = await a_conversation(model, agents=(concierge, agent))
    http = FakeHttp(pages={NEWS: "All is well."})
    conversation.services = replace(conversation.services, http=http, page_hosts=hosts)
    return conversation


def pages_read(conversation: Conversation) -> list[str]:
    http = conversation.services.http
    assert isinstance(http, FakeHttp)
    return http.read


@pytest.mark.parametrize("made", [with_script, with_function, with_tool])
@pytest.mark.proves("R6")
async def test_a_page_that_nobody_named_is_not_read(made: Any):
    conversation = await talked_with(made())

    said = await conversation.say("what does the press say?")

    assert f"Nobody named the page {NEWS} themselves." in said
    assert pages_read(conversation) == []


@pytest.mark.parametrize("made", [with_script, with_function, with_tool])
async def test_its_person_may_name_it_or_its_author_or_the_operator(made: Any):
    by_person = await talked_with(made())
    by_author = await talked_with(made(pages=(NEWS,)))
    by_operator = await talked_with(made(), hosts=("example.com",))

    heard = [
        await by_person.say(f"what does the press say on {NEWS}?"),
        await by_author.say("what does the press say?"),
        await by_operator.say("what does the press say?"),
    ]

    assert all("All is well." in said for said in heard), heard


async def test_a_procedure_reads_the_page_that_its_file_names():
    state = a_state("guest", controller={"max_chat_nums": 1})
    state["agent_states"] = {"guest": a_part("guest", WebCrawlComponent={"page": NEWS})}
    conversation = await talked_with(procedure_agent(a_procedure(with_state("chat", state))))

    await conversation.say("what does the press say?")
    await carry_out(conversation)

    assert pages_read(conversation) == [NEWS]
