"""Agents that do one thing each, and the ledger of what they did.

A wish names its agent and its arguments: `pay to=Sam amount=7`.
"""

import asyncio
import json
import re
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from agents.kit import (
    Agent,
    EffectKey,
    Fact,
    Secret,
    Tool,
    ToolFailed,
    Turn,
    always,
    four_eyes,
    tool,
)
from bot.core.ports.turns import Beginning
from tests.faults.histories.processes import HERE

LOGIN = Fact("login", "who is logged in", label="login")
CANARY = re.compile(r"(NOTE|BOX|PW)-((?:U-)?[A-Z0-9]+)")
GUARDED = {"pay", "ship"}
ACTING_SECONDS = 0.1

BEGINNING: ContextVar[Beginning] = ContextVar("BEGINNING")
"""The turn in which this code runs."""


@dataclass(frozen=True)
class Deed:
    """Something done outside, in a turn; `is_late` if its process had stood still before."""

    tool: str
    arguments: str
    person: str
    key: str
    turn: str
    is_late: bool = False


@dataclass(frozen=True)
class Read:
    """Something private that was read, for whom, in the turn of whose words."""

    owner: str
    person: str


@dataclass
class Ledger:
    """What was really done and read, and what must not have been."""

    deeds: list[Deed] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    breaks: int = 0

    def write(self, turn: Turn, name: str, key: str, **arguments: JsonValue) -> None:
        """Do it, unless this key was heard of before."""
        if key and any(deed.key == key for deed in self.deeds):
            return
        given, running = json.dumps(arguments, sort_keys=True), BEGINNING.get().turn
        late = HERE.get().was_frozen
        self.deeds.append(Deed(name, given, turn.person.key, key, running, late))

    def breaks_now(self) -> bool:
        """Say whether the other side breaks down after having done it."""
        self.breaks, breaks = max(0, self.breaks - 1), self.breaks
        return breaks > 0


LEDGER: ContextVar[Ledger] = ContextVar("LEDGER")


async def _act(turn: Turn, name: str, key: str, **arguments: JsonValue) -> str:
    """Do something outside, in its time; the process may end on either side of it."""
    await HERE.get().needed()
    await asyncio.sleep(ACTING_SECONDS)
    await HERE.get().needed()
    LEDGER.get().write(turn, name, key, **arguments)
    await HERE.get().needed()
    if LEDGER.get().breaks_now():
        raise RuntimeError("no answer")
    return f"{name} is done."


@tool(effect=True, free=["cups"], ends_task=True)
async def tea(turn: Turn, cups: int, key: EffectKey) -> str:
    """Order cups of tea."""
    return await _act(turn, "tea", key, cups=cups)


@tool
async def menu(turn: Turn) -> str:
    """Read what there is."""
    return "Tea."


@tool(effect=True, free=["bowls"], ends_task=True)
async def soup(turn: Turn, bowls: int) -> str:
    """Order soup; nobody can tell whether it was ordered."""
    return await _act(turn, "soup", "", bowls=bowls)


async def _of_cake(turn: Turn, key: str) -> str | None:
    running = key.partition(":")[0]
    found = [d for d in LEDGER.get().deeds if (d.tool, d.turn) == ("cake", running)]
    return "cake is done." if found else None


@tool(effect=True, free=["cakes"], ends_task=True, outcome=_of_cake)
async def cake(turn: Turn, cakes: int) -> str:
    """Order cakes."""
    return await _act(turn, "cake", "", cakes=cakes)


@tool(effect=True, ends_task=True, approval=always("it costs money"))
async def pay(turn: Turn, to: str, amount: int, key: EffectKey) -> str:
    """Pay somebody."""
    return await _act(turn, "pay", key, to=to, amount=amount)


HOURS = 3600
BY_BEN = four_eyes(approvers=["UBEN1"], escalate_after_seconds=6 * HOURS, escalate_to=["U-ADA"])


@tool(effect=True, free=["version"], ends_task=True, approval=BY_BEN)
async def ship(turn: Turn, version: str, key: EffectKey) -> str:
    """Ship a version."""
    return await _act(turn, "ship", key, version=version)


@tool(ends_task=True)
async def diary(turn: Turn) -> str:
    """Read their diary."""
    LEDGER.get().reads.append(Read(turn.person.key, turn.person.key))
    return f"NOTE-{turn.person.user}"


@tool(provides=[LOGIN], ends_task=True)
async def log_in(turn: Turn, password: Secret) -> str:
    """Log in."""
    if password.reveal() != f"PW-{turn.person.user}":
        raise ToolFailed("That is not the password.", ask_again=True)
    turn.establish(LOGIN, turn.person.key)
    return "You are logged in."


@tool(requires=[LOGIN], ends_task=True)
async def box(turn: Turn) -> str:
    """Open their box."""
    owner = str(turn.known["login"])
    LEDGER.get().reads.append(Read(owner, turn.person.key))
    return f"BOX-{owner.rpartition('/')[2]}"


def _agent(name: str, *tools: Tool, **details: Any) -> Agent:
    return Agent(
        name=name,
        description=f"Looks after {name}.",
        introduction=f"Looking after {name}",
        prompt=f"You look after {name}.",
        tools=tools,
        **details,
    )


AGENTS = (
    _agent("tea", tea, menu),
    _agent("soup", soup, style="talk"),
    _agent("cake", cake),
    _agent("pay", pay, style="talk"),
    _agent("ship", ship),
    _agent("diary", diary, private=True),
    _agent("gate", log_in),
    _agent("box", box, private=True),
)
TOOLS = {"gate": "log_in"}
