"""Who is an admin, where the platform answers late, or is the store itself."""

import asyncio
from dataclasses import replace

import pytest

from agents.kit import Person
from bot.core.commands import admins
from bot.core.commands.admins import Unknown, explain_admin, is_named
from bot.core.ports.directory import MemberStatus
from bot.core.state.directory import NoDirectory
from bot.domain.errors import StoreAway
from tests.fakes.engine import Office
from tests.fakes.events import ANA


class Slow(NoDirectory):
    async def standing(self, person: Person) -> MemberStatus:
        await asyncio.Event().wait()
        return MemberStatus()


class Away(NoDirectory):
    async def standing(self, person: Person) -> MemberStatus:
        raise StoreAway


async def test_nobody_waits_for_a_directory_for_ever(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(admins, "LOOK_UP_SECONDS", 0.01)
    services = replace(Office().services, directory=Slow())

    with pytest.raises(Unknown):
        await explain_admin(services, ANA)


async def test_a_store_that_is_away_postpones_the_turn():
    services = replace(Office().services, directory=Away())

    with pytest.raises(StoreAway):
        await explain_admin(services, ANA)


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        (("console/local/ana",), True),
        (("ana",), True),
        (("slack/local/ana",), False),
        (("ANA",), False),
        (("local/ana",), False),
        ((), False),
    ],
)
def test_somebody_is_named_in_full_or_by_their_id(entries: tuple[str, ...], *, named: bool):
    assert is_named(entries, ANA) is named
