"""The memory card in Slack: for its person's eyes, its buttons delete what they stand for."""

from pathlib import Path

import pytest

from bot.core.remembering.card import DELETED, HEAD
from tests.fakes.slack import FakeSlack
from tests.platforms.slack_bot import running

pytestmark = pytest.mark.timeout(60)


@pytest.mark.parametrize("channel", ["C1", None])
async def test_a_line_of_the_card_is_deleted_by_its_button(channel: str | None, tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1", channel)
        await talk.say("hello canary", mention=channel is not None)
        card = await talk.say("memory")
        assert HEAD in card
        code = next(line.split()[1] for line in card.splitlines() if "canary" in line)

        assert DELETED in await talk.press(f"Delete {code}")
        assert "canary" not in await talk.say("memory")
