"""Everything the core is given at the start, and the catalogue of agents it chooses from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from zoneinfo import ZoneInfo

from agents.kit.agent import Agent
from agents.kit.outcome import Outcome, checked
from agents.kit.parameters import EffectKey, called
from agents.kit.ports.records import Records
from agents.kit.ports.sql import NoSql, Sql
from agents.kit.ports.web import Http
from agents.kit.tool import Tool, tool
from agents.kit.turn import Turn
from agents.kit.values.errors import ToolFailed
from agents.kit.values.model import Card, Model, ToolOffer
from agents.kit.values.person import Fact
from bot.core.ports.admin import AdminViews, AuditLog, Operations
from bot.core.ports.directory import Directory, Links
from bot.core.ports.environment import Cipher, Clock, NoWatch, Reader, Watch
from bot.core.ports.memory import ByMeaning, NoRecall, Recall
from bot.core.ports.plans import Plans, Requests
from bot.core.ports.sessions import Sessions
from bot.core.ports.turns import Turns
from bot.core.state.context_window import TOKEN_CHARACTERS, TOKENS
from bot.core.state.directory import Directories
from bot.core.state.limits import Spending
from bot.domain.budget import Allowance, TurnLimits
from bot.language.normal import stands_in
from bot.language.words import name_as_text

UNFINISHED = "It needs more than one answer, so it cannot be a step."


def make_tool(agent: Agent) -> Tool | None:
    """What a function or remote agent does for words; None for one with tools or a script.

    Nobody declared what it changes, so it counts as an effect; its key is that of the run.
    """
    if agent.run is None:
        return None
    run = agent.run

    async def do(turn: Turn, text: str, key: EffectKey) -> str:
        given = replace(turn, text=text, said=(text,), quoted=(), notes=(), state=None, key=key)
        return _answer(turn, checked(await called(run, given), agent.name))

    do.__doc__ = agent.description
    made = tool(effect=True, ends_task=True)(do)
    return replace(made, requires=agent.requires, provides=agent.provides)


def _answer(turn: Turn, outcome: Outcome) -> str:
    if outcome.interrupt or outcome.hands_back or outcome.steps:
        raise ToolFailed(outcome.value or UNFINISHED)
    if outcome.artifact is not None:
        turn.deliver(outcome.artifact)
    return outcome.value


CONCIERGE = "concierge"
PLANNER = "planner"

Progress = Callable[[str, str], None]
"""Takes an agent's name and what it is doing or why; never part of the answer."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The agents there are, by name, and the facts they deal in.

    `cards` are what may be known of every agent, `exposed` those that people may ask for,
    `introductions` the same in words, a line each; all are read many times a turn, so they are
    made once. `offers` are the tools that plans may use, `doers` those among them that are agents
    without tools. `inner` are the agents that scripts play: nobody is sent to them, but their
    rules guard what they do.
    """

    agents: Mapping[str, Agent]
    kinds: Mapping[str, Fact]
    cards: tuple[Card, ...]
    exposed: tuple[Card, ...]
    introductions: str
    offers: tuple[ToolOffer, ...]
    inner: Mapping[str, Agent]
    doers: Mapping[str, Tool]

    @classmethod
    def of(cls, agents: tuple[Agent, ...]) -> "Catalogue":
        """Collect the agents and every fact they require or provide."""
        facts: dict[str, Fact] = {}
        inner = {actor.name: actor for agent in agents for actor in _played(agent)}
        for agent in (*agents, *inner.values()):
            for fact in _facts(agent):
                facts.setdefault(fact.name, fact)
        by_name = {agent.name: agent for agent in agents}
        cards = tuple(agent.card for agent in by_name.values())
        exposed = tuple(card for card in cards if card.exposed)
        lines = "\n".join(f"- {c.name}: {c.introduction or c.description}" for c in exposed)
        planned = [agent for agent in by_name.values() if _may_be_planned(agent)]
        doers = {agent.name: made for agent in planned if (made := make_tool(agent)) is not None}
        offers = tuple(
            ToolOffer(agent.name, tool.spec)
            for agent in planned
            for tool in ((doers[agent.name],) if agent.name in doers else agent.tools)
        )
        return cls(
            agents=by_name,
            kinds=facts,
            cards=cards,
            exposed=exposed,
            introductions=lines,
            offers=offers,
            inner=inner,
            doers=doers,
        )

    @property
    def makes_plans(self) -> bool:
        """True when a goal may need several agents, so that there is something to plan."""
        return any(offer.agent != self.offers[0].agent for offer in self.offers)

    def get(self, name: str) -> Agent | None:
        """The agent of this name, or None."""
        return self.agents.get(name)

    def actor(self, name: str) -> Agent | None:
        """The agent of this name, also one that only a script plays; or None."""
        return self.agents.get(name) or self.inner.get(name)

    def named_in(self, text: str) -> frozenset[str]:
        """The agents that people may ask for whose names stand in a text as a whole."""
        names = (card.name for card in self.exposed if card.name != CONCIERGE)
        return frozenset(
            name for name in names if any(stands_in(n, text) for n in (name, name_as_text(name)))
        )

    def door_to(self, name: str) -> str:
        """Whom people are sent to for an agent: itself, or the one whose script plays it."""
        if name in self.agents:
            return name
        players = (a.name for a in self.agents.values() if name in {i.name for i in a.inner})
        return next(players, name)

    def provider(self, fact: str) -> Agent | None:
        """The first agent that can establish a fact, or None."""
        return next((a for a in self.agents.values() if fact in a.can_provide), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The ports and settings of the core, the same for every turn.

    `admins` are named by the operator, as `platform/workspace/user` or by a user id alone;
    `allowance` is what one person may use in a day, `shared_allowance` what all in a workspace,
    `spending` knows what turns beside each other use, where there are any,
    `by_operator` says that a turn is carried out by the operator's own hand. On `page_hosts`
    agents may read pages whose addresses nobody told them; `window_tokens` of a prompt may be
    of the conversation. `turns_at_once` of one platform may go on in this process. With `by_rules`
    there is no model, and rules read messages. A day begins and ends in the `zone`.
    """

    catalogue: Catalogue
    model: Model
    reader: Reader
    turns: Turns
    sessions: Sessions
    requests: Requests
    plans: Plans
    records: Records
    http: Http
    cipher: Cipher
    clock: Clock
    operations: Operations
    admin_views: AdminViews
    audit_log: AuditLog
    links: Links
    limits: TurnLimits = field(default_factory=TurnLimits)
    turns_at_once: int = 32
    join_seconds: float = 0.0
    window_tokens: int = TOKENS
    sees: bool = False
    by_rules: bool = False
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    name: str = "Frontdesk"
    directory: Directory = field(default_factory=Directories)
    sql: Sql = field(default_factory=NoSql)
    page_hosts: tuple[str, ...] = ()
    admins: tuple[str, ...] = ()
    allowance: Allowance = field(default_factory=Allowance)
    shared_allowance: Allowance = field(default_factory=Allowance)
    recall: Recall = field(default_factory=NoRecall)
    by_meaning: ByMeaning | None = None
    spending: Spending | None = None
    by_operator: bool = False
    watch: Watch = field(default_factory=NoWatch)

    @property
    def window_characters(self) -> int:
        """How much of a prompt the conversation may take."""
        return self.window_tokens * TOKEN_CHARACTERS

    @property
    def is_limited(self) -> bool:
        """Say whether there is a limit to what may be used in a day."""
        return self.allowance.is_limited or self.shared_allowance.is_limited


def _may_be_planned(agent: Agent) -> bool:
    """Say whether a step can be for it: a recipe is a plan itself."""
    return agent.name not in {CONCIERGE, PLANNER} and not agent.steps


def _played(agent: Agent) -> tuple[Agent, ...]:
    """The inner agents; who plays in a private one is private too."""
    return tuple(replace(a, private=a.private or agent.private) for a in agent.inner)


def _facts(agent: Agent) -> tuple[Fact, ...]:
    of_tools = tuple(f for tool in agent.tools for f in (*tool.requires, *tool.provides))
    direct = (*agent.requires, *agent.provides, *of_tools)
    return (*direct, *(base for fact in direct for base in fact.rests_on))
