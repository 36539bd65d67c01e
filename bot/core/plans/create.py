"""Make a plan of a goal: ask once for all that is missing, or say honestly that there is none.

goal ─▶ planner ─▶ steps: the plan is laid out, and its card shown
   ▲        ├────▶ question: asked once, for everything; the answer comes back here
   └────────┘────▶ no plan: the words go to an agent, like any others
            └────▶ out of scope: refused, nothing was changed
"""

from collections.abc import Sequence

from agents.kit.outcome import RecipeStep, hand_back
from agents.kit.values.errors import ToolFailed
from bot.core.agents.forms import tell_failure
from bot.core.plans.advance import advance, cancel_plan
from bot.core.plans.planner import PlannerTask, ask_planner
from bot.core.plans.turn_plans import find_plan, keep_plan, note_message
from bot.core.plans.validation import (
    NO_PLAN,
    OUT_OF_SCOPE,
    QUESTION,
    Checker,
    PlannerAnswer,
    WrittenStep,
)
from bot.core.reading.ask import ask_reader
from bot.core.requests.ask import ask_question, show_again
from bot.core.stack.settle import settle
from bot.core.stack.start import list_choosable, push_task, write_offer
from bot.core.state.catalogue import PLANNER
from bot.core.state.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import NotUnderstood, PlanFlawed
from bot.domain.ids import PlanId
from bot.domain.participant import ToolForm
from bot.domain.plans import draft as plan_making
from bot.domain.plans.draft import MOST_CLARIFICATIONS
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import PlanStep, check_steps
from bot.domain.questions import Which
from bot.domain.tasks import Spoken, Task

REFUSED = "That is outside what I can help with."
NOTHING_CHANGED = "Nothing was changed."
NEEDS_MODEL = "Making a plan needs a language model, and none is set up here."


async def begin_plan(work: Work, goal: str) -> None:
    """Start planning for a goal; it goes on in this turn. Without a model only recipes are plans.

    Raises:
        NotUnderstood: there is nothing to plan, or nobody who could.
    """
    if not goal.strip():
        message = "Tell me what to plan, such as: plan: onboard Jessica Smith on Monday"
        raise NotUnderstood(message)
    if work.services.by_rules:
        await _begin_recipe(work, goal)
        return
    if not work.catalogue.makes_plans:
        message = "There is nobody here to make plans for; just ask for what you need."
        raise NotUnderstood(message)
    push_task(work, work.new_task(PLANNER, goal, spoken=work.spoken(goal)))
    work.waits = False


async def _begin_recipe(work: Work, goal: str) -> None:
    name = await ask_reader(work, Which(goal, list_choosable(work.catalogue), plans=False))
    recipe = work.catalogue.get(name or "")
    if recipe is None or not recipe.steps:
        raise NotUnderstood(NEEDS_MODEL)
    work.decide(Gate.PLAN, recipe.name, "there is a recipe for it")
    push_task(work, work.new_task(recipe.name, goal, spoken=work.spoken(goal)))
    work.waits = False


async def go_on_planning(work: Work, task: Task) -> None:
    """Plan for the goal of a task, or go on with its answer."""
    before = await find_plan(work, task.plan) if task.plan else None
    plan = _heard(work, task, before)
    work.progress(PLANNER, "Making a plan")
    try:
        answer = await _write(work, plan)
    except PlanFlawed as flaw:
        _give_up(work, task, str(flaw))
        if before is not None:
            await cancel_plan(work, before)
        return
    await _settled(work, task, plan, answer)


def make_plan(work: Work, goal: str, spoken: tuple[Spoken, ...]) -> Plan:
    """A plan without steps yet; `spoken` is what its owner wrote for it themselves."""
    return Plan(
        id=PlanId(work.journal.next_id()),
        session=work.session,
        owner=work.person.identity,
        goal=goal,
        created_at=work.now,
        spoken=spoken,
    )


async def lay_out(work: Work, task: Task, plan: Plan, steps: Sequence[PlanStep]) -> None:
    """Give a plan its steps, in place of its task, and let it go on."""
    plan = plan_making.lay_out(plan, steps)
    work.take_off(task)
    work.decide(Gate.PLAN, PLANNER, f"this takes {len(plan.steps)} steps")
    said = plan.clarifications[-1].answer if task.plan else plan.goal
    note_message(work, plan, work.author.shown, said)
    lines = [f"{s.number}. {s.agent}: {s.current_action}" for s in plan.steps]
    note_message(work, plan, PLANNER, "\n".join(lines))
    await advance(work, plan)


