"""The agents as people know them."""

from bot.bootstrap.application import App
from bot.core.turn.services import CONCIERGE


def titles_of(app: App) -> dict[str, str]:
    """A title for each agent; the concierge is for no task in particular.

    What an introduction adds in brackets is for those who read all of it.
    """
    named = (agent for agent in app.agents if agent.name != CONCIERGE)
    told = {agent.name: agent.introduction or agent.description for agent in named}
    return {name: words.partition(" (")[0] for name, words in told.items()}
