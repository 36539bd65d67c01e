"""Change a plan that waits: fields of a step, a step in other words, or all that is undecided."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import JsonValue

from agents.kit.values.errors import BadToolCall, ModelUnavailable, ToolFailed
from bot.core.agents.agent_turn import make_turn
from bot.core.agents.injection_guard import is_telling
from bot.core.plans.actions import (
    CONFIRM,
    PlannedAction,
    digest_action,
    explain_decision,
    find_action,
    find_group,
    find_rule,
    look_at_facts,
    make_task,
)
from bot.core.plans.advance import advance, advance_after_change
from bot.core.plans.planner import PlannerTask, ask_planner
from bot.core.plans.turn_plans import note_message, say_of_plan, tell_waiting, update_card
from bot.core.plans.validation import STEPS, find_offer
from bot.core.redaction.tool_redaction import tell_faults
from bot.core.redaction.typed_secrets import hide_secrets
from bot.core.requests.edits import change_arguments
from bot.core.requests.plan_cards import CARD_STEPS, CHANGE
from bot.core.state.audit_events import tell_step_approved
from bot.core.state.catalogue import Catalogue
from bot.core.state.work import Work
from bot.domain.errors import NotUnderstood, PlanFlawed
from bot.domain.messages import REMARKS, Field
from bot.domain.plans import draft as plan_making
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import NOT_STARTED, PlanStep, StepStatus
from bot.domain.requests import Request, RequestStatus, Subject
from bot.domain.untrusted import show_value

Values = Mapping[str, JsonValue]


def follow_edit(plan: Plan, number: int, before: Values) -> tuple[Plan, str]:
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


WORDS = "updated_action"
_OF_STEP = re.compile(r"(?P<verb>approve|edit|reject|respond)-(?P<number>[1-9][0-9]?)")


def read_verb(verb: str) -> str:
    """The verb without the number of its step: what one must be entitled to."""
    step = _OF_STEP.fullmatch(verb)
    return step["verb"] if step else verb


def read_number(verb: str) -> int:
    """The number of the step a verb is about; 0 where it is about all that is asked."""
    step = _OF_STEP.fullmatch(verb)
    return int(step["number"]) if step else 0


def list_step_fields(request: Request, verb: str) -> tuple[str, tuple[Field, ...]] | None:
    """The title and the fields of the form a verb opens; None where it needs none."""
    if read_verb(verb) == "respond" and not request.options:
        what = f"step {number}" if (number := read_number(verb)) else "the plan"
        remark = Field("text", f"What should be different about {what}?", multiline=True)
        return "Clarify", (remark,)
    if read_verb(verb) == "reject":
        why = Field("reason", "Why not? The planner reads it.", multiline=True, required=False)
        return "Reject", (why,)
    step = _step(request, verb)
    if step is None:
        return None
    given = tuple(
        Field(name, name.replace("_", " "), value=show_value(value), required=False)
        for name, value in step["arguments"].items()
        if value is not None
    )
    other = Field(WORDS, "Or say what to do instead", multiline=True, required=False)
    return f"Edit step {step['number']}", (*given, other)


def find_step_problems(
    catalogue: Catalogue, request: Request, verb: str, values: Mapping[str, JsonValue]
) -> dict[str, str]:
    """What is wrong with what was filled in, by field; empty when it can be sent."""
    step = _step(request, verb)
    if step is None or str(values.get(WORDS, "")).strip():
        return {}
    known = find_offer(catalogue, step["agent"], step["tool"])
    if known is None:
        raise NotUnderstood("The agent of this step is no longer here.")
    given = {name: value for name, value in values.items() if name != WORDS and value != ""}
    try:
        known[1].read({**step["arguments"], **given})
    except BadToolCall as error:
        return {next(iter(values), WORDS): str(error)}
    return {}


def _step(request: Request, verb: str) -> dict[str, Any] | None:
    """The step a verb edits, as the card shows it."""
    edited = _OF_STEP.fullmatch(verb)
    subject: Any = request.subject.arguments
    steps = [*subject.get(CARD_STEPS, ()), *([subject[CHANGE]] if subject.get(CHANGE) else [])]
    if edited is None or edited["verb"] != "edit":
        return None
    return next((step for step in steps if step["number"] == int(edited["number"])), None)


_IN_VAIN = "I could not plan that, so nothing was changed. Please say it differently."


async def edit(work: Work, plan: Plan, request: Request, what: tuple[int, Values]) -> None:
    """Let a step do something else: typed fields are approved as typed, words planned anew.

    Raises:
        NotUnderstood, PlanMoveRefused: nothing was changed; the words say why.
    """
    number, values = what
    before, told = plan.step(number).arguments, ""
    words = str(values.get(WORDS, "")).strip()
    if plan.step(number).status is StepStatus.FAILED:
        plan = plan_moves.retry(plan, number)
    if plan.step(number).is_for_a_person and not words:
        message = f"Step {number} is for a person; say in words what it should be."
        raise NotUnderstood(message)
    if words:
        plan = await _in_words(work, plan, number, hide_secrets(words))
    else:
        fields = {name: value for name, value in values.items() if name != WORDS}
        plan = await _in_fields(work, plan, request, (number, fields))
        plan, told = follow_edit(plan, number, before)
    if request.subject.tool != CARD_STEPS or not plan.waiting_for(request.id):
        if work.requests.find(request.id):
            work.requests.close(request, RequestStatus.ANSWERED)
        update_card(work, plan, request, f"Changed by {work.author.shown}", locked=True)
    else:
        update_card(work, plan, request, "", locked=False)
    if plan.step(number).status is StepStatus.APPROVED:
        tell_waiting(work, plan, f"Step {number} is changed and approved. {told}".strip())
    elif told:
        say_of_plan(work, plan, told)
    await advance(work, plan)


async def clarify(work: Work, plan: Plan, remark: str) -> None:
    """Revise what is not decided by what somebody says to the plan, and show the difference.

    Raises:
        NotUnderstood, PlanMoveRefused: nothing was changed; the words say why.
    """
    is_own = work.author == plan.owner
    words = remark if is_own else f"{work.author.shown}{REMARKS}{remark}"
    note_message(work, plan, work.author.shown, words)
    told = plan_making.clarify(plan, words, work.spoken(words))
    try:
        answer = await ask_planner(work, PlannerTask(told, "revise"))
        if answer.outcome != STEPS:
            raise NotUnderstood(answer.words or _IN_VAIN)
        revised, difference = plan_making.revise(told, answer.steps)
    except (PlanFlawed, ModelUnavailable) as flaw:
        raise NotUnderstood(_IN_VAIN) from flaw
    await advance_after_change(work, revised, difference)


async def _in_words(work: Work, plan: Plan, number: int, words: str) -> Plan:
    """Plan a step anew by words; what comes of it is shown before it runs."""
    step = plan.step(number)
    if step.is_for_a_person:
        told = plan_moves.Edit(words, "", {}, effect=True, risk=step.risk, feedback=words)
        return plan_moves.edit(plan, number, told)
    remark = f"Step {number} is to be this instead: {words}"
    try:
        answer = await ask_planner(work, PlannerTask(plan, "edit", number, remark))
    except (PlanFlawed, ModelUnavailable) as flaw:
        raise NotUnderstood(_IN_VAIN) from flaw
    if answer.outcome != STEPS:
        raise NotUnderstood(answer.words or _IN_VAIN)
    new = answer.steps[0]
    change = plan_moves.Edit(words, new.tool, new.arguments, new.effect, new.risk, feedback=words)
    note_message(work, plan, work.author.shown, f"edit: step {number}, {words}", step)
    return plan_moves.edit(plan, number, change)


async def _in_fields(work: Work, plan: Plan, request: Request, what: tuple[int, Values]) -> Plan:
    """Type fields of a step over; whoever may approve it has then approved what they typed."""
    number, values = what
    step = plan.step(number)
    action = find_action(work, plan, step)
    if action is None:
        message = f"Step {number} cannot be edited: its agent is gone."
        raise NotUnderstood(message)
    fields = dict.fromkeys(action.tool.parameters.model_fields) if action.lacks else {}
    shown = Subject(step.agent, step.tool, arguments={**fields, **step.arguments})
    if not values:
        first, *others = shown.arguments or ("",)
        message = f"Give step {number} new values for: {', '.join((first, *others))}."
        raise NotUnderstood(f"{message} For example: edit {number} {first}=…")
    changing = replace(request, subject=shown)
    arguments = change_arguments(action.tool, changing, values, work.today)
    typed = "; ".join(f"{name}: {arguments[name]}" for name in values if name in arguments)
    sentence = f"{step.current_action} ({hide_secrets(typed)})"
    change = plan_moves.Edit(
        sentence, step.tool, arguments, action.tool.effect, action.tool.risk, feedback=typed
    )
    edited = plan_moves.edit(plan, number, change)
    await look_at_facts(work, edited)
    now = find_action(work, edited, edited.step(number))
    assert now is not None, "only its arguments have changed"
    await _refuse_impossible(work, edited, now)
    note_message(work, edited, work.author.shown, f"edit: step {number}, {typed}", step)
    if not _is_approved_by_typing(work, request, now):
        return edited
    digest = digest_action(work, now)
    asked = plan_moves.ask(edited, number, request.id, digest)
    tell_step_approved(work, request, number, digest)
    return plan_moves.approve(asked, number, request.id, typed)


def _is_approved_by_typing(work: Work, request: Request, action: PlannedAction) -> bool:
    """Say whether who typed the fields may approve what they now say, alone."""
    if not action.is_ready or request.quorum > 1 or not explain_decision(work, action):
        return False
    group = request.subject.rule if request.subject.tool == CARD_STEPS else CONFIRM
    return find_group(find_rule(action)) == group


async def _refuse_impossible(work: Work, plan: Plan, action: PlannedAction) -> None:
    """Refuse what the tool's own check objects to, unless an earlier step may change that."""
    done = {step.number for step in plan.steps if step.status is StepStatus.COMPLETED}
    if action.tool.check is None or action.words or not done.issuperset(action.step.needs):
        return
    turn = make_turn(work, make_task(plan, action.step), action.agent)
    try:
        with tell_faults(action.agent, action.tool, "its check"):
            await action.tool.check(turn, action.tool.read(action.step.arguments))
    except ToolFailed as error:
        raise NotUnderstood(str(error)) from error
