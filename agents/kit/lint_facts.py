"""Finds prerequisites that cannot be met: nobody provides them, or they need themselves."""

from collections.abc import Iterator

from agents.kit.agent import Agent
from agents.kit.fact import Fact
from agents.kit.tool import Tool


def wrong_facts(agents: tuple[Agent, ...]) -> Iterator[str]:
    """Say which facts are declared twice, are provided by nobody, or need themselves."""
    kinds: dict[str, Fact] = {}
    for fact in _mentioned(agents):
        if kinds.setdefault(fact.name, fact) != fact:
            yield f"fact {fact.name}: declared twice, differently; import it from one place."
    yield from _unprovided(agents, kinds)
    yield from _cycles(agents, kinds)


def _unprovided(agents: tuple[Agent, ...], kinds: dict[str, Fact]) -> Iterator[str]:
    needs = [(agent.name, "requires", fact) for agent in agents for fact in _all_required(agent)]
    needs += [
        (f"fact {fact.name}", "rests on", base)
        for fact in kinds.values()
        for base in fact.rests_on
    ]
    for name, verb, fact in needs:
        if _provider(agents, fact) is None:
            yield f"{name}: {verb} {fact.name}, which no agent provides."


def _cycles(agents: tuple[Agent, ...], kinds: dict[str, Fact]) -> Iterator[str]:
    needs = {name: _needed_for(agents, fact) for name, fact in kinds.items()}
    reported: set[frozenset[str]] = set()
    for name in needs:
        path = _way_back(name, needs)
        if path and frozenset(path) not in reported:
            reported.add(frozenset(path))
            yield _explain_cycle(agents, kinds, path)


def _explain_cycle(
    agents: tuple[Agent, ...], kinds: dict[str, Fact], path: tuple[str, ...]
) -> str:
    found = ((name, _provider(agents, kinds[name])) for name in path)
    providers = {name: agent.name for name, agent in found if agent is not None}
    if len(path) == 1:
        name = providers[path[0]]
        return f"{name}: requires {path[0]} and is itself what provides it, so it can never start."
    chain = " needs ".join((*(f"{fact} ({providers[fact]})" for fact in path), path[0]))
    names = ", ".join(dict.fromkeys(providers.values()))
    return f"{names}: cyclic prerequisites: {chain}."


def _needed_for(agents: tuple[Agent, ...], fact: Fact) -> set[str]:
    """Name the facts that must hold before this one can be established."""
    provider = _provider(agents, fact)
    if provider is None:
        return set()
    ways = [{f.name for f in tool.requires} for tool in _tools_for(provider, fact)]
    unavoidable = set.intersection(*ways) if ways else set()
    return unavoidable | {f.name for f in (*provider.requires, *fact.rests_on)}


def _tools_for(agent: Agent, fact: Fact) -> Iterator[Tool]:
    """Find the tools that establish a fact."""
    return (tool for tool in agent.tools if fact.name in {f.name for f in tool.provides})


def _way_back(start: str, needs: dict[str, set[str]]) -> tuple[str, ...]:
    """Find the shortest chain of needs from a fact to itself."""
    paths: list[tuple[str, ...]] = [(start,)]
    seen: set[str] = set()
    while paths:
        path = paths.pop(0)
        for name in sorted(needs.get(path[-1], ())):
            if name == start:
                return path
            if name not in seen:
                seen.add(name)
                paths.append((*path, name))
    return ()


def idle_facts(agents: tuple[Agent, ...]) -> Iterator[str]:
    """Say which facts are provided though nothing requires them."""
    required = {fact.name for agent in agents for fact in _all_required(agent)}
    required |= {base.name for fact in _mentioned(agents) for base in fact.rests_on}
    for agent in agents:
        for name in sorted(agent.can_provide - required):
            yield f"{agent.name}: provides {name}, which nothing requires."


def own_facts(agents: tuple[Agent, ...]) -> Iterator[str]:
    """Say which tools require what only another tool of their own agent provides."""
    for agent in agents:
        others = {n for one in agents if agent not in (one, *one.inner) for n in one.can_provide}
        for tool in agent.tools:
            for fact in tool.requires:
                ways = [other.name for other in _tools_for(agent, fact)]
                if ways and fact.name not in others:
                    yield (
                        f"{agent.name}.{tool.name}: requires {fact.name}, which only its own "
                        f"{' and '.join(ways)} provides; its model must call that first, and "
                        "without a model nobody does."
                    )


def _all_required(agent: Agent) -> tuple[Fact, ...]:
    of_tools = (fact for tool in agent.tools for fact in tool.requires)
    return tuple(dict.fromkeys((*agent.requires, *of_tools)))


def _mentioned(agents: tuple[Agent, ...]) -> Iterator[Fact]:
    for agent in agents:
        provided = (fact for tool in agent.tools for fact in tool.provides)
        for fact in (*_all_required(agent), *agent.provides, *provided):
            yield from (fact, *fact.rests_on)


def _provider(agents: tuple[Agent, ...], fact: Fact) -> Agent | None:
    return next((agent for agent in agents if fact.name in agent.can_provide), None)
