"""Loads the catalogue of agents, and refuses one that cannot work."""

import importlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import structlog

from agents.kit import Agent
from agents.kit.errors import KitError
from agents.kit.lint import findings, warnings
from bot.bootstrap.procedures import with_procedures
from bot.bootstrap.rules import ruled
from bot.core.turn.services import CONCIERGE
from bot.domain.errors import PlatformFailed
from bot.settings import Settings

CATALOGUE = "agents.catalogue"
ENTRY_POINTS = "frontdesk.agents"

log = structlog.get_logger()


class CatalogueWrong(PlatformFailed):
    """The agents cannot work like this; `problems` are all of them."""

    def __init__(self, problems: list[str]) -> None:
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(f"The catalogue of agents cannot be used:\n{lines}")
        self.problems = problems


def load_agents(settings: Settings) -> tuple[Agent, ...]:
    """Load the catalogue, FRONTDESK_AGENTS, entry points and procedures; fill in the rules.

    Raises:
        CatalogueWrong: some cannot be loaded, or a setting names one that is not there.
    """
    loaded: dict[int, Agent] = {}
    problems: list[str] = []
    for source in (CATALOGUE, *settings.agents, *_entry_points()):
        try:
            loaded |= {id(agent): agent for agent in _agents_of(source)}
        except Exception as error:  # noqa: BLE001 - whatever a module does when it is imported
            problems.append(f"{source} cannot be loaded ({type(error).__name__}: {error}).")
    if problems:
        raise CatalogueWrong(problems)
    played = with_procedures(tuple(loaded.values()), settings)
    if played.problems:
        raise CatalogueWrong(list(played.problems))
    filled_in = ruled(played.agents, settings)
    if filled_in.problems:
        raise CatalogueWrong(list(filled_in.problems))
    return filled_in.agents


def catalogue_findings(agents: tuple[Agent, ...]) -> list[str]:
    """List what is wrong with the agents, and whether the one the core needs is there."""
    missing = all(agent.name != CONCIERGE for agent in agents)
    extra = [f"there is no agent {CONCIERGE}; it takes what fits no other."] if missing else []
    return [*findings(agents), *extra]


def refuse_or_warn(agents: tuple[Agent, ...]) -> None:
    """Log what could be better.

    Raises:
        CatalogueWrong: with everything that is wrong.
    """
    if found := catalogue_findings(agents):
        raise CatalogueWrong(found)
    for warning in warnings(agents):
        log.info("catalogue_warning", warning=warning)


def _speakers(values: Iterable[Any]) -> tuple[Agent, ...]:
    """Find the agents people can be sent to: not those that only another one's script plays."""
    agents = tuple(value for value in values if isinstance(value, Agent))
    played = {id(actor) for agent in agents for actor in agent.inner}
    return tuple(agent for agent in agents if id(agent) not in played)


def _entry_points() -> Iterator[str]:
    for point in entry_points(group=ENTRY_POINTS):
        yield point.value


def _agents_of(source: str) -> tuple[Agent, ...]:
    """Find the agents in `module` or `module:name`."""
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # a folder of one's own beside the bot
    module_name, _, name = source.partition(":")
    module = importlib.import_module(module_name)
    holds: Mapping[str, Any] = vars(module)
    found = holds[name] if name else holds.get("AGENTS") or _speakers(holds.values())
    several = (found,) if isinstance(found, Agent) else tuple(found)
    agents = tuple(agent for agent in several if isinstance(agent, Agent))
    if not agents:
        message = "it holds no Agent; name the module that makes one, as agents.weather.agent"
        raise KitError(message)
    return agents
