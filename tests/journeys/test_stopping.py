"""Stop means now: a running turn is left before its next call or effect, and says what it did."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from agents.kit import Agent, tool
from agents.kit.model import ModelCall, ToolCall
from bot.core.halt import Why
from bot.domain.messages import Incoming, Kind
from bot.llm.scripted import ScriptedAnswer
from tests.journeys.conversation import THREAD, Conversation, a_person
from tests.journeys.live import Live, a_bot, a_copy, a_started_bot, logged_in
from tests.journeys.small_agents import asks, directed

LETTERS = ("L1", "L2", "L3")


@dataclass
class Mail:
    """Posts letters one by one; something may happen while one is being posted."""

    posted: list[str] = field(default_factory=list)
    amid: dict[str, Callable[[], Awaitable[object]]] = field(default_factory=dict)

    @property
    def agent(self) -> Agent:
        @tool(effect=True)
        async def post(letter: str) -> str:
            """Post a letter."""
            if letter in self.amid:
                await self.amid.pop(letter)()
                await asyncio.sleep(0)
            self.posted.append(letter)
            return f"Posted {letter}."

        return Agent(name="post", description="Posts letters.", tools=(post,), prompt="Post them.")

    def act(self, call: ModelCall) -> ScriptedAnswer:
        """Post every letter, then say so."""
        left = [letter for letter in LETTERS if letter not in self.posted]
        if not left:
            return ToolCall("c9", "done", '{"answer": "All are posted."}')
        return ToolCall(f"c-{left[0]}", "post", f'{{"letter": "{left[0]}"}}')


async def a_post(mail: Mail, *others: Agent) -> Live:
    model = directed({"letters": "post", "claim": "claim"}, mail.act)
    return await a_started_bot(mail.agent, *others, model=model)


def stop_of(bot: Live, way: str, user: str = "ana") -> Incoming:
    kind = Kind.COMMAND if way.startswith("/") else Kind.MESSAGE
    return bot.message(way, user=user, kind=kind)


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
    bot = a_bot((await a_post(mail)).conversation)
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
    assert said.endswith("Nothing is running. What can I do for you?")


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


async def test_whoever_is_asked_can_be_stopped_from_outside():
    mail = Mail()
    bot = await a_post(mail)
    seen: list[bool] = []

    async def interrupt() -> None:
        seen.append(bot.engine.interrupt(THREAD.session, a_person("ben")))
        seen.append(bot.engine.interrupt(THREAD.session, None, Why.STOPPED))

    bot.model.during(3, interrupt)

    said = await bot.hears(bot.message("post the letters"))

    assert seen == [False, True]
    assert mail.posted == ["L1"]
    assert said.startswith("Stopped: post.")
    assert not bot.engine.interrupt(THREAD.session, None)


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


@pytest.mark.parametrize("way", ["status", "tasks", "/frontdesk status", "what were we doing?"])
async def test_how_things_are_is_told_while_they_go_on(way: str):
    mail = Mail()
    bot = await a_post(mail, asks("claim"))
    await bot.hears(bot.message("my claim"))
    before = len(bot.platform.said)
    asking = stop_of(bot, way)
    told: list[str] = []

    async def ask() -> None:
        await bot.engine.accept(asking)
        for _ in range(5):
            await asyncio.sleep(0)
        told.extend(bot.platform.said[before:])

    bot.model.during(2, ask)

    await bot.hears(bot.message("@post the letters"))

    assert len(told) == 1
    assert "I am working on your last message." in told[0]
    assert "- claim" in told[0]
    assert mail.posted == list(LETTERS)
    assert bot.ends_of(asking) == 1
    assert sum("I am working" in said for said in bot.platform.said) == 1


async def test_somebody_else_learns_only_that_the_bot_is_busy():
    mail = Mail()
    bot = await a_post(mail)
    told: list[str] = []

    async def ask() -> None:
        await bot.engine.accept(stop_of(bot, "status", user="ben"))
        for _ in range(5):
            await asyncio.sleep(0)
        told.extend(bot.platform.said)

    bot.model.during(3, ask)

    await bot.hears(bot.message("post the letters"))

    assert told == ["I am busy with somebody else's message here; yours comes next."]


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
