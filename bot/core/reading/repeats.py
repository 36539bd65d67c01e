"""Whether a message only asks again for what is open already."""

from bot.core.reading.situation import Situation
from bot.core.reading.vocabulary import names, says_more
from bot.core.turn.person import PersonState
from bot.core.turn.work import Work
from bot.domain.tasks import Task
from bot.language.lexicon import bare
from bot.language.normal import fold
from bot.language.numbers import find_numbers


def wished_again(person: PersonState, situation: Situation, text: str) -> str:
    """The agent of the open wish that a message repeats word for word, or empty.

    Where free text is asked for, the very words of the wish may be it.
    """
    said = fold(bare(text))
    takes_any = any(slot.is_free for slot in situation.missing)
    tasks = (t for t in _open(person, situation) if not (takes_any and t is situation.top))
    wishes = ((task.agent, task.said[0]) for task in tasks if task.said)
    return next((agent for agent, wish in wishes if fold(bare(wish)) == said), "")


def named_again(work: Work, situation: Situation, text: str) -> str:
    """The agent of the open wish that a message names and gives nothing new for, or empty."""
    if any(map(str.isdigit, text)) or find_numbers(text):
        return ""
    agents = (work.catalogue.actor(task.agent) for task in _open(work.person, situation))
    named = (a for a in agents if a and names(text, a) and not says_more(text, a))
    return next((agent.name for agent in named), "")


def _open(person: PersonState, situation: Situation) -> tuple[Task, ...]:
    """The tasks whose form or question is open: those beneath that wait for it, then it."""
    top = situation.top
    if top is None or situation.hears or not situation.question:
        return ()
    found = map(person.stack.of_agent, reversed(situation.beneath))
    return (*(task for task in found if task is not None), top)
