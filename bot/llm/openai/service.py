"""One exchange with the model service, through the official client.

Only this file, `http` and `refusals` import `openai`, which takes half a second; so `model`
imports this file when a model is made.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

import httpx2
import openai
from openai._models import FinalRequestOptions
from openai._streaming import ServerSentEvent
from typing_extensions import override

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Purpose, listening
from bot.llm.openai.http_client import ServiceClient, ServiceOpenAI
from bot.llm.openai.refusals import (
    failure_of,
    refuses_chat,
    refuses_pictures,
    refuses_reasoning,
)
from bot.llm.openai.wire.apis import CHAT, RESPONSES, ModelApi, Pieces
from bot.llm.openai.wire.config import OpenAIConfig
from bot.llm.openai.wire.failures import (
    FieldsRefused,
    PicturesRefused,
    ResponsesWanted,
    Unreachable,
    Unusable,
)
from bot.llm.openai.wire.requests import AGENT, PURPOSE
from bot.llm.openai.wire.thoughts import Preview, begins_within_thought, seems_to_think

_MOST_BYTES = 8_000_000


@dataclass(frozen=True, slots=True)
class ModelQuestion:
    """One request, written out; `path` says where it is asked, if not where its API is."""

    model: str
    body: bytes
    headers: dict[str, str]
    has_pictures: bool = False
    has_tools: bool = False
    api: ModelApi = CHAT
    path: str = ""

    @property
    def asked_at(self) -> str:
        """Where it is asked, below the address of the service."""
        return self.path or self.api.path

    @property
    def is_talk(self) -> bool:
        """Say whether people hear the answer grow."""
        return self.headers.get(PURPOSE) == Purpose.AGENT


class _Stream(openai.AsyncStream[object]):
    """A stream that knows whether it came to its end, or was just over."""

    is_done = False

    @override
    async def _iter_events(self) -> AsyncIterator[ServerSentEvent]:
        async for event in super()._iter_events():
            self.is_done = event.data.startswith("[DONE]")
            yield event


class Service:
    """The model service; retries and deadlines are the caller's business."""

    def __init__(self, config: OpenAIConfig, now: Callable[[], datetime]) -> None:
        self._config = config
        self._now = now
        self._client = _client(config)
        # The client leaves out the slash of an address that has no path.
        self._base_url = f"{str(self._client.base_url).rstrip('/')}/"
        self._plain: dict[tuple[str, str], FinalRequestOptions] = {}
        self._within_thought: dict[str, bool] = {}

    async def ask(self, question: ModelQuestion) -> object:
        """Send the question and return the answer's JSON, whatever it holds.

        Raises:
            ModelUnavailable: no JSON came back; the subclass says what may help.
        """
        try:
            if self._config.streaming:
                return await self._ask_streaming(question)
            return json.loads(await self._ask_at_once(question))
        except Exception as error:
            raise self._failure(error, question) from error

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    def _failure(self, error: Exception, question: ModelQuestion) -> ModelUnavailable:
        """Say what an error means for what was asked."""
        failure = failure_of(error, question.model, self._now, self._config.api_key)
        refusal = _refusal(error, question)
        if refusal is not None:
            refusal.detail = failure.detail
        return refusal or failure

    async def _ask_at_once(self, question: ModelQuestion) -> bytes:
        # A plain response: the client's typed path costs four times as much. It is read
        # as a stream so that its size can be limited.
        response = await self._client.request(
            httpx2.Response,
            self._options(question),
            stream=True,
            stream_cls=openai.AsyncStream[object],
        )
        return await _read(cast("httpx2.Response", response))

    async def _ask_streaming(self, question: ModelQuestion) -> object:
        stream = await self._client.request(
            object,
            self._options(question),
            stream=True,
            stream_cls=_Stream,
        )
        if "json" in stream.response.headers.get("content-type", ""):
            return json.loads(await _read(stream.response))
        return await self._collect(stream, question)

    async def _collect(self, stream: "_Stream", question: ModelQuestion) -> object:
        answer = question.api.collect(self._preview(question))
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._config.chunk_seconds) as silence:
                async for piece in stream:
                    answer.add(piece)
                    silence.reschedule(loop.time() + self._config.chunk_seconds)
        except Exception as error:
            if isinstance(error, TimeoutError):
                raise Unreachable("the model service fell silent in its answer") from error
            raise
        finally:
            await stream.close()
        if stream.is_done:
            answer.end()
        self._learn(question, answer)
        return answer.payload()

    def _learn(self, question: ModelQuestion, answer: Pieces) -> None:
        """Note whether the model thinks at first, without a mark where that begins."""
        is_within = begins_within_thought(answer.text)
        if question.is_talk or is_within:
            known = self._within_thought.get(question.model, False)
            self._within_thought[question.model] = known or is_within

    def _preview(self, question: ModelQuestion) -> Callable[[str], None] | None:
        """Tell whoever listens what an agent is saying; what others answer is for code alone."""
        hear = listening.get()
        if hear is None or not question.is_talk:
            return None
        agent, said = question.headers.get(AGENT, ""), list[str]()

        def on_text(piece: str) -> None:
            said.append(piece)
            hear(agent, said)

        is_within = self._within_thought.get(question.model, seems_to_think(question.model))
        return Preview(on_text, within_thought=is_within, may_call=question.has_tools).add

    def _options(self, question: ModelQuestion) -> FinalRequestOptions:
        """What `post` would make of its arguments, without looking at every field each time."""
        kind = (question.model, question.asked_at)
        plain = self._plain.get(kind)
        if plain is None:
            plain = FinalRequestOptions.construct(
                method="post",
                url=self._url(*kind),
                idempotency_key="",  # one is made otherwise, and sent nowhere
            )
            self._plain[kind] = plain
        own = {"content": question.body, "headers": question.headers}
        return plain.model_copy(update=own)

    def _url(self, model: str, path: str) -> str:
        """The whole URL: a path would be joined to the base anew for every request."""
        is_of_one = self._config.azure is not None and path != RESPONSES.path
        deployment = f"deployments/{model}/" if is_of_one else ""
        return f"{self._base_url}{deployment}{path}"


