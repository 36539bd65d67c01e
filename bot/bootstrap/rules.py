"""Fills in what the operator decides about approvals: who gives them, and where two must agree."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches

from agents.kit import Agent, Approval, Tool, always, everyone
from bot.settings import Settings

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
