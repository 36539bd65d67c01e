"""The HTTP client under the official one; it does not merge again what comes whole.

The official client hands over a whole URL and all headers that matter; parsing the one and
merging the other once more for every request is a tenth of what a request costs here.
"""

from functools import lru_cache
from typing import Any

import httpx2
import openai
from typing_extensions import override

_MOST_URLS = 64  # Azure has one per model

_parsed = lru_cache(_MOST_URLS)(httpx2.URL)


class ServiceClient(openai.DefaultAioHttpClient):
    """Carries requests to the model service, over aiohttp."""

    def __init__(self, timeout: httpx2.Timeout) -> None:
        super().__init__(timeout=timeout)
        self._own_headers = self.headers.multi_items()

    @override
    def build_request(self, method: str, url: httpx2.URL | str, **parts: Any) -> httpx2.Request:
        given = {name: part for name, part in parts.items() if part is not None}
        if given.keys() != {"content", "headers", "timeout"}:
            return super().build_request(method, url, **parts)
        headers: list[tuple[str, str]] = given["headers"]
        names = {name.lower() for name, _ in headers}
        return httpx2.Request(
            method,
            _parsed(str(url)),
            content=given["content"],
            headers=[*(own for own in self._own_headers if own[0] not in names), *headers],
            cookies=self.cookies,
            extensions={"timeout": httpx2.Timeout(given["timeout"]).as_dict()},
        )
