"""Stop means now: a running turn is left before its next call or effect, and says what it did."""

import asyncio

import pytest

from tests.journeys.agents.small_agents import asks
from tests.journeys.conversation import Conversation
from tests.journeys.live import a_bot, a_copy, logged_in
from tests.journeys.mail import LETTERS, Mail, a_post, stop_of


@pytest.mark.parametrize("way", ["stop", "Cancel!", "never mind", "/stop", "/frontdesk stop"])
@pytest.mark.parametrize("call", [1, 2, 3])
async def test_a_model_that_is_being_asked_is_left_at_once(way: str, call: int):
    mail = Mail()
    bot = await a_post(mail)
    stop = stop_of(bot, way)

    async def never() -> None:
        await bot.engine.accept(stop)
        await asyncio.Event().wait()

    bot.model.during(call, never)
    wish = bot.message("post the letters")

    said = await bot.hears(wish)

    assert bot.model.cut == 1
    assert mail.posted == list(LETTERS[: max(0, call - 2)])
    assert said.startswith("Stopped")
    assert ("Posted L1." in said) == (call == 3)
    assert ("Nothing was changed." in said) == (call < 3)
    assert said.endswith("Nothing else is running.")
    assert bot.ends_of(wish) == bot.ends_of(stop) == 1
    assert await bot.conversation.stack() == []


async def test_an_effect_in_flight_is_never_cut_and_the_next_one_never_begun():
    mail = Mail()
    bot = await a_post(mail)
    mail.amid["L2"] = lambda: bot.engine.accept(stop_of(bot, "stop"))

    said = await bot.hears(bot.message("post the letters"))

    assert mail.posted == ["L1", "L2"]
    assert "Stopped: post. This was done before, and stays: Posted L1. Posted L2." in said


async def test_a_wish_another_process_has_accepted_stops_the_next_effect():
    mail = Mail()
    bot = await a_post(mail)
    stop = bot.message("stop", halts=True)
    mail.amid["L1"] = lambda: bot.conversation.store.accept(stop)

    said = await bot.hears(bot.message("post the letters"))

    assert mail.posted == ["L1"]
    assert "stays: Posted L1." in said
    assert "Nothing else is running." in said


async def test_a_wish_that_waited_longer_than_the_bot_was_down_is_heeded():
    mail = Mail()
    before = await a_post(mail)
    await before.engine.stop()
    bot = a_bot(before.conversation)
    await bot.engine.accept(bot.message("post the letters"))
    await bot.engine.accept(bot.message("stop"))

    await bot.engine.start()
    await bot.idles()

    assert mail.posted == []
    assert bot.model.calls == 0
    assert bot.platform.said == ["Stopped. Nothing was changed.", "Nothing else is running."]


async def test_somebody_else_stops_only_their_own():
    mail = Mail()
    bot = await a_post(mail)
    bot.model.during(2, lambda: bot.engine.accept(stop_of(bot, "stop", user="ben")))

    said = await bot.hears(bot.message("post the letters"))

    assert mail.posted == list(LETTERS)
    assert said.endswith("Nothing is running, and what is done stays done. What can I do for you?")


async def test_what_lies_beneath_goes_on_after_the_stop():
    mail = Mail()
    bot = await a_post(mail, asks("claim"))
    await bot.hears(bot.message("my claim"))
    bot.model.during(2, lambda: bot.engine.accept(bot.message("stop")))

    said = await bot.hears(bot.message("@post the letters"))

    assert "Stopped: post." in said
    assert said.endswith("We can go on with claim.\n\nWhich claim?")
    assert await bot.conversation.stack() == ["claim"]


async def test_reset_ends_what_runs_and_then_forgets():
    mail = Mail()
    bot = await a_post(mail)
    bot.model.during(3, lambda: bot.engine.accept(bot.message("reset")))

    said = await bot.hears(bot.message("post the letters"))

    assert mail.posted == ["L1"]
    assert "Stopped: post." in said
    assert "Reset: your tasks" in said


@pytest.mark.parametrize("way", ["edit", "deletion"])
async def test_a_message_that_changes_after_its_first_effect_stops_there(way: str):
    mail = Mail()
    bot = await a_post(mail)
    wish = bot.message("post the letters", "wish")
    change = bot.edit("wish", "post the other letters") if way == "edit" else bot.deletion("wish")
    mail.amid["L1"] = lambda: bot.engine.accept(change)

    said = await bot.hears(wish)

    assert mail.posted == ["L1"]
    assert (
        "while I was at it, so I stopped: post. This was done before, and stays: Posted L1."
        in said
    )
    assert "stays done, and is not done again: Posted L1." in said
    assert bot.lines == ["post the other letters" if way == "edit" else "(deleted)"]


@pytest.mark.parametrize("way", ["edit", "deletion"])
async def test_a_change_another_process_has_accepted_stops_before_the_first_effect(way: str):
    mail = Mail()
    bot = await a_post(mail, asks("claim"))
    change = bot.edit("wish", "my claim") if way == "edit" else bot.deletion("wish")
    bot.model.during(2, lambda: bot.conversation.store.accept(change))

    said = await bot.hears(bot.message("post the letters", "wish"))

    assert mail.posted == []
    assert said == ("Which claim?" if way == "edit" else "")


async def test_a_link_preview_stops_nothing():
    mail = Mail()
    bot = await a_post(mail)
    preview = bot.edit("wish", "post the letters")
    bot.model.during(2, lambda: bot.engine.accept(preview))

    said = await bot.hears(bot.message("post the letters", "wish"))

    assert mail.posted == list(LETTERS)
    assert "All are posted." in said
    assert bot.model.cut == 0
    assert bot.ends_of(preview) == 1


@pytest.fixture(scope="module")
def ana() -> Conversation:
    return logged_in()


@pytest.mark.parametrize("answer", ["yes", "press"])
async def test_an_approval_that_is_taken_back_in_time_moves_nothing(
    answer: str, ana: Conversation
):
    bot = a_bot(a_copy(ana))
    await bot.engine.start()
    await bot.hears(bot.message("transfer 700 to 1234324"))
    (card,) = bot.conversation.pending
    decision = bot.message("yes") if answer == "yes" else bot.press(card, "approve")
    await bot.conversation.store.accept(decision)
    await bot.conversation.store.accept(bot.message("stop", halts=True))

    said = await bot.hears(bot.message("thanks"))

    assert await bot.moved() == []
    assert "Stopped: transfer_money. Nothing was changed." in said


@pytest.mark.parametrize("way", ["edit", "deletion"])
@pytest.mark.parametrize("answer", ["yes", "press", "the amount"])
async def test_a_wish_that_is_taken_back_stops_what_came_of_it_later(
    way: str, answer: str, ana: Conversation
):
    bot = a_bot(a_copy(ana))
    await bot.engine.start()
    wish = "transfer to 1234324" if answer == "the amount" else "transfer 700 to 1234324"
    await bot.hears(bot.message(wish, "wish"))
    asked = bot.conversation.pending[-1]
    events = {
        "yes": bot.message("yes"),
        "press": bot.press(asked, "approve"),
        "the amount": bot.message("500"),
    }
    change = bot.edit("wish", "what is my balance?") if way == "edit" else bot.deletion("wish")
    await bot.conversation.store.accept(events[answer])
    await bot.conversation.store.accept(change)

    said = await bot.hears(bot.message("thanks"))

    assert await bot.moved() == []
    assert "what this was for, so I stopped: transfer_money. Nothing was changed." in said
    assert await bot.conversation.stack() in ([], ["account_balance"])
