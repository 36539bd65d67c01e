"""What was done stays known and is done once, when a turn ends badly or begins again."""

from dataclasses import replace

from agents.kit import (
    Agent,
    Fact,
    Outcome,
    Turn,
    ask,
    done,
    remote_agent,
    tool,
)
from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import ToolCall
from tests.fakes.scripted import ScriptedAnswer
from tests.fakes.world import FakeHttp
from tests.journeys.agents.small_agents import an_agent, directed
from tests.journeys.conversation import a_conversation
from tests.journeys.requests.test_typed import posts
from tests.journeys.restarts import begun_again, killed_once

WORDS = {"letter": "letter", "claim": "claim", "office": "office", "post": "post"}


async def test_effect_then_model_away_is_not_forgotten():
    taken: list[str] = []

    @tool(effect=True, free=["letter"])
    async def post(letter: str) -> str:
        """Post a letter."""
        taken.append(letter)
        return f"Posted {letter}."

    agent = Agent(name="post", description="Posts.", prompt="Post.", tools=(post,), style="talk")
    answers: list[ScriptedAnswer] = [
        ToolCall("c1", "post", '{"letter": "L7"}'),
        ModelUnavailable("away"),
        ToolCall("c2", "done", '{"answer": "ok"}'),
    ]
    conversation = await a_conversation(
        directed(WORDS, act=lambda _c: answers.pop(0)), agents=[agent]
    )
    await conversation.say("post it")
    await conversation.say("go on")
    call = [c for c in conversation.model.calls if c.agent == "post"][-1]
    assert taken == ["L7"]
    assert "Posted L7." in "\n".join(m.content for m in call.messages)


async def test_a_remote_agent_can_tell_a_repeat():
    http = FakeHttp(lambda _u, _b: {"value": "Paid."})
    agent = remote_agent("post", "https://x", description="Pays.")
    conversation = await a_conversation(directed(WORDS), agents=[agent])
    conversation.services = replace(conversation.services, http=http)
    await killed_once(conversation, "post it")
    await begun_again(conversation)
    await conversation.say("post it")
    bodies = [body for _u, body in http.asked]
    assert len(bodies) == 2 or (bodies[0] == bodies[1] != bodies[2])


async def test_done_effects_are_remembered_when_a_later_one_is_unknown():
    taken: list[str] = []

    @tool(effect=True, free=["letter"])
    async def post(letter: str) -> str:
        """Post a letter."""
        taken.append(letter)
        if letter == "L8":
            raise RuntimeError
        return f"Posted {letter}."

    agent = Agent(name="post", description="Posts.", prompt="Post.", tools=(post,), style="talk")
    answers: list[ScriptedAnswer] = [
        ToolCall("c1", "post", '{"letter": "L7"}'),
        ToolCall("c2", "post", '{"letter": "L8"}'),
        ToolCall("c3", "done", '{"answer": "ok"}'),
    ]
    conversation = await a_conversation(
        directed(WORDS, act=lambda _c: answers.pop(0)), agents=[agent]
    )
    await conversation.say("post both")
    await conversation.press("It did not happen")
    call = [c for c in conversation.model.calls if c.agent == "post"][-1]
    assert "Posted L7." in "\n".join(m.content for m in call.messages)


async def test_a_turn_that_begins_again_after_a_fact_lapsed_posts_once():
    known = Fact("known", "knowing you")
    taken: list[str] = []

    async def login(turn: Turn) -> Outcome:
        if turn.text != "I am Ana":
            return ask("Who are you?")
        turn.establish(known)
        return done("Hello Ana.")

    @tool(effect=True, free=["letter"], ends_task=True)
    async def post(letter: str) -> str:
        """Post a letter."""
        taken.append(letter)
        return f"Posted {letter}."

    agents = [
        replace(an_agent("login", login), provides=(known,)),
        Agent(
            name="post",
            description="Posts.",
            prompt="Post.",
            tools=(post,),
            style="talk",
            requires=(known,),
        ),
    ]
    conversation = await a_conversation(
        directed({"Ana": "login", "post": "post"}, act=posts), agents=agents
    )
    await conversation.say("I am Ana")
    await killed_once(conversation, "post it")
    assert taken == ["long one"]
    conversation.clock.pass_time(minutes=20)
    await begun_again(conversation)
    if await conversation.stack():
        await conversation.say("I am Ana")
    assert taken == ["long one"]
