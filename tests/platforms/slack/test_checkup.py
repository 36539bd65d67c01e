"""`frontdesk doctor` looks at what Slack gave, against the fake Slack."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.platforms.slack.oauth.checkup import SlackCheckup
from bot.platforms.slack.oauth.manifest import bot_scopes
from tests.fakes.slack import FakeSlack

pytestmark = pytest.mark.timeout(30)


async def found(fake: FakeSlack, **changes: object) -> dict[str, bool]:
    """What a check-up says, and whether it is good."""
    given = {"bot_token": fake.bot_token, "app_token": fake.app_token, "now": datetime.now(UTC)}  # noqa: TID251 - the fake's Date is real
    checkup = SlackCheckup(fake.api_url, **(given | changes))  # type: ignore[arg-type]
    return {checked.text: checked.is_good async for checked in checkup.findings()}


async def test_all_is_well():
    async with FakeSlack() as fake:
        assert all((await found(fake)).values())


async def test_a_wrong_token_is_told():
    async with FakeSlack() as fake:
        texts = await found(fake, bot_token="xoxb-wrong")

    assert texts["the bot token is refused: invalid_auth"] is False


async def test_a_missing_scope_is_named():
    async with FakeSlack() as fake:
        fake.grant(set(bot_scopes()) - {"users:read"})
        bad = [text for text, is_good in (await found(fake)).items() if not is_good]

    assert bad == ["missing scopes: users:read; update the app's manifest, reinstall"]


async def test_a_clock_that_is_off_is_told():
    async with FakeSlack() as fake:
        late = datetime.now(UTC) + timedelta(minutes=10)  # noqa: TID251 - as above
        bad = [text for text, is_good in (await found(fake, now=late)).items() if not is_good]

    assert len(bad) == 1
    assert "clock" in bad[0]


async def test_a_slack_that_cannot_be_reached_is_told():
    async with FakeSlack() as fake:
        address = fake.api_url
    checkup = SlackCheckup(address, datetime.now(UTC), "xoxb-1", "xapp-1")  # noqa: TID251 - as above
    texts = {checked.text: checked.is_good async for checked in checkup.findings()}

    assert texts
    assert not any(texts.values())
