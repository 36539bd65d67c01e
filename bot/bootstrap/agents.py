"""Loads the catalogue of agents under the operator's rules, and refuses one that cannot work."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib.metadata import entry_points
from urllib.parse import urlsplit

import httpx2
import structlog

from agents.kit import Agent, Approval, Tool, always, everyone
from agents.kit.lint import findings, meanings, warnings
from agents.kit.lint_facts import wrong_recipe
from bot.bootstrap.agent_checks import astray, large_calls
from bot.bootstrap.agent_modules import agents_of, places_of, why_not, with_place, with_procedures
from bot.core.state.catalogue import CONCIERGE
from bot.domain.budget import TurnLimits
from bot.domain.errors import PlatformFailed
from bot.settings import Settings
from bot.storage.tables.schema import is_ours
from bot.tools.http_client import allowed_address

HOUR = 60 * 60


@dataclass(frozen=True, slots=True)
class Ruled:
    """The agents with their rules filled in, and what is wrong with the settings for them."""

    agents: tuple[Agent, ...]
    problems: tuple[str, ...]


def ruled(agents: tuple[Agent, ...], settings: Settings) -> Ruled:
    """Fill in the rules of all tools that need an approval, or are to need a second person's."""
    return Ruled(
        tuple(_agent(agent, settings) for agent in agents),
        tuple(_unknown(agents, settings)),
    )


def _agent(agent: Agent, settings: Settings) -> Agent:
    tools = tuple(_tool(agent, tool, settings) for tool in agent.tools)
    inner = tuple(_agent(actor, settings) for actor in agent.inner)
    is_same = (tools, inner) == (agent.tools, agent.inner)
    return agent if is_same else replace(agent, tools=tools, inner=inner)


def _tool(agent: Agent, tool: Tool, settings: Settings) -> Tool:
    named = {agent.name, f"{agent.name}.{tool.name}"}
    wants_two = tool.effect and not named.isdisjoint(settings.four_eyes)
    rule = tool.approval or (always() if wants_two else None)
    if rule is None:
        return tool
    if wants_two:
        rule = replace(rule, policy="four_eyes")
    return replace(tool, approval=_rule(rule, settings))


def _rule(rule: Approval, settings: Settings) -> Approval:
    """Leave what the author wrote, and fill in what they left open."""
    if settings.remind_after_hours is not None:
        rule = replace(rule, remind_after_seconds=int(settings.remind_after_hours * HOUR))
    if rule.policy != "four_eyes":
        return rule
    if not rule.names_somebody:
        rule = replace(
            rule,
            approvers=settings.approving_people,
            groups=settings.approving_groups,
            quorum=max(rule.quorum, settings.quorum),
        )
    if not rule.escalate_to and settings.escalate_to:
        seconds = rule.escalate_after_seconds or int(settings.escalate_after_hours * HOUR)
        rule = replace(rule, escalate_to=settings.escalate_to, escalate_after_seconds=seconds)
    return rule


def _unknown(agents: tuple[Agent, ...], settings: Settings) -> Iterator[str]:
    known: set[str] = set()
    for agent in everyone(agents):
        effects = {f"{agent.name}.{tool.name}" for tool in agent.tools if tool.effect}
        known |= {agent.name, *effects} if effects else set()
    for name in settings.four_eyes:
        if name not in known:
            instead = _instead(name, known)
            yield f"FRONTDESK_FOUR_EYES: nothing called {name} changes anything; {instead}"


def _instead(name: str, known: set[str]) -> str:
    """Say what may have been meant; else, what can be named."""
    of_tools = {known_name.partition(".")[2]: known_name for known_name in known}
    alike = get_close_matches(name, [*known, *of_tools], n=1)
    if alike and alike[0]:
        return f"did you mean {of_tools.get(alike[0], alike[0])}?"
    agents = ", ".join(sorted(name for name in known if "." not in name))
    return f"give an agent ({agents}) or one of its tools, such as transfer_money.transfer."


CATALOGUE = "agents.catalogue"
ENTRY_POINTS = "frontdesk.agents"

log = structlog.get_logger(__name__)


class CatalogueWrong(PlatformFailed):
    """The agents cannot work like this; `problems` are all of them."""

    def __init__(self, problems: list[str]) -> None:
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(f"The catalogue of agents cannot be used:\n{lines}")
        self.problems = problems


@dataclass(frozen=True, slots=True)
class LoadedCatalogue:
    """The agents that could be loaded, and what is wrong with the rest, and with settings.

    `loaded` are they as modules hold them: rules and procedures put copies in their place.
    `added` are the names of those that do not come along.
    `replaced` are the names of those that come along and made room for others, `left_out` say
    which recipes among them cannot work with these others. `turn_tokens` is what a turn may use.
    """

    agents: tuple[Agent, ...]
    problems: tuple[str, ...]
    loaded: tuple[Agent, ...] = ()
    added: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    turn_tokens: int = TurnLimits().tokens

    @property
    def findings(self) -> list[str]:
        """All that is wrong, and where: with what could not be loaded, and with what could."""
        return [*self.unusable, *self._placed(catalogue_findings(self.agents))]

    @property
    def unusable(self) -> list[str]:
        """What could not be loaded, or does not go with the settings, and where."""
        return self._placed([*self.problems])

    @property
    def warnings(self) -> list[str]:
        """What could be better, or may not be meant, and where."""
        taken = [f"{name}: takes the place of the one that comes along." for name in self.replaced]
        large = large_calls(self.agents, self.turn_tokens)
        return self._placed([*taken, *self.left_out, *warnings(self.agents), *large])

    def meanings(self, names: frozenset[str]) -> list[str]:
        """What the effects of these agents mean, in a line each, and where."""
        own = [agent for agent in self.agents if agent.name in names]
        return self._placed(meanings(own))

    def remarks(self, names: frozenset[str]) -> list[str]:
        """What examples of these agents, or of others because of them, come to without a model."""
        return self._placed([*astray(self.agents, names)])

    def _placed(self, texts: list[str]) -> list[str]:
        places = places_of(self.loaded) if texts else {}
        return [with_place(text, places) for text in texts]


