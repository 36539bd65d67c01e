"""Run a form: choose its tool, read what was said for it, ask for the rest, run the tool."""

from collections.abc import Mapping
from typing import Any

from agents.kit.agent import Agent
from agents.kit.outcome import Outcome, Suspended, done, propose
from agents.kit.tool import Tool
from agents.kit.values.errors import BadToolCall, ToolFailed
from bot.core.acting.choose_tool import choose
from bot.core.acting.equip import turn_for
from bot.core.acting.failing import MOST_FAILURES
from bot.core.acting.hands import TurnHands
from bot.core.acting.hear_form import hear
from bot.core.forms import words
from bot.core.forms.slot import Slot, slots_of
from bot.core.turn.journal import Acted
from bot.core.turn.person import PersonState
from bot.core.turn.work import Work
from bot.domain.participant import ToolForm
from bot.domain.tasks import Task


async def run_form(work: Work, task: Task) -> Outcome:
    """Go on with a form as far as what was said allows.

    Raises:
        BudgetSpent, ModelUnavailable: the task stays as it was.
    """
    agent, form = work.agent(task.agent), ToolForm.read(task.state)
    if not form.tool:
        chosen = await choose(work, task, agent)
        if isinstance(chosen, Outcome):
            return chosen
        form = form.for_tool(chosen.name, chosen.parameters.model_fields)
    tool = agent.tool_named(form.tool)
    if tool is None:
        return await run_form(work, work.person.update(task.with_(state=None)))
    slots = await slots_of(tool, turn_for(work, task, agent))
    form = await hear(work, task, form, slots)
    task = work.person.update(task.with_(state=form.as_state()))
    return await _filled(work, task, form, slots)


async def failed(work: Work, task: Task, error: ToolFailed) -> Outcome:
    """Tell what a tool could not do, and ask for what may have been wrong; not for ever.

    What is asked for again is no longer filled, and what is kept is shown.
    """
    agent, form = work.agent(task.agent), ToolForm.read(task.state)
    tool = agent.tool_named(form.tool)
    told = str(error)
    if tool is None or not tool.parameters.model_fields or _is_repeated(task, told):
        return done(told)
    slots = await slots_of(tool, turn_for(work, task, agent))
    named = {slot.name for slot in slots if error.names(slot.name)}
    wrong = named or words.blamed(form, slots, told, work.today)
    form = form.without(wrong).with_(asked=tuple(wrong), heard=len(task.said))
    work.person.update(work.person.current(task).noting(f"error: {told}"))
    asked = [slot for slot in slots if slot.name in wrong]
    kept = words.kept(form, slots)
    return words.asking(words.joined(told, kept, words.question_for(asked)), asked, form)


async def ask_anew(work: Work, task: Task, told: str) -> Outcome:
    """Ask what to change about an action that somebody has just said no to; first tell of it."""
    agent, form = work.agent(task.agent), ToolForm.read(task.state)
    tool = agent.tool_named(form.tool)
    slots = await slots_of(tool, turn_for(work, task, agent)) if tool else ()
    return beginning_with(work.acted, told, _rejected(work.person, task, form, slots))


def beginning_with(acted: Acted, told: str, outcome: Outcome) -> Outcome:
    """Tell something before a question, this once: asked again, it begins with itself."""
    acted.troubles.append(told)
    return outcome.model_copy(update={"value": words.joined(told, outcome.value)})


async def _filled(work: Work, task: Task, form: ToolForm, slots: tuple[Slot, ...]) -> Outcome:
    agent = work.agent(task.agent)
    tool = agent.tool_named(form.tool)
    assert tool is not None, "its slots were read from it"
    missing = [slot for slot in slots if _is_missing(slot, form)]
    if work.services.by_rules and any(slot.is_free for slot in missing):
        missing = missing[:1]  # rules take a whole answer for what was asked alone
    if missing:
        return _ask(work, task, form, slots, missing)
    try:
        arguments = tool.read(form.arguments)
    except BadToolCall:
        return _misfit(tool, form, slots)
    wanted = tool.as_json(arguments)
    if form.rejected == wanted and not form.answered:
        return _rejected(work.person, task, form, slots)
    if agent.steps:
        return propose(tool.function(**wanted))
    return await _use(work, task, tool, arguments)


def _is_missing(slot: Slot, form: ToolForm) -> bool:
    return slot.name not in form.values and (slot.required or slot.name in form.doubts)


def _ask(
    work: Work, task: Task, form: ToolForm, slots: tuple[Slot, ...], missing: list[Slot]
) -> Outcome:
    """Ask for what is missing; first say what was not plain, and what is kept."""
    asked = form.with_(asked=tuple(slot.name for slot in missing), changed=())
    unsure = words.unsure(form)
    if unsure:
        work.acted.troubles.append(unsure)  # which is said this once
    if unsure and asked.asked == form.asked and not form.changed and task.question:
        return words.asking(words.joined(unsure, task.question), missing, asked)
    asks = _question(work.agent(task.agent), asked, missing, task)
    told = words.changed(form, slots) or words.kept(form, slots)
    return words.asking(words.joined(unsure, told, asks), missing, asked)


def _rejected(person: PersonState, task: Task, form: ToolForm, slots: tuple[Slot, ...]) -> Outcome:
    """Ask what to change about an action that somebody said no to; unasked it is not tried."""
    person.update(task.with_(refused=task.refused or form.tool))
    asked = [slot for slot in slots if slot.name in form.values]
    if not asked:
        return words.asking(words.WHAT_INSTEAD, (), form)
    question = words.joined(words.kept(form, slots), words.WHAT_TO_CHANGE)
    return words.asking(question, asked, form.with_(asked=tuple(s.name for s in asked)))


async def _use(work: Work, task: Task, tool: Tool, arguments: Mapping[str, Any]) -> Outcome:
    agent = work.agent(task.agent)
    try:
        result = await TurnHands(work, task, agent).use(tool, arguments)
    except ToolFailed as error:
        return await failed(work, work.person.current(task), error)
    if isinstance(result, Suspended):
        return await _waiting(work, work.person.current(task), tool, result)
    return done(result)


async def _waiting(work: Work, task: Task, tool: Tool, call: Suspended) -> Outcome:
    """Wait for what a call needs first; where that is a secret, say what has changed of it."""
    form = ToolForm.read(task.state)
    if call.waits_for == "secret" and form.changed and not call.because:
        slots = await slots_of(tool, turn_for(work, task, work.agent(task.agent)))
        call = call.model_copy(update={"because": words.changed(form, slots)})
    state = form.with_(changed=()).as_state()
    return Outcome(interrupt=True, suspended=call, state=state)


def _misfit(tool: Tool, form: ToolForm, slots: tuple[Slot, ...]) -> Outcome:
    """Ask again for values that do not fit, and say what would."""
    wrong = {str(problem["loc"][0]) for problem in tool.misfits(form.arguments)}
    asked = [slot for slot in slots if slot.name in wrong]
    told = " ".join(words.misfit(slot, form.values[slot.name].value) for slot in asked)
    left = form.without(wrong).with_(asked=tuple(wrong))
    return words.asking(words.joined(told, words.question_for(asked)), asked, left)


def _question(agent: Agent, form: ToolForm, missing: list[Slot], task: Task) -> str:
    """The author's own opening where nothing is known yet; else what is still missing."""
    if agent.opening and not form.values and not task.started:
        return agent.opening
    return words.question_for(missing)


def _is_repeated(task: Task, told: str) -> bool:
    return task.notes.count(f"error: {told}") >= MOST_FAILURES
