"""Messages, threads, webhooks and files of the fake over REST, by discord.py's own client."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord.http import Route

from tests.fakes.discord import Can, FakeDiscord, ManualClock, User
from tests.fakes.discord.listening import Ear, listening
from tests.fakes.discord.rows import Pinged

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


async def test_history_is_read_after_before_and_around(
    fake: FakeDiscord, room: discord.TextChannel, ana: User
):
    rows = [await fake.say(ana, fake.general, str(number)) for number in range(5)]
    third = discord.Object(rows[2].id)

    async def read(**where: Any) -> list[str]:
        return [row.content async for row in room.history(oldest_first=True, **where)]

    assert await read() == ["0", "1", "2", "3", "4"]
    assert await read(after=third) == ["3", "4"]
    assert await read(before=third) == ["0", "1"]
    assert await read(around=third, limit=3) == ["1", "2", "3"]
    assert [row.content async for row in room.history(limit=2)] == ["4", "3"]


async def test_an_enforced_nonce_makes_one_message(fake: FakeDiscord, room: discord.TextChannel):
    first = await room.send("hello", nonce="job-1", **QUIET)
    again = await room.send("hello", nonce="job-1", **QUIET)
    other = await room.send("hello", nonce="job-2", **QUIET)
    await fake.advance(301)
    late = await room.send("hello", nonce="job-1", **QUIET)

    assert first.id == again.id
    assert len({first.id, other.id, late.id}) == 3
    assert len(fake.answers(fake.general)) == 3


async def test_a_reply_calls_whom_it_may(fake: FakeDiscord, room: discord.TextChannel, ana: User):
    asked = await fake.say(ana, fake.general, "?")
    partial = room.get_partial_message(asked.id)

    await partial.reply("quiet", mention_author=False, **QUIET)
    await partial.reply("loud", mention_author=True, **QUIET)

    quiet, loud = fake.answers(fake.general)
    assert (quiet.reply_to, quiet.pinged.user_ids) == (asked.id, frozenset())
    assert loud.pinged.user_ids == {ana.id}


async def test_mentions_call_only_who_is_allowed(
    fake: FakeDiscord, room: discord.TextChannel, ana: User
):
    crowd = fake.role("crowd", is_mentionable=True)
    fake.allow(fake.general, fake.bot, Can.MENTION_EVERYONE)
    text = f"@everyone {crowd.mention} {ana.mention}"

    await room.send(text, allowed_mentions=discord.AllowedMentions.all(), **QUIET)
    await room.send(text, **QUIET)
    only_ana = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(ana.id)])
    await room.send(text, allowed_mentions=only_ana, **QUIET)

    pinged = [row.pinged for row in fake.answers(fake.general)]
    assert pinged == [
        Pinged(frozenset({ana.id}), frozenset({crowd.id}), everyone=True),
        Pinged(),
        Pinged(frozenset({ana.id})),
    ]


async def test_a_bot_that_may_not_calls_nobody_in_a_crowd(
    fake: FakeDiscord, room: discord.TextChannel
):
    crowd = fake.role("crowd")

    allowed = discord.AllowedMentions.all()
    await room.send(f"@here {crowd.mention}", allowed_mentions=allowed, **QUIET)

    assert fake.answers(fake.general)[0].pinged == Pinged()


async def test_reactions_typing_and_direct_messages(
    fake: FakeDiscord, ear: Ear, room: discord.TextChannel, ana: User
):
    asked = await fake.say(ana, fake.general, "?")
    partial = room.get_partial_message(asked.id)
    await partial.add_reaction("👀")
    await room.typing()
    user = await ear.fetch_user(ana.id)
    await user.send("psst", **QUIET)
    await fake.react(ana, asked, "👀")

    assert asked.reactions == {"👀": {fake.bot.id, ana.id}}
    await partial.remove_reaction("👀", discord.Object(fake.bot.id))
    assert asked.reactions == {"👀": {ana.id}}
    assert fake.general.typed_at == [1_800_000_000.0]
    assert [row.shown for row in fake.answers(ana)] == ["psst"]


async def test_who_takes_no_messages_gets_none(fake: FakeDiscord, ear: Ear):
    shy = await ear.fetch_user(fake.user("shy", takes_messages=False).id)

    with pytest.raises(discord.Forbidden) as refused:
        await shy.send("psst", **QUIET)

    assert refused.value.code == 50007


async def test_messages_are_deleted_many_at_once(
    fake: FakeDiscord, room: discord.TextChannel, ana: User
):
    old = [await fake.say(ana, fake.general, "old")]
    await fake.advance(15 * 24 * 3600)
    new = [await fake.say(ana, fake.general, str(number)) for number in range(3)]
    fake.allow(fake.general, fake.bot, Can.MANAGE_MESSAGES)

    await room.delete_messages([discord.Object(row.id) for row in new[:2]])
    with pytest.raises(discord.HTTPException) as refused:
        await room.delete_messages([discord.Object(row.id) for row in old + new[2:]])

    assert [row.shown for row in fake.messages(fake.general)] == ["old", "2"]
    assert refused.value.code == 50034


async def test_what_is_gone_or_not_ours_is_not_changed(
    fake: FakeDiscord, room: discord.TextChannel, ana: User
):
    asked = await fake.say(ana, fake.general, "?")
    sent = await room.send("!", **QUIET)
    await sent.delete()

    for message_id, code in ((sent.id, 10008), (asked.id, 50005)):
        with pytest.raises(discord.HTTPException) as refused:
            await room.get_partial_message(message_id).edit(content="x")
        assert refused.value.code == code


@pytest.mark.parametrize(
    ("denied", "code"), [(Can.VIEW_CHANNEL, 50001), (Can.SEND_MESSAGES, 50013)]
)
async def test_what_is_denied_is_refused(
    fake: FakeDiscord, room: discord.TextChannel, denied: Can, code: int
):
    fake.deny(fake.general, fake.bot, denied)

    with pytest.raises(discord.Forbidden) as refused:
        await room.send("hello", **QUIET)

    assert refused.value.code == code


async def test_members_and_roles_are_read(fake: FakeDiscord, ear: Ear, ana: User):
    payers = fake.role("payers")
    fake.change_member(ana, payers, nick="Annie")
    guild = ear.get_guild(fake.home.id)
    assert guild is not None

    member = await guild.fetch_member(ana.id)

    assert (member.display_name, [role.id for role in member.roles]) == (
        "Annie",
        [guild.id, payers.id],
    )
    with pytest.raises(discord.NotFound) as refused:
        await guild.fetch_member(fake.stranger("nobody").id)
    assert refused.value.code == 10007


async def test_an_unknown_route_is_not_found_and_told(fake: FakeDiscord, ear: Ear):
    with pytest.raises(discord.NotFound):
        await ear.http.request(Route("GET", "/no/such/thing"))

    assert [said for said in fake.findings() if "GET /api/v10/no/such/thing" in said]


async def test_a_wrong_token_is_turned_away(fake: FakeDiscord):
    client = Ear()
    with fake.pointed_at():
        with pytest.raises(discord.LoginFailure):
            await client.login("wrong")
        await client.close()

    assert fake.record.invalid(fake.world.clock.now()) == 1


async def test_commands_are_overwritten_all_at_once(fake: FakeDiscord, ear: Ear):
    @ear.tree.command(description="Old")
    async def old(_interaction: discord.Interaction[Any]) -> None:
        """Do nothing."""

    first = await ear.tree.sync()
    again = await ear.tree.sync()
    ear.tree.remove_command("old")
    ear.tree.command(name="new", description="New")(old.callback)
    here = discord.Object(fake.home.id)
    ear.tree.copy_global_to(guild=here)
    await ear.tree.sync()
    await ear.tree.sync(guild=here)

    assert first[0].id == again[0].id
    assert [row.name for row in await ear.tree.fetch_commands()] == ["new"]
    assert [row.name for row in await ear.tree.fetch_commands(guild=here)] == ["new"]
    assert len(fake.world.commands_made) == 3
