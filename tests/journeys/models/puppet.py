"""A model on strings: it says what the test tells it to, and is the offline one otherwise."""

import json
from collections.abc import Callable, Sequence

from pydantic import JsonValue

from agents.catalogue import AGENTS
from agents.kit import Agent
from agents.kit.model import Finish, ModelCall, ModelReply, Purpose, ToolCall
from bot.core.turn.services import Catalogue
from bot.llm.offline import Offline
from bot.llm.scripted import ScriptedAnswer, ScriptedModel

Strings = Callable[[ModelCall], ScriptedAnswer | None]


def puppet(strings: Strings, agents: Sequence[Agent] = AGENTS) -> ScriptedModel:
    """Return a model that answers by the strings; where they say None, by the offline rules."""
    offline = Offline(Catalogue.of(tuple(agents)).cards)

    async def answer(call: ModelCall) -> ScriptedAnswer:
        pulled = strings(call)
        return await offline.complete(call, within_seconds=60) if pulled is None else pulled

    return ScriptedModel(answer)


def acting(agent: str, *answers: ScriptedAnswer) -> Strings:
    """Answer for this agent with one thing after the other, the last one again and again."""
    left = list(answers)

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        if call.purpose is not Purpose.AGENT or call.agent != agent:
            return None
        return left.pop(0) if len(left) > 1 else left[0]

    return strings


def routing(*answers: ScriptedAnswer) -> Strings:
    """Choose with one answer after the other, and by the rules when they are used up."""
    left = list(answers)
    return lambda call: left.pop(0) if left and call.purpose is Purpose.ROUTE else None


def continuing(*answers: ScriptedAnswer) -> Strings:
    """Continue with one answer after the other, the last one again and again."""
    left = list(answers)

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        if call.purpose is not Purpose.CONTINUE:
            return None
        return left.pop(0) if len(left) > 1 else left[0]

    return strings


def together(*several: Strings) -> Strings:
    """Pull the first string that does something."""

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        pulled = (one(call) for one in several)
        return next((answer for answer in pulled if answer is not None), None)

    return strings


def calls(name: str, **arguments: JsonValue) -> ToolCall:
    """Call a tool."""
    return ToolCall("call-1", name, json.dumps(arguments))


def at_once(*several: ToolCall, finish: Finish = Finish.TOOL_CALLS) -> ModelReply:
    """Call several tools in one answer."""
    return ModelReply(tool_calls=several, finish=finish)
