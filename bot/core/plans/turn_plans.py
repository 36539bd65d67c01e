"""Keep plans with the turn's commit: read as the turn leaves them, told, followed by steps."""

from bot.core.state.catalogue import PLANNER
from bot.core.state.work import Work, look_up_plan_words
from bot.domain.ids import AgentMessageId, PlanId
from bot.domain.messages import Incoming, Kind, PlanView
from bot.domain.plans.plan import Plan, PlanMessage
from bot.domain.plans.plan_view import PRIVATE, view_of
from bot.domain.plans.steps import PlanStep, StepStatus
from bot.domain.requests import Request


async def find_plan(work: Work, plan_id: str) -> Plan | None:
    """The plan of an id as this turn leaves it, if it belongs to this session."""
    id_ = PlanId(plan_id)
    plan = work.changes.plans.get(id_) or await work.services.plans.find(id_)
    if plan is None or plan.session != work.session:
        return None
    return await look_up_plan_words(work, plan)


async def open_plans(work: Work) -> list[Plan]:
    """The open plans of the person worked for in this session, the newest first."""
    kept = await work.services.plans.open_plans(work.session)
    changed = work.changes.plans
    made = [plan for plan in changed.values() if all(plan.id != one.id for one in kept)]
    now = [*made, *(changed.get(plan.id, plan) for plan in kept)]
    own = [plan for plan in now if plan.is_open and plan.owner == work.person.identity]
    return [await look_up_plan_words(work, plan) for plan in own]


def keep_plan(work: Work, plan: Plan) -> Plan:
    """Keep a plan as it is now."""
    work.changes.plans[plan.id] = plan
    return plan


def note_message(
    work: Work, plan: Plan, source: str, content: str, step: PlanStep | None = None
) -> None:
    """Keep what an agent, the planner or a person said about a plan."""
    message = PlanMessage(
        id=AgentMessageId(work.journal.next_id()),
        session=plan.session,
        person=plan.owner,
        plan=plan.id,
        source=source,
        content=content,
        at=work.now,
        step=step.id if step else None,
    )
    work.changes.messages.append(message)


STEP = "step"


def leave_step(work: Work, plan: Plan, step: PlanStep) -> None:
    """Leave a step to a turn of its own, which begins once this one is committed."""
    tail = step.request or step.digest[:12] or f"{work.journal.turn}.v{plan.version}"
    incoming = work.incoming
    work.changes.leave(
        Incoming(
            id=f"step:{plan.id}:{step.number}:{step.attempts + 1}:{tail}",
            thread=incoming.thread,
            person=plan.owner,
            kind=Kind.ERRAND,
            text=f"{STEP} {plan.id} {step.number}",
            shared=incoming.shared,
        )
    )


def read_left_step(incoming: Incoming) -> tuple[PlanId, int] | None:
    """The plan and the number of the step that an errand is to go on with."""
    what, _, rest = incoming.text.partition(" ")
    plan, _, number = rest.partition(" ")
    is_step = incoming.kind is Kind.ERRAND and what == STEP and number.isdecimal()
    return (PlanId(plan), int(number)) if is_step else None


def view_plan(work: Work, plan: Plan) -> PlanView:
    """The plan as those see it who read the thread."""
    shared = work.incoming.shared
    agents = work.catalogue.agents.values()
    private = (agent.name for agent in agents if agent.private and shared)
    return view_of(plan, frozenset(private))


def show_reply(work: Work, step: PlanStep) -> str:
    """What a step answered, as those may read it who read the thread."""
    return PRIVATE if step.reply and work.is_private(step.agent) else step.reply


def say_of_plan(work: Work, plan: Plan, text: str, request: Request | None = None) -> None:
    """Say something of a plan to its owner, or whoever reads the thread."""
    request_id = request.id if request else None
    seen = view_plan(work, plan)
    work.say(PLANNER, text, own="", to=plan.owner, plan=seen, request=request_id)


def tell_waiting(work: Work, plan: Plan, what: str) -> None:
    """Answer a decision on one step, with what still waits for one."""
    asked = [step for step in plan.steps if step.status is StepStatus.AWAITING]
    numbers = ", ".join(str(step.number) for step in asked)
    waiting = f"Steps {numbers} still wait" if len(asked) > 1 else f"Step {numbers} still waits"
    rest = f" {waiting} for a decision." if asked else ""
    work.say(PLANNER, f"{what}{rest}", own="", to=work.author, plan=view_plan(work, plan))


def update_card(work: Work, plan: Plan, request: Request, text: str, *, locked: bool) -> None:
    """Let the card of a request follow its plan; one with nothing left to decide is locked."""
    work.requests.show(request, text, plan=view_plan(work, plan), locked=locked)
