"""Say who an identity is, and where, so that nobody confirms the wrong one."""

from collections.abc import Iterable
from typing import Any

from agents.kit.values.person import Person
from bot.core.ports.directory import Directory
from bot.core.turn.directory import looking_up
from bot.core.turn.work import Work
from bot.domain.errors import NotChecked
from bot.domain.untrusted import make_visible


def told(person: Person) -> str:
    """An identity in words: platform, workspace, user id; the name only beside it."""
    name = f" (“{make_visible(person.name)}”)" if person.name else ""
    where = f"{person.platform}, workspace {make_visible(person.workspace)}"
    return f"{where}, user {make_visible(person.user)}{name}"


def listed(people: Iterable[Person]) -> str:
    """Identities, a line each."""
    return "\n".join(f"- {told(person)}" for person in people)


async def whereabouts(directory: Directory, platform: str, workspace: str) -> str:
    """A workspace as people of elsewhere may know it; where it has no known name, by its id."""
    try:
        async with looking_up(NotChecked):
            name = await directory.workspace_name(platform, workspace)
    except NotChecked:
        name = ""
    return (
        f"{platform}, workspace {f'“{make_visible(name)}”' if name else make_visible(workspace)}"
    )


def alone(work: Work, text: str, **parts: Any) -> None:
    """Answer the author alone, and keep none of it in the conversation."""
    work.tell_alone(text, **parts)
    work.waits = True
