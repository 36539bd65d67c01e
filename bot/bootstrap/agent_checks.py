"""Looks agents over: examples that do not reach them by rules, calls that are too large."""

import json
from collections.abc import Iterable, Iterator

from agents.kit import Agent, everyone
from agents.kit.model_loop import offered
from bot.core.state.catalogue import CONCIERGE
from bot.core.state.context_window import TOKEN_CHARACTERS
from bot.domain.questions import OUT_OF_SCOPE, SMALL_TALK, UNCLEAR, Which
from bot.language.lexicon import speaks_of_harm
from bot.llm.rules_reader import RulesReader

MOST_NAMED = 2


def astray(agents: Iterable[Agent], told: frozenset[str]) -> Iterator[str]:
    """Say which example does not reach its agent by rules, and where it ends.

    Only what the agents `told` have a part in: their own examples, and those they take from
    others.
    """
    everybody = tuple(agents)
    reader = RulesReader(everybody)
    cards = tuple(agent.card for agent in everybody if agent.name != CONCIERGE)
    for agent in everybody if told else ():
        for example in agent.examples:
            found, others = _read(reader, agent, Which(example, cards, plans=True))
            is_theirs = not told.isdisjoint({agent.name, found, *others})
            if is_theirs and found not in {agent.name, _chat(agent)}:
                ends = _ends(example, found, others)
                yield f"{agent.name}: its example “{example}” {ends}"


def _read(reader: RulesReader, agent: Agent, question: Which) -> tuple[str, tuple[str, ...]]:
    """What rules answer, and who else may be meant where they cannot tell."""
    found = reader.whom(question)
    others = reader.rivals(question) if found == UNCLEAR else ()
    return found, tuple(name for name in others if name != agent.name)[:MOST_NAMED]


def _chat(agent: Agent) -> str:
    return SMALL_TALK if agent.name == CONCIERGE else agent.name


def _ends(example: str, found: str, others: tuple[str, ...]) -> str:
    """What happens to an example instead; those that are not refused a model may well read."""
    if found == OUT_OF_SCOPE:
        if speaks_of_harm(example):
            return "is refused without a model: its words speak of harm; word it differently."
        return "is refused without a model, as nothing that anybody here does."
    if found == UNCLEAR:
        also = f", such as {', '.join(others)}" if others else ""
        return f"says too little without a model to be told from others{also}."
    if found == SMALL_TALK:
        return "is taken for small talk without a model; say more in it of what is wanted."
    return f"goes to {found} without a model, whose words it shares."


PART = 4


def large_calls(agents: Iterable[Agent], turn_tokens: int) -> Iterator[str]:
    """Say of which agents a turn can make a few calls only; the tokens are estimated."""
    for agent in everyone(tuple(agents)):
        tokens = estimated_tokens(agent)
        if tokens * PART >= turn_tokens:
            yield (
                f"{agent.name}: its prompt and tools take about {tokens:,} tokens of each call, "
                f"and a turn may use {turn_tokens:,}; shorten them, or raise "
                "FRONTDESK_TURN_TOKENS."
            )


def estimated_tokens(agent: Agent) -> int:
    """What an agent's own part of a call comes to, at four characters a token.

    A form is called without its tools, and code is not called at all.
    """
    if agent.run is not None or agent.script is not None:
        return 0
    tools = () if agent.is_form else offered(agent)
    told = [[tool.name, tool.description, tool.parameters] for tool in tools]
    written = json.dumps(told, ensure_ascii=False) if told else ""
    return (len(agent.prompt) + len(written)) // TOKEN_CHARACTERS
