"""The fake Discord with discord.py's own client at the other end: it connects and talks."""

from collections.abc import AsyncIterator

import discord
import pytest

from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.listening import Ear, listening


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as server:
        yield server


@pytest.fixture
async def ear(fake: FakeDiscord) -> AsyncIterator[Ear]:
    async with listening(fake) as client:
        yield client


def room(ear: Ear, fake: FakeDiscord) -> discord.TextChannel:
    channel = ear.get_channel(fake.general.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_client_knows_who_and_where_it_is(fake: FakeDiscord, ear: Ear):
    assert ear.user is not None
    assert ear.user.id == fake.bot.id
    assert [guild.id for guild in ear.guilds] == [fake.home.id]
    assert room(ear, fake).name == "general"
    assert ear.application_id == fake.world.app.id


async def test_what_people_say_is_heard(fake: FakeDiscord, ear: Ear):
    ana = fake.user("ana")

    await fake.mention(ana, fake.general, "hello")
    await fake.say(ana, None, "psst")
    await fake.until(lambda: len(ear.heard) == 2)

    loud, quiet = ear.heard
    assert ear.user in loud.mentions
    assert (loud.author.name, loud.content) == ("ana", f"<@{fake.bot.id}> hello")
    assert isinstance(quiet.channel, discord.DMChannel)


async def test_what_the_bot_says_is_shown(fake: FakeDiscord, ear: Ear):
    sent = await room(ear, fake).send("hello", suppress_embeds=True)
    await sent.edit(content="hello again")

    shown = fake.answers(fake.general)
    assert [(row.shown, row.edits) for row in shown] == [("hello again", 1)]
    assert fake.findings() == []
    await sent.delete()
    assert fake.answers(fake.general) == []
