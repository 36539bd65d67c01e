"""A model that goes in circles does nothing twice unasked, and silence opens no gate."""

from dataclasses import dataclass, field

import pytest

from agents.kit import Agent, Approval, EffectKey, Fact, Tool, Turn, always, tool
from agents.kit.values.model import Finish, ModelCall, ModelReply, ToolCall
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation

BADGE = Fact("badge", "a badge that was shown", label="badge")
DONE_BEFORE = "exactly this was done a moment ago"


@dataclass
class Shop:
    """What was bought, by key."""

    bought: dict[str, int] = field(default_factory=dict)

    def buy(self, approval: Approval | None = None) -> Tool:
        @tool(effect=True, free=["count"], approval=approval)
        async def buy(count: int, key: EffectKey) -> str:
            """Buy some."""
            self.bought[key] = count
            return f"Bought {count}."

        return buy

    @property
    def counts(self) -> list[int]:
        return list(self.bought.values())


def buying(*counts: int) -> ScriptedAnswer:
    calls = [ToolCall(f"c{n}", "buy", f'{{"count": {count}}}') for n, count in enumerate(counts)]
    return ModelReply("", tuple(calls), Finish.TOOL_CALLS)


async def with_buyer(shop: Shop, answer: ScriptedAnswer, approval: Approval | None = None):
    buyer = Agent(
        name="shop",
        description="Buys things.",
        prompt="Buy.",
        tools=(shop.buy(approval),),
        style="talk",
    )
    return await a_conversation(directed({"buy": "shop"}, act=lambda _: answer), agents=[buyer])


@pytest.mark.proves("R3")
@pytest.mark.parametrize("answer", [buying(1), buying(1, 1)])
async def test_a_model_that_goes_in_circles_buys_once_and_asks(answer: ScriptedAnswer):
    shop = Shop()
    conversation = await with_buyer(shop, answer)

    said = await conversation.say("buy one")

    assert shop.counts == [1]
    assert DONE_BEFORE in said


@pytest.mark.proves("R3")
async def test_an_approval_is_used_up_by_what_it_allowed():
    shop = Shop()
    conversation = await with_buyer(shop, buying(1), always())
    await conversation.say("buy one")
    assert shop.counts == []

    said = await conversation.press("Approve")

    assert shop.counts == [1]
    assert DONE_BEFORE in said


@pytest.mark.proves("R3")
async def test_whoever_wants_it_again_approves_it_again():
    shop = Shop()
    conversation = await with_buyer(shop, buying(1))
    await conversation.say("buy one")

    await conversation.press("Approve")

    assert shop.counts == [1, 1]


async def test_two_different_effects_need_no_asking():
    shop = Shop()
    conversation = await with_buyer(shop, buying(1, 2))

    await conversation.say("buy one, and buy two")

    assert shop.counts[:2] == [1, 2]


def a_gate(opened: list[str]) -> list[Agent]:
    @tool(provides=[BADGE], ends_task=True)
    async def check(turn: Turn, code: str) -> str:
        """Check a badge."""
        if code != "right":
            return "This code is wrong."
        turn.establish(BADGE)
        return "Welcome."

    @tool(requires=[BADGE], effect=True, free=["door"], ends_task=True)
    async def open_door(door: str) -> str:
        """Open a door."""
        opened.append(door)
        return f"{door} is open."

    return [
        Agent(
            name="guard",
            description="Checks badges.",
            prompt="Check.",
            tools=(check,),
            style="talk",
        ),
        Agent(
            name="door",
            description="Opens doors.",
            prompt="Open.",
            tools=(open_door,),
            style="talk",
        ),
    ]


async def at_the_gate(opened: list[str], code: str) -> Conversation:
    def act(call: ModelCall) -> ScriptedAnswer:
        if call.agent == "guard":
            return ToolCall("c1", "check", f'{{"code": "{code}"}}')
        return ToolCall("c2", "open_door", '{"door": "vault"}')

    return await a_conversation(directed({"door": "door"}, act=act), agents=a_gate(opened))


@pytest.mark.proves("S0-28")
async def test_a_check_that_returns_without_a_word_for_it_has_established_nothing():
    opened: list[str] = []
    conversation = await at_the_gate(opened, "wrong")

    await conversation.say("open the door")

    assert opened == []


@pytest.mark.proves("S0-28")
async def test_a_check_that_establishes_opens_the_gate():
    opened: list[str] = []
    conversation = await at_the_gate(opened, "right")

    await conversation.say("open the door")

    assert opened == ["vault"]