def _refusal(error: Exception, question: ModelQuestion) -> ModelUnavailable | None:
    """What is refused with an error, where that depends on what was asked, and how."""
    if question.has_pictures and refuses_pictures(error):
        return PicturesRefused()
    if question.asked_at == CHAT.path and refuses_chat(error):
        return ResponsesWanted()
    if question.asked_at == RESPONSES.path and refuses_reasoning(error):
        return FieldsRefused()
    return None


async def _read(response: httpx2.Response) -> bytes:
    # What is not packed needs no unpacking, which costs more than the reading.
    packed = "content-encoding" in response.headers
    pieces = response.aiter_bytes() if packed else cast("httpx2.AsyncByteStream", response.stream)
    body = bytearray()
    try:
        async for piece in pieces:
            body += piece
            if len(body) > _MOST_BYTES:
                raise Unusable("the model service sent far too much")
    finally:
        await response.aclose()
    return bytes(body)


def _client(config: OpenAIConfig) -> openai.AsyncOpenAI:
    # Only connecting has a time of its own; the caller's deadline covers the rest.
    timeout = httpx2.Timeout(None, connect=config.connect_seconds)
    http_client = ServiceClient(timeout=timeout) if config.aiohttp else None
    # Servers at home often want no key, but the client does.
    api_key = config.api_key or "none"
    if config.azure is not None:
        return openai.AsyncAzureOpenAI(
            azure_endpoint=config.azure.endpoint,
            api_version=config.azure.api_version,
            api_key=api_key,
            timeout=timeout,
            max_retries=0,
            http_client=http_client,
        )
    return ServiceOpenAI(
        base_url=config.base_url,
        api_key=api_key,
        timeout=timeout,
        max_retries=0,
        http_client=http_client,
    )
