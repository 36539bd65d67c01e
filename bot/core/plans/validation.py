"""Read what the planner wrote, and let nothing through that could not run as it stands."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from agents.kit.agent import Agent
from agents.kit.outcome import HUMAN
from agents.kit.tool import Tool
from agents.kit.values.errors import BadToolCall
from agents.kit.values.model import AnswerSchema, ToolOffer, ToolSpec
from bot.core.prompts.arguments import make_canonical
from bot.core.state.catalogue import Catalogue
from bot.domain.errors import PlanFlawed
from bot.domain.ids import StepId
from bot.domain.plans.steps import PlanStep

LONGEST_CHOICES = 120


def list_offers(offers: tuple[ToolOffer, ...]) -> str:
    """The functions as the planner reads them, a line each."""
    return "\n".join(f"- {offer.agent}: {_signature(offer.tool)}" for offer in offers)


def find_offer(catalogue: Catalogue, agent: str, tool: str) -> tuple[Agent, Tool] | None:
    """The agent and the tool of these names, if plans may use them."""
    if not any((offer.agent, offer.tool.name) == (agent, tool) for offer in catalogue.offers):
        return None
    known = catalogue.get(agent)
    used = (catalogue.doers.get(agent) or known.tool_named(tool)) if known else None
    return (known, used) if known and used else None


def _signature(spec: ToolSpec) -> str:
    properties: Any = spec.parameters.get("properties", {})
    required: Any = spec.parameters.get("required", ())
    given = (
        f"{name}{'' if name in required else '?'}{_kind(schema)}"
        for name, schema in properties.items()
    )
    return f"{spec.name}({', '.join(given)}): {spec.description.split(chr(10))[0]}"


def _kind(schema: dict[str, Any]) -> str:
    one_of = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    schema = {**(one_of[0] if one_of else {}), **schema}
    choices = " | ".join(str(choice) for choice in schema.get("enum", ()) if choice is not None)
    if choices and len(choices) <= LONGEST_CHOICES:
        return f": {choices}"
    kind = schema.get("format") or schema.get("type")
    return f": {kind}" if kind and kind != "string" else ""


STEPS, QUESTION, NO_PLAN, OUT_OF_SCOPE = "plan", "question", "no_plan", "out_of_scope"
OUTCOMES = (STEPS, QUESTION, NO_PLAN, OUT_OF_SCOPE)
LONGEST_ACTION = 300
LONGEST_WORDS = 1000
_PLACEHOLDERS = ("<>", "{}", "[]")


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """A step as the planner wrote it, not checked yet."""

    number: int
    agent: str
    tool: str = ""
    arguments: dict[str, JsonValue] = field(default_factory=dict)
    action: str = ""
    needs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannerAnswer:
    """What the planner answered: steps, a question, or why there are none."""

    outcome: str
    words: str = ""
    written: tuple[WrittenStep, ...] = ()
    steps: tuple[PlanStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Checker:
    """What steps are checked against; `new_id` names those that pass."""

    catalogue: Catalogue
    now: datetime
    new_id: Callable[[], str]

    def steps(self, written: Sequence[WrittenStep]) -> tuple[PlanStep, ...]:
        """Make steps of what was written.

        Raises:
            PlanFlawed: with everything that is wrong, in words.
        """
        problems: list[str] = []
        steps: list[PlanStep] = []
        for one in written:
            try:
                steps.append(self._step(one))
            except (PlanFlawed, BadToolCall) as error:
                problems.append(f"step {one.number}: {error}")
        if problems:
            raise PlanFlawed(" ".join(problems))
        return tuple(steps)

    def _step(self, one: WrittenStep) -> PlanStep:
        id_ = StepId(self.new_id())
        if not one.action.strip():
            raise PlanFlawed("it needs an action, in one sentence")
        if one.agent == HUMAN:
            return PlanStep(id_, one.number, HUMAN, one.action, needs=one.needs)
        known = find_offer(self.catalogue, one.agent, one.tool)
        if known is None:
            raise PlanFlawed(f"there is no function {one.agent}.{one.tool} in the list")
        tool = known[1]
        return PlanStep(
            id_,
            one.number,
            one.agent,
            one.action,
            tool=tool.name,
            arguments=self._arguments(tool, one),
            needs=one.needs,
            effect=tool.effect,
            risk=tool.risk,
        )

    def _arguments(self, tool: Tool, one: WrittenStep) -> dict[str, JsonValue]:
        written = {n: v for n, v in one.arguments.items() if v is not None}
        given = make_canonical(written, tool.spec.parameters, self.now.date())
        if promised := [name for name, value in given.items() if _is_promised(value)]:
            raise PlanFlawed(f"leave out {', '.join(promised)}: an earlier step will tell it")
        missing = find_lacking(tool, given)
        if not missing:
            return tool.as_json(tool.read(given))
        if not one.needs:
            raise PlanFlawed(f"{', '.join(missing)} is missing, and no earlier step tells it")
        return given


def find_lacking(tool: Tool, arguments: Mapping[str, JsonValue]) -> list[str]:
    """The arguments a call still needs; what it has must fit.

    Raises:
        PlanFlawed: what it has does not fit.
    """
    problems = tool.misfits(arguments)
    wrong = [f"{p['loc'][0]}: {p['msg']}" for p in problems if p["type"] != "missing"]
    if wrong:
        raise PlanFlawed(f"arguments do not fit: {'; '.join(wrong)}")
    return [str(p["loc"][0]) for p in problems]


def read_answer(text: str) -> PlannerAnswer:
    """Understand the planner's answer.

    Raises:
        PlanFlawed: it is none; the words say what is wrong.
    """
    given = _json(text)
    outcome = str(given.get("outcome", "")).strip().lower()
    if outcome not in OUTCOMES:
        raise PlanFlawed(f"“outcome” is one of {', '.join(OUTCOMES)}")
    words = str(given.get("words") or "").strip()[:LONGEST_WORDS]
    if outcome == QUESTION and not words:
        raise PlanFlawed("a question needs words")
    if outcome != STEPS:
        return PlannerAnswer(outcome, words)
    steps = given.get("steps")
    if not isinstance(steps, list) or not steps or not all(isinstance(s, dict) for s in steps):
        raise PlanFlawed("a plan needs a list of steps")
    return PlannerAnswer(
        outcome, words, tuple(_written(place, s) for place, s in enumerate(steps, 1))
    )


def make_schema() -> AnswerSchema:
    """The form of the planner's answer."""
    text: dict[str, JsonValue] = {"type": "string"}
    step = _object(
        number={"type": "integer"},
        agent=text,
        function=text,
        arguments=text,
        action=text,
        needs={"type": "array", "items": {"type": "integer"}},
    )
    steps: dict[str, JsonValue] = {"type": "array", "items": step}
    return AnswerSchema("plan", _object(outcome={"enum": list(OUTCOMES)}, words=text, steps=steps))


