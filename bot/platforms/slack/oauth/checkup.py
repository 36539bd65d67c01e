"""A check-up of what Slack gave us: tokens, scopes, Socket Mode, and whether our clocks agree."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.platforms.chat.directory import CheckResult
from bot.platforms.slack.oauth.manifest import bot_scopes
from bot.platforms.slack.wire.web_client import TIMEOUT_SECONDS

# Slack refuses what is five minutes off; half of it is left for drifting.
MOST_SKEW = timedelta(minutes=2, seconds=30)


@dataclass(frozen=True, slots=True)
class SlackCheckup:
    """Asks Slack; nothing is changed there."""

    address: str
    now: datetime
    bot_token: str = ""
    app_token: str = ""
    personas: bool = False

    async def findings(self) -> AsyncIterator[CheckResult]:
        """Look at everything that is configured."""
        if self.bot_token:
            async for checked in self._bot():
                yield checked
        if self.app_token:
            yield await self._sockets()

    async def _bot(self) -> AsyncIterator[CheckResult]:
        client = AsyncWebClient(self.bot_token, self.address, timeout=TIMEOUT_SECONDS)
        try:
            answer = await client.auth_test()
        except SlackApiError as error:
            yield CheckResult(is_good=False, text=f"the bot token is refused: {_name(error)}")
            return
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            text = f"{self.address} cannot be reached ({type(error).__name__})"
            yield CheckResult(is_good=False, text=text)
            return
        yield CheckResult(is_good=True, text=f"{answer.get('team')} as {answer.get('user')}")
        headers = _headers(answer)
        yield self._scopes(headers)
        yield self._clock(headers)

    def _scopes(self, headers: Mapping[str, str]) -> CheckResult:
        given = {scope.strip() for scope in headers.get("x-oauth-scopes", "").split(",")}
        missing = sorted(set(bot_scopes(personas=self.personas)) - given)
        if missing:
            text = f"missing scopes: {', '.join(missing)}; update the app's manifest, reinstall"
            return CheckResult(is_good=False, text=text)
        return CheckResult(is_good=True, text="every scope that is needed")

    def _clock(self, headers: Mapping[str, str]) -> CheckResult:
        try:
            theirs = parsedate_to_datetime(headers.get("date", ""))
        except (TypeError, ValueError):
            return CheckResult(is_good=True, text="Slack did not say what time it is")
        skew = abs(self.now - theirs)
        if skew > MOST_SKEW:
            text = f"this machine's clock is {skew} off Slack's; signed requests would be refused"
            return CheckResult(is_good=False, text=text)
        return CheckResult(
            is_good=True, text=f"our clocks agree within {skew.total_seconds():.0f} s"
        )

    async def _sockets(self) -> CheckResult:
        client = AsyncWebClient(base_url=self.address, timeout=TIMEOUT_SECONDS)
        try:
            await client.apps_connections_open(app_token=self.app_token)
        except SlackApiError as error:
            return CheckResult(is_good=False, text=f"the app token is refused: {_name(error)}")
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            text = f"{self.address} cannot be reached ({type(error).__name__})"
            return CheckResult(is_good=False, text=text)
        return CheckResult(is_good=True, text="Socket Mode may be opened")


def _name(error: SlackApiError) -> str:
    data = getattr(error.response, "data", None)
    return str(data.get("error", "")) if isinstance(data, Mapping) else "no answer"


def _headers(answer: AsyncSlackResponse) -> dict[str, str]:
    return {name.lower(): str(value) for name, value in answer.headers.items()}
