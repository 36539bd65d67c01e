"""A small tree for conversations: a head with two sub-tasks, one of which pays and may ask."""

from dataclasses import dataclass, field
from typing import Any

from agents.kit import Agent, EffectKey, Tool, always, tool
from agents.kit.tasks import TaskLoop
from agents.kit.values.model import ModelCall
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.unit.tasks.stories import each


@dataclass
class Till:
    """What was paid, by key."""

    paid: dict[str, str] = field(default_factory=dict)

    def pay(self, **details: Any) -> Tool:
        """Return the tool that pays, with these rules."""

        @tool(**{"effect": True, "free": ["to", "amount"], **details})
        async def pay(to: str, amount: int, key: EffectKey) -> str:
            """Pay somebody an amount."""
            self.paid.setdefault(key, f"{amount} to {to}")
            return f"paid {amount} to {to}"

        return pay


def a_tree(till: Till, **details: Any) -> Agent:
    """Return the trip desk: a planner that can turn to a guide and to a cashier."""
    guide = Agent(name="guide", description="Knows the way.", prompt="Guide.")
    rules = {"approval": always("it costs money"), **details}
    cashier = Agent(name="cashier", description="Pays.", prompt="Pay.", tools=(till.pay(**rules),))
    head = Agent(name="planner_of_trips", description="Plans.", prompt="Plan the trip.")
    return Agent(
        name="trips",
        description="Plans trips and pays for them.",
        introduction="Planning a trip",
        script=TaskLoop(
            agent=head,
            sub_tasks=(
                TaskLoop(agent=guide, aloud=True),
                TaskLoop(agent=cashier, signals=("done", "send")),
            ),
        ),
    )


async def a_trip(
    till: Till, *, rules: Any = None, **answers: list[ScriptedAnswer]
) -> Conversation:
    """Return a conversation with the trip desk, whose models answer from these lists."""
    answer = each(**answers)

    def act(call: ModelCall) -> ScriptedAnswer:
        return answer(call)

    model = directed({"trip": "trips"}, act)
    return await a_conversation(model, agents=(a_tree(till, **(rules or {})),))
