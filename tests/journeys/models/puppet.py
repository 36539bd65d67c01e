"""A model on strings: it says what the test tells it to, and is the stand-in otherwise."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pydantic import JsonValue

from agents.catalogue import AGENTS
from agents.kit import Agent
from agents.kit.values.model import Finish, ModelCall, ModelReply, Purpose, ToolCall
from bot.core.state.catalogue import Catalogue
from tests.fakes.questions import asks, chosen
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.fakes.stand_in import StandIn

Strings = Callable[[ModelCall], ScriptedAnswer | None]


def puppet(strings: Strings, agents: Sequence[Agent] = AGENTS) -> ScriptedModel:
    """Return a model that answers by the strings; where they say None, as the stand-in."""
    stand_in = StandIn(Catalogue.of(tuple(agents)).cards)

    async def answer(call: ModelCall) -> ScriptedAnswer:
        pulled = strings(call)
        return stand_in.answer(call) if pulled is None else pulled

    return ScriptedModel(answer)


def talking(*names: str) -> tuple[Agent, ...]:
    """The agents that come along, of which these talk instead of being forms."""
    return tuple(replace(one, style="talk") if one.name in names else one for one in AGENTS)


def acting(agent: str, *answers: ScriptedAnswer) -> Strings:
    """Answer for this agent with one thing after the other, the last one again and again."""
    left = list(answers)

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        if call.purpose is not Purpose.AGENT or call.agent != agent:
            return None
        return left.pop(0) if len(left) > 1 else left[0]

    return strings


def reading(kind: str, *answers: ScriptedAnswer | Mapping[str, str | None]) -> Strings:
    """Answer a question of this kind with one thing after the other, then as the stand-in."""
    left = [json.dumps(dict(one)) if isinstance(one, Mapping) else one for one in answers]
    return lambda call: left.pop(0) if left and asks(call, kind) else None


def which(*agents: str) -> Strings:
    """Choose these agents, one after the other, and as the stand-in when they are used up."""
    return reading("which", *map(chosen, agents))


def continuing(*left_over: str) -> Strings:
    """Say what is left with one answer after the other, the last one again and again."""
    left = list(left_over)

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        if call.purpose is not Purpose.CONTINUE:
            return None
        return json.dumps({"left": (left.pop(0) if len(left) > 1 else left[0]) or None})

    return strings


def together(*several: Strings) -> Strings:
    """Pull the first string that does something."""

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        pulled = (one(call) for one in several)
        return next((answer for answer in pulled if answer is not None), None)

    return strings


def calls(name: str, /, **arguments: JsonValue) -> ToolCall:
    """Call a tool."""
    return ToolCall("call-1", name, json.dumps(arguments))


def at_once(*several: ToolCall, finish: Finish = Finish.TOOL_CALLS) -> ModelReply:
    """Call several tools in one answer."""
    return ModelReply(tool_calls=several, finish=finish)
