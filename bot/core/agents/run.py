"""Run the agent of a task once: a function, a script, a model with tools, a call that waited."""

import asyncio

import structlog
from pydantic import JsonValue

from agents.kit.agent import Agent
from agents.kit.model_loop import ModelLoop, needs_first
from agents.kit.outcome import Outcome, Suspended, ask, checked, done
from agents.kit.parameters import called
from agents.kit.tool import Tool
from agents.kit.values.errors import KitError, ModelUnavailable, ToolFailed
from agents.kit.values.model import ChatMessage, ModelCall, Purpose
from agents.kit.values.person import Fact
from bot.core.agents.agent_turn import make_turn
from bot.core.agents.forms import run_form, tell_failure
from bot.core.agents.scripts import TurnStage
from bot.core.agents.tool_calls import TurnHands
from bot.core.agents.tool_results import ToolChanges, apply_changes, hand_out
from bot.core.memory.recall import remember
from bot.core.ports.turns import DiaryEntry
from bot.core.prompts.model_calls import ask_model
from bot.core.prompts.prompting import (
    add_pictures,
    describe_known,
    describe_task,
    fill_prompt,
    make_note,
    show_history,
    show_kept,
    write_agent_prompt,
)
from bot.core.redaction.tool_redaction import shorten
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.errors import AgentFailed, CallRepeated, FrontdeskError
from bot.domain.requests import RequestKind
from bot.domain.tasks import Task

log = structlog.get_logger(__name__)


async def run_task(work: Work, task: Task) -> Outcome:  # noqa: C901 - one branch a kind
    """Run the task's agent; what must come first is an outcome too.

    Raises:
        BudgetSpent, ModelUnavailable, OutcomeUnknown, AgentFailed: the task stays as it was.
    """
    agent = work.agent(task.agent)
    for fact in agent.requires:
        holds = fact.name in work.person.facts.known
        if not (holds and task.started):
            work.progress(agent.name, f"Checking {fact.meaning}: {'yes' if holds else 'not yet'}")
        if not holds:
            return Outcome(interrupt=True, suspended=_waiting_for(fact, task.call))
    if agent.requires and not task.basis:
        task = work.person.update(task.with_(basis=_basis(work.person, agent)))
    if agent.run is not None:
        return await _run_function(work, task, agent)
    if task.call is not None:
        return await carry_out(work, task, task.call)
    if agent.is_form:
        return await run_form(work, task)
    if agent.opening and not task.started and (task.bare or not task.said):
        return ask(agent.opening)
    return await _run_model(work, task) if agent.script is None else await _play(work, task)


def _waiting_for(fact: Fact, call: Suspended | None) -> Suspended:
    """Wait for a fact; a call that waited before goes on waiting, with the values it has."""
    waits = Suspended(waits_for="fact", name=fact.name, because=fact.meaning)
    if call is None:
        return waits
    kept = {"agent": call.agent, "tool": call.tool, "arguments": call.arguments}
    return waits.model_copy(update=kept)


def _basis(person: PersonState, agent: Agent) -> dict[str, JsonValue]:
    known = person.facts.values
    return {fact.name: known[fact.name] for fact in agent.requires}


async def carry_out(
    work: Work,
    task: Task,
    call: Suspended,
    *,
    secrets: dict[str, str] | None = None,
    approved: str = "",
) -> Outcome:
    """Run the tool call that waited, then let its agent go on if that does not end the task."""
    agent, actor = work.agent(task.agent), _actor(work, task, call)
    has_script = agent.script is not None
    tool = _tool(actor, call)
    hands = TurnHands(work, task, actor, secrets or {}, approved)
    try:
        result = await hands.use(tool, tool.read(call.arguments))
        if isinstance(result, Suspended) and (words := needs_first(actor, tool, result)):
            raise ToolFailed(words)  # noqa: TRY301 - told like what the tool itself finds missing
    except ToolFailed as error:
        if agent.is_form:
            left = work.person.update(work.person.current(task).with_(call=None))
            return await tell_failure(work, left, error)
        if has_script:
            return await play_on(work, task, f"error: {error}")
        return await _go_on(work, task, error)
    if isinstance(result, Suspended):
        waiting = result.model_copy(update={"agent": call.agent})
        return Outcome(interrupt=True, suspended=waiting)
    if has_script:
        return await play_on(work, task, result)
    return done(result) if tool.ends_task else await _go_on(work, task)


async def play_on(work: Work, task: Task, result: str) -> Outcome:
    """Let a script go on with what became of its call."""
    return await _play(
        work, work.person.update(work.person.current(task).with_(call=None)), result
    )


async def _go_on(work: Work, task: Task, error: ToolFailed | None = None) -> Outcome:
    """Let the agent go on after a call that waited; first with the calls that were kept."""
    going_on = work.person.update(work.person.current(task).with_(call=None))
    if going_on.next_kept is None:
        return await _run_model(work, going_on, *([f"error: {error}"] if error else []))
    if error is not None:
        told = str(error)
        work.acted.failed = {at: left for at, left in work.acted.failed.items() if left != told}
        work.say(task.agent, told)
        going_on = going_on.noting(f"error: {error}")
    taken = work.person.update(going_on.taking_up())
    assert taken.call is not None, "the first that was kept is taken up"
    return await carry_out(work, taken, taken.call)


