"""Say what is no longer as a card shows it, so that nobody approves what it does not say."""

from agents.kit.outcome import Suspended
from bot.core.acting.guards import subject
from bot.core.turn.requesting import TurnRequests
from bot.core.turn.work import Work
from bot.domain.requests import Request, RequestKind
from bot.domain.tasks import Task
from bot.domain.untrusted import show_value

NO_LONGER_COUNTS = "so the card before no longer counts"


def told_dropped(requests: TurnRequests, task: Task, call: Suspended) -> str:
    """Say which open card of a task another call takes the place of; empty if none."""
    card = requests.of(task, RequestKind.APPROVAL)
    if card is None or card.subject.arguments == call.arguments:
        return ""
    shown = card.subject.arguments.items()
    given = ", ".join(f"{name}: {show_value(value)}" for name, value in shown if value is not None)
    name = card.subject.tool.replace("_", " ")
    return f"This takes the place of the card before; nothing was done for it: {name} ({given})."


def what_changed(work: Work, request: Request) -> str:
    """Why an action is not what its card shows any more; empty while it is.

    A fact that has merely lapsed is established again before anything runs, and compared then.
    """
    shown = request.subject
    agent = work.agent(shown.agent)
    tool = agent.tool_named(shown.tool)
    if tool is None:
        return ""
    now = subject(work, agent, tool, shown.arguments)
    if (now.version, now.rule) != (shown.version, shown.rule):
        return f"What would be done, or who decides it, has changed, {NO_LONGER_COUNTS}."
    kinds = work.catalogue.kinds
    changed = [
        f"{kinds[name].label or kinds[name].meaning} (before: {show_value(shown.facts.get(name))}, "
        f"now: {show_value(value)})"
        for name, value in now.facts.items()
        if value is not None and value != shown.facts.get(name)
    ]
    return f"This has changed, {NO_LONGER_COUNTS}: {', '.join(changed)}." if changed else ""
