"""Finds what could never run: prerequisites that nobody meets, and steps of recipes."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from agents.kit.agent import Agent
from agents.kit.outcome import HUMAN, MOST_STEPS, RecipeStep
from agents.kit.tool import Tool
from agents.kit.values.person import Fact


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


DO = "do"  # what an agent without tools can be told to do, in words


def wrong_recipes(agents: tuple[Agent, ...]) -> Iterator[str]:
    """Say what is wrong with each recipe and each of its steps."""
    for agent in agents:
        yield from (
            f"{one.name}: is a recipe, which the script of {agent.name} cannot play."
            for one in agent.inner
            if one.steps
        )
        yield from wrong_recipe(agent, agents)


def wrong_recipe(agent: Agent, agents: tuple[Agent, ...]) -> Iterator[str]:
    """Say what is wrong with a recipe among these agents."""
    by_name = {one.name: one for one in agents}
    if agent.steps:
        yield from (f"{agent.name}: {text}." for text in _recipe(agent, by_name))


def unused_slots(agents: tuple[Agent, ...]) -> Iterator[str]:
    """Name slots that people are asked for though no step uses them."""
    for agent in agents:
        used = frozenset[str]().union(*(step.slots for step in agent.steps))
        for name in _slots(agent) if agent.steps else ():
            if name not in used:
                yield f"{agent.name}: asks for “{name}”, which no step uses."


def _recipe(agent: Agent, by_name: Mapping[str, Agent]) -> Iterator[str]:
    if len(agent.steps) > MOST_STEPS:
        yield f"has {len(agent.steps)} steps, and a plan at most {MOST_STEPS}"
    if not agent.is_form:
        yield "a slot of it is no single value that people can type"
    for number, step in enumerate(agent.steps, start=1):
        found = (*_named(agent, step), *_needs(number, step), *_call(agent, step, by_name))
        yield from (f"its step {number} {text}" for text in found)


def _named(agent: Agent, step: RecipeStep) -> Iterator[str]:
    slots = _slots(agent)
    if not step.action.strip():
        yield "has no action, the sentence that people read"
    for name in sorted(step.slots - slots.keys()):
        yield f"names the unknown slot “{name}”{_instead(name, slots)}"
    for name in sorted(step.slots_within & {n for n, required in slots.items() if not required}):
        yield f"names “{name}” in a sentence, which would have a gap where it is left out"


def _needs(number: int, step: RecipeStep) -> Iterator[str]:
    for needed in step.needs:
        if not 1 <= needed < number:
            yield f"needs step {needed}, which is not an earlier one"


def _call(agent: Agent, step: RecipeStep, by_name: Mapping[str, Agent]) -> Iterator[str]:
    actor = by_name.get(step.agent)
    if step.agent == HUMAN:
        if step.tool:
            yield f"is for a person, who has no tool {step.tool}"
    elif actor is None:
        yield f"names the unknown agent “{step.agent}”{_instead(step.agent, by_name)}"
    elif actor.steps or actor.script is not None:
        yield f"names {actor.name}, which does no single thing"
    elif actor.run is not None:
        if step.tool != DO:
            yield f"names “{step.tool}”; {actor.name} is a function, which can {DO} a text"
    elif (used := actor.tool_named(step.tool)) is None:
        tools = {tool.name: tool for tool in actor.tools}
        yield f"names the unknown tool {actor.name}.{step.tool}{_instead(step.tool, tools)}"
    else:
        yield from _arguments(agent, step, used)


def _arguments(agent: Agent, step: RecipeStep, used: Tool) -> Iterator[str]:
    takes = used.parameters.model_fields
    for name in step.arguments:
        if name not in takes:
            yield f"gives “{name}”, which {used.name} does not take{_instead(name, takes)}"
    may_lack = {name for name, required in _slots(agent).items() if not required}
    given = {n for n, value in step.arguments.items() if value not in _alone(may_lack)}
    for name, info in takes.items():
        if info.is_required() and name not in given and not step.needs:
            yield f"does not give “{name}”, and needs no step that could tell it"
    fixed = {n: v for n, v in step.arguments.items() if n in takes and not _has_slot(n, step)}
    for problem in used.misfits(fixed):
        if problem["type"] != "missing":
            yield f"gives a “{problem['loc'][0]}” that does not fit: {problem['msg']}"


def _has_slot(name: str, step: RecipeStep) -> bool:
    return bool(RecipeStep("", "", "", {name: step.arguments[name]}).slots)


def _alone(names: set[str]) -> set[str]:
    return {f"{{{name}}}" for name in names}


def _slots(agent: Agent) -> dict[str, bool]:
    """The slots of a recipe, and whether each has to be filled."""
    fields = (tool.parameters.model_fields.items() for tool in agent.tools)
    return {name: info.is_required() for some in fields for name, info in some}


def _instead(name: str, known: Mapping[str, object]) -> str:
    meant = get_close_matches(name, known, n=1)
    there = f"there are {', '.join(known)}" if known else "there are none"
    return f" (did you mean {meant[0]}?)" if meant else f" ({there})"
