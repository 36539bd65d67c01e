"""Settle an outcome: what it means for the stack, the requests and what is said."""

from agents.kit.outcome import NextTool, Outcome, Suspended
from agents.kit.outcome import ask as asking_outcome
from bot.core import asking
from bot.core.route import CLARIFY, OUT_OF_SCOPE, Choice, route
from bot.core.run_agent import converse
from bot.core.services import CONCIERGE
from bot.core.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import AgentFailed
from bot.domain.messages import ReplyKind
from bot.domain.tasks import Task

KEPT_NOTES = 12


async def settle(work: Work, task: Task, outcome: Outcome) -> None:
    """Apply what an agent returned to its task and to what the user sees."""
    if outcome.hands_back:
        await _pass_on(work, task, outcome)
        return
    task = work.update(_marked(task, outcome))
    if outcome.suspended is not None:
        _wait_for(work, task, outcome.suspended)
    elif not outcome.interrupt:
        _finish(work, task, outcome)
    elif outcome.asks_human or outcome.next_tool is None:
        _ask(work, task, outcome)
    else:
        await _delegate(work, task, outcome, outcome.next_tool)


async def start_choice(work: Work, choice: Choice, text: str, speaker: Task | None = None) -> None:
    """Do what the router chose: start or resume an agent, or speak to the user."""
    if choice.name in {CLARIFY, OUT_OF_SCOPE}:
        _say_unmet(work, choice, speaker)
    elif choice.name == CONCIERGE:
        await greet(work, text, speaker)
    elif speaker is not None and _runs_for(work, speaker, choice.name):
        asking.show_again(work, speaker, f"That is where we are going: {choice.name}.")
    elif choice.name in work.handed_back:
        restate = "I could not make use of that."
        _say_unmet(work, Choice(CLARIFY, choice.reason, choice.question or restate), speaker)
    else:
        _start(work, choice, text)


async def greet(work: Work, text: str, speaker: Task | None = None) -> None:
    """Let the concierge speak; the first words of all are the welcome, without a model."""
    if not work.participant.greeted:
        work.say(CONCIERGE, welcome(work))
        work.change(greeted=True)
    elif (agent := work.services.catalogue.get(CONCIERGE)) is not None:
        outcome = await converse(work, agent, text)
        work.say(CONCIERGE, outcome.value)
    else:
        work.say("", offer(work))
    work.waits = True
    if speaker is not None:
        asking.show_again(work, speaker)


def welcome(work: Work) -> str:
    """The first words: who is speaking, and what can be asked for."""
    return (
        f"Hello, I am {work.services.name}. I can help you with:\n"
        f"{work.services.catalogue.introductions}\nWhat can I do for you?"
    )


def offer(work: Work) -> str:
    """The words after a finished wish: what else can be asked for."""
    return f"What else can I do for you? I can help with:\n{work.services.catalogue.introductions}"


def push(work: Work, task: Task) -> None:
    """Put a task on the stack; every change of agent is counted."""
    work.budget.hand_off()
    work.stack = work.stack.push(task)


def _marked(task: Task, outcome: Outcome) -> Task:
    good = tuple(note for note in outcome.notes if not note.startswith("error:"))
    state = outcome.state if outcome.state is not None else task.state
    return task.with_(state=state, notes=(*task.notes, *good)[-KEPT_NOTES:], call=None)


def _start(work: Work, choice: Choice, text: str) -> None:
    open_task = work.stack.of_agent(choice.name)
    if not work.stack.tasks:
        work.change(wish=text, finished=())
    if open_task is not None:
        work.budget.hand_off()
        work.stack = work.stack.resume(open_task.with_(said=(*open_task.said, text)))
    else:
        push(work, work.new_task(choice.name, text, bare=not choice.details))
    further = tuple(work.new_task(name, words) for name, words in choice.then)
    if further:
        work.stack = work.stack.queue(*further)
        names = ", then ".join(task.agent for task in further)
        work.say("", f"I will start with {choice.name}, then go on with {names}.")


def _runs_for(work: Work, speaker: Task, name: str) -> bool:
    """Say whether a task only runs because of the agent of this name, waiting beneath it."""
    needed: Task | None = speaker
    while needed is not None and needed.provides:
        if needed.parent == name:
            return True
        needed = work.stack.of_agent(needed.parent)
    return False


def _say_unmet(work: Work, choice: Choice, speaker: Task | None) -> None:
    default = {
        CLARIFY: "Could you say more precisely what you want to do?",
        OUT_OF_SCOPE: "That is outside what I can help with.",
    }[choice.name]
    text = choice.question or default
    if speaker is not None:
        text = text.removesuffix(speaker.question).rstrip() if speaker.question else text
        asking.show_again(work, speaker, text)
    else:
        help_offer = "" if choice.name == CLARIFY else f"\n{_can_help(work)}"
        work.say(CONCIERGE, f"{text}{help_offer}")
    work.waits = True


def _can_help(work: Work) -> str:
    return f"I can help with:\n{work.services.catalogue.introductions}"


