"""Run a command, checked, by whoever may; or tell how things are beside a running turn."""

from collections.abc import Awaitable, Callable

from bot.core.commands.accounts import decide_here, link, list_links, unlink
from bot.core.commands.admin_views import list_admins, list_sessions, show_audit, show_sessions
from bot.core.commands.admins import may_pass
from bot.core.commands.attention import listen, quiet, set_channel
from bot.core.commands.forget import forget, show_usage
from bot.core.commands.grammar import VERBS, find_in
from bot.core.commands.kill_switch import pause, unpause
from bot.core.commands.own_views import (
    explain_decisions,
    list_agents,
    list_requests,
    list_tasks,
    show_help,
)
from bot.core.commands.plans import list_plans, run_plan_command
from bot.core.commands.reset import reset_others, reset_own, start_afresh, stop_tasks
from bot.core.commands.timers import expire_request
from bot.core.memory.memory_card import show_memory
from bot.core.state.catalogue import Services
from bot.core.state.work import Work
from bot.domain.errors import NotUnderstood
from bot.domain.messages import Incoming

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
        await (reset_others if of_others else command)(work, argument)


_COMMANDS: dict[str, Command] = {
    "help": show_help,
    "agents": list_agents,
    "tasks": list_tasks,
    "why": explain_decisions,
    "requests": list_requests,
    "plan": run_plan_command,
    "plans": list_plans,
    "stop": stop_tasks,
    "new": start_afresh,
    "reset": reset_own,
    "link": link,
    "links": list_links,
    "unlink": unlink,
    "decide": decide_here,
    "usage": show_usage,
    "forget": forget,
    "memory": show_memory,
    "quiet": quiet,
    "listen": listen,
    "sessions": list_sessions,
    "show": show_sessions,
    "pause": pause,
    "unpause": unpause,
    "audit": show_audit,
    "admins": list_admins,
    "channel": set_channel,
    "expire": expire_request,
}


_ASKING = {"tasks", "status"}


def asks_how_things_are(incoming: Incoming) -> bool:
    """Say whether an event only asks how things are."""
    found = None if incoming.files else find_in(incoming)
    return found is not None and found[0] in _ASKING and not found[1]


async def describe_progress(services: Services, incoming: Incoming, doing: str | None) -> str:
    """Say what is going on; `doing` is what the running turn does, None if it is not theirs.

    Raises:
        StoreAway: it cannot be known.
    """
    participant = await services.sessions.participant(incoming.thread.session, incoming.person)
    tasks = (*reversed(participant.stack.tasks), *participant.stack.queued)
    lines = [_now(doing)]
    if tasks:
        lines += ["Open before that:", *(f"- {task.agent}" for task in tasks)]
    return "\n".join(lines)


def _now(doing: str | None) -> str:
    if doing is None:
        return "I am busy with somebody else's message here; yours comes next."
    last = f" The last step was: {doing}." if doing else ""
    return f"I am working on your last message.{last} Say “stop” to end that."
