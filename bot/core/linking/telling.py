"""Say who an identity is, and where, so that nobody confirms the wrong one."""

from collections.abc import Iterable
from typing import Any

from agents.kit.identity import Person
from bot.core.requests.showing import visible
from bot.core.turn.work import Work
from bot.domain.messages import Thread


def told(person: Person) -> str:
    """An identity in words: platform, workspace, user id; the name only beside it."""
    name = f" (“{visible(person.name)}”)" if person.name else ""
    where = f"{person.platform}, workspace {visible(person.workspace)}"
    return f"{where}, user {visible(person.user)}{name}"


def listed(people: Iterable[Person]) -> str:
    """Identities, a line each."""
    return "\n".join(f"- {told(person)}" for person in people)


def place_of(thread: Thread) -> str:
    """A thread as people of elsewhere may know it: never what is said there."""
    return f"{thread.platform}, workspace {visible(thread.workspace)}"


def alone(work: Work, text: str, **parts: Any) -> None:
    """Answer the author alone, and keep none of it in the conversation."""
    work.say("", text, to=work.author, private=True, **parts)
    work.said.pop()
    work.waits = True