def _object(**properties: JsonValue) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _written(place: int, step: dict[str, Any]) -> WrittenStep:
    agent, tool = str(step.get("agent", "")).strip(), str(step.get("function") or "").strip()
    needs, number = step.get("needs") or [], step.get("number", place)
    is_whole = isinstance(number, int) and isinstance(needs, list)
    if not is_whole or not all(isinstance(one, int) for one in needs):
        raise PlanFlawed(f"step {place}: “number” is a number, “needs” a list of numbers")
    return WrittenStep(
        number=number,
        agent=agent,
        tool=tool.rpartition(".")[2].partition("(")[0],
        arguments=_arguments(place, step.get("arguments")),
        action=str(step.get("action") or "").strip()[:LONGEST_ACTION],
        needs=tuple(dict.fromkeys(needs)),
    )


def _arguments(place: int, given: object) -> dict[str, JsonValue]:
    if isinstance(given, str):
        try:
            given = json.loads(given or "{}")
        except (ValueError, RecursionError):
            given = None
    if given is None or not isinstance(given, dict):
        raise PlanFlawed(f"step {place}: “arguments” is a JSON object as text")
    return given


def _is_promised(value: JsonValue) -> bool:
    bare = value.strip() if isinstance(value, str) else ""
    return len(bare) > 1 and bare[0] + bare[-1] in _PLACEHOLDERS


def _json(text: str) -> dict[str, Any]:
    start, end = text.find("{"), text.rfind("}")
    try:
        given = json.loads(text[start : end + 1]) if 0 <= start < end else None
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise PlanFlawed("the answer must be one JSON object")
    return given
