"""One bot at several platforms, and one person who is linked on two of them."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot.platforms.discord.receive import gateway
from tests.journeys.anywhere.desk import PATIENCE_SECONDS, Desk, Talk, Terms
from tests.journeys.anywhere.discord_desk import DiscordDesk
from tests.journeys.anywhere.http_desk import HttpDesk
from tests.journeys.anywhere.slack_desk import SlackDesk
from tests.platforms.slack.bot import running

YES = "Yes, both are me"
CODE = re.compile(r"[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}")

Desks = dict[str, Desk]


@asynccontextmanager
async def one_bot(folder: Path) -> AsyncIterator[Desks]:
    """Run a bot that is in Slack, on Discord and served over HTTP at once; its desks by name."""
    terms = Terms(folder)
    slack, discord, http = SlackDesk(terms), DiscordDesk(terms), HttpDesk(terms)
    desks: Desks = {desk.name: desk for desk in (slack, discord, http)}
    async with AsyncExitStack() as stack:
        for desk in desks.values():
            await stack.enter_async_context(desk.ends.of(desk.platform))
            await stack.enter_async_context(desk.world())
        _hurry(stack, discord)
        settings = discord.place | http.place
        bot = await stack.enter_async_context(
            running(slack.fake, folder, model=terms.model, **settings)
        )
        await discord.fake.until(discord.fake.gateway_is_ready, PATIENCE_SECONDS)
        await discord.fake.until(lambda: discord.fake.world.commands.get(None), PATIENCE_SECONDS)
        stack.push_async_callback(http.hang_up)
        for desk in desks.values():
            desk.app = bot.app
        yield desks
    found = discord.fake.findings()
    assert found == [], found


async def linked(here: Talk, there: Talk) -> None:
    """Make one person of two, who says yes on both sides."""
    found = CODE.search(await here.say("link"))
    assert found
    await there.say(f"link {found[0]}")
    await there.press(YES)
    await here.offered(YES)
    await here.press(YES)
    assert "linked" in await there.until("linked")


def _hurry(stack: AsyncExitStack, discord: DiscordDesk) -> None:
    """Let no time pass in which the bot would wait for Discord."""
    patch = stack.enter_context(pytest.MonkeyPatch.context())
    patch.setattr(gateway, "GUILD_WAIT_SECONDS", 0.05)
    patch.setattr(gateway, "IDENTIFY_SECONDS", 0.0)
    discord.fake.gateway.identify_seconds = 0.0
    stack.enter_context(discord.fake.pointed_at())
