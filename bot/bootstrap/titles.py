"""The agents as people know them."""

from bot.bootstrap.application import App
from bot.core.state.catalogue import CONCIERGE

OF_THE_BOT = {
    "router": "Finding out who can help",
    "clarify": "Asking what is meant",
    "out_of_scope": "Saying what I cannot do",
    "continuation": "Looking whether anything is left to do",
    "orchestrator": "Going on",
    "no_further_task": "Nothing is left to do",
    "planner": "Making a plan",
    "no_plan": "No plan is needed",
    "stop": "Stopping",
}


def titles_of(app: App) -> dict[str, str]:
    """A title for each agent, and for what the bot does between them.

    The concierge is for no task in particular; what an introduction adds in brackets is for
    those who read all of it.
    """
    return {**OF_THE_BOT, **_of_agents(app)}


def _of_agents(app: App) -> dict[str, str]:
    named = (agent for agent in app.agents if agent.name != CONCIERGE)
    told = {agent.name: agent.introduction or agent.description for agent in named}
    return {name: words.partition(" (")[0] for name, words in told.items()}
