"""Run a form: choose its tool, read what was said for it, ask for the rest, run the tool."""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from agents.kit.agent import Agent
from agents.kit.outcome import Outcome, Suspended, ask, done, propose
from agents.kit.tool import Tool
from agents.kit.values.errors import BadToolCall, ToolFailed
from bot.core.agents.agent_turn import make_turn
from bot.core.agents.guard import summarise_tool
from bot.core.agents.tool_calls import TurnHands
from bot.core.agents.tool_results import MOST_FAILURES
from bot.core.prompts.prompting import list_quoted
from bot.core.reading.ask import (
    GivenValues,
    ask_reader,
    describe_slots,
    keep_free_values,
    keep_given,
    says_more,
)
from bot.core.reading.find import ReadValue, Span, find_aside, find_values
from bot.core.reading.form_words import (
    WHAT_INSTEAD,
    WHAT_TO_CHANGE,
    ask_slots,
    find_blamed,
    join_sentences,
    tell_changed,
    tell_kept,
    tell_misfit,
    tell_unsure,
    write_question,
)
from bot.core.reading.slots import Slot, list_slots
from bot.core.redaction.typed_secrets import says_nothing_else
from bot.core.state.journal import TurnEffects
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.messages import REMARKS
from bot.domain.participant import FilledSlot, ToolForm
from bot.domain.questions import NOTHING, Does, Fill, Named
from bot.domain.tasks import Task, blank_quotes
from bot.language.normal import fold
from bot.language.secrets import MASK
from bot.language.sentences import clauses
from bot.language.words import name_as_text


async def hear_form(work: Work, task: Task, form: ToolForm, slots: tuple[Slot, ...]) -> ToolForm:
    """The form with the values of what was said for its task since it was read last.

    Raises:
        BudgetSpent, ModelUnavailable: what was said could not be read.
    """
    for said in task.said[form.heard :]:
        if REMARKS not in said:  # what others say of an action changes nothing of it
            found = await _values(work, task, form, slots, blank_quotes(said))
            form = form.filled(found.values).doubting(found.doubts)
    if form.heard < len(task.said):
        form = form.filled(_offered(work, task, form, slots))
    return form.with_(heard=len(task.said))


async def _values(
    work: Work, task: Task, form: ToolForm, slots: tuple[Slot, ...], text: str
) -> GivenValues:
    taken = await _taken(work, task, text)
    missing = [slot.name for slot in slots if slot.required and slot.name not in form.values]
    needed = {slot.name for slot in slots if slot.required}
    today, asked = work.today, form.asked or missing
    findings = find_values(text, slots, today=today, asked=asked, taken=taken)
    if others := find_aside(text, findings.found, needed):
        findings = find_values(text, slots, today=today, asked=asked, taken=(*taken, *others))
    found = keep_given(findings, text)
    filled = form.values.keys() | found.values.keys()
    free = [slot for slot in slots if slot.is_free and slot.name not in filled]
    agents = [work.agent(one.agent) for one in work.person.stack.chain(task)]
    has_more = says_more(text, *agents, found=found.values.values())
    if not free or not (has_more or findings.unused):
        return found
    told = await ask_reader(work, Fill(text, task.question, describe_slots(free)))
    if told is None:
        return found
    return GivenValues({**keep_free_values(free, told.values, text), **found.values}, found.doubts)


async def _taken(work: Work, task: Task, text: str) -> tuple[Span, ...]:
    """Where the wish that a task serves has values of its own that say where an effect goes.

    What a part of it says that is about something else is no value for what it needs first.
    """
    spans: list[Span] = []
    for served in work.person.stack.chain(task)[1:]:
        agent = work.catalogue.actor(served.agent)
        if agent is None or not agent.is_form or text not in map(blank_quotes, served.said):
            continue
        for tool in agent.tools:
            slots = await list_slots(tool, make_turn(work, served, agent))
            spans += _spans(work, tool, slots, text)
    return tuple(spans)


def _spans(work: Work, tool: Tool, slots: tuple[Slot, ...], text: str) -> list[Span]:
    found = find_values(text, slots, today=work.today).found
    required = {slot.name for slot in slots if slot.required}
    goes_to = [found[name] for name in tool.guarded if name in required and name in found]
    return [*((o.start, o.end) for o in goes_to), *find_aside(text, found, required)]


