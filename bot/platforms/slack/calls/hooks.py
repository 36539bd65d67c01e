"""Slack's response URLs: a word in private to whoever pressed something, without a token."""

import json
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import aiohttp
import structlog

HOOK_SECONDS = 5.0

log = structlog.get_logger(__name__)

Whisper = Callable[[str, str], Awaitable[None]]
"""Tells a text to whoever a response URL belongs to; never fails."""


class Hooks:
    """Posts to response URLs of the Slack we talk to, and to no other address."""

    def __init__(self, api_url: str, session: Callable[[], aiohttp.ClientSession]) -> None:
        api = urlsplit(api_url)
        self._origins = {(api.scheme, api.netloc), (api.scheme, f"hooks.{api.netloc}")}
        self._session = session

    async def whisper(self, url: str, text: str) -> None:
        """Tell a text in private; a failure is only logged, for nothing depends on it."""
        try:
            parts = urlsplit(url)
            if (parts.scheme, parts.netloc) not in self._origins:
                log.warning("slack_hook_refused", reason="not an address of Slack")
                return
            await self._post(url, text)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            log.info("slack_hook_failed", error=type(error).__name__)

    async def _post(self, url: str, text: str) -> None:
        body = {"response_type": "ephemeral", "replace_original": False, "text": text}
        response = await self._session().post(
            url,
            data=json.dumps(body),
            headers={"content-type": "application/json"},
            timeout=aiohttp.ClientTimeout(total=HOOK_SECONDS),
            allow_redirects=False,
        )
        response.release()
