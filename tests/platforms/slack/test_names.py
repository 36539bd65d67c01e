"""What workspaces are called in Slack: by the name that Slack told when it said who we are."""

from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack
from tests.platforms.slack.bot import running

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R17")]


async def test_a_workspace_is_called_by_its_name_or_by_none(tmp_path: Path):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        await bot.talk("U1").say("help")
        directory, asked = bot.app.ports.directories["slack"], len(fake.record.of("auth.test"))

        assert await directory.workspace_name("slack", "T1") == "T1"
        assert len(fake.record.of("auth.test")) == asked
        assert await directory.workspace_name("slack", "T9") == ""
