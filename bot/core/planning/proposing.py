"""Make a plan of the steps that an agent proposes, checked as if the planner had written them."""

from collections.abc import Sequence

from agents.kit.outcome import RecipeStep
from agents.kit.values.errors import ToolFailed
from bot.core.acting.run_form import failed
from bot.core.planning.making import NOTHING_CHANGED, lay_out, plan_for
from bot.core.planning.reading import Checker, Written
from bot.core.routing.settle import settle
from bot.core.turn.work import Work
from bot.domain.errors import PlanFlawed
from bot.domain.participant import ToolForm
from bot.domain.plans import draft as plan_making
from bot.domain.plans.draft import MOST_CLARIFICATIONS
from bot.domain.plans.steps import PlanStep, check_steps
from bot.domain.tasks import Task

LAID_OUT = "{agent} has laid out a plan for this; people decide its steps."


async def propose(work: Work, task: Task, written: Sequence[RecipeStep]) -> None:
    """Make a plan of the steps that an agent proposes; what cannot be one, it hears of.

    The goal and what was said to it are its person's own words: nobody else's count as said.
    """
    try:
        steps = _checked(work, written)
    except PlanFlawed as flaw:
        told = ToolFailed(f"No plan can be made of that: {flaw} {NOTHING_CHANGED}")
        await settle(work, task, await failed(work, task, told))
        return
    goal, *more = _told_by_person(task) or (task.agent,)
    plan = plan_for(work, goal, task.spoken)
    for words in more:
        plan = plan_making.clarify(plan, words)
    await lay_out(work, task, plan, steps)
    _answer_to_asker(work, task)


def _checked(work: Work, written: Sequence[RecipeStep]) -> tuple[PlanStep, ...]:
    checker = Checker(work.catalogue, work.local_now, work.journal.next_id)
    steps = checker.steps([
        Written(number, one.agent, one.tool, dict(one.arguments), one.action, tuple(one.needs))
        for number, one in enumerate(written, start=1)
    ])  # fmt: skip
    check_steps(steps)
    return steps


def _told_by_person(task: Task) -> tuple[str, ...]:
    """The wish, and the sentences of its person that a value of its form still stands in."""
    form = ToolForm.read(task.state)
    used = set(form.words.values() if form.tool else task.own)
    told = (words for number, words in enumerate(task.own) if number == 0 or words in used)
    return tuple(dict.fromkeys(filter(str.strip, told)))[: MOST_CLARIFICATIONS + 1]


def _answer_to_asker(work: Work, task: Task) -> None:
    """Tell the agent that wanted the plan for a task of its own; it goes on at once."""
    asker = work.person.stack.top
    if asker is None or task.parent != asker.agent:
        return
    told = LAID_OUT.format(agent=task.agent)
    work.person.update(asker.with_(said=(*asker.said, told)))
    work.waits = False
