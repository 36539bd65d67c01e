"""An agent without tools, as something that a step of a plan can use: `do`, in words."""

from dataclasses import replace

from agents.kit.agent import Agent
from agents.kit.outcome import Outcome, checked
from agents.kit.parameters import EffectKey, called
from agents.kit.tool import Tool, tool
from agents.kit.turn import Turn
from agents.kit.values.errors import ToolFailed

UNFINISHED = "It needs more than one answer, so it cannot be a step."


def as_tool(agent: Agent) -> Tool | None:
    """What a function or remote agent does for words; None for one with tools or a script.

    Nobody declared what it changes, so it counts as an effect; its key is that of the run.
    """
    if agent.run is None:
        return None
    run = agent.run

    async def do(turn: Turn, text: str, key: EffectKey) -> str:
        given = replace(turn, text=text, said=(text,), quoted=(), notes=(), state=None, key=key)
        return _answer(turn, checked(await called(run, given), agent.name))

    do.__doc__ = agent.description
    made = tool(effect=True, ends_task=True)(do)
    return replace(made, requires=agent.requires, provides=agent.provides)


def _answer(turn: Turn, outcome: Outcome) -> str:
    if outcome.interrupt or outcome.hands_back or outcome.steps:
        raise ToolFailed(outcome.value or UNFINISHED)
    if outcome.artifact is not None:
        turn.deliver(outcome.artifact)
    return outcome.value
