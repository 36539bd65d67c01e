"""Plans by rules: known goals by template, several wishes step by step; else openly no plan."""

import json
import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agents.kit.dates import days_in
from agents.kit.model import AgentBrief, Offer, PlanBrief, ToolSpec
from bot.core.matching.english import asks
from bot.core.matching.index import Index
from bot.core.matching.words import cut, name_as_text
from bot.llm.offline.acting import Call, next_move
from bot.llm.offline.routing import is_harmful
from bot.llm.offline.run import Run
from bot.llm.offline.values.filling import Reading, fill
from bot.llm.offline.values.schema import Slot, Want, slots
from bot.llm.offline.words.intents import intents
from bot.llm.offline.words.templates import Template, offers_in, template_for

_NAME = re.compile(r"\b(?:[A-Z][\w'-]+)(?:\s+[A-Z][\w'-]+)+|(?<=\s)[A-Z][\w'-]+")
_ROLE = re.compile(
    r"\bas\s+(?:an?\s+|the\s+|our\s+)?(?P<role>[a-z][\w /&-]*?)"
    r"(?=\s+(?:starting|starts|from|on|beginning|who|in|at)\b|[,.;]|$)",
    re.IGNORECASE,
)
_LEADS_TO_DAY = re.compile(
    r"\b(?:(?:starts?|starting|beginning|begins?)\s+)?(?:on|from|by|at|for)\s+(?:the\s+)?$"
    r"|\b(?:starts?|starting|beginning|begins?)\s+$",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    r"\b(?:without|no|skip|drop|leave out|not)\s+(?:an?\s+|the\s+)?(?P<what>[\w -]+)",
    re.IGNORECASE,
)
_UNDECIDED = {"planned", "awaiting", "approved", "with_person"}
MOST_WORDS_OF_A_ROLE = 4
BY_RULES = "By rules alone I cannot change that; edit or reject a step instead."

Step = dict[str, JsonValue]
Answer = dict[str, JsonValue]


def plan_answer(brief: PlanBrief, index: Index) -> str:
    """Answer the planner's call."""
    match brief.wanted:
        case "plan":
            answer = _plan(brief, index)
        case "edit":
            answer = _edited(brief, index)
        case "complete":
            answer = _completed(brief, index)
        case "revise":
            answer = _revised(brief)
        case _:
            answer = _none("no_plan", "The rules know no other way.")
    return json.dumps(answer, ensure_ascii=False)


def _plan(brief: PlanBrief, index: Index) -> Answer:
    if is_harmful(brief.goal, index):
        return _none("out_of_scope", "It speaks of something wrong.")
    if brief.said and asks(brief.said[-1]):
        return _none("no_plan", "That asks something, and answers nothing.")
    template = template_for(brief.goal)
    return _by_template(brief, template, index) if template else _by_wishes(brief, index)


def _by_template(brief: PlanBrief, template: Template, index: Index) -> Answer:
    offers = offers_in(template, brief.offers)
    values = [_values(offer.tool, brief, index) for offer in offers]
    lacking = {
        slot.description or slot.name: slot
        for offer, known in zip(offers, values, strict=True)
        for slot in slots(offer.tool)
        if slot.is_required and slot.name not in known
    }
    if not offers:
        return _none("no_plan", "There is nobody for the steps of this.")
    if lacking and brief.may_ask:
        return _none("question", f"To plan this I need: {'; '.join(_once([*lacking.values()]))}.")
    if lacking:
        return _none("no_plan", "That does not tell what I asked for.")
    steps = [
        _step(number, (offer.agent, offer.tool.name), known, needs=[1] if number > 1 else [])
        for number, (offer, known) in enumerate(zip(offers, values, strict=True), start=1)
    ]
    return _steps(steps)


