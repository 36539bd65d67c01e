"""What `frontdesk doctor` says of Discord, and what `frontdesk discord invite` prints."""

import pytest

from bot.platforms.discord.wire.rest_client import DiscordCheckup, DiscordClient
from tests.fakes.discord import FakeDiscord

pytestmark = pytest.mark.timeout(30)


async def findings(fake: FakeDiscord, token: str = "", guild: str = "") -> list[tuple[bool, str]]:
    line = DiscordClient(token or fake.token)
    with fake.pointed_at():
        try:
            checkup = DiscordCheckup(line, guild)
            return [(found.is_good, found.text) async for found in checkup.findings()]
        finally:
            await line.close()


async def test_a_bot_that_works_is_named_with_its_servers():
    async with FakeDiscord() as fake:
        [found] = await findings(fake)

        assert found == (True, "frontdesk in home")


async def test_a_wrong_token_is_told():
    async with FakeDiscord() as fake:
        [(is_good, text)] = await findings(fake, token="wrong")

        assert not is_good
        assert "set DISCORD_TOKEN" in text


async def test_a_server_it_is_not_in_is_told():
    async with FakeDiscord() as fake:
        [_named, (is_good, text)] = await findings(fake, guild="123456789012345678")

        assert not is_good
        assert "FRONTDESK_DISCORD_GUILD" in text


async def test_a_bot_that_may_not_read_messages_is_told_how_to():
    async with FakeDiscord() as fake:
        fake.world.app.allows_content = False

        found = await findings(fake)

        assert [is_good for is_good, _text in found] == [True, False]
        assert "Message Content Intent" in found[1][1]
