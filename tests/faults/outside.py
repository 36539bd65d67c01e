"""Agents whose tools change something outside the bot's own database, and some that harm it.

The outside is a file of its own, each line of it written for good before a tool goes on.
"""

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Annotated, Any

from agents.kit import Agent, Choices, EffectKey, Turn, tool
from tests.faults.killing import TOUCHES, Side

OUTSIDE = "outside.jsonl"
GATE = "gate"  # a pipe with a name; where there is one, an order waits for it to be opened
AT_THE_GATE = "Waiting at the gate"
LAME = "lame.txt"  # where it exists, the outside answers no questions
POISON = "poison"


def orders(folder: Path) -> list[dict[str, Any]]:
    """Read everything that was ordered outside."""
    path = folder / OUTSIDE
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@tool(effect=True, free=["cups"], ends_task=True)
async def order_tea(turn: Turn, cups: int, key: EffectKey) -> str:
    """Order so many cups of tea."""
    if all(order["key"] != key for order in orders(Path())):
        place_order(tea=cups, key=key)
    return f"{cups} cups of tea are on their way."


async def _became_of_the_cake(turn: Turn, _key: str) -> str | None:
    if _is_there(LAME):
        raise ConnectionError
    found = [order for order in orders(Path()) if order.get("wish") == turn.text]
    return f"{found[0]['cakes']} cakes are on their way." if found else None


@tool(effect=True, free=["cakes"], ends_task=True, outcome=_became_of_the_cake)
async def order_cake(turn: Turn, cakes: int) -> str:
    """Order so many cakes."""
    place_order(cakes=cakes, wish=turn.text)
    return f"{cakes} cakes are on their way."


@tool(effect=True, free=["bowls"], ends_task=True)
async def order_soup(turn: Turn, bowls: int) -> str:
    """Order so many bowls of soup."""
    if _is_there(GATE):
        turn.progress(AT_THE_GATE)
        await asyncio.to_thread(Path(GATE).read_text)
    place_order(bowls=bowls)
    return f"{bowls} bowls of soup are on their way."


@tool(ends_task=True)
async def look_for_trouble(turn: Turn, pieces: int) -> str:
    """Look for so many pieces of trouble."""
    os.kill(os.getpid(), signal.SIGKILL)
    return "never said"


def _trips_over_poison(turn: Turn) -> list[str]:
    if any(POISON in said for said in turn.said):
        raise RuntimeError(POISON)
    return ["sweet"]


@tool(ends_task=True)
def taste(what: Annotated[str, Choices(_trips_over_poison)]) -> str:
    """Taste something."""
    return f"It is {what}."


def _is_there(name: str) -> bool:
    return Path(name).exists()


def place_order(**order: Any) -> None:
    """Write an order down for good; both sides of that are touches."""
    number = TOUCHES.begin("outside")
    with Path(OUTSIDE).open("a") as outside:
        outside.write(json.dumps(order) + "\n")
        outside.flush()
        os.fsync(outside.fileno())
    TOUCHES.reach(number, Side.AFTER)


def _agent(name: str, wares: str, **details: Any) -> Agent:
    return Agent(
        name=name,
        description=f"Orders {wares} from the kitchen next door.",
        introduction=f"Ordering {wares}",
        prompt=f"You order {wares}.",
        **details,
    )


AGENTS = (
    _agent("tea", "cups of tea", tools=(order_tea,)),
    _agent("cake", "whole cakes", tools=(order_cake,)),
    _agent("soup", "bowls of soup", tools=(order_soup,)),
    _agent("trouble", "pieces of trouble", tools=(look_for_trouble,)),
    _agent("taster", "tastings", tools=(taste,)),
)
