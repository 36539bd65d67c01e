"""What only a person can say about a step: that it is done, what became of it, what to do."""

from bot.core.planning.keeping import note, view
from bot.core.requests import asking
from bot.core.requests.plan_card import STEPS
from bot.core.turn.services import PLANNER
from bot.core.turn.work import Work
from bot.domain import plan_moves
from bot.domain.ids import RequestId, TaskId
from bot.domain.plan import Plan
from bot.domain.plan_step import Step
from bot.domain.requests import Request, RequestKind, Subject

PERSON, FAILURE, UNCLEAR, LACKING = "person", "failure", "unclear", "lacking"
KINDS = {STEPS, PERSON, FAILURE, UNCLEAR, LACKING}
DONE, IMPOSSIBLE = "Done", "It cannot be done"
AGAIN, SKIP, GIVE_UP = "Try again", "Skip it", "Give up"
HAPPENED, NOT_HAPPENED = "It happened", "It did not happen"

ONE_DAY = 24 * 60 * 60


def hand(work: Work, plan: Plan, step: Step) -> Plan:
    """Give a step to the plan's owner, who says when it is done."""
    text = f"Step {step.number} is for a person: {step.current_action} Tell me when it is done."
    request = _ask(work, plan, step, PERSON, text, options=(DONE, IMPOSSIBLE))
    return plan_moves.hand(plan, step.number, request.id, work.now)


def ask_about_failure(work: Work, plan: Plan, words: str = "") -> Plan:
    """Ask what to do about a step that failed, as nothing could take its place."""
    step = plan.failed[-1]
    why = f" {words}" if words else ""
    text = (
        f"Step {step.number} failed: {step.reply or step.current_action} I found no other way."
        f"{why} What shall I do about it?"
    )
    _ask(work, plan, step, FAILURE, text, options=(AGAIN, SKIP, GIVE_UP))
    return plan


def ask_about_outcome(work: Work, plan: Plan, step: Step, key: str) -> None:
    """Ask whether a step happened, as nobody can tell from here."""
    text = (
        f"I was interrupted while {step.agent} was at step {step.number}, and I cannot tell "
        f"whether it happened (key {key}). I will not repeat it by myself. Please look at the "
        "other side, then say which it is."
    )
    _ask(work, plan, step, UNCLEAR, text, options=(HAPPENED, NOT_HAPPENED), days=30)


def ask_for_lacking(work: Work, plan: Plan, step: Step, lacks: str) -> None:
    """Ask for what no earlier step has told."""
    text = (
        f"For step {step.number} ({step.current_action}) I still need: {lacks}. Write “edit "
        f"{step.number} {lacks.split(', ', maxsplit=1)[0]}=…”, or choose."
    )
    _ask(work, plan, step, LACKING, text, options=(SKIP, GIVE_UP))


def _ask(  # noqa: PLR0913 - the parts of one question
    work: Work,
    plan: Plan,
    step: Step,
    about: str,
    text: str,
    *,
    options: tuple[str, ...],
    days: int = 1,
) -> Request:
    request = Request(
        id=RequestId(work.next_id()),
        kind=RequestKind.PLAN,
        session=work.session,
        task=TaskId(plan.id),
        asked=plan.owner,
        text=text,
        subject=Subject(PLANNER, about, plan.version, {"plan": plan.id, "step": step.number}),
        created_at=work.now,
        expires_at=work.until(days * ONE_DAY),
        options=options,
    )
    work.open(request)
    note(work, plan, PLANNER, text, step)
    work.say(
        PLANNER,
        text,
        to=plan.owner,
        buttons=asking.buttons_of(request),
        request=request.id,
        plan=view(work, plan),
    )
    work.waits = True
    return request
