"""Take a verdict when its press is accepted, so that it does not wait behind a running turn."""

from bot.core.requests.edits import changed
from bot.core.requests.looking import Look
from bot.core.requests.plan_card import WHOLE, plan_of
from bot.core.requests.verbs import refuse_odd, remarks, task_of
from bot.core.requests.verdicts import Attempt, verdict_of
from bot.core.turn.services import Services
from bot.domain.errors import NotUnderstood, Refused
from bot.domain.ids import TurnId
from bot.domain.messages import Incoming, Press
from bot.domain.requests import Request, RequestKind, Verdict


async def decide_at_once(services: Services, incoming: Incoming, turn: TurnId) -> None:
    """Fix the verdict of a press, with all checks its turn makes; the turn carries it out.

    What is refused here is left to the turn, which tells why. A secret is left to it, too:
    its value must reach the tool in the same step that closes the request.

    Raises:
        PlatformFailed: the store does not answer; the turn decides.
    """
    press = incoming.press
    if press is None:
        return
    request = await services.requests.find(press.request)
    if request is None or request.session != incoming.thread.session:
        return
    if request.kind is RequestKind.SECRET or remarks(request, press):
        return
    attempt = Attempt(press, incoming.person, turn, services.clock.now())
    try:
        await _decide(services, request, attempt)
    except Refused:
        return


async def _decide(services: Services, request: Request, attempt: Attempt) -> None:
    verdict = await verdict_of(services, request, attempt)
    refuse_odd(request, attempt.press)
    if request.kind is RequestKind.PLAN:
        await _decide_plan(services, request, (verdict, attempt))
        return
    participant = await services.sessions.participant(request.session, request.asked)
    task = task_of(participant, request)
    if task is None:
        return
    if attempt.press.verb == "edit":
        look = Look(services, participant, task, attempt.at)
        await refuse_impossible(look, request, attempt.press)
    await services.requests.decide(request.id, verdict, attempt.at)


async def _decide_plan(
    services: Services, request: Request, what: tuple[Verdict, Attempt]
) -> None:
    """Fix what is said to all of a card, or to a question; its steps alone are its turn's."""
    verdict, attempt = what
    plan = await services.plans.find(plan_of(request))
    is_chosen = bool(request.options) and not attempt.press.verb.startswith("edit")
    if plan is not None and plan.is_open and (is_chosen or attempt.press.verb in WHOLE):
        await services.requests.decide(request.id, verdict, attempt.at)


async def refuse_impossible(look: Look, request: Request, press: Press) -> None:
    """Refuse a change that cannot be read, or that the tool's check objects to.

    Raises:
        NotUnderstood: the words say why.
    """
    agent = look.services.catalogue.actor(request.subject.agent)
    tool = agent.tool_named(request.subject.tool) if agent else None
    edited = changed(tool, request, press.values, look.today)
    if agent is None or tool is None:
        return
    if objection := await look.objection(agent, tool, edited):
        raise NotUnderstood(objection)
