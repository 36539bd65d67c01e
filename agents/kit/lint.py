"""Finds what cannot work, or will confuse, in a catalogue of agents; all of it at once.

A function agent that hands over or asks must have `can_generate_task`; that cannot be seen
in its declaration, so it is checked where the outcome arrives.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from agents.kit.agent import Agent, everyone
from agents.kit.approval import Approval
from agents.kit.lint_facts import idle_facts, own_facts, unused_slots, wrong_facts, wrong_recipes
from agents.kit.ports.records import Table
from agents.kit.tool import Tool

ASKS_NOBODY = "runs as soon as its person asked for it"


def meanings(agents: Iterable[Agent]) -> list[str]:
    """Say of each effect, in one line, what stands between a wish and its being done."""
    return [
        f"{agent.name}.{tool.name}: {_meaning(tool)}."
        for agent in everyone(tuple(agents))
        for tool in agent.tools
        if tool.effect
    ]


def idle_destinations(agent: Agent) -> Iterator[str]:
    """Name the effects with `destinations`, a word that only says something of looks."""
    for tool in agent.tools:
        if tool.effect and tool.destinations:
            yield (
                f"{tool.name} lists destinations, which changes nothing on an effect: all its "
                "arguments count; leave it out, and list in free what may come from anywhere."
            )


def _meaning(tool: Tool) -> str:
    rule, named = tool.approval, _named(tool)
    if rule is not None and rule.is_always:
        return f"always asks {_who(rule)} (approval rule: {rule.because})"
    plain = f"asks unless the person named {named}" if named else ASKS_NOBODY
    if rule is not None:
        also = "also asks" if named else "asks"
        ruled = f"{also} {_who(rule)} by its approval rule ({rule.because})"
        plain = f"{plain}; {ruled}" if named else f"{ruled}; else {plain}"
    return f"{plain}; {_joined(tool.free)} may come from anywhere" if tool.free else plain


def _named(tool: Tool) -> str:
    """The arguments that have to be named; those that may be left out, where they are given."""
    fields = tool.parameters.model_fields
    required = [name for name in tool.guarded if fields[name].is_required()]
    given = [name for name in tool.guarded if name not in required]
    if not given:
        return _joined(required)
    where_given = f"{_joined(given)} where given"
    return f"{_joined(required)}, and {where_given}" if required else where_given


def _who(rule: Approval) -> str:
    if rule.policy == "confirm":
        return "a person"
    number = "a second person" if rule.quorum == 1 else f"{rule.quorum} others"
    who = [*rule.approvers, *rule.groups]
    return f"{number} ({', '.join(who)})" if who else number


def _joined(names: Iterable[str]) -> str:
    *rest, last = (*names, "")[:-1] or ("",)
    return f"{', '.join(rest)} and {last}" if rest else last


# Words that mean something else when they are typed alone, and the name that means a person.
RESERVED = frozenset({
    "agents", "approve", "cancel", "help", "human", "new", "no", "reject", "reset", "status",
    "stop", "tasks", "why", "yes",
})  # fmt: skip
# What a router may answer beside the names of agents.
ANSWERS = frozenset({"clarify", "out_of_scope", "planner"})
ENDINGS = frozenset({"done", "hand_back"})
ALIKE = 0.8

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,47}")
_ENTRY = re.compile(r"[^\s/,]+(?:/[^\s/,]+/[^\s/,]+)?")
_WORD = re.compile(r"[^\W_]+")


def findings(agents: Iterable[Agent]) -> list[str]:
    """List what is wrong: with any of these the bot refuses to start."""
    all_agents = tuple(agents)
    with_inner = everyone(all_agents)
    found = [
        *_names(all_agents),
        *_inner_names(all_agents),
        *(finding for agent in all_agents for finding in _agent(agent)),
        *(finding for agent in with_inner for finding in _tools(agent)),
        *_descriptions(all_agents),
        *wrong_facts(with_inner),
        *wrong_recipes(all_agents),
        *_tables(with_inner),
    ]
    return list(dict.fromkeys(found))


def warnings(agents: Iterable[Agent]) -> list[str]:
    """List what works, but likely not as meant."""
    all_agents = tuple(agents)
    return [
        *_doubtful(all_agents),
        *_close_descriptions(all_agents),
        *_shared_examples(all_agents),
        *idle_facts(everyone(all_agents)),
        *own_facts(everyone(all_agents)),
        *unused_slots(all_agents),
    ]


def _names(agents: tuple[Agent, ...]) -> Iterator[str]:
    shown = {agent.name.lower(): agent.name for agent in reversed(agents)}
    for lowered, count in Counter(agent.name.lower() for agent in agents).items():
        name = shown[lowered]
        if count > 1:
            yield f"{name}: {count} agents have this name; give each its own."
        if not _NAME.fullmatch(name):
            yield f"{name}: not a valid name; use letters, digits and “_”, a letter first."
        if lowered in RESERVED:
            yield f"{name}: this word is a command; choose another name."
        if lowered in ANSWERS:
            yield f"{name}: this is what a router answers for no agent; choose another name."


def _inner_names(agents: tuple[Agent, ...]) -> Iterator[str]:
    """An approval names who acts, so that name must mean one agent, wherever it acts."""
    known = {agent.name: agent for agent in agents}
    for agent in agents:
        for actor in agent.inner:
            other = known.setdefault(actor.name, actor)
            if other != actor and (other.tools or actor.tools):
                yield (
                    f"{actor.name}: not the same agent inside {agent.name} as elsewhere; give "
                    "each its own name."
                )


def _agent(agent: Agent) -> Iterator[str]:
    if not agent.description.strip():
        yield f"{agent.name}: has no description, so that no model can choose it."
    is_code = agent.run is not None or agent.script is not None
    if not is_code and not (agent.prompt.strip() or agent.tools):
        yield f"{agent.name}: has neither a function to run nor a prompt nor tools."
    if agent.provides and agent.run is None:
        yield (
            f"{agent.name}: only a function can establish what an agent itself provides; "
            "let one of its tools provide it."
        )
    if agent.script is not None and (agent.run is not None or agent.tools):
        yield f"{agent.name}: has a script, so it can be no function and have no tools itself."


def _tools(agent: Agent) -> Iterator[str]:
    for name, count in Counter(tool.name for tool in agent.tools).items():
        if count > 1:
            yield f"{agent.name}: {count} of its tools are called {name}."
    for tool in agent.tools:
        yield from (f"{agent.name}.{tool.name}: {text}" for text in _tool(tool))


def _tool(tool: Tool) -> Iterator[str]:
    if not _NAME.fullmatch(tool.name):
        yield "not a valid name; use letters, digits and “_”, a letter first."
    if tool.name in ENDINGS:
        yield "every agent has this tool already; choose another name."
    if not tool.description.strip():
        yield "has no description; write a docstring, it is what the model reads."
    if tool.provides and tool.takes_turn is None:
        yield "provides a fact but takes no Turn, so it can never establish it."
    if tool.approval:
        yield from _rule(tool.approval)


def _rule(rule: Approval) -> Iterator[str]:
    if not rule.names_somebody:
        yield "needs a second person's approval but names no approvers, so nobody can give it."
    named = {*rule.approvers, *rule.escalate_to}
    can_count = rule.names_somebody and rule.policy == "four_eyes" and not rule.groups
    if can_count and len(named) < rule.quorum:
        yield f"needs {rule.quorum} approvals but names {len(named)}, so it can never run."
    for entry in (*sorted(named), *rule.groups):
        if not _ENTRY.fullmatch(entry):
            yield f"“{entry}” is not an approver; write an id, or platform/workspace/id."
    if rule.policy == "confirm" and (named or rule.groups or rule.quorum > 1):
        yield "lists approvers, but only its requester is asked; use four_eyes."


def _descriptions(agents: tuple[Agent, ...]) -> Iterator[str]:
    by_words: defaultdict[frozenset[str], list[str]] = defaultdict(list)
    for agent in agents:
        if words := _words(agent.description):
            by_words[words].append(agent.name)
    for names in by_words.values():
        if len(set(names)) > 1:
            yield f"{', '.join(names)}: their descriptions cannot be told apart."


def _tables(agents: tuple[Agent, ...]) -> Iterator[str]:
    known: dict[str, tuple[Agent, Table]] = {}
    for agent in agents:
        for table in agent.tables:
            other, same = known.setdefault(table.name.lower(), (agent, table))
            if same != table:
                names = ", ".join(dict.fromkeys((other.name, agent.name)))
                yield f"{names}: the table {table.name} is declared twice, differently."
            yield from (f"{agent.name}: its table {text}" for text in _table(table))
        yield from _databases(agent)


def _table(table: Table) -> Iterator[str]:
    if not _NAME.fullmatch(table.name):
        yield f"“{table.name}” has no valid name; use letters, digits and “_”, a letter first."
    for column in table.columns:
        if not _NAME.fullmatch(column.name):
            yield f"{table.name}: “{column.name}” is not a valid name of a column."
    if not any(column.key for column in table.columns):
        yield f"{table.name} has no key column; give one Column(…, key=True)."


def _databases(agent: Agent) -> Iterator[str]:
    for database in agent.databases:
        for view in database.views:
            if view.table not in agent.tables:
                yield (
                    f"{agent.name}: its database {database.name} shows {view.table.name}, "
                    "which is not among its tables."
                )


def _doubtful(agents: tuple[Agent, ...]) -> Iterator[str]:
    """Doubts about agents, and about the tools of those their scripts play."""
    for agent in everyone(agents):
        own = _doubts(agent) if agent in agents else ()
        doubts = (*own, *_careless(agent), *idle_destinations(agent), *_undescribed(agent))
        yield from (f"{agent.name}: {text}" for text in doubts)


def _doubts(agent: Agent) -> Iterator[str]:
    if agent.run is not None and agent.tools:
        yield "is a function and has tools; only its function runs."
    if agent.run is not None and agent.prompt:
        yield "is a function and has a prompt, which nothing reads."
    yield from getattr(agent.script, "warnings", ())
    if agent.expose_to_user and not agent.introduction.strip():
        yield "is shown to people but has no introduction."


def _careless(agent: Agent) -> Iterator[str]:
    for tool in agent.tools:
        if tool.effect and not tool.repeatable and tool.outcome is None:
            yield (
                f"{tool.name} has an effect but neither takes an EffectKey nor can be asked for "
                "the outcome; after a crash a person must look whether it happened."
            )
        if tool.approval and not tool.effect:
            yield f"{tool.name} needs an approval but declares no effect."


def _undescribed(agent: Agent) -> Iterator[str]:
    """Name the slots of a form that people would be asked for by the parameter's bare name."""
    for tool in agent.tools if agent.is_form else ():
        for name, slot in tool.parameters.model_fields.items():
            if slot.is_required() and not slot.description:
                yield (
                    f"{tool.name} asks people for “{name}”, which has no description; write "
                    'Annotated[…, Field(description="the …")].'
                )


def _close_descriptions(agents: tuple[Agent, ...]) -> Iterator[str]:
    for one, other in combinations(agents, 2):
        first, second = _words(one.description), _words(other.description)
        alike = len(first & second) / max(len(first | second), 1)
        if ALIKE <= alike < 1:
            yield f"{one.name}, {other.name}: their descriptions are nearly the same."


def _shared_examples(agents: tuple[Agent, ...]) -> Iterator[str]:
    users: defaultdict[str, list[str]] = defaultdict(list)
    for agent in agents:
        for example in {example.strip().lower() for example in agent.examples}:
            users[example].append(agent.name)
    for example, names in users.items():
        if len(names) > 1:
            yield f"{', '.join(names)}: share the example “{example}”."


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
