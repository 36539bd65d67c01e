"""What admins do, on every platform, and what nobody else does."""

import pytest

from tests.journeys.anywhere.telling import OpenDesk, logged_in

pytestmark = pytest.mark.timeout(60)


async def test_an_admin_ends_what_somebody_has_open_and_they_are_told(a_desk: OpenDesk):
    desk = await a_desk(admin="ada")
    ann = desk.talk("ann")
    await logged_in(ann)
    await ann.say("transfer money")
    ada = desk.talk("ada")

    told = await ada.say(f"reset {desk.mention('ann')}")

    assert "I reset 1 person in 1 thread" in told
    assert "Reset by" in await ann.all_seen()
    assert "Nothing is open" in await ann.say("tasks")
    assert "login" in await ann.say("what is my balance?")


async def test_nobody_else_does(a_desk: OpenDesk):
    desk = await a_desk(admin="ada")
    ann = desk.talk("ann")
    await ann.say("transfer money")
    eve = desk.talk("eve")

    assert "admin" in await eve.say(f"reset {desk.mention('ann')}")

    assert "transfer_money" in await ann.say("tasks")
    assert "Reset by" not in await ann.all_seen()
