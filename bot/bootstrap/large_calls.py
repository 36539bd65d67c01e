"""Finds agents whose single call of a model takes a large part of what a turn may use."""

import json
from collections.abc import Iterable, Iterator

from agents.kit import Agent, everyone
from agents.kit.model_loop import offered
from bot.core.state.context_window import TOKEN_CHARACTERS

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
