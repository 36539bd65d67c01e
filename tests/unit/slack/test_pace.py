"""When Slack may be called again after it said to wait."""

import pytest
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState

from bot.platforms.slack.wire.rate_limit import RateLimitHandler, SlackRateLimit


class Time:
    """Time that passes only while somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def elapsed(self) -> float:
        return self.now

    async def pause(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize(
    ("told", "seconds"), [("1", 1), ("30", 30), ("900", 900), ("soon", 1), ("-5", 1), ("", 1)]
)
async def test_a_wait_is_kept_to_its_end(told: str, seconds: float):
    time = Time()
    pace = SlackRateLimit(time.elapsed, time.pause)

    await RateLimitHandler(pace).prepare_for_next_attempt_async(
        state=RetryState(),
        request=HttpRequest(method="POST", url="https://slack.com/api/chat.update", headers={}),
        response=HttpResponse(status_code=429, headers={"Retry-After": [told]}),
    )

    assert time.now == seconds


async def test_a_wait_holds_for_one_method_alone():
    time = Time()
    pace = SlackRateLimit(time.elapsed, time.pause)
    pace.hold("chat.update", 30)

    await pace.wait_for("chat.postMessage")
    assert time.now == 0
    await pace.wait_for("chat.update")
    assert time.now == 30
