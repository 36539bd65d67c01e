"""Hear for a form: the values of what was said for its task, and those a file offers."""

from collections.abc import Mapping

from pydantic import JsonValue

from agents.kit.tool import Tool
from bot.core.acting.equip import turn_for
from bot.core.forms.find import Finding, find_values
from bot.core.forms.slot import Slot, slots_of
from bot.core.forms.whose import Span, aside
from bot.core.reading.ask import ask
from bot.core.reading.fill import Given, described, free_values, given
from bot.core.reading.vocabulary import says_more
from bot.core.turn import prompting
from bot.core.turn.work import Work
from bot.domain.messages import REMARKS
from bot.domain.participant import FilledSlot, ToolForm
from bot.domain.questions import Fill
from bot.domain.tasks import Task, blank_quotes
from bot.language.sentences import clauses


async def hear(work: Work, task: Task, form: ToolForm, slots: tuple[Slot, ...]) -> ToolForm:
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
) -> Given:
    taken = await _taken(work, task, text)
    missing = [slot.name for slot in slots if slot.required and slot.name not in form.values]
    needed = {slot.name for slot in slots if slot.required}
    today, asked = work.today, form.asked or missing
    findings = find_values(text, slots, today=today, asked=asked, taken=taken)
    if others := aside(text, findings.found, needed):
        findings = find_values(text, slots, today=today, asked=asked, taken=(*taken, *others))
    found = given(findings, text)
    filled = form.values.keys() | found.values.keys()
    free = [slot for slot in slots if slot.is_free and slot.name not in filled]
    agents = [work.agent(one.agent) for one in work.person.stack.chain(task)]
    has_more = says_more(text, *agents, found=found.values.values())
    if not free or not (has_more or findings.unused):
        return found
    told = await ask(work, Fill(text, task.question, described(free)))
    if told is None:
        return found
    return Given({**free_values(free, told.values, text), **found.values}, found.doubts)


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
            slots = await slots_of(tool, turn_for(work, served, agent))
            spans += _spans(work, tool, slots, text)
    return tuple(spans)


def _spans(work: Work, tool: Tool, slots: tuple[Slot, ...], text: str) -> list[Span]:
    found = find_values(text, slots, today=work.today).found
    required = {slot.name for slot in slots if slot.required}
    goes_to = [found[name] for name in tool.guarded if name in required and name in found]
    return [*((o.start, o.end) for o in goes_to), *aside(text, found, required)]


def _offered(
    work: Work, task: Task, form: ToolForm, slots: tuple[Slot, ...]
) -> dict[str, FilledSlot]:
    """What the files that came with the wish say for what is missing: nobody has said it."""
    missing = [s for s in slots if s.required and s.name not in {*form.values, *form.doubts}]
    files = prompting.quoted(work, task) if missing else ()
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


def _fullest(name: str, read: list[Mapping[str, Finding]]) -> JsonValue:
    """The value in the part that gives most of what is needed; None if several do alike."""
    having = [found for found in read if name in found]
    most = max((len(found) for found in having), default=0)
    values = [found[name].value for found in having if len(found) == most]
    return values[0] if values and all(value == values[0] for value in values) else None
