"""Run a form: choose its tool, read what was said for it, ask for the rest, run the tool."""

from collections.abc import Mapping
from typing import Any

from agents.kit.agent import Agent
from agents.kit.dates import pinned
from agents.kit.errors import BadToolCall, ToolFailed
from agents.kit.outcome import Outcome, Suspended, done, propose
from agents.kit.tool import Tool
from bot.core.acting.choose_tool import choose
from bot.core.acting.equip import turn_for
from bot.core.acting.hands import TurnHands
from bot.core.forms import words
from bot.core.forms.find import find_values
from bot.core.forms.slot import Slot, slots_of
from bot.core.reading.ask import ask as ask_reader
from bot.core.reading.fill import Span, described, free_values, typed_values
from bot.core.reading.vocabulary import says_more
from bot.core.turn.work import Work
from bot.domain.form import FilledSlot, Form
from bot.domain.messages import REMARKS
from bot.domain.questions import Fill
from bot.domain.tasks import Task

MOST_FAILURES = 2  # of the same kind: trying again would only fail again


async def run_form(work: Work, task: Task) -> Outcome:
    """Go on with a form as far as what was said allows.

    Raises:
        BudgetSpent, ModelUnavailable: the task stays as it was.
    """
    agent, form = work.agent(task.agent), Form.read(task.state)
    if not form.tool:
        chosen = await choose(work, task, agent)
        if isinstance(chosen, Outcome):
            return chosen
        form = form.with_(tool=chosen.name)
    tool = agent.tool_named(form.tool)
    if tool is None:
        return await run_form(work, work.update(task.with_(state=None)))
    slots = await slots_of(tool, turn_for(work, task, agent, ()))
    form = await _heard(work, task, form, slots)
    task = work.update(task.with_(state=form.as_state()))
    return await _filled(work, task, form, slots)


async def failed(work: Work, task: Task, error: ToolFailed) -> Outcome:
    """Tell what a tool could not do, and ask for what may have been wrong; not for ever.

    What is asked for again is no longer filled, and what is kept is shown.
    """
    agent, form = work.agent(task.agent), Form.read(task.state)
    tool = agent.tool_named(form.tool)
    told = str(error)
    if tool is None or not tool.parameters.model_fields or _is_repeated(task, told):
        return done(told)
    slots = await slots_of(tool, turn_for(work, task, agent, ()))
    wrong = words.blamed(form, slots, told)
    form = form.without(wrong).with_(asked=tuple(wrong), heard=len(task.said))
    work.update(work.current(task).with_(notes=(*work.current(task).notes, f"error: {told}")))
    asked = [slot for slot in slots if slot.name in wrong]
    kept = words.kept(form, slots)
    return words.asking(words.joined(told, kept, words.question_for(asked)), asked, form)


async def _filled(work: Work, task: Task, form: Form, slots: tuple[Slot, ...]) -> Outcome:
    agent = work.agent(task.agent)
    tool = agent.tool_named(form.tool)
    assert tool is not None, "its slots were read from it"
    missing = [slot for slot in slots if slot.required and slot.name not in form.values]
    if work.services.by_rules and any(slot.is_free for slot in missing):
        missing = missing[:1]  # rules take a whole answer for what was asked alone
    if missing:
        asked = form.with_(asked=tuple(slot.name for slot in missing), changed=())
        asks = _question(agent, asked, missing, task)
        told = words.changed(form, slots) or words.kept(form, slots)
        return words.asking(words.joined(told, asks), missing, asked)
    try:
        arguments = tool.read(form.arguments)
    except BadToolCall:
        return _misfit(tool, form, slots)
    if form.rejected == tool.as_json(arguments) and not form.answered:
        return _rejected(form, slots)
    if agent.steps:
        return propose(tool.function(**tool.as_json(pinned(arguments, work.now))))
    return await _use(work, task, tool, arguments)


def _rejected(form: Form, slots: tuple[Slot, ...]) -> Outcome:
    """Ask what to change about an action that somebody said no to; unasked it is not tried."""
    asked = [slot for slot in slots if slot.name in form.values]
    question = words.joined(words.kept(form, slots), words.WHAT_TO_CHANGE)
    return words.asking(question, asked, form.with_(asked=tuple(s.name for s in asked)))


async def _use(work: Work, task: Task, tool: Tool, arguments: Mapping[str, Any]) -> Outcome:
    agent = work.agent(task.agent)
    try:
        result = await TurnHands(work, task, agent).use(tool, arguments)
    except ToolFailed as error:
        return await failed(work, work.current(task), error)
    if isinstance(result, Suspended):
        state = work.current(task).state
        return Outcome(interrupt=True, suspended=result, state=state)
    return done(result)


def _misfit(tool: Tool, form: Form, slots: tuple[Slot, ...]) -> Outcome:
    """Ask again for values that do not fit, and say what would."""
    wrong = {str(problem["loc"][0]) for problem in tool.misfits(form.arguments)}
    asked = [slot for slot in slots if slot.name in wrong]
    told = " ".join(words.misfit(slot, form.values[slot.name].value) for slot in asked)
    left = form.without(wrong).with_(asked=tuple(wrong))
    return words.asking(words.joined(told, words.question_for(asked)), asked, left)


def _question(agent: Agent, form: Form, missing: list[Slot], task: Task) -> str:
    """The author's own opening where nothing is known yet; else what is still missing."""
    if agent.opening and not form.values and not task.started:
        return agent.opening
    return words.question_for(missing)


async def _heard(work: Work, task: Task, form: Form, slots: tuple[Slot, ...]) -> Form:
    """The form with the values of what was said for its task since it was read last."""
    for said in task.said[form.heard :]:
        if REMARKS not in said:  # what others say of an action changes nothing of it
            form = form.filled(await _values(work, task, form, slots, said))
    return form.with_(heard=len(task.said))


async def _values(
    work: Work, task: Task, form: Form, slots: tuple[Slot, ...], text: str
) -> dict[str, FilledSlot]:
    taken = await _taken(work, task, text)
    missing = [slot.name for slot in slots if slot.required and slot.name not in form.values]
    asked = form.asked or missing
    today = work.now.date()
    found = typed_values(slots, text, today=today, asked=asked, taken=taken)
    free = [s for s in slots if s.is_free and s.name not in form.values and s.name not in found]
    agents = [work.agent(one.agent) for one in work.stack.chain(task)]
    if not free or not says_more(text, *agents, found=found.values()):
        return found
    filled = await ask_reader(work, Fill(text, task.question, described(free)))
    return {**free_values(free, filled.values, text), **found} if filled else found


async def _taken(work: Work, task: Task, text: str) -> tuple[Span, ...]:
    """Where the wish that a task serves has values of its own that say where an effect goes."""
    spans: list[Span] = []
    for served in work.stack.chain(task)[1:]:
        agent = work.services.catalogue.actor(served.agent)
        if agent is None or not agent.is_form or text not in served.said:
            continue
        for tool in agent.tools:
            slots = await slots_of(tool, turn_for(work, served, agent, ()))
            found = find_values(text, slots, today=work.now.date()).found
            spans += [
                (one.start, one.end) for name, one in found.items() if name in tool.destinations
            ]
    return tuple(spans)


def _is_repeated(task: Task, told: str) -> bool:
    return task.notes.count(f"error: {told}") >= MOST_FAILURES
