"""Change a plan that waits: fields of a step, a step in other words, or all that is undecided."""

from collections.abc import Mapping
from dataclasses import replace

from pydantic import JsonValue

from agents.kit.values.errors import ModelUnavailable, ToolFailed
from bot.core.acting.equip import turn_for
from bot.core.acting.faults import faults_of
from bot.core.planning import actions
from bot.core.planning.following import followed
from bot.core.planning.forms import WORDS
from bot.core.planning.going_on import advance, advance_after_change
from bot.core.planning.keeping import follow, note, say, tell_waiting
from bot.core.planning.planner import Wish, write
from bot.core.planning.reading import STEPS
from bot.core.requests import plan_card as card
from bot.core.requests.edits import changed
from bot.core.turn import audited
from bot.core.turn.masking import hide
from bot.core.turn.work import Work
from bot.domain.errors import NotUnderstood, PlanFlawed
from bot.domain.messages import REMARKS
from bot.domain.plans import draft as plan_making
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import StepStatus
from bot.domain.requests import Request, RequestStatus, Subject

_IN_VAIN = "I could not plan that, so nothing was changed. Please say it differently."

Values = Mapping[str, JsonValue]


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
        plan = await _in_words(work, plan, number, hide(words))
    else:
        fields = {name: value for name, value in values.items() if name != WORDS}
        plan = await _in_fields(work, plan, request, (number, fields))
        plan, told = followed(plan, number, before)
    if request.subject.tool != card.STEPS or not plan.waiting_for(request.id):
        if work.requests.find(request.id):
            work.requests.close(request, RequestStatus.ANSWERED)
        follow(work, plan, request, f"Changed by {work.author.shown}", locked=True)
    else:
        follow(work, plan, request, "", locked=False)
    if plan.step(number).status is StepStatus.APPROVED:
        tell_waiting(work, plan, f"Step {number} is changed and approved. {told}".strip())
    elif told:
        say(work, plan, told)
    await advance(work, plan)


async def clarify(work: Work, plan: Plan, remark: str) -> None:
    """Revise what is not decided by what somebody says to the plan, and show the difference.

    Raises:
        NotUnderstood, PlanMoveRefused: nothing was changed; the words say why.
    """
    is_own = work.author == plan.owner
    words = remark if is_own else f"{work.author.shown}{REMARKS}{remark}"
    note(work, plan, work.author.shown, words)
    told = plan_making.clarify(plan, words, work.spoken(words))
    try:
        answer = await write(work, Wish(told, "revise"))
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
        answer = await write(work, Wish(plan, "edit", number, remark))
    except (PlanFlawed, ModelUnavailable) as flaw:
        raise NotUnderstood(_IN_VAIN) from flaw
    if answer.outcome != STEPS:
        raise NotUnderstood(answer.words or _IN_VAIN)
    new = answer.steps[0]
    change = plan_moves.Edit(words, new.tool, new.arguments, new.effect, new.risk, feedback=words)
    note(work, plan, work.author.shown, f"edit: step {number}, {words}", step)
    return plan_moves.edit(plan, number, change)


async def _in_fields(work: Work, plan: Plan, request: Request, what: tuple[int, Values]) -> Plan:
    """Type fields of a step over; whoever may approve it has then approved what they typed."""
    number, values = what
    step = plan.step(number)
    action = actions.action_of(work, plan, step)
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
    arguments = changed(action.tool, changing, values, work.today)
    typed = "; ".join(f"{name}: {arguments[name]}" for name in values if name in arguments)
    sentence = f"{step.current_action} ({hide(typed)})"
    change = plan_moves.Edit(
        sentence, step.tool, arguments, action.tool.effect, action.tool.risk, feedback=typed
    )
    edited = plan_moves.edit(plan, number, change)
    await actions.look(work, edited)
    now = actions.action_of(work, edited, edited.step(number))
    assert now is not None, "only its arguments have changed"
    await _refuse_impossible(work, edited, now)
    note(work, edited, work.author.shown, f"edit: step {number}, {typed}", step)
    if not _is_approved_by_typing(work, request, now):
        return edited
    digest = actions.digest_of(work, now)
    asked = plan_moves.ask(edited, number, request.id, digest)
    audited.step_approved(work, request, number, digest)
    return plan_moves.approve(asked, number, request.id, typed)


def _is_approved_by_typing(work: Work, request: Request, action: actions.Action) -> bool:
    """Say whether who typed the fields may approve what they now say, alone."""
    if not action.is_ready or request.quorum > 1 or not actions.because(work, action):
        return False
    group = request.subject.rule if request.subject.tool == card.STEPS else actions.CONFIRM
    return actions.group_of(actions.rule_of(action)) == group


async def _refuse_impossible(work: Work, plan: Plan, action: actions.Action) -> None:
    """Refuse what the tool's own check objects to, unless an earlier step may change that."""
    done = {step.number for step in plan.steps if step.status is StepStatus.COMPLETED}
    if action.tool.check is None or action.words or not done.issuperset(action.step.needs):
        return
    turn = turn_for(work, actions.task_for(plan, action.step), action.agent)
    try:
        with faults_of(action.agent, action.tool, "its check"):
            await action.tool.check(turn, action.tool.read(action.step.arguments))
    except ToolFailed as error:
        raise NotUnderstood(str(error)) from error
