"""What people are told of the agents: a title for each, and what one may ask."""

from bot.bootstrap.application import App
from bot.core.turn.services import CONCIERGE

MOST_HINTS = 4


def titles(app: App) -> dict[str, str]:
    """The agents as people know them; the concierge is for no task in particular.

    What an introduction adds in brackets is for those who read all of it.
    """
    named = (agent for agent in app.agents if agent.name != CONCIERGE)
    told = {agent.name: agent.introduction or agent.description for agent in named}
    return {name: words.partition(" (")[0] for name, words in told.items()}


def hints(app: App) -> tuple[str, ...]:
    """One example of each of the first agents people may ask for."""
    shown = (agent.examples[0] for agent in app.agents if agent.expose_to_user and agent.examples)
    return tuple(shown)[:MOST_HINTS]
