"""Whom a platform knows, and what is said of people where no platform knows anybody."""

from agents.kit import Person
from bot.core.ports.directory import MemberStatus
from bot.core.state.directory import Directories, NoDirectory
from bot.platforms.console.turns import ConsoleDirectory

ANA = Person("slack", "T1", "U-ana")
YOU = Person("console", "local", "you")
BEN = Person("console", "local", "ben")


class Guests(NoDirectory):
    """Everybody is a guest, and a member of every group."""

    async def standing(self, person: Person) -> MemberStatus:
        return MemberStatus(is_guest=True)

    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        return frozenset({ANA.user})


async def test_a_platform_without_a_directory_knows_no_admins_and_no_groups():
    directory = Directories()

    assert await directory.standing(ANA) == MemberStatus()
    assert await directory.members("slack", "T1", "S1") == frozenset()


async def test_each_platform_is_asked_for_its_own_people():
    directory = Directories({"slack": Guests()})

    assert await directory.standing(ANA) == MemberStatus(is_guest=True)
    assert await directory.standing(BEN) == MemberStatus()
    assert await directory.members("slack", "T1", "S1") == {ANA.user}
    assert await directory.members("console", "local", "S1") == frozenset()


async def test_the_person_at_the_keyboard_is_the_admin_of_the_console():
    assert (await ConsoleDirectory().standing(YOU)).is_admin
    assert not (await ConsoleDirectory().standing(BEN)).is_admin
    assert (await ConsoleDirectory(BEN).standing(BEN)).is_admin
