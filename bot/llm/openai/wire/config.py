"""What the operator decides about the model service, and what a call cost."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from pydantic import JsonValue

from agents.kit.values.model import Purpose, Usage


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars per million tokens."""

    per_million_input: Decimal
    per_million_output: Decimal


@dataclass(frozen=True, slots=True)
class Azure:
    """A resource at Azure; models are then the names of its deployments."""

    endpoint: str
    api_version: str


class WhichApi(StrEnum):
    """How models are spoken to; `AUTO` is chat until a model asks for the other."""

    AUTO = "auto"
    CHAT = "chat"
    RESPONSES = "responses"


@dataclass(frozen=True, slots=True)
class Parameters:
    """What requests say as it is, such as `temperature` or `reasoning_effort`.

    What is said for a purpose wins over what is said for all, and over both what is said for a
    model: it alone knows what it takes. A null takes a parameter away.
    """

    usual: Mapping[str, JsonValue] = field(default_factory=dict)
    by_purpose: Mapping[Purpose, Mapping[str, JsonValue]] = field(default_factory=dict)
    by_model: Mapping[str, Mapping[str, JsonValue]] = field(default_factory=dict)

    def of(self, model: str, purpose: Purpose) -> dict[str, JsonValue]:
        """The parameters of a request; nulls still stand among them."""
        return {
            **self.usual,
            **self.by_purpose.get(purpose, {}),
            **self.by_model.get(model, {}),
        }


@dataclass(frozen=True, slots=True)
class OpenAIConfig:
    """Where the models are, how patiently they are asked, and what they cost.

    `models` are tried in this order, after the one in `by_purpose` if there is one.
    `aiohttp` needs that package. `chunk_seconds` is the longest silence within a streamed answer.
    """

    models: tuple[str, ...]
    api_key: str = field(repr=False)
    base_url: str = "https://api.openai.com/v1"
    azure: Azure | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)
    by_purpose: Mapping[Purpose, str] = field(default_factory=dict)
    parameters: Parameters = field(default_factory=Parameters)
    api: WhichApi = WhichApi.AUTO
    streaming: bool = False
    aiohttp: bool = False
    retries: int = 2
    first_pause_seconds: float = 0.5
    connect_seconds: float = 5.0
    chunk_seconds: float = 20.0
    breaker_opens_after: int = 5
    breaker_probes_after_seconds: float = 10.0

    def __post_init__(self) -> None:
        if not self.models:
            raise ValueError("Name at least one model.")


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
