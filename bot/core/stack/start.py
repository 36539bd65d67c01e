"""Start a task, greet, and say what can be asked for."""

from agents.kit.values.model import Card
from bot.core.agents.run import converse
from bot.core.memory.recall import remembers
from bot.core.requests.ask import show_again, show_plan_again
from bot.core.state.catalogue import CONCIERGE, Catalogue
from bot.core.state.work import Work
from bot.domain.messages import ReplyKind
from bot.domain.tasks import Task
from bot.language.lexicon import courtesy_of

LISTED_EACH_TIME = 6  # a longer list after every answer would bury the answer
NAMED_EACH_TIME = 4
FOUND = "This is what I find of that:"
READY = "What else can I do for you?"
GOODBYE = "Goodbye!"
COURTESIES = {"greeting": "Hello!", "thanks": "You are welcome.", "farewell": GOODBYE}
MORE = "What can I do for you? “agents” lists what I can help with."


async def greet(work: Work, text: str, speaker: Task | None = None) -> None:
    """Let the concierge speak; a welcome, a greeting and thanks need no model."""
    agent = work.catalogue.get(CONCIERGE)
    work.waits = True
    courtesy = COURTESIES.get(courtesy_of(text), "")
    if not work.person.participant.greeted:
        work.say(CONCIERGE, write_welcome(work), own="")
    elif courtesy and speaker is not None:
        show_again(work, speaker, courtesy)
        return
    elif courtesy:
        words = courtesy if courtesy == GOODBYE else f"{courtesy} {MORE}"
        work.say(CONCIERGE, words, own="")
    elif agent is not None and not work.services.by_rules:
        outcome = await converse(work, agent, text)
        work.say(CONCIERGE, outcome.value)
    elif await remembers(work):
        work.say(CONCIERGE, "\n- ".join([FOUND, *work.context.recalled]), own="")
    else:
        work.say("", write_offer(work.catalogue))
    if speaker is not None:
        show_again(work, speaker)
    else:
        await show_plan_again(work)


def write_welcome(work: Work) -> str:
    """The first words: who is speaking, and what can be asked for."""
    help_ = f"I can help you with:\n{work.catalogue.introductions}"
    return f"Hello, I am {work.services.name}. {help_}\nWhat can I do for you?"


def write_offer(catalogue: Catalogue) -> str:
    """The words after a finished wish: who else can be asked, or where to read it if many can."""
    if len(catalogue.exposed) <= LISTED_EACH_TIME:
        return f"{READY} {write_help(catalogue)}"
    return f"{READY} “agents” lists whom you can ask."


def say_ready(work: Work) -> None:
    """Say that more can be asked for: at the end of the last answer, where that is plain text."""
    last, line = work.transcript.replies[-1] if work.transcript.replies else None, f"\n\n{READY}"
    if last is None or last.kind is not ReplyKind.MESSAGE or last.buttons:
        work.say(CONCIERGE, write_offer(work.catalogue), own="")
    elif not work.transcript.add_to_last(line):
        work.say(CONCIERGE, READY, own="")


def push_task(work: Work, task: Task) -> None:
    """Put a task on the stack; every change of agent is counted."""
    work.limits.budget.hand_off()
    work.person.stack = work.person.stack.push(task)


def list_choosable(catalogue: Catalogue) -> tuple[Card, ...]:
    """The agents that a message may be for; the concierge is who is left."""
    return tuple(card for card in catalogue.cards if card.name != CONCIERGE)


def write_help(catalogue: Catalogue) -> str:
    """What can be asked for; of a long list its beginning, and where the rest is to be read."""
    exposed = catalogue.exposed
    if len(exposed) <= LISTED_EACH_TIME:
        return f"I can help with:\n{catalogue.introductions}"
    some = ", ".join(_within_a_sentence(card) for card in exposed[:NAMED_EACH_TIME])
    more = len(exposed) - NAMED_EACH_TIME
    return f"I can help with {some}, and {more} things more; “agents” lists them all."


def _within_a_sentence(card: Card) -> str:
    """An introduction without what stands in parentheses; the first letter of “IT” stays."""
    words = (card.introduction or card.name).partition(" (")[0]
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]
