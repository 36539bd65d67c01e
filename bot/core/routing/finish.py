"""End a task: take it off the stack, and go on with whatever waited for it."""

import structlog

from agents.kit.outcome import HUMAN, NextTool, Outcome
from bot.core.reading.ask import ask
from bot.core.requests.ask import show_again
from bot.core.routing.start import choosable, push
from bot.core.turn.privacy import is_private_task
from bot.core.turn.services import CONCIERGE, Catalogue
from bot.core.turn.work import Work
from bot.domain.participant import ToolForm
from bot.domain.questions import Which
from bot.domain.tasks import Task, describe_call

DONE = "Done."

log = structlog.get_logger(__name__)


async def finish(work: Work, task: Task, outcome: Outcome) -> None:
    """Take a finished task off the stack and go on with what waited for it."""
    work.take_off(task)
    if not task.provides:  # what only had to come first was no wish
        work.person.change(finished=(*work.person.participant.finished, task.agent)[-10:])
    work.progress(task.agent, f"{task.agent} is complete")
    chained = await _next(work, task, outcome.next_tool)
    beneath = _told_in_private(work, task)
    is_mine = beneath is not None and task.parent == beneath.agent
    if beneath is not None and is_mine and not task.provides:
        joined = f"{beneath.said[-1] if beneath.said else ''} {outcome.value}".strip()
        work.person.update(beneath.with_(said=(*beneath.said, joined)))
    elif beneath is not None and beneath.started and not is_mine and chained is None:
        beneath = work.person.update(beneath.noting(f"{task.agent} answered: {outcome.value}"))
        if work.passed_on or _has_unread(work.catalogue, beneath):
            work.say(task.agent, outcome.value or DONE)
        else:
            show_again(work, beneath, outcome.value, own=outcome.value)
            work.transcript.attribute_last(task.agent, private=work.is_private(task.agent))
    elif outcome.value.strip():
        work.say(task.agent, outcome.value)
    elif not outcome.artifact:
        work.say(task.agent, DONE)
    if chained is not None:
        push(work, chained)


def _has_unread(catalogue: Catalogue, task: Task) -> bool:
    """Say whether a form was kept something in mind, which changes what it asks."""
    form, agent = ToolForm.read(task.state), catalogue.actor(task.agent)
    is_form = agent is not None and agent.is_form and not task.plan
    return is_form and bool(form.tool) and form.heard < len(task.said)


def _told_in_private(work: Work, task: Task) -> Task | None:
    """Return the task beneath, which learns what the finished one found; it is as discreet."""
    beneath = work.person.stack.top
    if not is_private_task(work.catalogue, task):
        return beneath
    work.discreet.add(task.agent)
    return work.person.update(beneath.with_(private=True)) if beneath is not None else None


def drop(work: Work, task: Task, text: str) -> None:
    """End a task without a result, with all that only wait for it, and say so."""
    work.take_off(*work.person.stack.chain(task))
    left = work.person.stack.top
    if left is not None and left.started:
        show_again(work, left, text)
        work.transcript.attribute_last(task.agent, private=work.is_private(task.agent))
    else:
        work.say(task.agent, text, own="")
        work.waits = left is not None or not work.person.stack.queued


def take_next(work: Work, task: Task, text: str) -> bool:
    """Go on with what a task kept, and say so behind a text; False if it kept nothing to run."""
    upcoming = task.next_kept
    if upcoming is None:
        return False
    work.say(task.agent, f"{text} Next: {describe_call(upcoming)}.", own="")
    work.person.stack = work.person.stack.resume(task.taking_up())
    return True


def leave(work: Work, task: Task, text: str) -> None:
    """Leave undone what a task waited for: what it kept comes next, else it ends."""
    if take_next(work, task, text):
        return
    if (back := task.hands_back) is None:
        drop(work, task, text)
        return
    work.take_off(*work.person.stack.chain(task))
    work.say(task.agent, text, own="")
    work.handed_back[task.agent], work.passed_on = back.because, back.words


async def named(work: Work, task: Task, wanted: NextTool) -> tuple[str, str]:
    """Find the agent an outcome wants next, and the words for it; the router fills a gap."""
    argument = wanted.tool_argument
    words = (argument.arguments if argument else "") or wanted.content or wanted.context
    if argument and argument.name:
        if work.catalogue.get(argument.name) is None and argument.name != HUMAN:
            log.warning("no_such_agent", agent=task.agent, wanted=argument.name[:60])
        work.progress(argument.name, f"Choosing {argument.name}: {task.agent} asked for it")
        return argument.name, words
    name = await ask(work, Which(wanted.context or words, choosable(work.catalogue), plans=False))
    return name or CONCIERGE, words


async def _next(work: Work, task: Task, wanted: NextTool | None) -> Task | None:
    """The task a finished one wants to follow it, or None."""
    if wanted is None:
        return None
    name, words = await named(work, task, wanted)
    if work.catalogue.get(name) is None or name == CONCIERGE:
        return None
    return work.new_task(
        name, words, spoken=task.spoken, private=is_private_task(work.catalogue, task)
    )
