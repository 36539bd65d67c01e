"""Ask the planner: a goal, and what was said to it, become steps that code has checked."""

import json
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import JsonValue

from agents.kit.model_loop import usable
from agents.kit.values.model import ChatMessage, ModelCall, Purpose
from bot.core.plans.turn_plans import show_reply
from bot.core.plans.validation import (
    QUESTION,
    STEPS,
    Checker,
    PlannerAnswer,
    list_offers,
    make_schema,
    read_answer,
)
from bot.core.prompts.model_calls import ask_model
from bot.core.prompts.prompting import describe_known, fill_prompt, make_note
from bot.core.state.catalogue import PLANNER
from bot.core.state.work import Work
from bot.domain.errors import PlanFlawed
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import MAX_STEPS, PlanStep, StepStatus, check_steps

TRIES = 3
LONGEST_REPLY = 600

Wanted = Literal["plan", "revise", "replan", "edit", "complete"]

_TASKS = {
    "plan": "",
    "revise": (
        "The user has said more. Write all steps that are not over yet, changed where that is "
        "wanted; repeat the others word for word under their numbers."
    ),
    "replan": (
        "A step failed. Write all steps that are not over yet, with others in the place of the "
        "failed one, under new numbers; repeat the rest word for word under their numbers."
    ),
    "edit": "Write step {number} alone, as the user wants it now, with a function of its agent.",
    "complete": (
        "Write step {number} alone, with the same function and all of its arguments; the quoted "
        "answers of earlier steps tell what was missing."
    ),
}


@dataclass(frozen=True, slots=True)
class PlannerTask:
    """What the planner is to write for a plan; `number` is the one step it is about."""

    plan: Plan
    wanted: Wanted = "plan"
    number: int = 0
    remark: str = ""
    may_ask: bool = False

    @property
    def said(self) -> tuple[str, ...]:
        """What was said to the plan, oldest first."""
        answers = tuple(one.answer for one in self.plan.clarifications if one.answer)
        return (*answers, self.remark) if self.remark else answers


async def ask_planner(work: Work, wish: PlannerTask) -> PlannerAnswer:
    """Ask the planner, and again with what is wrong, up to three times.

    Raises:
        PlanFlawed: what it wrote was never usable; the words say why.
        BudgetSpent, ModelUnavailable: nothing was written.
    """
    call = _call(work, wish)
    problem = ""
    for _attempt in range(TRIES):
        reply = usable(await ask_model(work, call))
        try:
            return _checked(work, wish, read_answer(reply.text))
        except PlanFlawed as flaw:
            problem = str(flaw)
        work.progress(PLANNER, f"That makes no plan yet: {problem[:200]}")
        again = (
            ChatMessage("assistant", reply.text[:2000]),
            *make_note(f"That cannot be used: {problem[:1000]} Write it again."),
        )
        call = replace(call, messages=(*call.messages, *again))
    raise PlanFlawed(problem)


def _checked(work: Work, wish: PlannerTask, answer: PlannerAnswer) -> PlannerAnswer:
    if answer.outcome == QUESTION and not wish.may_ask:
        raise PlanFlawed("nothing more can be asked; go by what was said")
    if answer.outcome != STEPS:
        return answer
    if wish.number and [one.number for one in answer.written] != [wish.number]:
        raise PlanFlawed(f"write step {wish.number} alone")
    if len(answer.written) > MAX_STEPS:
        raise PlanFlawed(f"a plan has at most {MAX_STEPS} steps")
    checker = Checker(work.catalogue, work.local_now, work.journal.next_id)
    steps = checker.steps(answer.written)
    if wish.number:
        _refuse_other(wish, steps[0])
    elif wish.wanted == "plan":
        check_steps(steps)
    return replace(answer, steps=steps)


def _refuse_other(wish: PlannerTask, step: PlanStep) -> None:
    before = wish.plan.step(wish.number)
    if step.agent != before.agent:
        raise PlanFlawed(f"step {step.number} stays with {before.agent}")
    if wish.wanted == "complete" and step.tool != before.tool:
        raise PlanFlawed(f"step {step.number} stays with {before.tool}")


def _call(work: Work, wish: PlannerTask) -> ModelCall:
    prompt = fill_prompt(
        "plan",
        functions=list_offers(work.catalogue.offers),
        known=describe_known(work.person.facts, work.catalogue),
        situation=_situation(wish),
    )
    messages = (ChatMessage("system", prompt), *_so_far(work, wish), *_conversation(wish))
    return ModelCall(Purpose.PLAN, PLANNER, messages, answer=make_schema())


def _conversation(wish: PlannerTask) -> list[ChatMessage]:
    messages = [ChatMessage("user", wish.plan.goal)]
    for one in wish.plan.clarifications:
        messages += [ChatMessage("assistant", one.question)] if one.question else []
        messages += [ChatMessage("user", one.answer)] if one.answer else []
    return [*messages, ChatMessage("user", wish.remark)] if wish.remark else messages


def _situation(wish: PlannerTask) -> str:
    lines = [_TASKS[wish.wanted].format(number=wish.number)]
    if not wish.may_ask:
        lines.append("Nothing more can be asked.")
    return "\n".join(line for line in lines if line)


def _so_far(work: Work, wish: PlannerTask) -> list[ChatMessage]:
    lines = list[str]()
    if wish.plan.steps:
        lines += ["The steps now:", *(_told(step) for step in wish.plan.steps)]
    for step in _done(wish.plan):
        lines += [f"Step {step.number} answered:", *_quoted(show_reply(work, step))]
    for step in wish.plan.failed:
        lines += [f"Step {step.number} failed:", *_quoted(show_reply(work, step))]
    return make_note(*lines)


def _quoted(reply: str) -> list[str]:
    """Mark each line of what a tool said, so that no text can end the mark."""
    return [f"| {line}" for line in (reply[:LONGEST_REPLY] or "(nothing)").splitlines()]


def _told(step: PlanStep) -> str:
    return json.dumps(_as_json(step), ensure_ascii=False)


def _as_json(step: PlanStep) -> dict[str, JsonValue]:
    written: dict[str, Any] = {
        "number": step.number,
        "agent": step.agent,
        "function": step.tool,
        "arguments": json.dumps(step.arguments, ensure_ascii=False),
        "action": step.current_action,
        "needs": list(step.needs),
        "status": step.status.value,
    }
    return written


def _done(plan: Plan) -> list[PlanStep]:
    return [step for step in plan.steps if step.status is StepStatus.COMPLETED]