def _offered(
    work: Work, task: Task, form: ToolForm, slots: tuple[Slot, ...]
) -> dict[str, FilledSlot]:
    """What the files that came with the wish say for what is missing: nobody has said it."""
    missing = [s for s in slots if s.required and s.name not in {*form.values, *form.doubts}]
    files = list_quoted(work, task) if missing else ()
    parts = [part for file in files for part in _parts_of(file)]
    read = [find_values(part, missing, today=work.today).found for part in parts]
    return {
        slot.name: FilledSlot(value, offered=True)
        for slot in missing
        if (value := _fullest(slot.name, read)) is not None
    }


def _parts_of(file: str) -> list[str]:
    """The sentences and lines of a file, without the line that says what it is."""
    text = file.partition("\n")[2]
    return [text[start:end] for start, end in clauses(text)]


def _fullest(name: str, read: list[Mapping[str, ReadValue]]) -> JsonValue:
    """The value in the part that gives most of what is needed; None if several do alike."""
    having = [found for found in read if name in found]
    most = max((len(found) for found in having), default=0)
    values = [found[name].value for found in having if len(found) == most]
    return values[0] if values and all(value == values[0] for value in values) else None


MOST_BUTTONS = 8


async def choose_tool(work: Work, task: Task, agent: Agent) -> Tool | Outcome:
    """The tool, or the question which one is wanted.

    For what has to come first nobody is asked: it is the tool that provides the fact.
    """
    if len(agent.tools) == 1:
        return agent.tools[0]
    if task.provides:
        return next(t for t in agent.tools if task.provides in {f.name for f in t.provides})
    wish = task.said[-1] if task.said else ""
    takers = [tool for tool in agent.tools if tool.secrets]
    if MASK in wish and len(takers) == 1 and says_nothing_else(wish):
        return takers[0]
    if named := _named(agent, wish):
        return named
    if wish:
        tools = tuple(Named(tool.name, summarise_tool(tool)) for tool in agent.tools)
        name = await ask_reader(work, Does(wish, tools))
        if name not in {None, NOTHING}:
            work.progress(agent.name, f"{agent.name} is to {name_as_text(name or '')}")
            return next(tool for tool in agent.tools if tool.name == name)
    # Whoever writes a secret wants what it is for, where nothing else is plain.
    return takers[0] if MASK in wish and len(takers) == 1 else _which(agent)


def _named(agent: Agent, wish: str) -> Tool | None:
    """The tool whose very name was said, as a button says it."""
    return next((t for t in agent.tools if fold(name_as_text(t.name)) == fold(wish)), None)


def _which(agent: Agent) -> Outcome:
    options = tuple(name_as_text(tool.name) for tool in agent.tools)
    if len(options) <= MOST_BUTTONS:
        return ask("What shall I do?", options=options)
    return ask(f"What shall I do? I can {', '.join(options[:-1])} or {options[-1]}.")


async def run_form(work: Work, task: Task) -> Outcome:
    """Go on with a form as far as what was said allows.

    Raises:
        BudgetSpent, ModelUnavailable: the task stays as it was.
    """
    agent, form = work.agent(task.agent), ToolForm.read(task.state)
    if not form.tool:
        chosen = await choose_tool(work, task, agent)
        if isinstance(chosen, Outcome):
            return chosen
        form = form.for_tool(chosen.name, chosen.parameters.model_fields)
    tool = agent.tool_named(form.tool)
    if tool is None:
        return await run_form(work, work.person.update(task.with_(state=None)))
    slots = await list_slots(tool, make_turn(work, task, agent))
    form = await hear_form(work, task, form, slots)
    task = work.person.update(task.with_(state=form.as_state()))
    return await _filled(work, task, form, slots)


