"""Threads, webhooks and files of the fake over REST, by discord.py's own client."""

import io
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from tests.fakes.discord import Can, FakeDiscord, ManualClock, User
from tests.fakes.discord.listening import Ear, listening

QUIET: dict[str, Any] = {"suppress_embeds": True}


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock=ManualClock(1_800_000_000.0)) as server:
        yield server


@pytest.fixture
def ana(fake: FakeDiscord) -> User:
    return fake.user("ana")


@pytest.fixture
async def ear(fake: FakeDiscord) -> AsyncIterator[Ear]:
    async with listening(fake) as client:
        yield client


@pytest.fixture
def room(ear: Ear, fake: FakeDiscord) -> discord.TextChannel:
    channel = ear.get_channel(fake.general.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_thread_under_a_message_and_one_alone(
    fake: FakeDiscord, ear: Ear, room: discord.TextChannel, ana: User
):
    asked = await fake.say(ana, fake.general, "?")
    under = await room.get_partial_message(asked.id).create_thread(name="under")
    alone = await room.create_thread(name="alone", type=discord.ChannelType.private_thread)
    await under.send("hello", **QUIET)
    await alone.add_user(discord.Object(ana.id))

    assert under.id == asked.id
    assert [row.name for row in fake.threads(fake.general)] == ["under", "alone"]
    active = await room.guild.active_threads()
    assert {thread.id for thread in active} == {under.id, alone.id}
    with pytest.raises(discord.HTTPException) as refused:
        await room.get_partial_message(asked.id).create_thread(name="again")
    assert refused.value.code == 160004


async def test_writing_opens_an_archived_thread_but_no_locked_one(
    fake: FakeDiscord, ear: Ear, room: discord.TextChannel
):
    thread = await room.create_thread(name="work", type=discord.ChannelType.public_thread)
    row = fake.threads(fake.general)[0]
    await fake.archive(row)
    await thread.send("back", **QUIET)
    assert not row.is_archived

    await fake.archive(row, is_locked=True)
    fake.deny(fake.general, fake.bot, Can.MANAGE_THREADS)
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("back?", **QUIET)

    assert refused.value.code == 160005


async def test_there_is_a_last_thread(fake: FakeDiscord, room: discord.TextChannel):
    fake.world.active_threads = 1
    await room.create_thread(name="last", type=discord.ChannelType.public_thread)

    with pytest.raises(discord.HTTPException) as refused:
        await room.create_thread(name="too many", type=discord.ChannelType.public_thread)

    assert refused.value.code == 160006


async def test_a_webhook_speaks_under_any_name(
    fake: FakeDiscord, ear: Ear, room: discord.TextChannel
):
    hook = await room.create_webhook(name="voices")
    thread = await room.create_thread(name="work", type=discord.ChannelType.public_thread)
    said = await hook.send("hello", username="The Bank", thread=thread, wait=True, **QUIET)
    await hook.edit_message(said.id, content="hello again", thread=thread)
    await fake.until(lambda: [one for one in ear.heard if one.webhook_id])

    row = fake.answers(fake.threads(fake.general)[0])[0]
    assert (row.persona, row.shown, row.webhook_id) == ("The Bank", "hello again", hook.id)
    assert [(one.webhook_id, one.author.name) for one in ear.heard[1:]] == [(hook.id, "The Bank")]
    assert [one.id for one in await room.webhooks()] == [hook.id]
    await hook.delete()
    assert fake.world.webhooks == {}


@pytest.mark.parametrize("name", ["Clyde", "my discord bot", "x" * 81])
async def test_some_names_are_not_for_webhooks(
    fake: FakeDiscord, room: discord.TextChannel, name: str
):
    hook = await room.create_webhook(name="voices")

    with pytest.raises(discord.HTTPException) as refused:
        await hook.send("hello", username=name, **QUIET)

    assert refused.value.code == 50035


async def test_the_sixteenth_webhook_is_one_too_many(room: discord.TextChannel):
    for number in range(15):
        await room.create_webhook(name=str(number))

    with pytest.raises(discord.HTTPException) as refused:
        await room.create_webhook(name="15")

    assert refused.value.code == 30007


async def test_files_go_up_and_come_down_by_links_that_expire(
    fake: FakeDiscord, ear: Ear, room: discord.TextChannel, ana: User
):
    sent = await room.send("see", file=discord.File(io.BytesIO(b"abc"), "a.txt"), **QUIET)
    asked = await fake.say(ana, fake.general, files=(("b.txt", b"def"),))
    await fake.until(lambda: len(ear.heard) == 2)

    assert fake.answers(fake.general)[0].attachments[0].content == b"abc"
    assert await sent.attachments[0].read() == b"abc"
    link = ear.heard[1].attachments[0]
    assert (link.filename, await link.read()) == ("b.txt", b"def")
    assert await fake.fetch(link.url.replace("hm=", "hm=0")) == (
        404,
        b"This content is no longer available.",
    )
    await fake.advance(24 * 3600)
    with pytest.raises(discord.NotFound):
        await link.read()
    fresh = await room.fetch_message(asked.id)
    assert await fresh.attachments[0].read() == b"def"


async def test_too_large_a_file_is_refused(fake: FakeDiscord, room: discord.TextChannel):
    large = discord.File(io.BytesIO(b"x" * (10 * 1024 * 1024 + 1)), "large.bin")

    with pytest.raises(discord.HTTPException) as refused:
        await room.send("see", file=large, **QUIET)

    assert (refused.value.status, refused.value.code) == (413, 40005)
