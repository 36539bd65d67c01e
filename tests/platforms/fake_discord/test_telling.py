"""What the gateway of the fake tells and to whom: intents, rights, shards and sessions."""

from collections.abc import AsyncIterator

import discord
import pytest
from aiohttp import ClientSession

from tests.fakes.discord import FakeDiscord, User
from tests.fakes.discord.listening import Ear, listening
from tests.fakes.discord.permissions import ORDINARY
from tests.fakes.discord.rows import Role


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as server:
        server.gateway.identify_seconds = 0
        yield server


@pytest.fixture
def ana(fake: FakeDiscord) -> User:
    return fake.user("ana")


@pytest.mark.parametrize("intent", ["allows_content", "allows_members", "allows_presences"])
async def test_an_intent_that_is_not_switched_on_is_refused(fake: FakeDiscord, intent: str):
    setattr(fake.world.app, intent, False)
    client = Ear()

    with fake.pointed_at(), pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(fake.token)
    await client.close()

    assert [said for said in fake.findings() if "4014" in said]


async def test_without_the_intent_words_are_kept_back(fake: FakeDiscord, ana: User):
    intents = discord.Intents.default()
    fake.world.app.allows_content = False
    async with listening(fake, Ear(intents=intents)) as ear:
        hidden = await fake.say(ana, fake.general, "hidden", files=(("a.txt", b"a"),))
        await fake.mention(ana, fake.general, "shown")
        await fake.say(ana, None, "shown, too")
        await fake.until(lambda: len(ear.heard) == 3)
        room = ear.get_channel(fake.general.id)
        assert isinstance(room, discord.TextChannel)
        fetched = await room.fetch_message(hidden.id)

    assert ear.texts == ["", f"<@{fake.bot.id}> shown", "shown, too"]
    assert (ear.heard[0].attachments, fetched.content) == ([], "")


async def test_only_wanted_events_are_told(fake: FakeDiscord, ana: User):
    async with listening(fake, Ear(intents=discord.Intents(guilds=True))) as ear:
        await fake.say(ana, fake.general, "unheard")
        await fake.react(ana, fake.messages(fake.general)[0], "👀")
        await fake.type(ana, fake.general)
        fake.channel("new")
        await fake.until(lambda: "CHANNEL_CREATE" in ear.said)

    assert ear.said == ["READY", "GUILD_CREATE", "CHANNEL_CREATE"]


async def test_what_the_bot_may_not_see_is_not_told(fake: FakeDiscord, ana: User):
    secret = fake.channel("secret")
    fake.deny(secret, fake.bot)
    async with listening(fake) as ear:
        await fake.say(ana, secret, "unheard")
        thread = await fake.start_thread(ana, fake.general, "us", is_private=True)
        fake.change_role(bot_role(fake), ORDINARY)
        await fake.say(ana, thread, "unheard, too")
        await fake.add_to_thread(thread, fake.bot)
        await fake.say(ana, thread, "heard")
        await fake.until(lambda: ear.heard)

    assert ear.texts == ["heard"]


def bot_role(fake: FakeDiscord) -> Role:
    (role_id,) = fake.home.members[fake.bot.id].role_ids
    return fake.home.roles[role_id]


async def test_events_come_never_or_twice_on_request(fake: FakeDiscord, ana: User):
    async with listening(fake) as ear:
        fake.gateway.drops = 1
        await fake.say(ana, fake.general, "never")
        twice = await fake.say(ana, fake.general, "twice")
        await fake.repeat(twice)
        await fake.until(lambda: len(ear.heard) == 2)

    assert ear.texts == ["twice", "twice"]


async def test_changes_of_members_roles_and_guilds_are_told(fake: FakeDiscord, ana: User):
    async with listening(fake) as ear:
        payers = fake.role("payers")
        fake.change_member(ana, payers)
        fake.remove_role(payers)
        fake.leave(ana)
        other = fake.guild("other")
        fake.kick(other)
        await fake.until(lambda: "GUILD_DELETE" in ear.said)

    assert ear.said[2:] == [
        "GUILD_ROLE_CREATE",
        "GUILD_MEMBER_UPDATE",
        "GUILD_ROLE_DELETE",
        "GUILD_MEMBER_REMOVE",
        "GUILD_CREATE",
        "GUILD_DELETE",
    ]


async def test_edits_previews_and_deletions_are_told(fake: FakeDiscord, ana: User):
    async with listening(fake) as ear:
        message = await fake.say(ana, fake.general, "helo")
        await fake.edit(ana, message, "hello")
        await fake.link_preview(message, "https://x.test")
        await fake.delete(ana, message)
        await fake.until(lambda: "MESSAGE_DELETE" in ear.said)

    assert ear.said[-4:] == [
        "MESSAGE_CREATE",
        "MESSAGE_UPDATE",
        "MESSAGE_UPDATE",
        "MESSAGE_DELETE",
    ]


async def test_each_shard_hears_of_its_guilds(fake: FakeDiscord):
    async with ClientSession() as session:
        hellos = []
        for shard in (0, 1):
            ws = await session.ws_connect(f"{fake.gateway_url}?v=10")
            told = {"token": fake.token, "intents": 1, "shard": [shard, 2]}
            await ws.send_json({"op": 2, "d": told})
            await ws.receive_json()
            hellos.append((await ws.receive_json())["d"])

    home = (fake.home.id >> 22) % 2
    assert [len(one["guilds"]) for one in hellos] == ([1, 0] if home == 0 else [0, 1])


async def test_two_sessions_hear_the_same(fake: FakeDiscord, ana: User):
    async with listening(fake) as one, listening(fake) as two:
        await fake.say(ana, fake.general, "hello")
        await fake.until(lambda: one.heard and two.heard)

    assert one.texts == two.texts == ["hello"]


async def test_discords_own_notes_are_told_beside_what_is_said(fake: FakeDiscord, ana: User):
    async with listening(fake) as ear:
        asked = await fake.say(ana, fake.general, "?")
        under = await fake.start_thread(ana, asked, "under")
        await fake.start_thread(ana, fake.general, "alone")
        await fake.until(lambda: len(ear.heard) == 3)
        note, created = ear.heard[1:]

    assert (note.type, note.content) == (discord.MessageType.thread_starter_message, "")
    assert note.reference is not None
    assert isinstance(note.reference.resolved, discord.Message)
    assert note.reference.resolved.content == "?"
    assert (created.type, created.content) == (discord.MessageType.thread_created, "alone")
    assert [row.shown for row in fake.messages(fake.general)] == ["?"]
    assert fake.messages(under) == []
