"""The two demo conversations, held on every platform."""

import pytest

from tests.journeys.anywhere.telling import OpenDesk
from tests.platforms.kept import moved

pytestmark = pytest.mark.timeout(60)


@pytest.mark.parametrize("shared", [False, True], ids=["alone", "among others"])
@pytest.mark.proves("S0-60", "S0-61", "S0-62", "S0-63", "S0-65", "S0-68", "S0-69", "S0-70")
async def test_money_is_transferred(a_desk: OpenDesk, *, shared: bool):
    desk = await a_desk()
    ann = desk.talk("ann", shared=shared)

    assert "transfer_money" in await ann.say("hello")
    assert "username" in await ann.say("Transfer money")
    assert "password" in await ann.say("seldo")
    assert "Which of your accounts" in await ann.confide("monkey")
    assert "$1,000.00" in await ann.say("Checking")
    assert "amount" in await ann.say("To account ID 1234324")
    told = await ann.say("500")

    assert "$500.00 went from Checking (1234567890) to account 1234324" in told
    assert await moved(desk) == [("1234567890", "1234324", 50_000)]


@pytest.mark.parametrize("shared", [False, True], ids=["alone", "among others"])
@pytest.mark.proves("S1-70", "S1-72", "S1-73", "S1-74", "S1-76", "S1-78", "S1-79")
async def test_a_letter_is_written_and_delivered(a_desk: OpenDesk, *, shared: bool):
    desk = await a_desk()
    ann = desk.talk("ann", shared=shared)

    await ann.say("hello")
    assert "I need the claim id" in await ann.say("I want to craft a declined letter.")
    assert "employee or a partner" in await ann.say("Where to find a claim id?")
    assert "employee or a partner" in await ann.say("I am a Suncorp friend.")
    back = await ann.say("I am a partner.")
    assert back.index("my_id") < back.index("I need the claim id")
    assert "the crime topology" in await ann.say("My id is 123ABH")
    for neither in ("It is about Personal Injury", "I want to commit fraud."):
        assert "the crime topology" in await ann.say(neither)
    assert await ann.files() == []
    assert "Your decline letter is ready." in await ann.say("I want to do Motor.")

    [letter] = await ann.files()
    for part in ("claim 123ABH (Motor)", '"I want to do Motor."', "www.dl_artifact.com.au"):
        assert part in letter
