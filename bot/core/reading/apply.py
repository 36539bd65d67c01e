"""Apply a decision to a stack: which task is on top then, and what it has heard. Pure."""

from typing import assert_never

from bot.domain import decisions
from bot.domain.decisions import Decision
from bot.domain.ids import TaskId
from bot.domain.participant import ToolForm
from bot.domain.tasks import Spoken, Task, TaskStack


def apply(  # noqa: PLR0911 - one case for each decision
    decision: Decision, stack: TaskStack, new: Task | None = None, spoken: tuple[Spoken, ...] = ()
) -> TaskStack:
    """The stack with the words where they belong; `new` is the task that a start pushes.

    `spoken` are the places where their person wrote the words.
    """
    match decision:
        case decisions.Start() | decisions.MakePlan():
            assert new is not None, "whoever starts something has made its task"
            return stack.push(new)
        case decisions.Resume(task, text):
            found = _task(stack, task)
            again = ToolForm.read(found.state).with_(tool="") if _has_form(found) else None
            state = {**(found.state or {}), **again.as_state()} if again else found.state
            return stack.resume(found.hearing(text, spoken).with_(state=state, call=None))
        case decisions.Continue(task, text):
            return stack.update(_task(stack, task).hearing(text, spoken).with_(call=None))
        case decisions.FillSlots(task, text, values, doubts):
            heard = _task(stack, task).hearing(text, spoken)
            form = ToolForm.read(heard.state).filled(values).doubting(doubts)
            form = form.with_(heard=len(heard.said), answered=form.rejected is not None)
            return stack.update(heard.with_(state=form.as_state(), call=None))
        case decisions.KeepInMind(agent, text):
            waiting = stack.of_agent(agent)
            assert waiting is not None, "only agents on the stack are kept in mind"
            return stack.update(waiting.hearing(text, spoken).with_(call=None, bare=False))
        case (
            decisions.AskAgain()
            | decisions.AnswerAbout()
            | decisions.DecideRequest()
            | decisions.Confirm()
        ):
            return stack
        case decisions.Clarify() | decisions.Refuse() | decisions.SmallTalk() | decisions.Remind():
            return stack
        case _:
            assert_never(decision)


def _has_form(task: Task) -> bool:
    return bool(ToolForm.read(task.state).tool)


def _task(stack: TaskStack, task: TaskId) -> Task:
    return next(open_task for open_task in stack.tasks if open_task.id == task)
