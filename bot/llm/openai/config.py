"""What the operator decides about the model service."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from pydantic import JsonValue


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


@dataclass(frozen=True, slots=True)
class OpenAIConfig:
    """Where the models are, how patiently they are asked, and what they cost.

    `models` are tried in this order. `parameters` go into every request as they are
    (`temperature`, `max_tokens`, `reasoning_effort`, …). `aiohttp` needs that package.
    `chunk_seconds` is the longest silence within a streamed answer.
    """

    models: tuple[str, ...]
    api_key: str = field(repr=False)
    base_url: str = "https://api.openai.com/v1"
    azure: Azure | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
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
