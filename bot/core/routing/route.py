"""Route a message: the model picks from a closed set, code checks what it picked."""

from collections.abc import Sequence
from dataclasses import replace

from agents.kit.agent import Agent
from agents.kit.model import (
    ChatMessage,
    ModelCall,
    Offer,
    Purpose,
    RouteBrief,
    ToolSpec,
)
from bot.core.routing.beneath import beneath
from bot.core.routing.choice import CLARIFY, OUT_OF_SCOPE, Choice, read, schema
from bot.core.turn import prompting
from bot.core.turn.completing import complete
from bot.core.turn.services import CONCIERGE, PLANNER
from bot.core.turn.work import Work
from bot.domain.decisions import Gate
from bot.domain.tasks import Task

TRIES = 3
_CLOSED = (
    "Choose {} only if the message answers what it had asked. With nobody chosen, name in the "
    "question what is still needed."
)
_OPEN = (
    "What is said to {0} may be about anything: choose {0} unless the message plainly asks for "
    "something else to be done or told now."
)
AGAIN = "That is not a name from the list. Choose again."
EARLIER_LINES = 3  # of what its author said before, to tell what a message may be about


async def route(work: Work, text: str, *, speaker: Task | None = None) -> Choice:
    """Choose who handles a text; after three unusable answers, the concierge.

    Raises:
        BudgetSpent, ModelUnavailable: nothing was chosen.
    """
    work.progress("router", f"{_floor(work, speaker)}; finding out who can help")
    names = _names(work)
    call = _call(work, text, speaker, names)
    for _attempt in range(TRIES):
        reply = await complete(work, call)
        answer = "" if reply.is_withheld else reply.text
        choice = read(answer, names)
        if choice is not None:
            return _decided(work, choice, names)
        work.progress("router", f"“{answer[:60]}” is nobody who can help; asking again")
        tried = ChatMessage("assistant", answer[:200] or "(nothing)")
        call = replace(call, messages=(*call.messages, tried, ChatMessage("system", AGAIN)))
    reason = f"no usable choice in {TRIES} tries"
    return _decided(work, Choice(CONCIERGE, reason), names)


def claims(work: Work, task: Task, text: str) -> bool:
    """Say whether a task's agent gets a message before the router: it can hand it back."""
    agent = work.services.catalogue.get(task.agent)
    script = agent.script if agent else None
    return script is None or script.claims(task.state, text)


def hears_all(work: Work, speaker: Task) -> bool:
    """Say whether what is said to a task may be about anything, as in an open round."""
    return not claims(work, speaker, "")


def _floor(work: Work, speaker: Task | None) -> str:
    if speaker is None:
        return "Nobody is speaking"
    did = "passed this on" if speaker.agent in work.handed_back else "is speaking"
    return f"{speaker.agent} {did}"


def _names(work: Work) -> tuple[str, ...]:
    catalogue = work.services.catalogue
    plans = (PLANNER,) if catalogue.makes_plans and PLANNER not in work.handed_back else ()
    return (*catalogue.agents, *plans, CLARIFY, OUT_OF_SCOPE)


def _decided(work: Work, choice: Choice, names: Sequence[str]) -> Choice:
    gate = Gate.CONCIERGE if choice.name == CONCIERGE else Gate.ROUTER
    rejected = tuple(name for name in names if name != choice.name)
    work.decide(gate, choice.name, choice.reason, rejected)
    return choice


def _call(work: Work, text: str, speaker: Task | None, names: Sequence[str]) -> ModelCall:
    catalogue = work.services.catalogue
    prompt = prompting.fill(
        "route",
        agents=_agents(work, text, speaker),
        others=prompting.fill("route_others", planner=_planner(names)),
        known=prompting.known(work.facts, work),
        situation=_situation(work, speaker),
    )
    history = prompting.history(work)
    if not history or history[-1].content != text:
        history.append(ChatMessage("user", text))
    brief = RouteBrief(
        text=text,
        cards=catalogue.cards,
        speaker=speaker.agent if speaker else None,
        question=speaker.question if speaker else None,
        choices=tuple(name for name in names if name not in catalogue.agents),
        hears_all=speaker is not None and hears_all(work, speaker),
        held_up=_held_up(work),
        proposed=_proposed(work, speaker),
        beneath=next(reversed(beneath(work, speaker)), ""),
    )
    messages = (ChatMessage("system", prompt), *_asked(work, speaker), *history)
    return ModelCall(Purpose.ROUTE, "router", messages, brief, answer=schema(names))


def _proposed(work: Work, speaker: Task | None) -> ToolSpec | None:
    """The speaker's own tool whose call waits for an approval."""
    if speaker is None or speaker.call is None or not speaker.call.proposed:
        return None
    tool = work.agent(speaker.agent).tool_named(speaker.call.proposed)
    return tool.spec if tool else None


def _held_up(work: Work) -> tuple[Offer, ...]:
    """The tools of agents that need facts of which none is known yet."""
    known = work.facts.known.keys()
    gated = work.services.catalogue.gated
    return tuple(offer for needed, offer in gated if needed.isdisjoint(known))


def _agents(work: Work, text: str, speaker: Task | None) -> str:
    """Describe the agents that may be meant; name the others, for any can be chosen."""
    catalogue = work.services.catalogue
    waiting = {task.agent for task in (*work.stack.tasks, *work.stack.queued)}
    also = waiting | ({speaker.agent} if speaker else set())
    picked = catalogue.shortlist.pick(text, _said_before(work), also)
    lines = [_line(catalogue.agents[name]) for name in picked]
    left = [name for name in catalogue.agents if name not in picked]
    return "\n".join([*lines, *([f"- or one of: {', '.join(left)}"] if left else [])])


def _planner(names: Sequence[str]) -> str:
    return "- planner: a goal that takes several agents" if PLANNER in names else ""


def _said_before(work: Work) -> list[str]:
    """What the one worked for said lately; what others said, or a file says, is not their wish."""
    own = work.participant.person.key
    lines = (line for line in work.beginning.recent if line.speaker == own)
    return [line.text for line in lines if not line.source][-EARLIER_LINES:]


def _line(agent: Agent) -> str:
    return f"- {agent.name}: {agent.description}"


def _situation(work: Work, speaker: Task | None) -> str:
    lines = []
    if speaker:
        lines.append((_OPEN if hears_all(work, speaker) else _CLOSED).format(speaker.agent))
    waiting = [task.agent for task in work.stack.tasks if task is not speaker]
    if waiting:
        lines.append(f"Waiting: {', '.join(waiting)}")
    if work.participant.finished:
        lines.append(f"Finished: {', '.join(work.participant.finished)}")
    return "\n".join(lines)


def _asked(work: Work, speaker: Task | None) -> list[ChatMessage]:
    if speaker is None:
        return []
    why = work.handed_back.get(speaker.agent, "")
    asked = f"{speaker.agent} had asked: {speaker.question or '(nothing)'} {why}"
    return prompting.noted(asked.strip())
