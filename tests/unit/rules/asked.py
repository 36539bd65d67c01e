"""Asks the rules one question about the agents that come along."""

from typing import Any, TypeVar

from agents.catalogue import AGENTS
from agents.kit.values.model import ModelCall, ModelReply
from bot.domain.questions import ClosedQuestion, Named
from bot.llm.rules_reader import RulesReader

A = TypeVar("A")

CHOOSABLE = tuple(agent.card for agent in AGENTS if agent.name != "concierge")
EFFECTS = tuple(tool.name for agent in AGENTS for tool in agent.tools if tool.effect)
RULES = RulesReader(AGENTS)


async def nobody(call: ModelCall) -> ModelReply:
    """Stands where a model would be asked; rules ask none."""
    raise AssertionError(call)


async def answer_to(question: ClosedQuestion[A], rules: RulesReader = RULES) -> A:
    """What the rules answer; it always is an answer to the question."""
    found = question.accept(await rules.read(question, nobody))
    assert found is not None, question
    return found


def tools_of(name: str) -> tuple[Named, ...]:
    """The tools of an agent that comes along, as they are asked about."""
    tools: Any = next(agent.tools for agent in AGENTS if agent.name == name)
    return tuple(Named(tool.name, tool.description.partition("\n")[0]) for tool in tools)
