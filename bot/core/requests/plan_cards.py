"""The card of a plan: its text, made of the very actions that will run, and its buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.kit.tool import Tool
from bot.domain.ids import PlanId
from bot.domain.messages import Button, PlanView, StepView
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import PlanStep, StepStatus
from bot.domain.requests import Request, Subject
from bot.domain.untrusted import make_visible, show_value

CARD_STEPS = "steps"
WHOLE = frozenset({"approve", "reject"})  # of all that a card shows
CHANGE = "change"  # the step of a question that may be typed over instead of answering it
_RISKS = {"high": 0, "medium": 1, "low": 2}
_UNDONE = (False, None, True)
_AHEAD = {StepStatus.PLANNED, StepStatus.APPROVED, StepStatus.WITH_PERSON}


@dataclass(frozen=True, slots=True)
class Shown:
    """A step as it is put to somebody: the exact action, its tool, and why a person decides."""

    step: PlanStep
    action: Subject
    tool: Tool
    because: str
    labels: dict[str, str]

    @property
    def as_json(self) -> dict[str, Any]:
        """The step as the request keeps it."""
        shown = self.action
        return {
            "number": self.step.number,
            "agent": shown.agent,
            "tool": shown.tool,
            "version": shown.version,
            "arguments": shown.arguments,
            "rule": shown.rule,
            "facts": shown.facts,
            "digest": shown.digest,
        }


def sort_by_risk(shown: Sequence[Shown]) -> list[Shown]:
    """The steps of the highest risk first, of these what cannot be undone, or may not."""
    return sorted(
        shown,
        key=lambda one: (
            _RISKS.get(one.tool.risk, 0),
            _UNDONE.index(one.tool.reversible),
            one.step.number,
        ),
    )


def bind_steps(plan: Plan, shown: Sequence[Shown], rule: str) -> Subject:
    """What the decision is bound to: the plan as it is, and each exact action."""
    steps = [one.as_json for one in shown]
    arguments: dict[str, Any] = {"plan": plan.id, "steps": steps}
    return Subject("planner", CARD_STEPS, plan.version, arguments, rule)


def find_plan_id(request: Request) -> PlanId:
    """The plan a request is about."""
    return PlanId(str(request.task))


def list_numbers(request: Request) -> tuple[int, ...]:
    """The steps a request shows, in the order of the plan."""
    steps: Any = request.subject.arguments.get("steps", ())
    return tuple(sorted(int(step["number"]) for step in steps))


def write_plan_card(plan: Plan, shown: Sequence[Shown]) -> str:
    """The text of a card; the planner's own words stand only where a person is to act."""
    lines = [f"Plan: {make_visible(plan.goal)}", "These steps change something:"]
    for one in shown:
        lines += _step(one)
    numbers = {one.step.number for one in shown}
    rest = [s for s in plan.steps if s.number not in numbers and s.status in _AHEAD]
    lines += ["The rest of the plan:", *map(describe_ahead, rest)] if rest else []
    return "\n".join(lines)


def describe_ahead(step: PlanStep) -> str:
    """A step that is not to be decided here, in a line."""
    if step.is_for_a_person:
        return f"{step.number}. for a person: {make_visible(step.current_action)}{_after(step)}"
    what = f"{step.number}. {step.agent}: {step.tool.replace('_', ' ')}{_after(step)}"
    if step.status is StepStatus.APPROVED and step.effect:
        return f"{what} (approved)"
    return f"{what} ({'asked about later' if step.effect else 'changes nothing'})"


def make_plan_buttons(request: Request) -> tuple[Button, ...]:
    """The verdicts on a plan, all at once or step by step."""
    numbers = list_numbers(request)
    all_, is_one = ("", True) if len(numbers) == 1 else (" all", False)
    whole = (
        Button(f"{request.id}:approve", f"Approve{all_}", "primary"),
        Button(f"{request.id}:reject", f"Reject{all_}", "danger"),
        Button(f"{request.id}:respond", "Clarify"),
    )
    verbs = ("edit",) if is_one else ("approve", "edit", "reject")
    each = tuple(
        Button(f"{request.id}:{verb}-{number}", f"{verb.capitalize()} {number}")
        for number in numbers
        for verb in verbs
    )
    return (*whole, *each)


def make_choices(request: Request) -> tuple[Button, ...]:
    """The answers to a question about a step, and a form to have it done differently."""
    options = enumerate(request.options, start=1)
    answers = tuple(Button(f"{request.id}:option-{n}", option) for n, option in options)
    change: Any = request.subject.arguments.get(CHANGE)
    if not change:
        return answers
    return (*answers, Button(f"{request.id}:edit-{change['number']}", f"Edit {change['number']}"))


def _step(shown: Shown) -> list[str]:
    action, tool = shown.action, shown.tool
    named = {**action.arguments, **{shown.labels[k]: v for k, v in action.facts.items()}}
    given = [f"   {k}: {show_value(v)}" for k, v in named.items() if v is not None]
    return [
        f"{shown.step.number}. {action.agent}: {tool.name.replace('_', ' ')}{_after(shown.step)}",
        *given,
        f"   {tool.hazard} Needs an approval: {shown.because}.",
    ]


def _after(step: PlanStep) -> str:
    needs = ", ".join(str(number) for number in step.needs)
    return f", after step {needs}" if needs else ""


LONGEST_NOTE = 200


def write_plan(view: PlanView) -> str:
    """Write a plan, a line for each step."""
    counts = f"{view.done} of {view.total} steps done" if view.total else "no steps yet"
    lines = [f"Plan {view.plan}: {make_visible(view.title)} ({view.status}; {counts})"]
    return "\n".join([*lines, *map(_line, view.steps)])


def _line(step: StepView) -> str:
    note = " ".join(step.note.split())
    shown = f" — {make_visible(note[:LONGEST_NOTE])}" if note else ""
    who = "a person" if step.agent == "human" else step.agent
    return f"{step.sign} {step.number}. {who}: {make_visible(step.action)} [{step.status}]{shown}"
