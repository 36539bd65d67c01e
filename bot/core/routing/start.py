"""Start what the router chose: an agent, one that waits, the concierge, or words to the user."""

import re

from agents.kit.model import Card
from bot.core.acting.run_agent import converse
from bot.core.requests import asking, plans_waiting
from bot.core.routing.beneath import beneath, tell_beneath
from bot.core.routing.choice import CLARIFY, OUT_OF_SCOPE, Choice
from bot.core.turn.services import CONCIERGE, PLANNER
from bot.core.turn.work import Work
from bot.domain.tasks import Task

LISTED_EACH_TIME = 6  # a longer list after every answer would bury the answer
NAMED_EACH_TIME = 4

_UNMET = {
    CLARIFY: "Could you say more precisely what you want to do?",
    OUT_OF_SCOPE: "That is outside what I can help with.",
}

_LEAD = re.compile(r"(?:(?<=[.!?…”])\s+|^)[^.!?…”]*:$")


async def start_choice(work: Work, choice: Choice, text: str, speaker: Task | None = None) -> None:
    """Do what the router chose: start or resume an agent, or speak to the user."""
    if choice.name in _UNMET:
        await _say_unmet(work, choice, speaker)
    elif choice.name == CONCIERGE:
        await greet(work, text, speaker)
    elif speaker is not None and choice.name in beneath(work, speaker):
        tell_beneath(work, choice.name, choice.own or text)
        asking.show_again(work, speaker, choice.said or f"I keep that in mind for {choice.name}.")
    elif choice.name in work.handed_back:
        restate = choice.question or "I could not make use of that."
        await _say_unmet(work, Choice(CLARIFY, choice.reason, restate), speaker)
    else:
        _start(work, choice, text)


async def greet(work: Work, text: str, speaker: Task | None = None) -> None:
    """Let the concierge speak; the first words of all are the welcome, without a model."""
    agent = work.services.catalogue.get(CONCIERGE)
    if not work.participant.greeted:
        work.say(CONCIERGE, welcome(work))
    elif agent is not None:
        outcome = await converse(work, agent, text)
        work.say(CONCIERGE, outcome.value)
    else:
        work.say("", offer(work))
    work.waits = True
    if speaker is not None:
        asking.show_again(work, speaker)
    else:
        await plans_waiting.show_again(work)


def welcome(work: Work) -> str:
    """The first words: who is speaking, and what can be asked for."""
    can_help = f"I can help you with:\n{work.services.catalogue.introductions}"
    return f"Hello, I am {work.services.name}. {can_help}\nWhat can I do for you?"


def offer(work: Work) -> str:
    """The words after a finished wish: who else can be asked, or where to read it if many can."""
    if len(work.services.catalogue.exposed) <= LISTED_EACH_TIME:
        return f"What else can I do for you? {_can_help(work)}"
    return "What else can I do for you? “agents” lists whom you can ask."


def push(work: Work, task: Task) -> None:
    """Put a task on the stack; every change of agent is counted."""
    work.budget.hand_off()
    work.stack = work.stack.push(task)


def _start(work: Work, choice: Choice, text: str) -> None:
    open_task = work.stack.of_agent(choice.name)
    own = choice.own or text
    if not work.stack.tasks:
        work.change(wish=own, finished=())
    if open_task is not None:
        work.budget.hand_off()
        work.stack = work.stack.resume(open_task.hearing(own))
    else:
        bare = not (choice.details or work.beginning.incoming.files)
        push(work, work.new_task(choice.name, own, heard=(text,), bare=bare))
    # The router split the message, so only the whole of it is what the user wrote.
    then = choice.then if choice.name != PLANNER else ()  # a plan is for all of the message
    further = tuple(work.new_task(name, words, heard=(text,)) for name, words in then)
    if choice.said:
        work.say("", choice.said)
    if choice.left:
        cited = " and ".join(f"“{words[:80]}”" for words in choice.left)
        work.say("", f"I could not tell what to do with {cited}; the rest I take on.")
    if further:
        work.stack = work.stack.queue(*further)
        names = ", then ".join(task.agent for task in further)
        work.say("", f"I will start with {choice.name}, then go on with {names}.")


async def _say_unmet(work: Work, choice: Choice, speaker: Task | None) -> None:
    """Say that nobody was chosen, what is still needed, and what is possible."""
    text = choice.question or _UNMET[choice.name]
    work.waits = True
    if speaker is None:
        can_help = f"\n{_can_help(work)}" if choice.name == OUT_OF_SCOPE else ""
        work.say(CONCIERGE, f"{text}{can_help}")
        await plans_waiting.show_again(work)
        return
    text = text.removesuffix(speaker.question).rstrip() if speaker.question else text
    parts = [text, _requirement(work, speaker)]
    if choice.name == OUT_OF_SCOPE:
        # What leads to a question by a colon would lead to what I can help with.
        parts = [_LEAD.sub("", text), *parts[1:], _can_help(work)]
    asking.show_again(work, speaker, "\n".join(part for part in parts if part))


def _requirement(work: Work, speaker: Task) -> str:
    """What code said is missing; what a model gives as its reason is for the side channel."""
    agent = work.services.catalogue.get(speaker.agent)
    return work.handed_back.get(speaker.agent, "") if agent and agent.run else ""


def _can_help(work: Work) -> str:
    """What can be asked for; of a long list its beginning, and where the rest is to be read."""
    exposed = work.services.catalogue.exposed
    if len(exposed) <= LISTED_EACH_TIME:
        return f"I can help with:\n{work.services.catalogue.introductions}"
    some = ", ".join(_within_a_sentence(card) for card in exposed[:NAMED_EACH_TIME])
    more = len(exposed) - NAMED_EACH_TIME
    return f"I can help with {some}, and {more} things more; “agents” lists them all."


def _within_a_sentence(card: Card) -> str:
    """An introduction without what stands in parentheses; the first letter of “IT” stays."""
    words = (card.introduction or card.name).partition(" (")[0]
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]