def _by_wishes(brief: PlanBrief, index: Index) -> Answer:
    """One step for each wish, in the order they were said."""
    wishes = intents(brief.goal, index)
    if len(wishes) < 2:  # noqa: PLR2004 - one wish needs no plan
        return _none("no_plan", "One agent is enough.")
    moves = [
        (w, next_move(_run(w.card.name, (w.text, *brief.said), brief.offers, index)))
        for w in wishes
    ]
    asked = [move.text for _wish, move in moves if not isinstance(move, Call)]
    if asked:
        return _none("question" if brief.may_ask else "no_plan", " ".join(asked))
    calls = ((w.card.name, move) for w, move in moves if isinstance(move, Call))
    made = ((agent, call) for agent, move in calls for call in (move, *move.beside))
    steps = [
        _step(number, (agent, move.tool), dict(move.arguments))
        for number, (agent, move) in enumerate(made, start=1)
    ]
    return _steps(steps)


def _edited(brief: PlanBrief, index: Index) -> Answer:
    """The step in other words: the tool of its agent that fits them, with what stays known."""
    before = _step_of(brief)
    words = brief.said[-1].partition(": ")[2] if brief.said else ""
    run = _run(str(before["agent"]), (words,), brief.offers, index)
    tool = run.main_tool()
    known = _arguments(before) if tool.name == before["function"] else {}
    read = run.read((words,), slots(tool))
    values = {**known, **{name: value for (_tool, name), value in read.items()}}
    values = _with_days(tool, values, words)
    if _lacks(tool, values) or values == known:
        return _none("no_plan", BY_RULES)
    needs = before["needs"]
    assert isinstance(needs, list)
    step = _step(brief.number, (run.agent, tool.name), values, needs=needs)
    return _steps([step])


def _completed(brief: PlanBrief, index: Index) -> Answer:
    before = _step_of(brief)
    offer = next(o for o in brief.offers if o.tool.name == before["function"])
    known = _arguments(before)
    said = (str(before["action"]), *brief.replies)
    wanted = [slot for slot in slots(offer.tool) if slot.name not in known]
    read = fill(wanted, Reading(said=said), index)
    values = {**{name: value for (_tool, name), value in read.items()}, **known}
    if _lacks(offer.tool, values):
        return _none("no_plan", "The answers do not tell what is missing.")
    return _steps([{**before, "arguments": json.dumps(values, ensure_ascii=False)}])


def _revised(brief: PlanBrief) -> Answer:
    """Leave steps out, or move them to another day."""
    remark = brief.said[-1]
    left = [step for step in brief.steps if step["status"] in _UNDECIDED]
    dropped = _DROPPED.search(remark)
    words = {word.lower for word in cut(dropped["what"])} if dropped else set()
    kept = [step for step in left if not words & _named(step)]
    days = [day.text for day, _start, _end in days_in(remark)]
    moved = [_moved(step, days[-1], brief.offers) if days else step for step in kept]
    if moved == left or not moved:
        return _none("no_plan", BY_RULES)
    numbers = {step["number"] for step in left} - {step["number"] for step in moved}
    return _steps([{**step, "needs": _without(step, numbers)} for step in moved])


def _values(tool: ToolSpec, brief: PlanBrief, index: Index) -> dict[str, JsonValue]:
    """What the goal, and what was said to it since, give to a tool of a template."""
    wanted = slots(tool)
    person = _person(brief)
    role = _role(brief, person)
    values: dict[str, JsonValue] = {}
    for slot in wanted:
        if slot.is_person and person:
            values[slot.name] = person
        elif slot.name == "role" and role:
            values[slot.name] = role
    # A goal is more than a value: its free words stand for nothing in particular.
    rest = [s for s in wanted if s.name not in values and s.want is not Want.TEXT]
    read = fill(rest, Reading(said=(brief.goal, *brief.said)), index)
    return {**{name: value for (_tool, name), value in read.items()}, **values}


