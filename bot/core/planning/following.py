"""Let the steps after an edited one follow it, where they name the value that was changed."""

from collections.abc import Mapping

from pydantic import JsonValue

from bot.core.acting.said_values import is_telling
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import NOT_STARTED, PlanStep
from bot.domain.untrusted import show_value

Values = Mapping[str, JsonValue]


def followed(plan: Plan, number: int, before: Values) -> tuple[Plan, str]:
    """The plan with later steps changed alike, to be asked about anew, and words that say so."""
    now = plan.step(number).arguments
    changed = [(old, now[name]) for name, old in before.items() if _is_other(old, now.get(name))]
    told: list[str] = []
    for step in _after(plan, number):
        for old, new in changed:
            if names := [name for name, value in step.arguments.items() if value == old]:
                plan = _with(plan, step.number, dict.fromkeys(names, new))
                told.append(f"step {step.number} ({show_value(old)} is now {show_value(new)})")
    return plan, f"Changed alike, and asked about anew: {', '.join(told)}." if told else ""


def _is_other(old: JsonValue, new: JsonValue) -> bool:
    """Say whether a value was changed that means something by itself; a short number does not."""
    return isinstance(old, str) and is_telling(old) and new is not None and new != old


def _after(plan: Plan, number: int) -> list[PlanStep]:
    """The steps that need a step, or one that does, and have not begun."""
    needing = {number}
    for step in sorted(plan.steps, key=lambda one: one.number):
        if not needing.isdisjoint(step.needs):
            needing.add(step.number)
    later = (step for step in plan.steps if step.number in needing - {number})
    return [s for s in later if s.status in NOT_STARTED and not s.is_for_a_person]


def _with(plan: Plan, number: int, values: dict[str, JsonValue]) -> Plan:
    step = plan.step(number)
    typed = "; ".join(f"{name}: {show_value(value)}" for name, value in values.items())
    sentence = f"{step.current_action} ({typed})"
    arguments = {**step.arguments, **values}
    change = plan_moves.Edit(sentence, step.tool, arguments, step.effect, step.risk, typed)
    return plan_moves.edit(plan, number, change)