async def tell_failure(work: Work, task: Task, error: ToolFailed) -> Outcome:
    """Tell what a tool could not do, and ask for what may have been wrong; not for ever.

    What is asked for again is no longer filled, and what is kept is shown.
    """
    agent, form = work.agent(task.agent), ToolForm.read(task.state)
    tool = agent.tool_named(form.tool)
    told = str(error)
    if tool is None or not tool.parameters.model_fields or _is_repeated(task, told):
        return done(told)
    slots = await list_slots(tool, make_turn(work, task, agent))
    named = {slot.name for slot in slots if error.names(slot.name)}
    wrong = named or find_blamed(form, slots, told, work.today)
    form = form.without(wrong).with_(asked=tuple(wrong), heard=len(task.said))
    work.person.update(work.person.current(task).noting(f"error: {told}"))
    asked = [slot for slot in slots if slot.name in wrong]
    kept = tell_kept(form, slots)
    return ask_slots(join_sentences(told, kept, write_question(asked)), asked, form)


async def ask_anew(work: Work, task: Task, told: str) -> Outcome:
    """Ask what to change about an action that somebody has just said no to; first tell of it."""
    agent, form = work.agent(task.agent), ToolForm.read(task.state)
    tool = agent.tool_named(form.tool)
    slots = await list_slots(tool, make_turn(work, task, agent)) if tool else ()
    return begin_with(work.acted, told, _rejected(work.person, task, form, slots))


def begin_with(acted: TurnEffects, told: str, outcome: Outcome) -> Outcome:
    """Tell something before a question, this once: asked again, it begins with itself."""
    acted.troubles.append(told)
    return outcome.model_copy(update={"value": join_sentences(told, outcome.value)})


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
    unsure = tell_unsure(form)
    if unsure:
        work.acted.troubles.append(unsure)  # which is said this once
    if unsure and asked.asked == form.asked and not form.changed and task.question:
        return ask_slots(join_sentences(unsure, task.question), missing, asked)
    asks = _question(work.agent(task.agent), asked, missing, task)
    told = tell_changed(form, slots) or tell_kept(form, slots)
    return ask_slots(join_sentences(unsure, told, asks), missing, asked)


def _rejected(person: PersonState, task: Task, form: ToolForm, slots: tuple[Slot, ...]) -> Outcome:
    """Ask what to change about an action that somebody said no to; unasked it is not tried."""
    person.update(task.with_(refused=task.refused or form.tool))
    asked = [slot for slot in slots if slot.name in form.values]
    if not asked:
        return ask_slots(WHAT_INSTEAD, (), form)
    question = join_sentences(tell_kept(form, slots), WHAT_TO_CHANGE)
    return ask_slots(question, asked, form.with_(asked=tuple(s.name for s in asked)))


async def _use(work: Work, task: Task, tool: Tool, arguments: Mapping[str, Any]) -> Outcome:
    agent = work.agent(task.agent)
    try:
        result = await TurnHands(work, task, agent).use(tool, arguments)
    except ToolFailed as error:
        return await tell_failure(work, work.person.current(task), error)
    if isinstance(result, Suspended):
        return await _waiting(work, work.person.current(task), tool, result)
    return done(result)


async def _waiting(work: Work, task: Task, tool: Tool, call: Suspended) -> Outcome:
    """Wait for what a call needs first; where that is a secret, say what has changed of it."""
    form = ToolForm.read(task.state)
    if call.waits_for == "secret" and form.changed and not call.because:
        slots = await list_slots(tool, make_turn(work, task, work.agent(task.agent)))
        call = call.model_copy(update={"because": tell_changed(form, slots)})
    state = form.with_(changed=()).as_state()
    return Outcome(interrupt=True, suspended=call, state=state)


def _misfit(tool: Tool, form: ToolForm, slots: tuple[Slot, ...]) -> Outcome:
    """Ask again for values that do not fit, and say what would."""
    wrong = {str(problem["loc"][0]) for problem in tool.misfits(form.arguments)}
    asked = [slot for slot in slots if slot.name in wrong]
    told = " ".join(tell_misfit(slot, form.values[slot.name].value) for slot in asked)
    left = form.without(wrong).with_(asked=tuple(wrong))
    return ask_slots(join_sentences(told, write_question(asked)), asked, left)


def _question(agent: Agent, form: ToolForm, missing: list[Slot], task: Task) -> str:
    """The author's own opening where nothing is known yet; else what is still missing."""
    if agent.opening and not form.values and not task.started:
        return agent.opening
    return write_question(missing)


def _is_repeated(task: Task, told: str) -> bool:
    return task.notes.count(f"error: {told}") >= MOST_FAILURES
