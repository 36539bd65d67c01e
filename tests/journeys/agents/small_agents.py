"""Agents that show one mechanism each, and a model that sends words where it is told."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from agents.kit import Agent, Outcome, Turn, ask, done, hand_back
from agents.kit.agent import AgentFunction
from agents.kit.values.model import ModelCall
from tests.fakes.questions import asked_in, chosen, is_reading, said_in
from tests.fakes.questions import asks as asks_for
from tests.fakes.readings.rows import Table
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.fakes.stand_in import StandIn


def an_agent(name: str, run: AgentFunction, **details: Any) -> Agent:
    """Return an agent that is a function."""
    return Agent(
        name=name,
        description=f"Looks after the {name}.",
        introduction=f"Looking after the {name}",
        run=run,
        **details,
    )


def says(name: str, outcome: Outcome | str, heard: list[str] | None = None) -> Agent:
    """Return an agent with one thing to say; what it is given goes into `heard`."""

    async def run(turn: Turn) -> Outcome:
        if heard is not None:
            heard.append(turn.text)
        return done(outcome) if isinstance(outcome, str) else outcome

    return an_agent(name, run)


def asks(name: str, *, options: tuple[str, ...] = (), heard: list[str] | None = None) -> Agent:
    """Return an agent that asks one question; other questions are not for it."""
    question = f"Which {name}?"

    async def run(turn: Turn) -> Outcome:
        if heard is not None:
            heard.append(turn.text)
        if turn.state is None:
            return ask(question, state={"asked": question}, options=options)
        if turn.text.endswith("?"):
            return hand_back(f"this is no {name}", state=turn.state)
        return done(f"The {name} is {turn.text}.")

    return an_agent(name, run)


def in_turns(name: str, *outcomes: Outcome, heard: list[str] | None = None) -> Agent:
    """Return an agent that gives one outcome after the other, whatever it is given."""
    left = list(outcomes)

    async def run(turn: Turn) -> Outcome:
        if heard is not None:
            heard.append(turn.text)
        return left.pop(0)

    return an_agent(name, run)


def directed(
    where: Mapping[str, str], act: Callable[[ModelCall], ScriptedAnswer] | None = None
) -> ScriptedModel:
    """Return a model that routes by the first of these words it finds; `act` plays the agents."""
    stand_in = StandIn((), Table(()))

    def script(call: ModelCall) -> ScriptedAnswer:
        if asks_for(call, "which"):
            return chosen(_place(said_in(call), where))
        if asks_for(call, "verdict") and _is_elsewhere(call, where):
            return json.dumps({"verdict": "none"})
        if asks_for(call, "about") and _is_elsewhere(call, where):
            return chosen("something_else")
        if asks_for(call, "verdict") and _is_elsewhere(call, where):
            return json.dumps({"verdict": "none"})
        if is_reading(call):
            return stand_in.answer(call)
        assert act is not None, f"{call.agent} was not to ask a model"
        return act(call)

    return ScriptedModel(script)


def _is_elsewhere(call: ModelCall, where: Mapping[str, str]) -> bool:
    """Say whether words name a place that was not spoken of."""
    words = [word for word in where if word in said_in(call)]
    return bool(words) and words[0] not in asked_in(call)


def _place(text: str, where: Mapping[str, str]) -> str:
    return next((place for word, place in where.items() if word in text), "out_of_scope")
