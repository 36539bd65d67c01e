"""What a turn takes in stays the same when it begins again, whenever the bot was killed."""

import asyncio
from dataclasses import dataclass, field, replace

import pytest

from agents.kit import Agent, EffectKey, Outcome, Turn, ask, done, tool
from agents.kit.values.model import ModelCall, ToolCall
from bot.core.stack.start import READY
from bot.domain.messages import Incoming
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import an_agent, directed, says
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.live import Live, a_bot, a_started_bot
from tests.journeys.restarts import Killed, begun


@dataclass
class Mail:
    """Posts what the message says, and counts by key what was posted."""

    posted: dict[str, str] = field(default_factory=dict)
    tries: int = 0

    @property
    def agent(self) -> Agent:
        @tool(effect=True, free=["letter"])
        async def post(letter: str, key: EffectKey) -> str:
            """Post a letter."""
            self.tries += 1
            self.posted.setdefault(key, letter)
            return f"Posted {letter}."

        return Agent(
            name="post",
            description="Posts letters.",
            tools=(post,),
            prompt="Post it.",
            style="talk",
        )

    def act(self, call: ModelCall) -> ScriptedAnswer:
        words = next(m.content for m in reversed(call.messages) if m.role == "user")
        if any(message.role == "tool" for message in call.messages):
            return ToolCall("c2", "done", '{"answer": "Posted."}')
        return ToolCall("c1", "post", f'{{"letter": "{words.split()[-1]}"}}')

    async def conversation(self) -> Conversation:
        return await a_conversation(directed({"post": "post"}, self.act), agents=(self.agent,))


async def test_an_edit_taken_in_before_a_kill_is_the_message_after_it():
    mail = Mail()
    conversation = await mail.conversation()
    bot = a_bot(conversation)
    for event in (bot.message("post A", "wish"), bot.edit("wish", "post B")):
        await conversation.store.accept(event)
    await begun(conversation)
    await conversation.store.accept(bot.edit("wish", "post C"))

    await bot.engine.start()
    await bot.idles()

    assert list(mail.posted.values()) == ["B"]
    assert mail.tries == 1
    assert "stays done, and is not done again: Posted B." in bot.platform.said[-1]


async def test_a_stop_after_a_kill_tells_what_had_been_done_before_it():
    mail = Mail()
    conversation = await mail.conversation()
    bot = a_bot(conversation)
    await conversation.store.accept(bot.message("post A", "wish"))
    bot.model.during(3, killed)
    with pytest.raises(Killed):
        await begun(conversation)
    await conversation.store.accept(bot.message("stop", halts=True))

    await bot.engine.start()
    await bot.idles()

    assert list(mail.posted.values()) == ["A"]
    assert "This was done before, and stays: Posted A." in bot.platform.said[0]
    assert bot.platform.said[1:] == ["Nothing else is running."]


async def test_a_deletion_after_a_kill_ends_what_had_not_acted():
    mail = Mail()
    conversation = await mail.conversation()
    bot = a_bot(conversation)
    await conversation.store.accept(bot.message("post A", "wish"))
    bot.model.during(2, killed)
    with pytest.raises(Killed):
        await begun(conversation)
    await conversation.store.accept(bot.deletion("wish"))

    await bot.engine.start()
    await bot.idles()

    assert mail.posted == {}
    assert bot.platform.said == []


async def test_a_message_that_comes_after_its_deletion_is_not_answered():
    mail = Mail()
    bot = a_bot(await mail.conversation())
    await bot.engine.start()
    wish = bot.message("post A", "wish")
    await bot.hears(bot.deletion("wish"), bot.deletion("wish", user="ben"))

    assert await bot.hears(wish) == ""

    assert mail.posted == {}
    assert bot.ends_of(wish) == 1


async def killed() -> None:
    raise Killed


async def a_listener(heard: list[str], seconds: float = 3.0) -> Live:
    """A bot that joins what comes within so many seconds, and is not started yet."""
    model = directed({"": "listener"})
    conversation = await a_conversation(model, agents=(says("listener", "ok", heard),))
    return a_bot(conversation, join_seconds=seconds)