async def _pass_on(work: Work, task: Task, outcome: Outcome) -> None:
    """Find another agent for a message that was not for this one; its task waits."""
    work.handed_back[task.agent] = outcome.rationale
    work.progress(task.agent, f"{task.agent} hands back: {outcome.rationale}")
    text = task.said[-1] if task.said else work.text
    if task.started:
        before = task.with_(said=task.said[:-1])
        task = work.update(before.with_(state=outcome.state or task.state))
    else:
        work.stack = work.stack.finish()
    speaker = task if task.started else work.stack.top
    choice = await route(work, text, speaker=speaker)
    await start_choice(work, choice, text, speaker)


def _wait_for(work: Work, task: Task, call: Suspended) -> None:
    kept = work.update(
        task.with_(call=call if call.tool else None, started=task.started or bool(call.tool))
    )
    match call.waits_for:
        case "fact":
            _push_provider(work, kept, call)
        case "secret":
            asking.ask_secret(work, kept, call)
        case "approval":
            asking.ask_approval(work, kept, call)


def _push_provider(work: Work, task: Task, call: Suspended) -> None:
    provider = work.services.catalogue.provider(call.name)
    if provider is None or provider.name == task.agent:
        message = f"nobody provides the fact “{call.name}” that {task.agent} requires"
        raise AgentFailed(message)
    if any(t.agent == provider.name and t.provides for t in work.stack.tasks):
        message = f"{provider.name} and {task.agent} wait for one another"
        raise AgentFailed(message)
    needed = work.services.catalogue.kinds[call.name].meaning
    reason = f"{task.agent} first needs {needed}"
    work.decide(Gate.PREREQUISITE, provider.name, reason, (task.agent,))
    waiting = work.stack.of_agent(provider.name)
    if waiting is not None:
        work.budget.hand_off()
        work.stack = work.stack.resume(waiting.with_(provides=call.name, parent=task.agent))
        return
    said = () if task.bare else task.said[-1:]
    push(
        work,
        work.new_task(provider.name, "", parent=task.agent, provides=call.name).with_(said=said),
    )


def _ask(work: Work, task: Task, outcome: Outcome) -> None:
    asked = work.update(task.with_(question=outcome.value, options=outcome.options, started=True))
    asking.ask_question(work, asked, outcome.value)


async def _delegate(work: Work, task: Task, outcome: Outcome, wanted: NextTool) -> None:
    """Push the help an agent asked for; who may not generate tasks asks the user instead."""
    agent = work.agent(task.agent)
    if not agent.can_generate_task:
        work.progress(task.agent, f"{task.agent} may not start other agents; asking the user")
        _ask(work, task, asking_outcome(outcome.value, state=outcome.state))
        return
    waiting = work.update(task.with_(started=True))
    name, text = await _named(work, waiting, wanted)
    if work.services.catalogue.get(name) is None or name in {CONCIERGE, task.agent}:
        _ask(work, waiting, asking_outcome(outcome.value))
        return
    push(work, work.new_task(name, text, parent=task.agent))


async def _named(work: Work, task: Task, wanted: NextTool) -> tuple[str, str]:
    argument = wanted.tool_argument
    if argument and argument.name:
        work.progress(argument.name, f"Choosing {argument.name}: {task.agent} asked for it")
        return argument.name, argument.arguments or wanted.content
    text = (argument.arguments if argument else "") or f"{wanted.context} {wanted.content}".strip()
    choice = await route(work, text)
    return choice.name, wanted.content or text


def _finish(work: Work, task: Task, outcome: Outcome) -> None:
    """Take a finished task off the stack and go on with what waited for it."""
    asking.supersede(work, task)
    if task.provides and task.provides not in work.facts.known:
        _ask(work, task, asking_outcome(outcome.value))
        return
    work.stack = work.stack.finish()
    work.change(finished=(*work.participant.finished, task.agent)[-10:])
    work.progress(task.agent, f"{task.agent} is complete")
    beneath = work.stack.top
    if beneath is not None and task.parent == beneath.agent and not task.provides:
        joined = f"{beneath.said[-1] if beneath.said else ''} {outcome.value}".strip()
        work.update(beneath.with_(said=(*beneath.said, joined)))
    elif beneath is not None and beneath.started and not task.provides:
        note = f"{task.agent} answered: {outcome.value}"
        beneath = work.update(beneath.with_(notes=(*beneath.notes, note)[-KEPT_NOTES:]))
        asking.show_again(work, beneath, outcome.value)
    else:
        work.say(task.agent, outcome.value)
    if outcome.artifact:
        work.say(task.agent, outcome.artifact, kind=ReplyKind.ARTIFACT)
    _chain(work, outcome)


def _chain(work: Work, outcome: Outcome) -> None:
    """Start the agent a finished one named as the next."""
    argument = outcome.next_tool.tool_argument if outcome.next_tool else None
    if argument is None or work.services.catalogue.get(argument.name) is None:
        return
    push(work, work.new_task(argument.name, argument.arguments))
    work.waits = False
