"""Act on a decision: change the stack by it, and say what has to be said at once."""

from typing import assert_never

from pydantic import JsonValue

from agents.kit.agent import Agent
from bot.core.agents.run import answer_about
from bot.core.memory.recall import remembers
from bot.core.reading.ask import says_more
from bot.core.reading.decide import apply_decision
from bot.core.requests.ask import show_again, show_plan_again
from bot.core.requests.verdicts import find_task
from bot.core.stack.start import greet, write_help
from bot.core.state.catalogue import CONCIERGE, PLANNER
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.core.verdicts.decide import decide_press
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
from bot.domain.ids import TaskId
from bot.domain.messages import Press
from bot.domain.tasks import Task

UNCLEAR = "Could you say more precisely what you want to do?"
OUTSIDE = "That is outside what I can help with."
NEEDS_MODEL = "{agent} needs a language model, and none is set up here."
NO_USE = "I could not make use of that."
NO_ANSWER = "“{said}” does not answer what I asked."
HOW_TO_STOP = "If you want me to stop, say “stop”."
AS_A_YES = "Shall I take that as a yes? Then say “yes”, or press the button."
STANDS = "We are at that: {agent} goes on as soon as {top} is done."
GOES_ON = "We are at that already."
KEPT_IN_MIND = "I keep that in mind for {agent}."
LONGEST_CITED = 80


async def act(work: Work, decision: Decision) -> None:  # noqa: C901 - a case for each
    """Do what was decided; the turn goes on unless a person has to answer first.

    Raises:
        BudgetSpent, ModelUnavailable: what was decided needs a model, and none answered.
    """
    match decision:
        case Start(agent, text):
            _start(work, decision, work.new_task(agent, text, spoken=work.spoken(text)))
        case MakePlan(goal):
            _start(work, decision, work.new_task(PLANNER, goal, spoken=work.spoken(goal)))
        case Resume(_, text):
            work.limits.budget.hand_off()
            _apply(work, decision, text)
        case Continue(task, text):
            _stash(work.person, task)
            _apply(work, decision, text)
        case FillSlots(task, text):
            work.requests.supersede(_task(work.person, task), anew=True)
            _apply(work, decision, text)
        case KeepInMind(agent):
            _keep_in_mind(work, decision, agent)
        case Remind(agent):
            _remind(work, agent)
        case AskAgain(task, text, stops):
            cited = NO_ANSWER.format(said=text.strip()[:LONGEST_CITED])
            show_again(work, _task(work.person, task), HOW_TO_STOP if stops else cited)
        case AnswerAbout(task, text):
            answer = await answer_about(work, _task(work.person, task), text)
            show_again(work, _task(work.person, task), answer, own=answer)
        case _:
            await _without_task(work, decision)


async def _without_task(
    work: Work,
    decision: DecideRequest | Confirm | Clarify | Refuse | SmallTalk,
) -> None:
    match decision:
        case DecideRequest(request, verb, reason):
            values: dict[str, JsonValue] = {"reason": reason} if reason else {}
            await decide_press(work, Press(request, verb, values))
        case Confirm(request):
            await _confirm(work, request)
        case Clarify(agent):
            await _unmet(work, f"{NO_USE if agent else UNCLEAR}", agent)
        case Refuse(agent):
            await _unmet(work, NEEDS_MODEL.format(agent=agent) if agent else OUTSIDE, agent)
        case SmallTalk(text):
            await greet(work, text, work.person.stack.top)
        case _:
            assert_never(decision)


def _start(work: Work, decision: Start | MakePlan, task: Task) -> None:
    """Push what is new; whoever had nothing open begins a wish with it."""
    text = task.said[-1] if task.said else ""
    if not work.person.stack.tasks:
        work.person.change(wish=text, wish_spoken=task.spoken, finished=())
    agent = work.catalogue.actor(task.agent)
    bare = not work.incoming.files and _is_bare(agent, text)
    work.limits.budget.hand_off()
    work.person.stack = apply_decision(decision, work.person.stack, task.with_(bare=bare))


def _is_bare(agent: Agent | None, text: str) -> bool:
    """Say whether a talker was given its wish alone, with nothing it could work on."""
    if agent is None or agent.is_form or any(map(str.isdigit, text)):
        return False
    return not says_more(text, agent)


def _apply(work: Work, decision: Decision, text: str) -> None:
    work.person.stack = apply_decision(decision, work.person.stack, spoken=work.spoken(text))


def _stash(person: PersonState, task: TaskId) -> None:
    """Keep the call that waits, in case the words change nothing of it."""
    found = _task(person, task)
    if found.call is not None:
        person.stashed[found.id] = found.call


def _keep_in_mind(work: Work, decision: KeepInMind, agent: str) -> None:
    waiting, top = work.person.stack.of_agent(agent), work.person.stack.top
    assert waiting is not None, "it was found on the stack"
    assert top is not None, "somebody serves it"
    work.requests.supersede(waiting, anew=True)
    _apply(work, decision, decision.text)
    show_again(work, top, KEPT_IN_MIND.format(agent=agent))


def _remind(work: Work, agent: str) -> None:
    top = work.person.stack.top
    assert top is not None, "what is asked for again is open"
    stands = GOES_ON if top.agent == agent else STANDS.format(agent=agent, top=top.agent)
    show_again(work, top, stands)


async def _confirm(work: Work, request_id: str) -> None:
    request = work.requests.find(request_id)
    task = find_task(work.person.participant, request) if request else None
    assert task is not None, "its card is of a task on the stack"
    show_again(work, task, AS_A_YES)


async def _unmet(work: Work, text: str, handed_back: str = "") -> None:
    """Say that nobody was chosen, what is still needed, and what is possible."""
    if not handed_back and await remembers(work):
        work.decide(Gate.CONCIERGE, CONCIERGE, "it is about what was said before")
        await greet(work, work.transcript.text, work.person.stack.top)
        return
    work.waits = True
    top = work.person.stack.top
    parts = [text, _requirement(work, top), write_help(work.catalogue) if text == OUTSIDE else ""]
    told = "\n".join(part for part in parts if part)
    if top is not None:
        show_again(work, top, told)
        return
    work.say(CONCIERGE, told, own="")
    await show_plan_again(work)


def _requirement(work: Work, top: Task | None) -> str:
    """What code said is missing; what a model gives as its reason is for the side channel."""
    agent = work.catalogue.get(top.agent) if top else None
    return work.handed_back.get(top.agent, "") if top and agent and agent.run else ""


def _task(person: PersonState, task: TaskId) -> Task:
    return next(open_task for open_task in person.stack.tasks if open_task.id == task)
