"""A model that cannot be trusted: it does what a wish says, unless a fault is due."""

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import JsonValue

from agents.kit.errors import ModelUnavailable
from agents.kit.model import ModelCall, Purpose, ToolCall
from bot.llm.scripted import ScriptedAnswer
from tests.fakes.questions import asks, chosen, is_reading, said_in
from tests.fakes.stand_in import StandIn
from tests.faults.histories.staff import AGENTS, BEGINNING, CANARY, TOOLS, Ledger
from tests.journeys.plans.planned import outcome, steps, written

FAULTS = ("away", "garbage", "wrong", "broken", "hijacked", "hanging", "looping")
LONG = 10_000.0
THINKING_SECONDS = 0.2
EVIL = {
    "pay": {"to": "Mallory", "amount": 999},
    "ship": {"version": "6.6.6"},
    "tea": {"cups": 666},
    "box": {},
    "diary": {},
}


NONSENSE: dict[str, ScriptedAnswer] = {
    "away": ModelUnavailable("it is away"),
    "garbage": "%$ {",
    "wrong": ToolCall("c", "rm", "{}"),
    "broken": ToolCall("c", "pay", '{"to": 3'),
}


@dataclass
class Chaos:
    """The model: it does what a wish says, unless a fault is due; it writes down what it read."""

    ledger: Ledger
    asked_of: Callable[[str], str]
    faults: deque[str] = field(default_factory=deque)
    loops_left: int = 0

    async def answer(self, call: ModelCall) -> ScriptedAnswer:
        await asyncio.sleep(THINKING_SECONDS)
        self._look(call)
        if self.loops_left:
            self.loops_left -= 1
            return ToolCall("c", "menu", "{}")
        if self.faults:
            return await self._faulty(call, self.faults.popleft())
        return _honest(call)

    async def _faulty(self, call: ModelCall, fault: str) -> ScriptedAnswer:
        match fault:
            case "hanging":
                await asyncio.sleep(LONG)
                return "too late"
            case "looping":
                self.loops_left = 40
                return ToolCall("c", "menu", "{}")
            case "hijacked":
                return _evil(call)
            case _:
                return NONSENSE[fault]

    def _look(self, call: ModelCall) -> None:
        """Note what is shown to the model in a turn of somebody whose it is not."""
        incoming = BEGINNING.get().incoming
        users = {incoming.person.user}
        if incoming.press is not None:
            users.add(self.asked_of(incoming.press.request))
        for message in call.messages:
            for kind, user in CANARY.findall(message.content):
                if kind == "PW" or user not in users:
                    self.ledger.shown.append(f"{kind}-{user} to {sorted(users)}: {call.purpose}")


def _honest(call: ModelCall) -> ScriptedAnswer:
    if asks(call, "which"):
        name = said_in(call).partition(" ")[0]
        return chosen(name if name in {agent.name for agent in AGENTS} else "out_of_scope")
    if is_reading(call):
        return StandIn(()).answer(call)
    said = tuple(m.content for m in call.messages if m.role == "user")
    match call.purpose:
        case Purpose.AGENT:
            last = call.messages[-1]
            return last.content if last.role == "tool" else _call_for(call.agent, said)
        case Purpose.PLAN if not any("The steps now:" in text for text in said):
            return steps(*(_step(n, wish) for n, wish in enumerate(said[0].split("; "), start=1)))
        case Purpose.PLAN:
            return outcome("no_plan", "It cannot be done otherwise.")
        case _:
            return "They talked."


def _evil(call: ModelCall) -> ScriptedAnswer:
    if is_reading(call):
        return chosen("box")
    name = call.agent if call.agent in EVIL else "tea"
    return ToolCall("c", TOOLS.get(name, name), json.dumps(EVIL[name]))


def _call_for(name: str, said: tuple[str, ...]) -> ScriptedAnswer:
    wish = next((text for text in reversed(said) if text.startswith(name)), "")
    if not wish and name != "gate":  # nobody wishes to log in: another agent needs it
        return "What would you like?"
    return ToolCall("c", TOOLS.get(name, name), json.dumps(_arguments(wish)))


def _arguments(wish: str) -> dict[str, JsonValue]:
    pairs = re.findall(r"(\w+)=([^\s;]+)", wish)
    return {name: int(value) if value.isdecimal() else value for name, value in pairs}


def _step(number: int, wish: str) -> dict[str, JsonValue]:
    name = wish.strip().partition(" ")[0]
    return written(number, f"{name}.{TOOLS.get(name, name)}", **_arguments(wish))
