"""Commands, typed with a slash or as exactly their word: found, checked and run."""

import re
from collections.abc import Awaitable, Callable

from bot.core.commands import stack, talk, timers
from bot.core.work import Work
from bot.domain.errors import NotUnderstood

Command = Callable[[Work, str], Awaitable[None]]

_PHRASES = {
    "cancel": "stop",
    "abort": "stop",
    "never mind": "stop",
    "nevermind": "stop",
    "forget it": "stop",
    "status": "tasks",
    "what were we doing": "tasks",
    "where were we": "tasks",
    "what was i doing": "tasks",
    "start over": "new",
}


def find(text: str, *, slash: bool) -> tuple[str, str] | None:
    """Find the command a text is, and its argument; None for an ordinary message."""
    words = re.sub(r"\s+", " ", text.strip().rstrip("?!."))
    if slash:
        words = words.removeprefix("/frontdesk").lstrip("/ ") or "help"
    plain = _PHRASES.get(words.lower(), words.lower())
    if not slash:
        plain = plain.removeprefix("/frontdesk ").removeprefix("/")
        plain = _PHRASES.get(plain, plain)
        return (plain, "") if plain in _WORDS else None
    name, _, rest = (plain if plain in _WORDS else words).partition(" ")
    return _PHRASES.get(name.lower(), name.lower()), rest


async def run(work: Work, name: str, argument: str) -> None:
    """Run a command.

    Raises:
        NotUnderstood: there is no such command.
    """
    command = _COMMANDS.get(name)
    if command is None:
        message = f"There is no command “{name[:40]}”. There are: {', '.join(sorted(_WORDS))}."
        raise NotUnderstood(message)
    if argument and name in _WORDS:
        message = f"“{name}” takes nothing behind it; send it alone."
        raise NotUnderstood(message)
    await command(work, argument)
    work.waits = True


_COMMANDS: dict[str, Command] = {
    "help": talk.help_,
    "agents": talk.agents,
    "tasks": talk.tasks,
    "why": talk.why,
    "requests": talk.requests,
    "stop": stack.stop,
    "new": stack.new,
    "reset": stack.reset,
    "expire": timers.expire,
}
_WORDS = set(_COMMANDS) - {"expire"}
