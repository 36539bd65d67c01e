"""Rules and checks that break down: a fault that is told once and logged, and nothing is done."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from agents.kit import Agent, Approval, EffectKey, Tool, Turn, always, tool
from agents.kit.values.model import ToolCall
from bot.core.state.catalogue import Catalogue
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import planning, states, steps, tell, written
from tests.journeys.workshop import Workshop

pytestmark = pytest.mark.proves("R2", "R3")


def breaking(arguments: Mapping[str, Any]) -> bool:
    """A rule that expects what is not there."""
    return bool(arguments["weight"] > 1)


async def odd(_turn: Turn, _arguments: Mapping[str, Any]) -> None:
    """A check, or what is unmet, that breaks down."""
    raise LookupError


ODD: dict[str, dict[str, Any]] = {
    "rule": {"approval": Approval(needed=breaking, because="heavy letters are asked about")},
    "check": {"approval": always(), "check": odd},
    "unmet": {"unmet": odd},
}
NAMED = {
    "rule": "office.post: its approval rule “heavy letters are asked about” raised KeyError",
    "check": "office.post: its check raised LookupError",
    "unmet": "office.post: its unmet raised LookupError",
}


@dataclass
class Office:
    """Posts letters; `posted` are those that left."""

    posted: list[str] = field(default_factory=list)

    def with_(self, **words: Any) -> Agent:
        @tool(effect=True, free=["letter"], ends_task=True)
        async def post(letter: str, key: EffectKey) -> str:
            """Post a letter."""
            self.posted.append(f"{letter} {key}")
            return f"Posted {letter}."

        made: Tool = replace(post, **words)
        return Agent(
            name="office",
            description="Posts letters.",
            introduction="Posting letters",
            prompt="Post.",
            style="talk",
            tools=(made,),
        )


async def at_the(*agents: Agent) -> Conversation:
    call = ToolCall("c1", "post", '{"letter": "L7"}')
    return await a_conversation(directed({"post": "office"}, act=lambda _c: call), agents=agents)


def faults(logs: list[Any]) -> list[str]:
    return [str(log["exc_info"]) for log in logs if log["event"] == "agent_failed"]


@pytest.mark.parametrize("what", ODD)
async def test_what_breaks_down_before_an_effect_is_a_fault_told_once_and_nothing_is_done(
    what: str,
):
    office = Office()
    conversation = await at_the(office.with_(**ODD[what]))

    with capture_logs() as logs:
        said = await conversation.say("post it")

    assert said.count("because of a fault in one of my agents") == 1
    assert faults(logs) == [NAMED[what]]
    assert office.posted == []
    assert conversation.pending == []


@pytest.mark.parametrize("what", ODD)
async def test_an_edit_that_meets_a_fault_leaves_the_card_and_does_nothing(what: str):
    office = Office()
    conversation = await at_the(office.with_(approval=always()))
    await conversation.say("post it")
    (card,) = conversation.pending
    catalogue = Catalogue.of((office.with_(**{"approval": always(), **ODD[what]}),))
    conversation.services = replace(conversation.services, catalogue=catalogue)

    with capture_logs() as logs:
        said = await conversation.say("edit letter=L8")

    assert "because of a fault in one of my agents" in said
    assert len(faults(logs)) == 1
    assert office.posted == []
    assert what == "rule" or conversation.pending == [card]


@pytest.mark.parametrize("what", ["rule", "unmet"])
async def test_a_step_of_a_plan_whose_rule_breaks_down_is_not_done(what: str):
    office = Office()
    agents = (office.with_(**ODD[what]), *Workshop().agents())
    plan = steps(written(1, "office.post", letter="L7"), written(2, "office.post", letter="L8"))
    conversation = await a_conversation(puppet(planning(plan), agents), agents=agents)

    with capture_logs() as logs:
        said = await tell(conversation, "plan: post L7 and L8")
        if what != "rule":
            said = await tell(conversation, "approve")

    assert "fault" in said
    assert faults(logs)
    assert office.posted == []
    assert what == "rule" or "completed" not in states(conversation)
