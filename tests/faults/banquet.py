"""Agents with scripts that order outside: a tree of tasks, and one that goes on by itself."""

from pathlib import Path

from agents.kit import Agent, EffectKey, Outcome, Script, Stage, always, done, go_on, tool
from agents.kit.tasks import TaskLoop
from tests.faults.outside import orders, place_order

ROUNDS = 3


@tool(effect=True, free=["glasses"], ends_task=True, approval=always("punch is strong"))
async def order_punch(glasses: int, key: EffectKey) -> str:
    """Order so many glasses of punch."""
    _order_once(key, punch=glasses)
    return f"{glasses} glasses of punch are on their way."


@tool(effect=True, free=["number"])
async def order_round(number: int, key: EffectKey) -> str:
    """Order a round for everybody."""
    _order_once(key, round=number)
    return f"round {number}"


def _order_once(key: str, **order: int) -> None:
    if all(order["key"] != key for order in orders(Path())):
        place_order(**order, key=key)


butler = Agent(
    name="butler", description="Orders punch.", prompt="Order punch.", tools=(order_punch,)
)
musician = Agent(name="musician", description="Plays music.", prompt="Play.")
host = Agent(name="host", description="Gives banquets.", prompt="Give a banquet.")
keeper = Agent(name="keeper", description="Orders rounds.", prompt="x", tools=(order_round,))


class Rounds(Script):
    """Orders one round in each lap, and says so under the name of its keeper."""

    agents = (keeper,)

    async def run(self, stage: Stage) -> Outcome:
        number = int(str((stage.state or {}).get("number", 0))) + 1
        ordered = await stage.use(keeper, order_round, {"number": number})
        stage.say("keeper", str(ordered))
        return done("Cheers.") if number == ROUNDS else go_on({"number": number})


AGENTS = (
    Agent(
        name="banquet",
        description="Gives banquets with punch and music.",
        introduction="Giving a banquet",
        script=TaskLoop(
            agent=host,
            sub_tasks=(TaskLoop(agent=musician), TaskLoop(agent=butler, asks_person=True)),
        ),
    ),
    Agent(
        name="rounds",
        description="Orders rounds in the pub.",
        introduction="Ordering rounds",
        script=Rounds(),
    ),
)
