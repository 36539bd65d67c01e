"""Say what has changed since a card was shown, so that nobody approves what it does not say."""

from bot.core.acting.guards import subject
from bot.core.requests.showing import in_words
from bot.core.turn.work import Work
from bot.domain.requests import Request

NO_LONGER_COUNTS = "so the card before no longer counts"


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
    kinds = work.services.catalogue.kinds
    changed = [
        f"{kinds[name].label or kinds[name].meaning} (before: {in_words(shown.facts.get(name))}, "
        f"now: {in_words(value)})"
        for name, value in now.facts.items()
        if value is not None and value != shown.facts.get(name)
    ]
    return f"This has changed, {NO_LONGER_COUNTS}: {', '.join(changed)}." if changed else ""
