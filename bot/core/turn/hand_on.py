"""Give a message to whom it is for: an exact answer and an address by code, the rest is read."""

import re
from dataclasses import replace

from agents.kit.agent import Agent
from agents.kit.tool import Tool
from bot.core.agents.agent_turn import make_turn
from bot.core.plans.create import begin_plan
from bot.core.reading.ask import find_exact_value
from bot.core.reading.decide import MessageReading, Situation, decide
from bot.core.reading.find import Beneath, find_theirs
from bot.core.reading.read import ask_whom, find_wished_again, read_message
from bot.core.reading.slots import Slot, list_slots
from bot.core.stack.start import greet, list_choosable
from bot.core.state.catalogue import CONCIERGE, PLANNER
from bot.core.state.changes import TurnRequests
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.core.turn.act import act
from bot.domain.decisions import (
    AnswerAbout,
    AskAgain,
    Clarify,
    Confirm,
    Continue,
    DecideRequest,
    Decision,
    FillSlots,
    Gate,
    KeepInMind,
    MakePlan,
    Refuse,
    Remind,
    Resume,
    SmallTalk,
    Start,
)
from bot.domain.errors import NotUnderstood
from bot.domain.participant import ToolForm
from bot.domain.questions import Topic
from bot.domain.requests import RequestKind
from bot.domain.tasks import Task
from bot.language.lexicon import courtesy_of, is_question


