"""How a plan gets its steps: what is missing is asked once, a failed step is replanned once.

new ──▶ asking ──▶ clarified ──▶ laid out ──▶ replanned    once, after a failure
 └──────────────────────────────▲   └──▲─┘ revised         whenever its owner says more
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain.errors import PlanFlawed, PlanMoveRefused
from bot.domain.plans.plan import Clarification, Plan
from bot.domain.plans.steps import DECIDED, OVER, PlanStep, StepStatus
from bot.domain.tasks import Spoken

MOST_CLARIFICATIONS = 10


@dataclass(frozen=True, slots=True)
class Difference:
    """What a replan changed: steps that stay as they are, those that are gone, and new ones."""

    kept: tuple[PlanStep, ...]
    dropped: tuple[PlanStep, ...]
    new: tuple[PlanStep, ...]


def ask_owner(plan: Plan, question: str) -> Plan:
    """Ask for everything that is missing, before there are steps, and only once."""
    plan.refuse_closed()
    if plan.steps or any(one.question for one in plan.clarifications):
        raise PlanMoveRefused("What was missing for this plan has been asked already.")
    return _said(plan, (*plan.clarifications, Clarification(question)))


def clarify(plan: Plan, answer: str, spoken: tuple[Spoken, ...] = ()) -> Plan:
    """Keep what a person says to the plan: the answer to the open question, or more.

    `spoken` is where its owner wrote that themselves.
    """
    plan.refuse_closed()
    if not answer.strip():
        raise PlanMoveRefused("Please say what should be different, or what was missing.")
    if len(plan.clarifications) >= MOST_CLARIFICATIONS and not plan.open_question:
        raise PlanMoveRefused("This plan was clarified often enough; cancel it and ask anew.")
    plan = replace(plan, spoken=tuple(dict.fromkeys((*plan.spoken, *spoken))))
    if not plan.open_question:
        return _said(plan, (*plan.clarifications, Clarification(answer=answer)))
    answered = (
        one if one.answer else replace(one, answer=answer, is_heeded=False)
        for one in plan.clarifications
    )
    return _said(plan, tuple(answered))


def lay_out(plan: Plan, steps: Sequence[PlanStep]) -> Plan:
    """Give a plan its first steps.

    Raises:
        PlanFlawed: they make no plan.
    """
    plan.refuse_closed()
    if plan.steps:
        raise PlanMoveRefused("This plan has its steps already.")
    if plan.open_question:
        raise PlanMoveRefused(f"First this has to be answered: {plan.open_question}")
    if not steps:
        raise PlanFlawed("a plan needs at least one step")
    assert _are_fresh(steps), "nothing is decided about a step before its plan has it"
    return _with_steps(plan, _ordered(steps))


def replan(plan: Plan, steps: Sequence[PlanStep]) -> tuple[Plan, Difference]:
    """Put other steps in the place of all that are not decided, once, after a failure.

    Steps written again word for word under their old number, whose needs stayed as well, are
    kept with what was decided about them.

    Raises:
        PlanFlawed: they make no plan together with what stays, or nothing is new among them.
    """
    plan.refuse_closed()
    if not plan.needs_replan:
        done = "It was replanned once." if plan.replans else "No step of it has failed."
        raise PlanMoveRefused(f"This plan cannot be replanned now. {done}")
    changed, difference = _changed(plan, steps)
    if not difference.new:
        raise PlanFlawed("something new must take the place of the step that failed")
    return replace(changed, replans=plan.replans + 1), difference


def revise(plan: Plan, steps: Sequence[PlanStep]) -> tuple[Plan, Difference]:
    """Put other steps in the place of all that are not decided, as its owner said more.

    Raises:
        PlanFlawed: they make no plan together with what stays.
    """
    plan.refuse_closed()
    if plan.running or plan.unclear:
        raise PlanMoveRefused("This plan cannot be changed while a step of it is running.")
    if all(one.is_heeded for one in plan.clarifications):
        raise PlanMoveRefused("Nothing was said to this plan that it does not heed already.")
    return _changed(plan, steps)


def _changed(plan: Plan, steps: Sequence[PlanStep]) -> tuple[Plan, Difference]:
    assert _are_fresh(steps), "nothing is decided about a step before its plan has it"
    decided = {step.number: step for step in plan.steps if step.status in DECIDED}
    written = [step for step in steps if not _is_repeated(step, decided)]
    _refuse_vain(written, decided)
    left = _kept(plan, written, decided)
    new = tuple(step for step in written if step.number not in left)
    kept = _ordered((*decided.values(), *left.values()))
    dropped = tuple(step for step in plan.steps if step not in kept)
    if not new and not left:
        raise PlanFlawed("something must be left to do")
    changed = _with_steps(plan, _ordered((*kept, *new)))
    return replace(changed, former=(*plan.former, *dropped)), Difference(kept, dropped, new)


def _is_repeated(step: PlanStep, decided: dict[int, PlanStep]) -> bool:
    """Say whether a planner only repeats what is decided; what it changes there is refused."""
    before = decided.get(step.number)
    if before is not None and not _is_same(step, before):
        raise PlanFlawed(f"step {step.number} is {before.status} and stays as it is")
    return before is not None


def _refuse_vain(steps: Sequence[PlanStep], decided: dict[int, PlanStep]) -> None:
    for step in steps:
        for needed in step.needs:
            before = decided.get(needed)
            if before is not None and before.status is not StepStatus.COMPLETED:
                raise PlanFlawed(f"step {step.number} needs step {needed}, {before.status} before")


def _kept(
    plan: Plan, written: Sequence[PlanStep], decided: dict[int, PlanStep]
) -> dict[int, PlanStep]:
    """Find the steps not begun that are written again; each stands on steps that stay, too."""
    before = {step.number: step for step in plan.steps if step.status not in OVER}
    kept: dict[int, PlanStep] = {}
    # An approval is also one of the order: a step behind a new one has to be decided anew.
    for _ in written:
        stays = decided.keys() | kept.keys()
        for step in written:
            old = before.get(step.number)
            if old is not None and _is_same(step, old) and stays >= {*step.needs}:
                kept[step.number] = old
    return kept


def _are_fresh(steps: Sequence[PlanStep]) -> bool:
    return all(step.status is StepStatus.PLANNED and not step.attempts for step in steps)


def _is_same(step: PlanStep, other: PlanStep) -> bool:
    return _content(step) == _content(other)


def _content(step: PlanStep) -> tuple[object, ...]:
    # As text, for to Python 1, 1.0 and True are one and the same.
    arguments = json.dumps(step.arguments, sort_keys=True)
    call = (step.agent, step.tool, arguments, step.effect, step.risk)
    return (*call, step.current_action, frozenset(step.needs))


def _with_steps(plan: Plan, steps: tuple[PlanStep, ...]) -> Plan:
    heeded = tuple(replace(one, is_heeded=True) for one in plan.clarifications)
    return replace(plan, steps=steps, clarifications=heeded, version=plan.version + 1)


def _ordered(steps: Sequence[PlanStep]) -> tuple[PlanStep, ...]:
    return tuple(sorted(steps, key=lambda step: step.number))


def _said(plan: Plan, clarifications: tuple[Clarification, ...]) -> Plan:
    return replace(plan, clarifications=clarifications, version=plan.version + 1)
