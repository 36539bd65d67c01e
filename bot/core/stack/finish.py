"""End a task, and go on: with what waited for it, or with what is left of the wish."""

import structlog

from agents.kit.outcome import HUMAN, NextTool, Outcome
from bot.core.reading.ask import ask_reader
from bot.core.reading.decide import NOBODY
from bot.core.requests.ask import show_again, show_plan_again
from bot.core.stack.start import list_choosable, push_task, say_ready
from bot.core.state.catalogue import CONCIERGE, Catalogue
from bot.core.state.work import Work, is_private_task
from bot.domain.decisions import Gate
from bot.domain.messages import ReplyKind
from bot.domain.participant import ToolForm
from bot.domain.questions import PLANNER, Left, Which
from bot.domain.tasks import Task, describe_call
from bot.language.normal import fold
from bot.language.sentences import has_connective

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
        push_task(work, chained)


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


def drop_task(work: Work, task: Task, text: str) -> None:
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


def leave_undone(work: Work, task: Task, text: str) -> None:
    """Leave undone what a task waited for: what it kept comes next, else it ends."""
    if take_next(work, task, text):
        return
    if (back := task.hands_back) is None:
        drop_task(work, task, text)
        return
    work.take_off(*work.person.stack.chain(task))
    work.say(task.agent, text, own="")
    work.handed_back[task.agent], work.passed_on = back.because, back.words


async def name_agent(work: Work, task: Task, wanted: NextTool) -> tuple[str, str]:
    """Find the agent an outcome wants next, and the words for it; the router fills a gap."""
    argument = wanted.tool_argument
    words = (argument.arguments if argument else "") or wanted.content or wanted.context
    if argument and argument.name:
        if work.catalogue.get(argument.name) is None and argument.name != HUMAN:
            log.warning("no_such_agent", agent=task.agent, wanted=argument.name[:60])
        work.progress(argument.name, f"Choosing {argument.name}: {task.agent} asked for it")
        return argument.name, words
    name = await ask_reader(
        work, Which(wanted.context or words, list_choosable(work.catalogue), plans=False)
    )
    return name or CONCIERGE, words


async def _next(work: Work, task: Task, wanted: NextTool | None) -> Task | None:
    """The task a finished one wants to follow it, or None."""
    if wanted is None:
        return None
    name, words = await name_agent(work, task, wanted)
    if work.catalogue.get(name) is None or name == CONCIERGE:
        return None
    return work.new_task(
        name, words, spoken=task.spoken, private=is_private_task(work.catalogue, task)
    )


NO_FURTHER_TASK = "no_further_task"
TOLD_ALONE = "it was told in private"
LONGEST_DONE = 200


async def continue_wish(work: Work) -> None:
    """Start what is left of the wish, or say once that the bot is ready, and wait."""
    queued = work.person.stack.next_queued()
    if queued.top is not None:
        work.limits.budget.hand_off()
        work.person.stack = queued
        wish = queued.top.said[-1] if queued.top.said else ""
        work.person.change(wish=wish, wish_spoken=queued.top.spoken, finished=())
        work.progress(queued.top.agent, f"Next: {queued.top.agent}")
        return
    if not await _starts_rest(work):
        await _ready(work)


async def _starts_rest(work: Work) -> bool:
    work.progress("continuation", "Looking whether anything is left of what you wanted")
    wish = work.person.participant.wish
    if not has_connective(wish):
        work.decide(Gate.CONTINUATION, NO_FURTHER_TASK, "all that you asked for is done")
        return False
    left = await ask_reader(work, Left(wish, _done(work)))
    if not left or not _is_part(left, wish):
        work.decide(Gate.CONTINUATION, NO_FURTHER_TASK, "nothing is left of what you wanted")
        return False
    work.decide(Gate.CONTINUATION, "orchestrator", f"still to do: “{left[:LONGEST_DONE]}”")
    agent = await ask_reader(work, Which(left, list_choosable(work.catalogue), plans=False))
    if agent is None or agent in {*NOBODY, PLANNER}:
        work.decide(Gate.CONTINUATION, NO_FURTHER_TASK, "nobody here does what may be left")
        return False
    spoken = work.spoken(left)
    work.person.change(wish=left, wish_spoken=spoken)
    push_task(work, work.new_task(agent, left, spoken=spoken))
    return True


def _is_part(left: str, wish: str) -> bool:
    """Say whether what is left stands in the wish, and is less than all of it."""
    rest, whole = fold(left).rstrip(".!?"), fold(wish).rstrip(".!?")
    return rest in whole and rest != whole


def _done(work: Work) -> str:
    """What was done, by whom; what was told in private is for nobody else to read."""
    spoken = [reply for reply in work.transcript.replies if reply.kind is ReplyKind.MESSAGE]
    told = spoken[-1] if spoken else None
    words = "" if told is None else TOLD_ALONE if told.private else told.text[:LONGEST_DONE]
    return f"{', '.join(work.person.participant.finished)}: {words}"


async def _ready(work: Work) -> None:
    if not await show_plan_again(work):
        say_ready(work)
    work.person.end_wish()
    work.waits = True