async def hears_at_once(bot: Live, *events: Incoming) -> None:
    for event in events:
        await bot.engine.accept(event)
    await bot.engine.start()
    await bot.idles()


async def test_short_messages_in_a_row_are_one_turn():
    heard: list[str] = []
    bot = await a_listener(heard)
    events = [
        bot.message(text, name) for name, text in zip("abc", ("can", "you", "hear"), strict=True)
    ]

    await hears_at_once(bot, *events)

    assert heard == ["can\nyou\nhear"]
    assert bot.platform.said == [f"ok\n\n{READY}"]
    assert [bot.ends_of(event) for event in events] == [1, 1, 1]
    assert bot.lines == ["can", "you", "hear"]


@pytest.mark.parametrize(
    ("second", "turns"),
    [
        ({"text": "one"}, ["one", "one"]),
        ({"text": "two", "user": "ben"}, ["one", "two"]),
        ({"text": "x" * 500}, ["one", "x" * 500]),
        ({"text": "two\nlines"}, ["one", "two\nlines"]),
        ({"text": "help"}, ["one"]),
        ({"text": "@listener two"}, ["one", "two"]),
    ],
    ids=["a repeat", "somebody else", "long", "lines", "a command", "an address"],
)
async def test_what_does_not_plainly_belong_together_is_heard_alone(
    second: dict[str, str], turns: list[str]
):
    heard: list[str] = []
    bot = await a_listener(heard)

    await hears_at_once(bot, bot.message("one"), bot.message(**second))

    assert heard == turns


async def test_messages_apart_in_time_are_heard_alone():
    heard: list[str] = []
    bot = await a_listener(heard)
    await bot.engine.accept(bot.message("one"))
    bot.conversation.clock.pass_time(seconds=4)

    await hears_at_once(bot, bot.message("two"))

    assert heard == ["one", "two"]


async def test_nothing_is_joined_where_it_was_not_asked_for():
    heard: list[str] = []
    bot = await a_listener(heard, seconds=0)

    await hears_at_once(bot, bot.message("one"), bot.message("two"))

    assert heard == ["one", "two"]


async def test_answers_to_what_waits_are_counted_one_by_one():
    heard: list[str] = []

    async def run(turn: Turn) -> Outcome:
        heard.append(turn.text)
        return ask("Sure?", state={}) if len(heard) < 3 else done("ok")

    model = directed({"": "listener"})
    bot = await a_started_bot(an_agent("listener", run), model=model, join_seconds=3.0)
    await bot.hears(bot.message("one"))

    await bot.hears(bot.message("yes"), bot.message("really"))

    assert heard == ["one", "yes", "really"]


async def test_what_was_joined_before_a_kill_is_joined_after_it_and_nothing_else():
    heard: list[str] = []
    bot = await a_listener(heard)
    for event in (bot.message("one"), bot.message("two")):
        await bot.conversation.store.accept(event)
    await begun(bot.conversation)

    await hears_at_once(bot, bot.message("three"))

    assert heard == ["one\ntwo", "one\ntwo", "three"]


async def test_what_was_heard_alone_before_a_kill_is_heard_alone_after_it():
    mail = Mail()
    conversation = await mail.conversation()
    conversation.services = replace(conversation.services, join_seconds=3.0)
    bot = a_bot(conversation)
    await conversation.store.accept(bot.message("post A"))
    await begun(conversation)

    await hears_at_once(bot, bot.message("post B"))

    assert sorted(mail.posted.values()) == ["A", "B"]
    assert mail.tries == 2


async def test_one_of_several_joined_messages_can_be_deleted():
    heard: list[str] = []
    bot = await a_listener(heard)
    await hears_at_once(bot, bot.message("one", "a"), bot.message("two", "b"))

    await bot.hears(bot.deletion("b"))

    assert bot.lines == ["one", "(deleted)"]


async def test_a_message_deleted_while_it_waits_is_not_joined():
    heard: list[str] = []
    bot = await a_listener(heard)
    await asyncio.sleep(0)

    await hears_at_once(bot, bot.message("one", "a"), bot.message("two", "b"), bot.deletion("b"))

    assert heard == ["one"]
