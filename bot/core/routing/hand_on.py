"""Give a message to whom it is for: the one addressed, the one speaking, or one chosen."""

import re

from agents.kit.model import Card
from bot.core.remembering.window import remembers
from bot.core.routing.choice import CLARIFY, OUT_OF_SCOPE, Choice
from bot.core.routing.route import claims, hears_all, route
from bot.core.routing.start import greet, start_choice
from bot.core.turn.services import CONCIERGE, PLANNER
from bot.core.turn.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import NotUnderstood
from bot.domain.tasks import Task

_ADDRESS = re.compile(r"@(?P<agent>[A-Za-z][\w-]*)[,:]?\s*(?P<rest>.*)", re.DOTALL)


async def hand_on(work: Work, masked: str) -> None:
    """Let an agent have words of the author, already masked.

    Raises:
        NotUnderstood: nobody has the name they are addressed to.
        BudgetSpent, ModelUnavailable: nobody was chosen.
    """
    addressed = _ADDRESS.fullmatch(masked.strip())
    if addressed:
        await _address(work, addressed["agent"], addressed["rest"].strip())
    elif _has_floor(work, masked):
        _keep_floor(work, masked)
    else:
        await _choose(work, masked)


def _has_floor(work: Work, text: str) -> bool:
    """Say whether an agent gets the message before the router; one whose call waits does not."""
    top = work.stack.top
    if top is None or top.call is not None or work.services.classify_first:
        return False
    return not _is_gone(work, top) and claims(work, top, text)


def _keep_floor(work: Work, text: str) -> None:
    """Let the active task's agent have the message; it can hand it back."""
    top = work.stack.top
    assert top is not None, "only called with an active task"
    work.decide(Gate.FLOOR, top.agent, "it is already speaking")
    if top.call is not None:
        work.stashed[top.id] = top.call
    work.update(top.hearing(text).with_(call=None))


async def _choose(work: Work, text: str) -> None:
    speaker = work.stack.top
    choice = await route(work, text, speaker=speaker)
    if speaker is not None and _is_for(work, speaker, choice):
        _keep_floor(work, text)
    elif (
        work.wants_login and speaker is None and choice.name in {CLARIFY, OUT_OF_SCOPE, CONCIERGE}
    ):
        wish = Choice(work.wants_login, "a secret for it was in the message")
        await start_choice(work, wish, text, speaker)
    elif choice.name in {CLARIFY, OUT_OF_SCOPE} and await remembers(work):
        work.decide(Gate.CONCIERGE, CONCIERGE, "it is about what was said before")
        await greet(work, text, speaker)
    else:
        await start_choice(work, choice, text, speaker)


def _is_for(work: Work, speaker: Task, choice: Choice) -> bool:
    """Say whether the speaker gets the message; a doubtful one it can still hand back.

    In an open round anything may be an answer, but what is plainly another agent's.
    """
    takes_all = _is_gone(work, speaker) or hears_all(work, speaker)
    unclear = {CLARIFY, OUT_OF_SCOPE, CONCIERGE} if takes_all else {CLARIFY}
    doubtful = choice.name in unclear and speaker.call is None
    return choice.name == speaker.agent or doubtful


def _is_gone(work: Work, task: Task) -> bool:
    """Say whether its agent was taken out, or renamed, since the task began."""
    return work.services.catalogue.actor(task.agent) is None


async def _address(work: Work, name: str, rest: str) -> None:
    """Give the message to the agent it is addressed to."""
    catalogue = work.services.catalogue
    names = [*catalogue.agents, *([PLANNER] if catalogue.makes_plans and rest else [])]
    known = {agent.lower(): agent for agent in names}
    agent = known.get(name.lower())
    if agent is None:
        shown = ", ".join(
            agent.name for agent in catalogue.agents.values() if agent.expose_to_user
        )
        message = f"There is no agent “{name}”. There are: {shown}."
        raise NotUnderstood(message)
    work.decide(Gate.ADDRESS, agent, "you addressed it by name")
    speaker = work.stack.top
    if speaker is not None and speaker.agent == agent:
        _keep_floor(work, rest)
    elif agent == CONCIERGE:
        await greet(work, rest, speaker)
    else:
        choice = Choice(agent, "addressed by name", details=bool(rest))
        await start_choice(work, choice, rest or _wish(work, agent), speaker)


def _wish(work: Work, agent: str) -> str:
    card: Card = work.agent(agent).card
    return card.introduction or card.description
