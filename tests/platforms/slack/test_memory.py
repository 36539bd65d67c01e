"""The memory card in Slack: for its person's eyes, its buttons delete what they stand for."""

from pathlib import Path

import pytest

from bot.core.memory.memory_card import DELETED, HEAD
from tests.fakes.slack import FakeSlack
from tests.platforms.slack.bot import running

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


@pytest.mark.parametrize("channel", ["C1", None])
async def test_the_buttons_of_a_card_that_a_slash_command_shows_delete_too(
    channel: str | None, tmp_path: Path
):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        fake.channel("C1", members=("U1",))
        talk = bot.talk("U1", channel)
        await talk.say("hello canary", mention=channel is not None)
        await fake.command("U1", talk.channel, "/frontdesk memory")
        await fake.until(lambda: fake.ephemerals("U1"))
        [card] = fake.ephemerals("U1")
        code = next(line.split()[1] for line in card.shown.splitlines() if "canary" in line)

        await fake.press("U1", card, f"Delete {code}")
        await fake.until(lambda: DELETED in fake.ephemerals("U1")[-1].shown)

        assert "canary" not in await talk.say("memory")


async def test_a_card_deletes_what_was_said_in_the_conversation_its_thread_was_joined_to(
    tmp_path: Path,
):
    async with FakeSlack() as fake, running(fake, tmp_path) as bot:
        fake.user("U1", name="ann")
        await bot.talk("U1").say("log me in")
        talk = bot.talk("U1")
        card = await talk.say("memory")
        code = next(line.split()[1] for line in card.splitlines() if "log me in" in line)

        assert DELETED in await talk.press(f"Delete {code}")
