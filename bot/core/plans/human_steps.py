"""What only a person can say about a step: that it is done, what became of it, what to do."""

from collections.abc import Callable, Sequence
from datetime import datetime

from pydantic import JsonValue

from bot.core.plans.turn_plans import note_message, show_reply, view_plan
from bot.core.requests.cards import make_buttons
from bot.core.requests.plan_cards import CARD_STEPS, CHANGE
from bot.core.state.catalogue import PLANNER
from bot.core.state.work import Work
from bot.domain.ids import RequestId, TaskId
from bot.domain.plans import transitions as plan_moves
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import PlanStep, Reason
from bot.domain.requests import Request, RequestKind, Subject

PERSON, FAILURE, UNCLEAR, LACKING = "person", "failure", "unclear", "lacking"
KINDS = {CARD_STEPS, PERSON, FAILURE, UNCLEAR, LACKING}
DONE, IMPOSSIBLE = "Done", "It cannot be done"
AGAIN, BY_HAND, SKIP, GIVE_UP = "Try again", "I did it by hand", "Skip it", "Give up"
HAPPENED, NOT_HAPPENED = "It happened", "It did not happen"

ONE_DAY = 24 * 60 * 60


def hand_to_person(work: Work, plan: Plan, step: PlanStep) -> Plan:
    """Give a step to the plan's owner, who says when it is done."""
    text = f"Step {step.number} is for a person: {step.current_action} Tell me when it is done."
    request = _ask(work, plan, step, PERSON, text, options=(DONE, IMPOSSIBLE))
    return plan_moves.give_to_person(plan, step.number, request.id, work.now)


def ask_about_failure(work: Work, plan: Plan, words: str = "") -> Plan:
    """Ask what to do about a step that failed, as nothing could or may take its place."""
    step = plan.failed[-1]
    why = f" {words}" if words else ""
    told = show_reply(work, step) or step.current_action
    found = "I have looked for another way once." if plan.replans else "I found no other way."
    can_repeat = step.attempts < plan_moves.MAX_ATTEMPTS
    how = f" Or write “edit {step.number} …” to have it done differently." if can_repeat else ""
    text = f"Step {step.number} failed: {told} {found}{why} What shall I do about it?{how}"
    again = (AGAIN,) if can_repeat else ()
    change = _changeable(step) if can_repeat else {}
    _ask(work, plan, step, FAILURE, text, options=(*again, BY_HAND, SKIP, GIVE_UP), change=change)
    return plan


def ask_about_outcome(work: Work, plan: Plan, step: PlanStep, key: str) -> None:
    """Ask whether a step happened, as nobody can tell from here."""
    text = (
        f"I was interrupted while {step.agent} was at step {step.number}, and I cannot tell "
        f"whether it happened (key {key}). I will not repeat it by myself. Please look at the "
        "other side, then say which it is."
    )
    _ask(work, plan, step, UNCLEAR, text, options=(HAPPENED, NOT_HAPPENED), days=30)


def ask_for_lacking(work: Work, plan: Plan, step: PlanStep, lacks: str) -> None:
    """Ask for what no earlier step has told."""
    text = (
        f"For step {step.number} ({step.current_action}) I still need: {lacks}. Write “edit "
        f"{step.number} {lacks.split(', ', maxsplit=1)[0]}=…”, or choose."
    )
    change = _changeable(step, lacks.split(", "))
    _ask(work, plan, step, LACKING, text, options=(SKIP, GIVE_UP), change=change)


def _changeable(step: PlanStep, lacks: Sequence[str] = ()) -> dict[str, JsonValue]:
    """What of a step may be typed over in a form; a person's step has only words."""
    if step.is_for_a_person:
        return {}
    arguments: dict[str, JsonValue] = {**dict.fromkeys(lacks, ""), **step.arguments}
    shown: dict[str, JsonValue] = {"number": step.number, "agent": step.agent, "tool": step.tool}
    return {CHANGE: {**shown, "arguments": arguments}}


def _ask(  # noqa: PLR0913 - the parts of one question
    work: Work,
    plan: Plan,
    step: PlanStep,
    about: str,
    text: str,
    *,
    options: tuple[str, ...],
    days: int = 1,
    change: dict[str, JsonValue] | None = None,
) -> Request:
    about_step: dict[str, JsonValue] = {"plan": plan.id, "step": step.number}
    request = Request(
        id=RequestId(work.journal.next_id()),
        kind=RequestKind.PLAN,
        session=work.session,
        task=TaskId(plan.id),
        asked=plan.owner,
        text=text,
        subject=Subject(PLANNER, about, plan.version, about_step | (change or {})),
        created_at=work.now,
        expires_at=work.journal.until(days * ONE_DAY),
        options=options,
    )
    work.requests.open(request)
    note_message(work, plan, PLANNER, text, step)
    work.say(
        PLANNER,
        text,
        own="",
        to=plan.owner,
        buttons=make_buttons(request),
        request=request.id,
        plan=view_plan(work, plan),
    )
    work.waits = True
    return request


def apply_choice(work: Work, plan: Plan, request: Request, words: str) -> Plan:
    """The plan after a choice about one of its steps."""
    number, now, by = int(str(request.subject.arguments["step"])), work.now, work.author.shown
    skip = plan_moves.pass_over if request.subject.tool == FAILURE else plan_moves.reject
    moves: dict[str, Callable[[], Plan]] = {
        DONE: lambda: plan_moves.complete(plan, number, f"done by {by}", now),
        IMPOSSIBLE: lambda: plan_moves.fail(
            plan, number, Reason.ERROR, now, f"{by} could not do it"
        ),
        HAPPENED: lambda: plan_moves.found_done(plan, number, f"done, as {by} has found out", now),
        NOT_HAPPENED: lambda: plan_moves.found_undone(plan, number, now),
        AGAIN: lambda: plan_moves.retry(plan, number),
        BY_HAND: lambda: plan_moves.done_by_hand(plan, number, f"done by {by}", now),
        SKIP: lambda: skip(plan, number, "skipped", now),
    }
    return moves.get(words, lambda: _given_up(plan, now))()


def _given_up(plan: Plan, now: datetime) -> Plan:
    if plan.failed and not plan.unclear:
        return plan_moves.give_up(plan, now)
    return plan_moves.cancel(plan, now)
