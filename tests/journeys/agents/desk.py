"""A desk that sends money, and a model that calls several of its tools in one answer."""

from collections.abc import Callable
from dataclasses import dataclass, field

from agents.kit import Agent, Approval, EffectKey, Secret, Tool, always, tool
from agents.kit.values.model import Finish, ModelCall, ModelReply, ToolCall
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed, says
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls
from tests.journeys.restarts import Killed

RULE = always("it sends money")
FREE = ("to", "amount")
WORDS = {"send": "desk", "desk": "desk", "room": "room"}


@dataclass
class Desk:
    """What was sent, by key; it breaks down as it is told to."""

    sent: dict[str, str] = field(default_factory=dict)
    dies: bool = False
    fault: Callable[[], Exception] | None = None

    def send(self, key: str, what: str) -> str:
        self.sent.setdefault(key, what)
        if self.dies:
            self.dies = False
            raise Killed
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault()
        return f"Sent {what}."

    def tools(self, rule: Approval | None, *, ends: bool = True) -> tuple[Tool, ...]:
        @tool(effect=True, free=FREE, ends_task=ends, approval=rule)
        async def send(to: str, amount: int, key: EffectKey) -> str:
            """Send money."""
            return self.send(key, f"{amount} to {to}")

        @tool(effect=True, free=FREE, ends_task=True, approval=rule)
        async def drop(to: str, amount: int) -> str:
            """Send money in a way that cannot be repeated."""
            return self.send(f"{len(self.sent)}", f"{amount} to {to}")

        @tool(effect=True, free=["box"], ends_task=True)
        async def lock(box: str, pin: Secret, key: EffectKey) -> str:
            """Lock a box."""
            return self.send(key, f"lock on {box}")

        @tool(ends_task=True)
        async def price(of: str) -> str:
            """Look up a price."""
            return f"{of} costs 5."

        @tool()
        async def weigh(what: str) -> str:
            """Weigh something."""
            return f"{what} weighs 7."

        return (send, drop, lock, price, weigh)

    @property
    def done(self) -> list[str]:
        return list(self.sent.values())


async def at_a(
    desk: Desk, *answers: ScriptedAnswer, rule: Approval | None = RULE, ends: bool = True
) -> Conversation:
    left, where = list(answers), dict(WORDS)

    def act(_call: ModelCall) -> ScriptedAnswer:
        where["desk"] = "room"  # what is passed on from there is for the room
        return left.pop(0)

    tools = desk.tools(rule, ends=ends)
    agent = Agent(name="desk", description="Sends.", prompt="Send.", tools=tools, style="talk")
    room = says("room", "The room is free.")
    return await a_conversation(directed(where, act), agents=[agent, room])


def several(*wanted: ToolCall) -> ModelReply:
    return ModelReply(tool_calls=wanted, finish=Finish.TOOL_CALLS)


def sending(amount: int, to: str, name: str = "send") -> ToolCall:
    return calls(name, to=to, amount=amount)
