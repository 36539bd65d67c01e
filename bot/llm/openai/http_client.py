"""The official client, and the HTTP client under it, without what they do anew for each request.

The official client merges headers, parses the URL, checks options and looks for ways to sign in
for every request, and httpx walks through ways to sign in and to redirect: together a third of
what a request costs here. Requests of one agent for one purpose differ in their body alone.
"""

from collections.abc import ItemsView
from dataclasses import dataclass
from typing import Any

import httpx2
import openai
from openai._models import FinalRequestOptions
from typing_extensions import override

_MOST_FRAMES = 1_000  # one for each agent and purpose

# What the client tells of our machine and itself: no service answers otherwise for it, and half
# of what headers cost is theirs.
_TELLING = {
    f"x-stainless-{name}"
    for name in (
        *("arch", "async", "lang", "os", "package-version", "read-timeout", "retry-count"),
        *("runtime", "runtime-version"),
    )
}


class _Headers(httpx2.Headers):
    """Headers of which no two have one name."""

    @override
    def items(self) -> ItemsView[str, str]:
        return {name.decode(): value.decode() for name, value in self.raw}.items()


@dataclass(frozen=True, slots=True)
class _Frame:
    """A request as it always is, but for its body."""

    url: httpx2.URL
    headers: httpx2.Headers
    extensions: dict[str, Any]

    @classmethod
    def of(cls, request: httpx2.Request) -> "_Frame":
        headers = request.headers.copy()
        for changing in ("Content-Length", "Cookie"):
            headers.pop(changing, None)
        return cls(request.url, headers, request.extensions)

    def around(self, body: bytes) -> httpx2.Request:
        # What is said to be a stream is not searched for what it is, nor for what its headers
        # lack: that took nine tenths of making a request.
        stream = httpx2.ByteStream(body)
        request = httpx2.Request("POST", self.url, stream=stream, extensions=self.extensions)
        request.headers = _Headers(self.headers, "ascii")
        request.headers["Content-Length"] = str(len(body))
        request.read()
        return request


class ServiceOpenAI(openai.AsyncOpenAI):
    """The official client with a fixed key; it writes all that surrounds a body once."""

    def __init__(self, *, api_key: str, **options: Any) -> None:
        super().__init__(api_key=api_key, **options)
        self._frames: dict[tuple[Any, ...], _Frame] = {}

    # The four hooks below look, request by request, for ways to sign in that a fixed key rules
    # out: a provider's own, a workload's identity, a key that is fetched.

    @override
    async def _prepare_options(self, options: FinalRequestOptions) -> FinalRequestOptions:
        return options

    @override
    async def _prepare_request(self, request: httpx2.Request) -> None:
        pass

    @property
    @override
    def custom_auth(self) -> httpx2.Auth | None:
        return None

    @override
    async def _send_request(
        self, request: httpx2.Request, *, stream: bool, **how: Any
    ) -> httpx2.Response:
        return await self._client.send(request, stream=stream, **how)

    @override
    def _build_request(
        self, options: FinalRequestOptions, *, retries_taken: int = 0
    ) -> httpx2.Request:
        body, headers = options.content, options.headers
        if not isinstance(body, bytes) or not isinstance(headers, dict) or retries_taken:
            return super()._build_request(options, retries_taken=retries_taken)
        key = (options.url, self.api_key, *headers.items())
        frame = self._frames.get(key)
        if frame is not None:
            return self._with_cookies(frame.around(body))
        request = super()._build_request(options)
        for name in request.headers.keys() & _TELLING:
            del request.headers[name]
        if len(self._frames) < _MOST_FRAMES:
            self._frames[key] = _Frame.of(request)
        return request

    def _with_cookies(self, request: httpx2.Request) -> httpx2.Request:
        """Give back what a load balancer wants to know its clients by."""
        if self._client.cookies:
            self._client.cookies.set_cookie_header(request)
        return request


class ServiceClient(openai.DefaultAioHttpClient):
    """Carries requests to the model service, over aiohttp."""

    @override
    async def send(
        self, request: httpx2.Request, *, stream: bool = False, **how: Any
    ) -> httpx2.Response:
        if not stream:
            return await super().send(request, stream=stream, **how)
        response = await self._transport_for_url(request.url).handle_async_request(request)
        if "Location" in response.headers and response.has_redirect_location:
            await response.aclose()
            return await super().send(request, stream=stream, **how)
        response.request = request
        if "Set-Cookie" in response.headers:
            self.cookies.extract_cookies(response)
        return response
