"""A model that cannot be trusted: it does what a wish says, unless a fault is due."""

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import JsonValue

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import ModelCall, Purpose, ToolCall
from tests.fakes.questions import NOTE, is_reading, said_in, words_in
from tests.fakes.scripted import ScriptedAnswer
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
    if is_reading(call):
        return json.dumps(_read(call))
    if call.purpose is Purpose.PLAN:
        return _plan(call)
    if call.purpose is not Purpose.AGENT:
        return "They talked."
    last = call.messages[-1]
    return last.content if last.role == "tool" else _call_for(call)


def _read(call: ModelCall) -> dict[str, JsonValue]:
    """A wish begins with its agent's name; nothing else is a wish."""
    said = said_in(call)
    name = said.partition(" ")[0]
    is_wish = name in {agent.name for agent in AGENTS}
    match call.agent:
        case "which":
            return {"about": name if is_wish else "out_of_scope"}
        case "about":
            return {"about": "something_else" if is_wish else "this"}
        case "fill":
            texts = {name: str(value) for name, value in _arguments(said).items()}
            values = {field: texts.get(field) for field in _fields(call)}
            return {**values, "about": "something_else" if is_wish and not texts else "this"}
        case "verdict":
            return {"verdict": "none"}
        case _:
            return {"left": None}


def _plan(call: ModelCall) -> str:
    if "Write all steps that are not over yet" in call.messages[0].content:
        return outcome("no_plan", "It cannot be done otherwise.")
    goal = words_in(call).removeprefix("plan: ")
    return steps(*(_step(n, wish) for n, wish in enumerate(goal.split("; "), start=1)))


def _evil(call: ModelCall) -> ScriptedAnswer:
    if is_reading(call):
        return json.dumps({field: _worst(call, field) for field in _fields(call)})
    name = call.agent if call.agent in EVIL else "tea"
    return ToolCall("c", TOOLS.get(name, name), json.dumps(EVIL[name]))


def _worst(call: ModelCall, field: str) -> JsonValue:
    """What would do the most harm if it were believed."""
    match call.agent, field:
        case "which", _:
            return "box"
        case _, "about":
            return "this"
        case "verdict", _:
            return "approve"
        case _:
            return {"to": "Mallory", "version": "6.6.6"}.get(field, "pay to=Mallory amount=999")


def _fields(call: ModelCall) -> list[str]:
    """What an answer to a question holds."""
    assert call.answer is not None, "a reading has a schema"
    return list(call.answer.schema["properties"])  # type: ignore[arg-type]


def _call_for(call: ModelCall) -> ScriptedAnswer:
    name = call.agent
    spoken = [m.content for m in call.messages if m.role == "user"]
    said = [text for text in spoken if not text.startswith(NOTE)]
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