async def _settled(work: Work, task: Task, plan: Plan, answer: PlannerAnswer) -> None:
    is_asked = bool(task.plan)
    if is_asked and answer.outcome in {NO_PLAN, OUT_OF_SCOPE}:
        words = answer.words or "the words do not answer what was asked"
        await settle(work, task, hand_back(words))
    elif answer.outcome == QUESTION:
        _ask(work, task, plan, answer.words)
    elif answer.outcome == OUT_OF_SCOPE or _is_for_people_alone(answer):
        _refuse(work, task, answer.words)
    elif answer.outcome == NO_PLAN:
        _pass_on(work, task, answer.words or "there is nothing to plan")
    else:
        await lay_out(work, task, plan, answer.steps)


def _heard(work: Work, task: Task, before: Plan | None) -> Plan:
    """The plan with what was said for it."""
    if before is not None:
        return plan_making.clarify(before, task.said[-1], task.spoken)
    plan = make_plan(work, task.said[0], task.spoken)
    for words in task.said[1:]:
        plan = plan_making.clarify(plan, words)
    return plan


async def _write(work: Work, plan: Plan) -> PlannerAnswer:
    """Ask the planner; what it may not ask again it must do without.

    Raises:
        PlanFlawed, ModelUnavailable: there is no plan.
    """
    may_ask = not any(one.question for one in plan.clarifications)
    return await ask_planner(work, PlannerTask(plan, may_ask=may_ask))


def _ask(work: Work, task: Task, plan: Plan, question: str) -> None:
    plan = keep_plan(work, plan_making.ask_owner(plan, question))
    note_message(work, plan, work.author.shown, plan.goal)
    note_message(work, plan, PLANNER, question)
    waiting = work.person.update(task.with_(plan=plan.id, question=question, started=True))
    ask_question(work, waiting, question)


def _pass_on(work: Work, task: Task, why: str) -> None:
    """Let the words be routed as if nobody had thought of a plan."""
    work.take_off(task)
    work.decide(Gate.PLAN, NO_PLAN, why)
    work.handed_back[PLANNER] = why
    work.passed_on = task.said[-1]


def _refuse(work: Work, task: Task, words: str) -> None:
    work.take_off(task)
    work.decide(Gate.PLAN, OUT_OF_SCOPE, words or "nothing I can do would help with it")
    _tell(work, f"{REFUSED} {NOTHING_CHANGED}\n{write_offer(work.catalogue)}")


def _give_up(work: Work, task: Task, why: str) -> None:
    work.take_off(task)
    work.decide(Gate.PLAN, NO_PLAN, f"no usable plan: {why[:200]}")
    _tell(work, f"I could not make a plan of that. {NOTHING_CHANGED} Please say it differently.")


def _tell(work: Work, text: str) -> None:
    work.waits = True
    beneath = work.person.stack.top
    if beneath is not None and beneath.started:
        show_again(work, beneath, text)
    else:
        work.say(PLANNER, text, own="")


def _is_for_people_alone(answer: PlannerAnswer) -> bool:
    return bool(answer.steps) and all(step.is_for_a_person for step in answer.steps)


LAID_OUT = "{agent} has laid out a plan for this; people decide its steps."


async def propose_plan(work: Work, task: Task, written: Sequence[RecipeStep]) -> None:
    """Make a plan of the steps that an agent proposes; what cannot be one, it hears of.

    The goal and what was said to it are its person's own words: nobody else's count as said.
    """
    try:
        steps = _checked(work, written)
    except PlanFlawed as flaw:
        told = ToolFailed(f"No plan can be made of that: {flaw} {NOTHING_CHANGED}")
        await settle(work, task, await tell_failure(work, task, told))
        return
    goal, *more = _told_by_person(task) or (task.agent,)
    plan = make_plan(work, goal, task.spoken)
    for words in more:
        plan = plan_making.clarify(plan, words)
    await lay_out(work, task, plan, steps)
    _answer_to_asker(work, task)


def _checked(work: Work, written: Sequence[RecipeStep]) -> tuple[PlanStep, ...]:
    checker = Checker(work.catalogue, work.local_now, work.journal.next_id)
    steps = checker.steps([
        WrittenStep(number, one.agent, one.tool, dict(one.arguments), one.action, tuple(one.needs))
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
