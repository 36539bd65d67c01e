"""Give a message to whom it is for: an exact answer and an address by code, the rest is read."""

import re

from bot.core.act import act
from bot.core.forms.whose import theirs
from bot.core.planning.making import begin
from bot.core.reading.decide import Reading, decide
from bot.core.reading.fill import exact_value
from bot.core.reading.read import read, whom
from bot.core.reading.repeats import wished_again
from bot.core.reading.situation import Situation
from bot.core.routing.situate import situate
from bot.core.routing.start import greet
from bot.core.turn.person import PersonState
from bot.core.turn.services import CONCIERGE, PLANNER
from bot.core.turn.work import Work
from bot.domain import decisions
from bot.domain.decisions import Decision, Gate
from bot.domain.errors import NotUnderstood
from bot.domain.questions import Topic
from bot.domain.tasks import Task
from bot.language.lexicon import courtesy_of, is_question

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
    reading = await read(work, situation, masked)
    await _do(work, decide(reading, situation), situation)


async def reroute(work: Work, text: str) -> None:
    """Find another agent for words that one has handed back; its task waits.

    Raises:
        BudgetSpent, ModelUnavailable: nobody was chosen.
    """
    situation = await situate(work)
    reading = await whom(work, situation, Reading(text, Topic.ELSE))
    await _do(work, decide(reading, situation), situation)


def _exact(situation: Situation, text: str) -> Decision | None:
    """What whole messages decide without anybody being asked; None for all others."""
    if courtesy_of(text) and not (situation.hears or situation.takes_all):
        return decisions.SmallTalk(text)
    if (
        situation.top is None
        or situation.form is None
        or situation.card is not None
        or not situation.question
    ):
        return None
    beneath = theirs(text, situation.slots, situation.below, today=situation.today)
    if beneath is not None:
        is_all = not beneath.rest and not is_question(text)
        return decisions.KeepInMind(beneath.agent, text) if is_all else None
    asked = situation.form.asked or tuple(slot.name for slot in situation.missing)
    found = exact_value(
        situation.slots, text, asked=asked, question=situation.question, today=situation.today
    )
    return decisions.FillSlots(situation.top.id, text, found) if found else None


def _again(person: PersonState, situation: Situation, text: str) -> Decision | None:
    agent, top = wished_again(person, situation, text), situation.top
    if top is not None and top.refused and situation.form is not None and agent == top.agent:
        return decisions.FillSlots(top.id, text, {})  # what was rejected is raised again
    return decisions.Remind(agent) if agent else None


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
        case decisions.Start(agent) | decisions.KeepInMind(agent):
            return (
                agent,
                f"{said} was read as a wish for it: {descriptions.get(agent, '')}",
                Gate.ROUTER,
            )
        case decisions.Remind(agent):
            return agent, f"{said} asks again for what is open", Gate.FLOOR
        case decisions.Resume(task):
            agent = next((n for n, t in situation.waiting.items() if t == task), top)
            return agent, f"{said} was read as going on with it", Gate.ROUTER
        case decisions.FillSlots():
            return top, f"{said} answers what it had asked", Gate.FLOOR
        case decisions.Continue():
            return top, "it is already speaking", Gate.FLOOR
        case decisions.AskAgain():
            return top, f"{said} was no answer to what it had asked", Gate.FLOOR
        case decisions.AnswerAbout():
            return top, f"{said} was read as a question about what it had asked", Gate.FLOOR
        case decisions.DecideRequest() | decisions.Confirm():
            return top, f"{said} was read as a word on its card", Gate.REQUEST
        case decisions.MakePlan():
            return PLANNER, f"{said} was read as work for several agents", Gate.ROUTER
        case decisions.Clarify():
            return CONCIERGE, f"{said} was not plain", Gate.CONCIERGE
        case decisions.Refuse(agent) if agent:
            return CONCIERGE, f"{agent} needs a language model, and none is set up", Gate.CONCIERGE
        case decisions.Refuse():
            return CONCIERGE, f"{said} is nothing that anybody here helps with", Gate.CONCIERGE
        case decisions.SmallTalk():
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
        await begin(work, rest)
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
        reading = await read(work, situation, rest)
        return decide(Reading(rest, reading.topic, reading.values, agent), situation)
    card = None if agent == PLANNER else work.agent(agent).card
    wish = (card.introduction or card.description) if card else ""
    return decide(Reading(rest or wish, Topic.ELSE, agent=agent), situation)


def _is_of(task: Task | None, agent: str) -> bool:
    return task is not None and task.agent == agent
