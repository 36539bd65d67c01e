"""Conversations without a model: a table of what is said, and what must have come of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.bank.tables import TRANSFERS
from agents.catalogue import AGENTS
from agents.kit import Agent
from bot.llm.models import NoModel
from bot.llm.rules_reader import RulesReader
from tests.journeys.conversation import Conversation, a_conversation

LOGIN = ("seldo", "monkey")
READER = RulesReader(AGENTS)  # it keeps what it has worked out about the agents, and nothing else


@dataclass(frozen=True, slots=True)
class Talk:
    """What is said line by line; what the last answer holds; what moved, and on which card."""

    name: str
    lines: tuple[str, ...]
    says: tuple[str, ...] = ()
    moved: tuple[tuple[str, str, int], ...] = ()
    letters: int = 0
    card: bool = False
    never: tuple[str, ...] = ()


async def by_rules(agents: Sequence[Agent] = AGENTS) -> Conversation:
    """A conversation read by rules, with no model to ask."""
    conversation = await a_conversation(NoModel(), agents=agents)
    reader = READER if agents is AGENTS else RulesReader(agents)
    conversation.services = replace(conversation.services, reader=reader, by_rules=True)
    return conversation


async def transfers(conversation: Conversation) -> tuple[tuple[str, str, int], ...]:
    """All transfers so far: from, to, minor units."""
    rows = await conversation.rows(TRANSFERS)
    return tuple((str(r["source"]), str(r["target"]), int(str(r["minor"]))) for r in rows)
