"""See what is open for the person whose message came."""

from dataclasses import replace

from agents.kit.agent import Agent
from agents.kit.tool import Tool
from bot.core.acting.equip import turn_for
from bot.core.forms.slot import Slot, slots_of
from bot.core.forms.whose import Beneath
from bot.core.reading.situation import Situation
from bot.core.routing.start import choosable
from bot.core.turn.person import PersonState
from bot.core.turn.requesting import TurnRequests
from bot.core.turn.services import PLANNER
from bot.core.turn.work import Work
from bot.domain.participant import ToolForm
from bot.domain.requests import RequestKind
from bot.domain.tasks import Task


async def situate(work: Work) -> Situation:
    """What is open, and whom a message may be for."""
    top, catalogue = work.person.stack.top, work.catalogue
    rest = Situation(
        today=work.today,
        agents=choosable(work.catalogue),
        plans=_may_plan(work),
        asleep=_asleep(work),
        handed_back=frozenset(work.handed_back),
    )
    if top is None:
        return rest
    agent = catalogue.actor(top.agent)
    is_form = agent is not None and agent.is_form and not top.plan
    kept = ToolForm.read(top.state) if is_form else ToolForm()
    form = kept if kept.tool else None
    return replace(
        rest,
        top=top,
        question=_asked(work.requests, top),
        card=work.requests.of(top, RequestKind.APPROVAL),
        form=form,
        slots=await _slots(work, top, agent, form) if agent and form else (),
        several_tools=agent is not None and len(agent.tools) > 1,
        hears=_is_of_plan(top) or _begins(top, form, is_form=is_form) or _hears(agent, top),
        takes_all=_takes_all(work.requests, top, agent),
        beneath=beneath(work.person, top),
        waiting={task.agent: task.id for task in work.person.stack.tasks if task.id != top.id},
        below=await _below(work, top) if form else (),
    )


def _may_plan(work: Work) -> bool:
    """Say whether words can be for the planner; not those it has just handed back."""
    is_asked = PLANNER in work.handed_back
    return work.catalogue.makes_plans and not work.services.by_rules and not is_asked


def _asleep(work: Work) -> frozenset[str]:
    """The agents that cannot do anything, because no model is set up."""
    if not work.services.by_rules:
        return frozenset()
    agents = work.catalogue.agents.values()
    return frozenset(agent.name for agent in agents if agent.needs_model)


def beneath(person: PersonState, task: Task) -> tuple[str, ...]:
    """The agents a task only runs for, the one whose wish it was last."""
    found: list[str] = []
    serving: Task | None = task
    while serving is not None and serving.provides and serving.parent not in found:
        found.append(serving.parent)
        serving = person.stack.of_agent(serving.parent)
    return tuple(found)


def _asked(requests: TurnRequests, task: Task) -> str:
    """What was asked for a task last: in the request that is open, else in its own words."""
    request = requests.of(task)
    return request.text if request is not None else task.question


async def _slots(work: Work, task: Task, agent: Agent, form: ToolForm) -> tuple[Slot, ...]:
    tool = agent.tool_named(form.tool)
    return await slots_of(tool, turn_for(work, task, agent)) if tool else ()


async def _below(work: Work, top: Task) -> tuple[Beneath, ...]:
    """What the forms that wait need that code can find in words, the latest first."""
    found: list[Beneath] = []
    for task in reversed(work.person.stack.tasks):
        agent, form = work.catalogue.actor(task.agent), ToolForm.read(task.state)
        is_form = agent is not None and agent.is_form and not task.plan and task.id != top.id
        tool = _tool_of(agent, form) if agent is not None and is_form else None
        if agent is None or tool is None:
            continue
        slots = await slots_of(tool, turn_for(work, task, agent))
        needed = tuple(slot for slot in slots if slot.required and not slot.is_free)
        missing = frozenset(s.name for s in needed if s.name not in form.values)
        found.append(Beneath(agent.name, needed, missing))
    return tuple(found)


def _tool_of(agent: Agent, form: ToolForm) -> Tool | None:
    only = agent.tools[0] if len(agent.tools) == 1 else None
    return agent.tool_named(form.tool) or only


def _begins(task: Task, form: ToolForm | None, *, is_form: bool) -> bool:
    """Say whether a form was cut off before it asked anything: it reads what is said then."""
    return is_form and form is None and not task.question


def _is_of_plan(task: Task) -> bool:
    return task.agent == PLANNER or bool(task.plan)


def _hears(agent: Agent | None, task: Task) -> bool:
    """Say whether it reads words itself: a model with tools does, and a script that claims them.

    A function gets its answers alone: whoever writes one need not read what is none. What broke
    off has asked nothing, and only what is for nobody else may be for it.
    """
    if agent is None or agent.is_form or agent.run is not None or _is_cut_short(task):
        return False
    return agent.script is None or _claims(agent, task, task.question)


def _is_cut_short(task: Task) -> bool:
    """Say whether it began and neither asks nor waits for anything, nor goes on by itself."""
    return task.started and not (task.question or task.call or task.going)


def _takes_all(requests: TurnRequests, task: Task, agent: Agent | None) -> bool:
    """Say whether what is for nobody else is for it: it asked for anything, or was cut short."""
    if agent is None or not _asked(requests, task):
        return True
    return agent.script is not None and not _claims(agent, task, "")


def _claims(agent: Agent, task: Task, text: str) -> bool:
    return agent.script is not None and agent.script.claims(task.state, text)