def load_agents(settings: Settings) -> tuple[Agent, ...]:
    """Load the catalogue, FRONTDESK_AGENTS, entry points and procedures; fill in the rules.

    Raises:
        CatalogueWrong: some cannot be loaded, or a setting names one that is not there.
    """
    found = find_agents(settings)
    if unusable := found.unusable:
        raise CatalogueWrong(unusable)
    return found.agents


def find_agents(settings: Settings) -> LoadedCatalogue:
    """Load all that can be loaded, so that everything that is wrong can be told at once.

    An agent that FRONTDESK_AGENTS names replaces the one of its name that comes along.
    """
    problems: list[str] = []
    shipped, named = _loaded((CATALOGUE,), problems), _loaded(settings.agents, problems)
    loaded = {**shipped, **named, **_loaded(_entry_points(), problems)}
    own = {loaded[key].name.lower() for key in named.keys() - shipped.keys()}
    replaced = [key for key, agent in shipped.items() if agent.name.lower() in own]
    kept = tuple(agent for key, agent in loaded.items() if key not in replaced)
    useless = {id(one): why for key, one in shipped.items() if (why := _useless(one, kept))}
    kept = tuple(agent for agent in kept if id(agent) not in useless)
    played = with_procedures(kept, settings)
    filled_in = ruled(played.agents, settings)
    problems += [*played.problems, *filled_in.problems, *_unreached(kept, settings)]
    return LoadedCatalogue(
        filled_in.agents,
        tuple(problems),
        kept,
        added=tuple(a.name for a in filled_in.agents if a.name not in _names_of(shipped, kept)),
        replaced=tuple(shipped[key].name for key in replaced),
        left_out=tuple(useless.values()),
        turn_tokens=settings.turn_tokens,
    )


def _names_of(shipped: Mapping[int, Agent], kept: Iterable[Agent]) -> set[str]:
    """The names of the agents that come along and are still there."""
    return {agent.name for agent in kept if id(agent) in shipped}


def _useless(agent: Agent, agents: tuple[Agent, ...]) -> str:
    """Why a recipe that comes along is left out: agents that were replaced lack what it needs."""
    wrong = next(wrong_recipe(agent, agents), "")
    return f"{wrong} So this recipe is left out." if wrong else ""


def _loaded(sources: Iterable[str], problems: list[str]) -> dict[int, Agent]:
    """Load the agents of modules, each once, and note which modules cannot be loaded."""
    loaded: dict[int, Agent] = {}
    for source in sources:
        try:
            loaded |= {id(agent): agent for agent in agents_of(source)}
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a module does
            problems.append(why_not(source, error))
    return loaded


def catalogue_findings(agents: tuple[Agent, ...]) -> list[str]:
    """List what is wrong with the agents, and whether the one the core needs is there."""
    missing = all(agent.name != CONCIERGE for agent in agents)
    extra = [f"there is no agent {CONCIERGE}; it takes what fits no other."] if missing else []
    return [*findings(agents), *extra, *_taken_tables(agents)]


def refuse_or_warn(agents: tuple[Agent, ...]) -> None:
    """Log what could be better.

    Raises:
        CatalogueWrong: with everything that is wrong.
    """
    if found := catalogue_findings(agents):
        raise CatalogueWrong(found)
    for warning in warnings(agents):
        log.info("catalogue_warning", warning=warning)


def _taken_tables(agents: tuple[Agent, ...]) -> Iterator[str]:
    for agent in everyone(agents):
        for table in agent.tables:
            if is_ours(table.name):
                yield (
                    f"{agent.name}: the table {table.name} is the bot's own; call it after its "
                    f"agent, such as {agent.name}_{table.name}."
                )


def _entry_points() -> Iterator[str]:
    for point in entry_points(group=ENTRY_POINTS):
        yield point.value


def _unreached(agents: Iterable[Agent], settings: Settings) -> Iterator[str]:
    """Say which agents run where nothing may be sent, and what to allow for them."""
    bases = [httpx2.URL(base) for base in settings.tool_servers]
    for agent in everyone(agents):
        if agent.remote and allowed_address(agent.remote, bases) is None:
            parts = urlsplit(agent.remote)
            server = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
            yield (
                f"{agent.name}: runs at {server}{parts.path}, which lies below no address of "
                f"FRONTDESK_TOOL_SERVERS; add {server} to it."
            )
