"""The people and the files of Discord, asked for anew: members, roles, rights, attachments."""

from collections.abc import AsyncIterator

import pytest

from agents.kit.values.person import Person
from bot.bootstrap.ports import SystemClock
from bot.core.ports.directory import MemberStatus
from bot.domain.errors import PlatformFailed
from bot.domain.messages import Attachment
from bot.platforms.chat.attachments import LARGEST_TEXT
from bot.platforms.discord.wire.directory import DiscordDirectory
from bot.platforms.discord.wire.rest_client import DiscordClient
from bot.platforms.discord.wire.thread_history import DiscordFiles
from tests.fakes.discord import FakeDiscord, User
from tests.fakes.discord.permissions import Can
from tests.fakes.faults import Fault

MEMBER = "GET /guilds/{guild}/members/{user}"


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as discord:
        with discord.pointed_at():
            yield discord


@pytest.fixture
async def directory(fake: FakeDiscord) -> AsyncIterator[DiscordDirectory]:
    clock = SystemClock()
    asked = DiscordDirectory(DiscordClient(fake.token), clock.now, elapsed=clock.elapsed)
    yield asked
    await asked.close()


def person(fake: FakeDiscord, user: User) -> Person:
    return Person("discord", str(fake.home.id), str(user.id))


@pytest.mark.proves("R1")
async def test_what_somebody_is_follows_the_guild_at_once(
    fake: FakeDiscord, directory: DiscordDirectory
):
    managers = fake.role("managers", Can.MANAGE_GUILD)
    ana, eve = fake.user("ana", roles=(managers,)), fake.user("eve")

    assert await directory.standing(person(fake, ana)) == MemberStatus(is_admin=True)
    assert await directory.standing(person(fake, eve)) == MemberStatus()
    assert (await directory.standing(person(fake, fake.bot))).is_bot

    fake.change_member(ana)
    fake.change_member(eve, is_timed_out=True)
    assert await directory.standing(person(fake, ana)) == MemberStatus()
    assert await directory.standing(person(fake, eve)) == MemberStatus(is_guest=True)

    fake.leave(ana)
    assert await directory.standing(person(fake, ana)) == MemberStatus(is_active=False)
    alone = Person("discord", "@dm", str(eve.id))
    assert await directory.standing(alone) == MemberStatus(is_stranger=True)


@pytest.mark.proves("R1")
async def test_a_role_is_a_group_without_any_privileged_intent(
    fake: FakeDiscord, directory: DiscordDirectory
):
    seven, eight = fake.role("seven"), fake.role("eight")
    ana = fake.user("ana", roles=(seven,))

    assert await directory.is_in(person(fake, ana), str(seven.id))
    assert not await directory.is_in(person(fake, ana), str(eight.id))

    fake.remove_role(seven)
    assert not await directory.is_in(person(fake, ana), str(seven.id))


async def test_the_members_of_a_role_are_listed_where_discord_lists_any(
    fake: FakeDiscord, directory: DiscordDirectory
):
    seven = fake.role("seven")
    ana, home = fake.user("ana", roles=(seven,)), str(fake.home.id)
    fake.world.app.allows_members = True
    assert await directory.members("discord", home, str(seven.id)) == {str(ana.id)}

    fake.world.app.allows_members = False
    with pytest.raises(PlatformFailed, match="Server Members Intent"):
        await directory.members("discord", home, str(seven.id))


@pytest.mark.proves("S2-06")
async def test_a_role_is_called_by_its_name_or_by_none(
    fake: FakeDiscord, directory: DiscordDirectory
):
    home, seven = str(fake.home.id), fake.role("seven")

    assert await directory.group_name("discord", home, str(seven.id)) == "seven"
    assert await directory.group_name("discord", home, "1234") == ""
    assert await directory.group_name("discord", "@dm", str(seven.id)) == ""

    fake.faults.next("GET /guilds/{guild}", Fault.UNAVAILABLE)
    eight = fake.role("eight")
    assert await directory.group_name("discord", home, str(eight.id)) == ""


async def test_a_guild_is_called_by_its_name_or_by_none(
    fake: FakeDiscord, directory: DiscordDirectory
):
    home = str(fake.home.id)

    fake.faults.next("GET /guilds/{guild}", Fault.UNAVAILABLE)
    assert await directory.workspace_name("discord", "@dm") == ""
    assert await directory.workspace_name("discord", home) == ""
    other = DiscordDirectory(directory.line, directory.now, elapsed=directory.elapsed)
    assert await other.workspace_name("discord", home) == fake.home.name


@pytest.mark.proves("R1")
async def test_nobody_is_anything_while_discord_does_not_say(
    fake: FakeDiscord, directory: DiscordDirectory
):
    ana = fake.user("ana")
    fake.faults.next(MEMBER, Fault.UNAVAILABLE)

    with pytest.raises(PlatformFailed):
        await directory.standing(person(fake, ana))


async def test_attachments_are_read_by_their_link_of_now(
    fake: FakeDiscord, directory: DiscordDirectory
):
    content = (("notes.txt", b"Pay 20 to Sam."), ("big.txt", b"x" * (LARGEST_TEXT + 1)))
    said = await fake.say(fake.user("ana"), None, "look", files=content)
    files = DiscordFiles(directory.line, fake.api_url)
    place = f"{said.channel.id}/{said.id}"
    given = [
        Attachment(one.filename, "text/plain", ref=f"{place}/{one.id}") for one in said.attachments
    ]

    notes, big, gone, odd = await files.fetched(
        (
            *given,
            Attachment("gone.txt", ref=f"{place}/17"),
            Attachment("run.exe", "application/octet-stream", ref=f"{place}/17"),
        )
    )

    assert (notes.text, notes.problem) == ("Pay 20 to Sam.", "")
    assert (big.text, big.problem) == ("", "it is too large for me to read.")
    assert gone.problem == "Discord did not give it to me."
    assert odd.problem == "I can read text files and images, not this kind."
