"""The embeddings port over OpenAI, and every server that speaks its `/embeddings`."""

import asyncio
import base64
import struct
from collections.abc import Sequence
from typing import Any

from typing_extensions import override

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import Purpose
from bot.core.ports.memory import Embedded, Embeddings, TextsRefused
from bot.domain.memory import Embedding
from bot.llm.openai.retries import Retrying, Timing, log_failure
from bot.llm.openai.wire.config import OpenAIConfig, Price, read_usage
from bot.llm.openai.wire.failures import FormatRefused, PromptFiltered, Unusable
from bot.llm.openai.wire.requests import AGENT, PURPOSE, encode

WHO = "memory"
HEADERS = {PURPOSE: Purpose.RECALL.value, AGENT: WHO}
MOST_NUMBERS = 16_384


class OpenAIEmbeddings(Embeddings):
    """Asks the first of the configured models, with a breaker of its own."""

    def __init__(self, config: OpenAIConfig, timing: Timing) -> None:
        # It imports `openai`, half a second that only its users should pay.
        from bot.llm.openai.service import Service  # noqa: PLC0415

        self.model = config.models[0]
        self._price = config.prices.get(self.model)
        self._service = Service(config, timing.now)
        self._retrying = Retrying(config, timing)
        self._encoding = {"encoding_format": "float"}  # until the service refuses it

    @override
    async def embed(self, texts: Sequence[str], *, within_seconds: float) -> Embedded:
        from bot.llm.openai.service import ModelQuestion  # noqa: PLC0415 - as above

        deadline = asyncio.get_running_loop().time() + within_seconds

        async def _asked(**encoding: str) -> Embedded:
            body = encode({"model": self.model, "input": list(texts), **encoding})
            question = ModelQuestion(self.model, body, HEADERS, path="embeddings")
            payload = await self._service.ask(question)
            return read_embeddings(payload, self.model, len(texts), self._price)

        async def _once() -> Embedded:
            try:
                return await _asked(**self._encoding)
            except FormatRefused as failure:
                self._log(failure)
                embedded = await _asked()
                self._encoding = {}
                return embedded

        try:
            return await self._retrying.ask(_once, deadline, self._log)
        except (ContextOverflow, PromptFiltered) as error:
            raise TextsRefused from error

    async def close(self) -> None:
        """Let go of the connections."""
        await self._service.close()

    def _log(self, failure: ModelUnavailable) -> None:
        log_failure(self.model, Purpose.RECALL, WHO, failure)


def read_embeddings(payload: object, model: str, count: int, price: Price | None) -> Embedded:
    """Read a whole answer: as many embeddings as texts, all of one dimension.

    Raises:
        Unusable: it is anything else.
    """
    answer = payload if isinstance(payload, dict) else {"data": payload}
    listed = answer.get("data")
    if not isinstance(listed, list) or len(listed) != count:
        raise Unusable("the model service did not send an embedding for each text")
    meanings = tuple(_meaning(model, entry) for entry in _in_order(listed))
    if len({meaning.dimension for meaning in meanings}) > 1:
        raise Unusable("the model service sent embeddings of several dimensions")
    return Embedded(meanings, read_usage(answer.get("usage"), price))


def _in_order(listed: list[Any]) -> list[Any]:
    """In the order of the texts; a server that does not number them keeps that order."""
    numbers: list[Any] = [entry.get("index") for entry in listed if isinstance(entry, dict)]
    if all(number is None for number in numbers):
        return listed
    are_numbers = all(type(number) is int for number in numbers)
    if not are_numbers or sorted(numbers) != list(range(len(listed))):
        raise Unusable("the model service did not say which text an embedding is of")
    return sorted(listed, key=lambda entry: int(entry["index"]))


def _meaning(model: str, entry: object) -> Embedding:
    numbers = _numbers(entry.get("embedding")) if isinstance(entry, dict) else None
    if not isinstance(numbers, list) or len(numbers) > MOST_NUMBERS:
        raise Unusable("the model service sent something that is not an embedding")
    if not all(type(number) in {int, float} for number in numbers):
        raise Unusable("the model service sent an embedding of something else than numbers")
    try:
        return Embedding.of(model, [float(number) for number in numbers])
    except (ValueError, OverflowError) as error:
        raise Unusable("the model service sent an embedding that points nowhere") from error


def _numbers(sent: object) -> object:
    """The numbers, also where they come in base64 (small-endian, four bytes each) or in a list."""
    if isinstance(sent, list) and len(sent) == 1 and isinstance(sent[0], list):
        return sent[0]
    if not isinstance(sent, str):
        return sent
    try:
        raw = base64.b64decode(sent[: 8 * MOST_NUMBERS], validate=True)
        return list(struct.unpack(f"<{len(raw) // 4}f", raw))
    except (ValueError, struct.error) as error:
        raise Unusable("the model service sent something that is not an embedding") from error