def _person(brief: PlanBrief) -> str:
    """Whom the goal is about: a name behind its first word, or in an answer."""
    texts = (brief.goal.partition(" ")[2], *brief.said)
    days = {word for text in texts for _day, a, b in days_in(text) for word in text[a:b].split()}
    for text in texts:
        found = (match.group() for match in _NAME.finditer(f" {text}"))
        names = [name.strip() for name in found if name.strip() not in days]
        if names:
            return max(names, key=len)
    return ""


def _role(brief: PlanBrief, person: str) -> str:
    """What somebody is to be: behind “as a”, or all that is left of an answer."""
    found = next(filter(None, map(_ROLE.search, (brief.goal, *brief.said))), None)
    if found is not None:
        return found["role"]
    for answer in brief.said:
        text = answer.replace(person, " ") if person else answer
        for _day, start, end in days_in(text):
            before = _LEADS_TO_DAY.sub(lambda led: " " * len(led.group()), text[:start])
            text = before + " " * (end - start) + text[end:]
        words = " ".join(text.replace(",", " ").split()).strip(" .")
        if 0 < len(words.split()) <= MOST_WORDS_OF_A_ROLE:
            return words
    return ""


def _run(agent: str, said: tuple[str, ...], offers: Sequence[Offer], index: Index) -> Run:
    tools = tuple(offer.tool for offer in offers if offer.agent == agent)
    return Run(agent, AgentBrief(said=said), tools, index)


def _with_days(
    tool: ToolSpec, values: Mapping[str, JsonValue], words: str
) -> dict[str, JsonValue]:
    """An only day that is named is meant, whatever else stands there."""
    days = [day.text for day, _start, _end in days_in(words)]
    wanted = [slot.name for slot in slots(tool) if slot.want is Want.DAY]
    return {**values, wanted[0]: days[-1]} if days and len(wanted) == 1 else dict(values)


def _moved(step: Step, day: str, offers: Sequence[Offer]) -> Step:
    tools = (offer.tool for offer in offers if offer.tool.name == step["function"])
    tool = next(tools, None)
    given = _arguments(step)
    wanted = (
        [s.name for s in slots(tool) if s.want is Want.DAY and s.name in given] if tool else []
    )
    changed = {**given, **dict.fromkeys(wanted, day)}
    return {**step, "arguments": json.dumps(changed, ensure_ascii=False)} if wanted else step


def _named(step: Step) -> set[str]:
    text = f"{name_as_text(str(step['function']))} {step['action']}"
    return {word.lower for word in cut(text)}


def _without(step: Step, numbers: set[JsonValue]) -> list[JsonValue]:
    needs = step["needs"]
    assert isinstance(needs, list)
    return [number for number in needs if number not in numbers]


def _step_of(brief: PlanBrief) -> Step:
    return next(step for step in brief.steps if step["number"] == brief.number)


def _arguments(step: Step) -> dict[str, JsonValue]:
    given: dict[str, JsonValue] = json.loads(str(step["arguments"]))
    return given


def _lacks(tool: ToolSpec, values: Mapping[str, JsonValue]) -> bool:
    return any(slot.is_required and slot.name not in values for slot in slots(tool))


def _once(lacking: Sequence[Slot]) -> list[str]:
    return list(dict.fromkeys(slot.description or slot.name for slot in lacking))


def _step(
    number: int,
    call: tuple[str, str],
    arguments: Mapping[str, JsonValue],
    needs: Sequence[JsonValue] = (),
) -> Step:
    agent, tool = call
    shown = ", ".join(str(value) for value in arguments.values() if value is not None)
    return {
        "number": number,
        "agent": agent,
        "function": tool,
        "arguments": json.dumps(dict(arguments), ensure_ascii=False),
        "action": f"{name_as_text(tool).capitalize()}: {shown}" if shown else name_as_text(tool),
        "needs": list(needs),
    }


def _steps(steps: Sequence[Step]) -> Answer:
    return {"outcome": "plan", "words": "", "steps": [*steps]}


def _none(outcome: str, words: str) -> Answer:
    return {"outcome": outcome, "words": words, "steps": []}