async def situate(work: Work) -> Situation:
    """What is open, and whom a message may be for."""
    top, catalogue = work.person.stack.top, work.catalogue
    rest = Situation(
        today=work.today,
        agents=list_choosable(work.catalogue),
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
        beneath=find_beneath(work.person, top),
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


def find_beneath(person: PersonState, task: Task) -> tuple[str, ...]:
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
    return await list_slots(tool, make_turn(work, task, agent)) if tool else ()


async def _below(work: Work, top: Task) -> tuple[Beneath, ...]:
    """What the forms that wait need that code can find in words, the latest first."""
    found: list[Beneath] = []
    for task in reversed(work.person.stack.tasks):
        agent, form = work.catalogue.actor(task.agent), ToolForm.read(task.state)
        is_form = agent is not None and agent.is_form and not task.plan and task.id != top.id
        tool = _tool_of(agent, form) if agent is not None and is_form else None
        if agent is None or tool is None:
            continue
        slots = await list_slots(tool, make_turn(work, task, agent))
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


_ADDRESS = re.compile(r"@(?P<agent>[^\W\d_][\w-]*)[,:]?\s*(?P<rest>.*)", re.DOTALL)
LONGEST_CITED = 80
LONGEST_NAME = 40
NO_SUCH_AGENT = "There is no agent “{name}” here. Write “agents” to see who there is."


async def hand_on(work: Work, masked: str) -> None:
    """Let an agent have words of the author, already masked.

    Raises:
        NotUnderstood: nobody has the name they are addressed to.
        BudgetSpent, ModelUnavailable: they could not be read.
    """
    addressed = _ADDRESS.fullmatch(masked.strip())
    if addressed and await _addresses(work, addressed["agent"], addressed["rest"].strip()):
        return
    situation = await situate(work)
    _tell_floor(work, situation)
    exact = _exact(situation, masked) or _again(work.person, situation, masked)
    if exact is not None:
        await _do(work, exact, situation, Gate.EXACT)
        return
    reading = await read_message(work, situation, masked)
    await _do(work, decide(reading, situation), situation)


async def reroute(work: Work, text: str) -> None:
    """Find another agent for words that one has handed back; its task waits.

    Raises:
        BudgetSpent, ModelUnavailable: nobody was chosen.
    """
    situation = await situate(work)
    reading = await ask_whom(work, situation, MessageReading(text, Topic.ELSE))
    await _do(work, decide(reading, situation), situation)


def _exact(situation: Situation, text: str) -> Decision | None:
    """What whole messages decide without anybody being asked; None for all others."""
    if courtesy_of(text) and not (situation.hears or situation.takes_all):
        return SmallTalk(text)
    if (
        situation.top is None
        or situation.form is None
        or situation.card is not None
        or not situation.question
    ):
        return None
    beneath = find_theirs(text, situation.slots, situation.below, today=situation.today)
    if beneath is not None:
        is_all = not beneath.rest and not is_question(text)
        return KeepInMind(beneath.agent, text) if is_all else None
    asked = situation.form.asked or tuple(slot.name for slot in situation.missing)
    found = find_exact_value(
        situation.slots, text, asked=asked, question=situation.question, today=situation.today
    )
    return FillSlots(situation.top.id, text, found) if found else None


def _again(person: PersonState, situation: Situation, text: str) -> Decision | None:
    agent, top = find_wished_again(person, situation, text), situation.top
    if top is not None and top.refused and situation.form is not None and agent == top.agent:
        return FillSlots(top.id, text, {})  # what was rejected is raised again
    return Remind(agent) if agent else None


async def _do(
    work: Work, decision: Decision, situation: Situation, gate: Gate | None = None
) -> None:
    """Note the decision where `why` shows it, and act."""
    chosen, reason, rule = _noted(decision, situation, work.transcript.text)
    others = tuple(card.name for card in situation.agents if card.name != chosen)
    rule = gate or rule
    work.decide(rule, chosen, reason, others if rule is Gate.ROUTER else ())
    await act(work, decision)


def _noted(  # noqa: C901, PLR0911, PLR0912 - one case for each decision
    decision: Decision, situation: Situation, text: str
) -> tuple[str, str, Gate]:
    """What was chosen, why, and by which rule, in words that code writes."""
    said = f"“{text.strip()[:LONGEST_CITED]}”"
    top = situation.top.agent if situation.top else CONCIERGE
    descriptions = {card.name: card.description for card in situation.agents}
    match decision:
        case Start(agent) | KeepInMind(agent):
            return (
                agent,
                f"{said} was read as a wish for it: {descriptions.get(agent, '')}",
                Gate.ROUTER,
            )
        case Remind(agent):
            return agent, f"{said} asks again for what is open", Gate.FLOOR
        case Resume(task):
            agent = next((n for n, t in situation.waiting.items() if t == task), top)
            return agent, f"{said} was read as going on with it", Gate.ROUTER
        case FillSlots():
            return top, f"{said} answers what it had asked", Gate.FLOOR
        case Continue():
            return top, "it is already speaking", Gate.FLOOR
        case AskAgain():
            return top, f"{said} was no answer to what it had asked", Gate.FLOOR
        case AnswerAbout():
            return top, f"{said} was read as a question about what it had asked", Gate.FLOOR
        case DecideRequest() | Confirm():
            return top, f"{said} was read as a word on its card", Gate.REQUEST
        case MakePlan():
            return PLANNER, f"{said} was read as work for several agents", Gate.ROUTER
        case Clarify():
            return CONCIERGE, f"{said} was not plain", Gate.CONCIERGE
        case Refuse(agent) if agent:
            return CONCIERGE, f"{agent} needs a language model, and none is set up", Gate.CONCIERGE
        case Refuse():
            return CONCIERGE, f"{said} is nothing that anybody here helps with", Gate.CONCIERGE
        case SmallTalk():
            return CONCIERGE, f"{said} is for nobody else", Gate.CONCIERGE


def _tell_floor(work: Work, situation: Situation) -> None:
    top = situation.top
    if top is None:
        work.progress("router", "Nobody is speaking; finding out who can help")
    else:
        did = "passed this on" if top.agent in work.handed_back else "is speaking"
        work.progress("router", f"{top.agent} {did}")


async def _addresses(work: Work, name: str, rest: str) -> bool:
    """Give the message to the agent it is addressed to; the rest of it is still read.

    False where others may be called so: in a thread that people share it is a word like any other.

    Raises:
        NotUnderstood: nobody has that name, and nobody else reads along.
    """
    catalogue = work.catalogue
    names = [*catalogue.agents, *([PLANNER] if catalogue.makes_plans and rest else [])]
    agent = {known.lower(): known for known in names}.get(name.lower())
    if agent is None:
        if work.incoming.shared:
            return False
        raise NotUnderstood(NO_SUCH_AGENT.format(name=name[:LONGEST_NAME]))
    situation = await situate(work)
    if agent == CONCIERGE:
        work.decide(Gate.ADDRESS, agent, "you addressed it by name")
        await greet(work, rest, situation.top)
        return True
    if agent == PLANNER and work.services.by_rules:
        await begin_plan(work, rest)
        return True
    decision = await _addressed(work, situation, agent, rest)
    await _do(work, decision, situation, Gate.ADDRESS)
    if not rest:
        _chose(work.person, agent)
    return True


def _chose(person: PersonState, agent: str) -> None:
    """Keep that whom they addressed is what they chose, though code has put it in words."""
    top = person.stack.top
    if top is not None and top.agent == agent:
        person.update(top.with_(chosen=(*top.chosen, *top.said[-1:])))


async def _addressed(work: Work, situation: Situation, agent: str, rest: str) -> Decision:
    top = situation.top
    if _is_of(top, agent) and rest:
        exact = _exact(situation, rest)
        if exact is not None:
            return exact
        reading = await read_message(work, situation, rest)
        return decide(MessageReading(rest, reading.topic, reading.values, agent), situation)
    card = None if agent == PLANNER else work.agent(agent).card
    wish = (card.introduction or card.description) if card else ""
    return decide(MessageReading(rest or wish, Topic.ELSE, agent=agent), situation)


def _is_of(task: Task | None, agent: str) -> bool:
    return task is not None and task.agent == agent
