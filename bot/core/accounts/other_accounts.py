"""What is open for somebody under their other identities; shown to them alone."""

from dataclasses import replace

from agents.kit.values.person import Person
from bot.core.ports.admin import Scope
from bot.core.requests.cards import make_buttons, shorten_text
from bot.core.requests.deciders import CHECKED, OWN_ALONE, may_decide
from bot.core.requests.names import answer_alone, describe_workspace
from bot.core.requests.plan_cards import find_plan_id, write_plan
from bot.core.state.catalogue import Services
from bot.core.state.directory import AskedOnce
from bot.core.state.transcript import Transcript
from bot.core.state.work import Work
from bot.domain.ids import PlanId
from bot.domain.messages import Thread
from bot.domain.plans.plan import Plan
from bot.domain.plans.plan_view import PRIVATE, view_of
from bot.domain.requests import Request, RequestKind
from bot.domain.untrusted import make_visible

BESIDE = (
    "Asked in other conversations here, and yours to decide: where the card stands, or with "
    "“decide <request> approve | reject | …”."
)
MOST_CARDS = 10
MOST_SEEN = 20
MOST_PLANS = 10


async def find_requests_elsewhere(services: Services, person: Person) -> list[Request]:
    """What somebody may decide as who they are elsewhere, oldest first."""
    directory, overseen = AskedOnce(services.directory), services.admin_views
    linked = (await directory.identities(person)).linked
    found = [
        request
        for other in linked
        for request in await overseen.open_requests(Scope(other.platform, other.workspace))
        if request.kind not in OWN_ALONE and await may_decide(directory, request, other)
    ]
    return sorted(found, key=lambda request: request.created_at)


async def find_requests_beside(transcript: Transcript, services: Services) -> list[Request]:
    """What the author may decide that was asked in other conversations here, oldest first.

    One more than are listed, if there are more: nobody is asked about the rest.
    """
    thread, directory = transcript.incoming.thread, services.directory
    kinds = CHECKED - OWN_ALONE
    found: list[Request] = []
    for request in await services.admin_views.open_requests(
        Scope(thread.platform, thread.workspace)
    ):
        is_beside = request.session != transcript.session and request.kind in kinds
        if is_beside and await may_decide(directory, request, transcript.author):
            found.append(request)
        if len(found) > MOST_CARDS:
            break
    return found


async def concerns(services: Services, request: Request, person: Person) -> bool:
    """Say whether somebody may see a request of elsewhere: it is theirs, or theirs to decide."""
    if request.kind in OWN_ALONE:
        return False
    same = (await services.directory.identities(person)).linked
    of_one = not {*same}.isdisjoint((request.asked, *request.approvals))
    return of_one or await may_decide(services.directory, request, person)


async def find_plans_elsewhere(services: Services, person: Person) -> list[Plan]:
    """The newest plans of somebody's other identities."""
    linked = (await services.directory.identities(person)).linked
    return [plan for other in linked for plan in await services.plans.of_person(other, MOST_PLANS)]


async def open_elsewhere(services: Services, person: Person) -> list[Plan]:
    """Those of them that are open, without what was told in private."""
    private = find_private_agents(services)
    found = await find_plans_elsewhere(services, person)
    return [_discreet(plan, private) for plan in found if plan.is_open]


async def find_plan_elsewhere(services: Services, person: Person, plan_id: PlanId) -> Plan | None:
    """A plan of one of somebody's other identities; None if it is nobody's of them."""
    linked = (await services.directory.identities(person)).linked
    plan = await services.plans.find(plan_id) if linked else None
    if plan is None or plan.owner not in linked:
        return None
    return _discreet(plan, find_private_agents(services))


async def show_cards(work: Work, requests: list[Request]) -> None:
    """Show what may be decided from here, with its buttons, as far as there is room."""
    for request in requests[:MOST_CARDS]:
        thread = Thread.of(request.session)
        where = await describe_workspace(
            work.services.directory, thread.platform, thread.workspace
        )
        text = f"Asked on {where} ({request.id}):\n{request.text}"
        answer_alone(work, text, buttons=make_buttons(request), request=request.id)
    if len(requests) > MOST_CARDS:
        rest = len(requests) - MOST_CARDS
        answer_alone(
            work, f"… and {rest} more elsewhere; decide some, then write “requests” again."
        )


def list_beside(work: Work, requests: list[Request]) -> None:
    """Name what was asked in other conversations here; what will run is read on its card."""
    lines = [f"- {r.id} {r.kind}: {shorten_text(r.text)}" for r in requests[:MOST_CARDS]]
    lines += ["- and more; decide some, then write “requests” again"][: len(requests) - len(lines)]
    if lines:
        answer_alone(work, "\n".join([BESIDE, *lines]))


def find_private_agents(services: Services) -> frozenset[str]:
    """The agents whose answers are for nobody else, and no other place."""
    return frozenset(a.name for a in services.catalogue.agents.values() if a.private)


def _discreet(plan: Plan, private: frozenset[str]) -> Plan:
    hidden = {"reply": PRIVATE, "arguments": {}}
    steps = (
        replace(s, **hidden) if s.agent in private and s.reply else s  # type: ignore[arg-type] # as its fields are
        for s in plan.steps
    )
    return replace(plan, steps=tuple(steps))


async def show_plan(work: Work, plan: Plan) -> None:
    """Show a plan of another identity; what it found out in private stays where it was asked."""
    view = view_of(plan, find_private_agents(work.services))
    answer_alone(work, write_plan(view), plan=view)
    asked = await find_requests_elsewhere(work.services, work.author)
    await show_cards(
        work, [r for r in asked if r.kind is RequestKind.PLAN and find_plan_id(r) == plan.id]
    )


async def tell_open(work: Work) -> None:
    """Tell of tasks, plans and requests elsewhere, a line each; nothing if there are none."""
    services, author = work.services, work.author
    lines = []
    for other in (await services.directory.identities(author)).linked:
        scope = Scope(other.platform, other.workspace, user=other.user)
        seen = await services.admin_views.seen(scope, MOST_SEEN)
        where = await describe_workspace(services.directory, other.platform, other.workspace)
        tasks = (task for one in seen for task in one.participant.stack.tasks)
        lines += [f"- {task.agent}, on {where}" for task in tasks]
    plans = [plan for plan in await find_plans_elsewhere(services, author) if plan.is_open]
    lines += [f"- plan {plan.id}: {make_visible(plan.goal)[:80]}" for plan in plans]
    asked = await find_requests_elsewhere(services, author)
    lines += [f"- {len(asked)} to decide; “requests” shows them" for _one in asked[:1]]
    if lines:
        answer_alone(work, "\n".join(["Open where you are linked:", *lines]))
