"""What a person may ask about: help, agents, tasks, why, requests."""

from dataclasses import dataclass, replace

from bot.core.accounts.other_accounts import (
    find_requests_beside,
    find_requests_elsewhere,
    list_beside,
    show_cards,
    tell_open,
)
from bot.core.commands.admins import Unknown, explain_admin_here
from bot.core.commands.grammar import RESET_OF_OTHERS, VERBS
from bot.core.commands.plans import describe_plans
from bot.core.requests.ask import show_again
from bot.core.requests.cards import shorten_text
from bot.core.requests.deciders import may_decide
from bot.core.state.catalogue import Catalogue
from bot.core.state.directory import AskedOnce
from bot.core.state.kill_switch import find_pause
from bot.core.state.work import Work, asks_in_private
from bot.domain.requests import Request
from bot.domain.tasks import Task

SHOWN_OTHERS = 4


async def show_help(work: Work, _argument: str) -> None:
    """List the agents, and the words that are always understood."""
    lines = [
        f"{work.catalogue.introductions}\n",
        "Words I always understand, alone or behind /frontdesk:",
        *(verb.line for verb in VERBS.values() if not verb.admin),
    ]
    if await _is_admin(work):
        lines += ["As an admin also:", RESET_OF_OTHERS]
        lines += [verb.line for verb in VERBS.values() if verb.admin]
    _and_what_waits(work, "\n".join([*lines, "Write @agent to address one."]))


def _and_what_waits(work: Work, text: str) -> None:
    """Say something, and in the same message what the author is asked."""
    if work.person.stack.top is not None:
        show_again(work, work.person.stack.top, text)
    else:
        work.say("", text)


async def _is_admin(work: Work) -> bool:
    try:
        thread = work.incoming.thread
        return bool(await explain_admin_here(work.services, work.author, thread))
    except Unknown:
        return False


async def list_agents(work: Work, _argument: str) -> None:
    """List all agents."""
    lines = [
        f"- {a.name}: {a.introduction or a.description}" for a in work.catalogue.agents.values()
    ]
    work.say("", "\n".join(lines))


async def list_tasks(work: Work, _argument: str) -> None:
    """Say what is open, and repeat what it waits for; then what is open elsewhere."""
    await _tasks_here(work)
    await tell_open(work)


async def _tasks_here(work: Work) -> None:
    tasks = work.person.stack.tasks
    paused = await find_pause(work)
    lines = [paused.words] if paused else []
    planned = await describe_plans(work)
    lines += ["Your open plans here:", *planned] if planned else []
    if not tasks and not work.person.stack.queued and not work.person.participant.shelved:
        nothing = [] if planned else ["Nothing is open. What can I do for you?"]
        work.say("", "\n".join([*lines, *nothing]))
        return
    lines.append("We are in the middle of:" if tasks else "Nothing is open.")
    lines += [_told(work, task) for task in reversed(tasks)]
    lines += [f"- next: {task.agent}" for task in work.person.stack.queued]
    lines += [
        f"- put away until approved: {task.agent}" for task in work.person.participant.shelved
    ]
    _and_what_waits(work, "\n".join(lines))


async def explain_decisions(work: Work, _argument: str) -> None:
    """Say what was decided for the person last, and why."""
    decisions = await work.services.sessions.decisions(work.session, work.author)
    if not decisions:
        work.say("", "I have decided nothing for you in this conversation yet.")
        return
    lines = []
    for decision in decisions:
        others = _others(work.catalogue, decision.rejected)
        lines.append(f"- {decision.gate}: {decision.chosen}, because {decision.reason}{others}")
    work.say("", "Last time I decided:\n" + "\n".join(lines))


def _others(catalogue: Catalogue, rejected: tuple[str, ...]) -> str:
    """A few of those that might have been chosen; what has no name for people is left out."""
    exposed = {card.name for card in catalogue.exposed}
    names = [name for name in rejected if name in exposed]
    more = [f"{len(names) - SHOWN_OTHERS} more"] if len(names) > SHOWN_OTHERS else []
    shown = ", ".join([*names[:SHOWN_OTHERS], *more])
    return f" (not: {shown})" if shown else ""


@dataclass(frozen=True, slots=True)
class OpenDecisions:
    """What the author may decide: asked here, in other conversations here, and elsewhere."""

    here: tuple[Request, ...]
    beside: list[Request]
    elsewhere: list[Request]


async def find_waiting(work: Work) -> OpenDecisions:
    """Read what waits for a decision."""
    author, directory = work.author, AskedOnce(work.services.directory)
    services = replace(work.services, directory=directory)
    here = [
        r
        for r in work.requests.pending
        if r.asked == author or await may_decide(directory, r, author)
    ]
    beside = await find_requests_beside(work.transcript, services)
    return OpenDecisions(tuple(here), beside, await find_requests_elsewhere(services, author))


async def list_requests(work: Work, _argument: str) -> None:
    """List what waits for a decision."""
    await list_waiting(work, await find_waiting(work))


async def list_waiting(work: Work, waits: OpenDecisions) -> None:
    """List it, each where it may be read."""
    asked = waits.here
    if not (asked or waits.beside or waits.elsewhere):
        work.say("", "Nothing is waiting for a decision.")
        return
    await show_cards(work, waits.elsewhere)
    list_beside(work, waits.beside)
    if not asked:
        return
    lines = [f"- {r.id} {r.kind}, waits for {r.waits_for}: {shorten_text(r.text)}" for r in asked]
    private = any(asks_in_private(work, request) for request in asked)
    work.say("", "Waiting for a decision:\n" + "\n".join(lines), private=private)


def _told(work: Work, task: Task) -> str:
    words = f" (“{task.said[0][:80]}”)" if task.said else ""
    for_whom = f", needed for {task.parent}" if task.parent else ""
    if task is work.person.stack.top:
        return f"- now: {task.agent}{words}{for_whom}"
    return f"- waiting: {task.agent}{words}{for_whom}{_waits_for(work, task)}"


def _waits_for(work: Work, task: Task) -> str:
    """What a task beneath the top waits for: the agent it needs, else what it had asked."""
    serving = (t.agent for t in work.person.stack.tasks if t.parent == task.agent and t.provides)
    if needed := next(serving, ""):
        return f"; it waits for {needed}"
    request = work.requests.of(task)
    if request is not None and asks_in_private(work, request):
        return "; it waits for your answer"
    asked = shorten_text(request.text if request is not None else task.question)
    return f"; it asked: {asked}" if asked else ""