async def converse(work: Work, agent: Agent, text: str) -> Outcome:
    """Let an agent answer without a task: the concierge never keeps the floor."""
    task = work.new_task(agent.name, text)
    if agent.run is not None:
        return await _run_function(work, task, agent)
    return await _run_model(work, task)


async def _run_model(work: Work, task: Task, *results: str) -> Outcome:
    agent = work.agent(task.agent)
    prompt = fill_prompt(
        "agent",
        prompt=write_agent_prompt(agent, work.catalogue),
        known=describe_known(work.person.facts, work.catalogue),
        situation=describe_task(task),
    )
    await remember(work, agent.name)
    past = add_pictures(work, show_history(work, reader=agent.name))
    messages = [ChatMessage("system", prompt), *show_kept(task), *past]
    for result in results:
        messages += make_note(f"Your tool returned: {result}")
    try:
        return await ModelLoop(agent, TurnHands(work, task, agent), messages).run()
    except ModelUnavailable:
        if not work.person.current(task).refused:
            raise
    except CallRepeated:
        if not work.person.current(task).is_rejected_last:
            raise
    log.info("nothing_said_of_rejection", agent=agent.name)
    return ask("")  # which has code ask what is wanted instead


async def _play(work: Work, task: Task, result: str | None = None) -> Outcome:
    """Run a script; whatever becomes of it, it is kept where it was last."""
    agent = work.agent(task.agent)
    assert agent.script is not None, "only called for agents with a script"
    try:
        outcome = await agent.script.run(TurnStage(work, task, agent, result))
    except ToolFailed as error:
        return ask(str(shorten(error)))
    except (FrontdeskError, KitError, asyncio.CancelledError):
        raise
    except Exception as error:
        message = f"{agent.name}: {type(error).__name__}"
        raise AgentFailed(message) from error
    outcome = checked(outcome, agent.name)
    work.person.update(work.person.current(task).with_(read=len(task.said)))
    work.changes.diary += [
        DiaryEntry(task.id, work.person.identity, line) for line in outcome.diary
    ]
    return _kept(work.person, agent, outcome)


async def _run_function(work: Work, task: Task, agent: Agent) -> Outcome:
    turn = make_turn(work, task, agent, agent.provides)
    assert agent.run is not None
    try:
        async with asyncio.timeout(work.limits.seconds_left()):
            outcome = await called(agent.run, turn)
    except ToolFailed as error:
        return ask(str(shorten(error)), state=task.state)
    except (FrontdeskError, asyncio.CancelledError):
        raise
    except Exception as error:
        message = f"{agent.name}: {type(error).__name__}"
        raise AgentFailed(message) from error
    outcome = checked(outcome, agent.name)
    apply_changes(work, agent.provides, ToolChanges(turn.established, tuple(turn.revoked)))
    hand_out(work, agent, turn.delivered, task)
    return _kept(work.person, agent, outcome)


def _kept(person: PersonState, agent: Agent, outcome: Outcome) -> Outcome:
    if agent.keeps == "task" or (outcome.interrupt and outcome.state is None):
        return outcome
    threads = {name: s for name, s in person.participant.threads.items() if name != agent.name}
    if outcome.state is not None:
        threads[agent.name] = outcome.state
    person.change(threads=threads)
    return outcome.model_copy(update={"state": None})


def _actor(work: Work, task: Task, call: Suspended) -> Agent:
    """The agent whose tool a call is: the task's own, or one that its script plays."""
    agent = work.agent(task.agent)
    if not call.agent:
        return agent
    actor = next((inner for inner in agent.inner if inner.name == call.agent), None)
    if actor is None:
        message = f"{agent.name} no longer plays “{call.agent}”"
        raise AgentFailed(message)
    return actor


def _tool(agent: Agent, call: Suspended) -> Tool:
    tool = agent.tool_named(call.tool)
    if tool is None:
        message = f"{agent.name} no longer has the tool “{call.tool}”"
        raise AgentFailed(message)
    return tool


BY_RULES = "I cannot answer questions about this without a language model."
NO_WORDS = "I have no answer to that."


async def answer_about(work: Work, task: Task, text: str) -> str:
    """What the agent's prompt says to a question; it is given no tools, so it can do nothing.

    Raises:
        BudgetSpent, ModelUnavailable: nobody answered.
    """
    if work.services.by_rules:
        return BY_RULES
    agent = work.agent(task.agent)
    card = work.requests.of(task, RequestKind.APPROVAL)
    prompt = fill_prompt(
        "about",
        prompt=write_agent_prompt(agent, work.catalogue),
        known=describe_known(work.person.facts, work.catalogue),
        asked=card.text if card else task.question,
    )
    messages = (ChatMessage("system", prompt), ChatMessage("user", text))
    reply = await ask_model(work, ModelCall(Purpose.AGENT, agent.name, messages))
    return NO_WORDS if reply.is_withheld or not reply.text.strip() else reply.text.strip()
