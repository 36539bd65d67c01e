"""Run a command: checked, by whoever may, each by its own function."""

from collections.abc import Awaitable, Callable

from bot.core.commands import (
    attending,
    links,
    overseeing,
    own,
    pausing,
    plans,
    resetting,
    stack,
    talk,
    timers,
)
from bot.core.commands.gate import may_pass
from bot.core.commands.grammar import VERBS
from bot.core.remembering import card
from bot.core.turn.work import Work
from bot.domain.errors import NotUnderstood

Command = Callable[[Work, str], Awaitable[None]]


async def run_command(work: Work, name: str, argument: str) -> None:
    """Run a command; one for admins only if the author is one right now.

    Raises:
        NotUnderstood: there is no such command, or it takes nothing of that kind.
    """
    command = _COMMANDS.get(name)
    if command is None:
        words = ", ".join(sorted(name for name, verb in VERBS.items() if not verb.admin))
        message = f"There is no command “{name[:40]}”. There are: {words}."
        raise NotUnderstood(message)
    verb = VERBS.get(name)
    if verb is not None and argument and not verb.takes:
        message = f"“{name}” takes nothing behind it; send it alone."
        raise NotUnderstood(message)
    of_others = name == "reset" and bool(argument)
    is_admins = of_others or (verb is not None and verb.admin)
    work.waits = True
    if not is_admins or await may_pass(work, name, argument):
        await (resetting.reset if of_others else command)(work, argument)


_COMMANDS: dict[str, Command] = {
    "help": talk.help_,
    "agents": talk.agents,
    "tasks": talk.tasks,
    "why": talk.why,
    "requests": talk.requests,
    "plan": plans.plan,
    "plans": plans.plans,
    "stop": stack.stop,
    "new": stack.new,
    "reset": stack.reset,
    "link": links.link,
    "links": links.links,
    "unlink": links.unlink,
    "decide": links.decide,
    "usage": own.usage,
    "forget": own.forget,
    "memory": card.memory,
    "quiet": attending.quiet,
    "listen": attending.listen,
    "sessions": overseeing.sessions,
    "show": overseeing.show,
    "pause": pausing.pause,
    "unpause": pausing.unpause,
    "audit": overseeing.audit,
    "admins": overseeing.admins,
    "channel": attending.channel,
    "expire": timers.expire,
}
