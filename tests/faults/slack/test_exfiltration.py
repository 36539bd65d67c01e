"""R7: whatever a model says, Slack fetches nothing, nobody is pinged, no one else hears it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.slack import FakeSlack
from tests.faults.conftest import Count
from tests.platforms import hijacked_desk
from tests.platforms.hijacked_desk import ELSEWHERE, SECRET, VICTIM, WAYS, tried_by
from tests.platforms.quick_clock import QuickClock
from tests.platforms.slack.bot import running

pytestmark = [pytest.mark.faults, pytest.mark.timeout(120), pytest.mark.proves("R7")]

PING = re.compile(rf"<(?:@{VICTIM}|#{ELSEWHERE}|!(?:channel|here|everyone|subteam))")
PLAIN = {"plain_text", "raw_text", "text"}
QUIET_SECONDS = 10.0


@pytest.mark.parametrize("way", WAYS)
async def test_nothing_gets_out(tmp_path: Path, way: str, count: Count):
    given = {"FRONTDESK_AGENTS": hijacked_desk.MODULE, "model": hijacked_desk.model()}
    clock = QuickClock()
    async with FakeSlack(clock=clock) as fake, running(fake, tmp_path, **given):
        fake.user(VICTIM, name="victim")
        fake.channel(ELSEWHERE)
        for number in tried_by(way):
            person = f"U{100 + number}"
            fake.user(person, name=f"name of {person}")
            if number % 2 and way != "working":  # a channel is not told why
                await fake.mention(person, "C1", f"{way} {number}")
            else:
                await fake.say(person, None, f"{way} {number}")
            await fake.open_home(person)
        await fake.until(lambda: len(_canaries(fake)) == len(tried_by(way)))
        await clock.pause(QUIET_SECONDS)
        for number in tried_by(way):
            await fake.open_home(f"U{100 + number}")
        await clock.pause(QUIET_SECONDS)

        assert fake.crawler.hits == []
        assert [ping for call in fake.record for ping in pings_in(call.arguments)] == []
        assert fake.answers(ELSEWHERE) == []
        assert not fake.answers(fake.dm(VICTIM))
        count(canaries_that_did_not_get_out_of_Slack=len(tried_by(way)))


def _canaries(fake: FakeSlack) -> set[str]:
    """The attacks whose words were shown to those who asked, so that they had their chance."""
    sent = str([call.arguments for call in fake.record])
    files = b"".join(file.content for file in fake.world.files.values()).decode()
    return set(re.findall(rf"{SECRET}\d+", sent + files))


def pings_in(node: Any) -> Iterator[str]:
    """What would call somebody: plain texts cannot."""
    if isinstance(node, str):
        yield from PING.findall(node)
    elif isinstance(node, list):
        for one in node:
            yield from pings_in(one)
    elif isinstance(node, dict):
        if node.get("type") in {"user", "usergroup", "broadcast", "channel"}:
            yield str(node)
        for name, value in node.items():
            if not (name == "text" and node.get("type") in PLAIN) and name != "users":
                yield from pings_in(value)
