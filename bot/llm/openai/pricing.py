"""What a call used, and what that costs."""

import math

from agents.kit.model import Usage
from bot.llm.openai.config import Price

_MOST_TOKENS = 1_000_000_000


def read_usage(usage: object, price: Price | None) -> Usage:
    """Read the server's count; what it does not say, or says wrongly, counts as nothing."""
    if not isinstance(usage, dict):
        return Usage()
    tokens_in = _count(usage.get("prompt_tokens"))
    tokens_out = _count(usage.get("completion_tokens"))
    return Usage(tokens_in, tokens_out, _cost_micros(tokens_in, tokens_out, price))


def _cost_micros(tokens_in: int, tokens_out: int, price: Price | None) -> int:
    if price is None:
        return 0
    # Dollars per million tokens are millionths of a dollar per token.
    return math.ceil(tokens_in * price.per_million_input + tokens_out * price.per_million_output)


def _count(tokens: object) -> int:
    if type(tokens) is not int:
        return 0
    return min(max(tokens, 0), _MOST_TOKENS)
