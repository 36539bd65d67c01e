"""In Slack the personas of a procedure speak under names of their own."""

from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack
from tests.fakes.stand_in import StandIn
from tests.platforms.slack.bot import PATIENCE_SECONDS, running

pytestmark = pytest.mark.timeout(60)


@pytest.mark.parametrize("personas", ["true", "false"])
@pytest.mark.proves("S4-47")
async def test_each_line_of_a_debate_names_who_speaks(tmp_path: Path, personas: str):
    scopes = {"FRONTDESK_SLACK_PERSONAS": personas}
    async with FakeSlack() as fake, running(fake, tmp_path, model=StandIn(), **scopes) as bot:
        fake.user("U1", name="ann")
        talk = bot.talk("U1")

        await talk.say("@debate we need more tea")
        await fake.until(
            lambda: any("That was the debate" in m.shown for m in talk.answers), PATIENCE_SECONDS
        )

        said = [message for message in talk.answers if "speaks as" in message.shown]
        names = ["Pia (proposer)", "Otto (opponent)", "Judith (judge)"]
        assert [name for name in names if name in said[0].shown] == names[:1]
        assert "Judith (judge):" in said[-1].shown
        if personas == "true":
            assert said[-1].username == "Judith (judge)"
