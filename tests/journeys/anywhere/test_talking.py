"""What people do in the middle of things, and the words that always count, on every platform."""

import pytest

from tests.journeys.anywhere.desk import Can
from tests.journeys.anywhere.telling import OpenChat, OpenDesk, logged_in, said
from tests.platforms.kept import moved

pytestmark = pytest.mark.timeout(60)


@pytest.mark.proves("S0-41", "S1-65")
async def test_a_digression_is_answered_and_the_question_comes_back(a_desk: OpenDesk):
    ann = (await a_desk()).talk("ann")
    await ann.say("transfer money")

    told = await ann.say("what does a share of Tesla cost?")

    assert told.index("$248.50") < told.index("username")
    assert "password" in await ann.say("seldo")


@pytest.mark.parametrize("way", ["word", "command"])
async def test_stop_ends_what_is_going_on(a_desk: OpenDesk, way: str):
    desk = await a_desk()
    ann = desk.talk("ann")
    await logged_in(ann)
    await ann.say("transfer 500 to 1234324")

    told = await (ann.say("stop") if way == "word" else ann.command("stop"))

    assert "Stopped: transfer_money" in told
    assert "Nothing is open" in await ann.say("what were we doing?")
    assert await moved(desk) == []


async def test_what_were_we_doing(a_desk: OpenDesk):
    desk = await a_desk()
    ann = desk.talk("ann")
    await ann.say("transfer money")
    await desk.restart()

    told = await ann.say("what were we doing?")

    assert "transfer_money" in told
    assert "authenticate" in told
    assert "username" in told


async def test_several_wishes_in_one_message_are_all_carried_out(a_desk: OpenDesk):
    ann = (await a_desk()).talk("ann")
    await logged_in(ann)

    told = await ann.say("what is my savings balance? And what is the price of Apple stock?")

    assert "5,000.00" in told
    assert "228.88" in told


async def test_what_is_not_clear_is_asked(a_desk: OpenDesk):
    ann = (await a_desk()).talk("ann")

    asked = await ann.say("it")

    assert "Could you say more precisely what you want to do?" in asked
    assert "username" in await ann.say("transfer money")


async def test_what_nobody_does_is_said_to_be_so(a_desk: OpenDesk):
    ann = (await a_desk()).talk("ann")

    told = await ann.say("what is the weather like on Mars?")

    assert "outside what I can help with" in told
    assert "looking up a stock price" in told
    assert "“agents” lists them all" in told


@pytest.mark.parametrize("way", ["word", "command"])
async def test_why_tells_who_was_chosen_and_instead_of_whom(a_desk: OpenDesk, way: str):
    ann = (await a_desk()).talk("ann")
    await ann.say("what does a share of Tesla cost?")

    told = await (ann.say("why?") if way == "word" else ann.command("why"))

    assert "router: stock_lookup" in told
    assert "because" in told
    assert "transfer_money" in told.partition("not:")[2]


async def test_the_commands_are_listed_and_are_the_same_as_words(a_desk: OpenDesk):
    ann = (await a_desk()).talk("ann")

    as_word, as_command = await ann.say("help"), await ann.command("help")

    for verb in ("tasks", "why", "requests", "stop", "new", "reset", "memory", "plan"):
        assert verb in as_word
        assert verb in as_command


async def test_an_agent_is_addressed_by_its_name(a_desk: OpenDesk):
    ann = (await a_desk()).talk("ann")
    await ann.say("transfer money")

    told = await ann.say("@stock_lookup Tesla")

    assert "$248.50" in told
    assert "username" in told


async def test_a_line_of_the_memory_card_is_deleted_and_then_all_of_it(a_desk: OpenDesk):
    ann = (await a_desk()).talk("ann")
    await said(ann, "my canary sings", "my parrot talks")
    card = await ann.say("memory")
    code = next(line.split()[1] for line in card.splitlines() if "canary" in line)

    assert "Deleted" in await ann.say(f"memory delete {code}")
    left = await ann.say("memory")
    assert "canary" not in left
    assert "parrot" in left

    assert "forget yes" in await ann.say("forget")
    assert "Forgotten" in await ann.say("forget yes")
    assert "parrot" not in await ann.say("memory")


async def test_two_people_in_one_thread_share_no_login(a_desk: OpenDesk):
    desk = await a_desk(Can.SHARE)
    ann = desk.talk("ann", shared=True)
    await logged_in(ann)
    await ann.say("what is my checking balance?")
    ben = desk.talk("ben", beside=ann)

    assert "login" in await ben.say("what is my checking balance?")
    assert "1,000.00" not in await ben.all_seen()
    assert "1,000.00" in await ann.all_seen()
    assert "5,000.00" in await ann.say("what is my savings balance?")


async def test_what_is_edited_in_time_is_done_as_it_was_edited(a_chat: OpenChat):
    desk = await a_chat()
    ann = desk.talk("ann")
    await logged_in(ann)
    await said(ann, "what is my checking balance?", "transfer 700 to 1234324")

    await ann.edit("transfer 700 to 1234324", "transfer 650 to 1234324")
    await ann.press("Approve")

    assert await moved(desk) == [("1234567890", "1234324", 65_000)]


async def test_what_is_deleted_in_time_is_not_done(a_chat: OpenChat):
    desk = await a_chat()
    ann = desk.talk("ann")
    await logged_in(ann)
    await said(ann, "what is my checking balance?", "transfer 700 to 1234324")

    await ann.delete("transfer 700 to 1234324")

    assert "Approve" not in await ann.buttons()
    assert await moved(desk) == []


async def test_where_a_file_says_to_send_money_is_asked_about(a_chat: OpenChat):
    desk = await a_chat()
    ann = desk.talk("ann")
    await logged_in(ann)
    await ann.say("what is my checking balance?")

    told = await ann.send("pay this bill", "bill.txt", b"Please send $80.00 to account 1234324.")

    assert "amount (from bill.txt)" in told
    assert await moved(desk) == []
    await ann.press("Approve")
    assert await moved(desk) == [("1234567890", "1234324", 8_000)]
