"""Finds what cannot work in a procedure, and what likely is not meant as it is written."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from agents.kit.procedures.procedure import MOST_CONTRIBUTIONS, Procedure, Sheet, StateSheet

_TAG = re.compile(r"<([A-Za-z][\w-]*)>")


def faults(procedure: Procedure) -> Iterator[str]:
    """List what cannot work."""
    sheet = procedure.sheet
    yield from _unknown_states(sheet)
    for name in _played(sheet):
        if name in sheet.states:
            yield from (f"states.{name}: {problem}" for problem in _state(procedure, name))
    yield from _parts_in_no_state(sheet)
    yield from _no_exit(procedure, is_fault=True)


def doubts(procedure: Procedure) -> Iterator[str]:
    """List what works, but likely not as meant."""
    sheet = procedure.sheet
    reached = _reached(sheet)
    for name in _played(sheet):
        if name not in reached:
            yield f"states.{name}: no way leads here from {sheet.root}."
        elif name in sheet.states:
            yield from (f"states.{name}: {doubt}" for doubt in _state_doubts(procedure, name))
    yield from _no_exit(procedure, is_fault=False)


def _played(sheet: Sheet) -> tuple[str, ...]:
    """The states in which somebody speaks: all but the finish."""
    return tuple(name for name in sheet.states if name != sheet.finish_state_name)


def _unknown_states(sheet: Sheet) -> Iterator[str]:
    if sheet.root not in _played(sheet):
        played = ", ".join(_played(sheet))
        there = f"there are {played}" if played else "write one in which somebody speaks"
        is_finish = sheet.root == sheet.finish_state_name
        what = "nobody speaks in" if is_finish else "there is no state"
        yield f"root: {what} {sheet.root}; {there}."
    for state, ways in sheet.relations.items():
        if state not in sheet.states:
            yield f"relations.{state}: there is no such state."
        for key, target in ways.items():
            if target not in {*sheet.states, sheet.finish_state_name}:
                yield f"relations.{state}.{key}: there is no state {target}."
            if not key.isdigit():
                yield f"relations.{state}.{key}: the keys are digits, “0” first."


def _state(procedure: Procedure, name: str) -> Iterator[str]:
    state, roles = procedure.state(name), procedure.roles(name)
    if not roles:
        yield "nobody speaks here; write `roles` and `agent_states`."
        return
    if procedure.begin_role(name) not in roles:
        yield f"begin_role: {state.begin_role} is none of its roles ({', '.join(roles)})."
    yield from _missing_agents(procedure, name)
    yield from _ways(procedure, name)
    yield from _words(procedure, name)


def _missing_agents(procedure: Procedure, name: str) -> Iterator[str]:
    played = procedure.players.get(name, {})
    for role in dict.fromkeys(procedure.roles(name)):
        player = played.get(role)
        if player is None:
            yield f"roles: no agent plays {role}; write it under `roles` of one of the agents."
        elif not procedure.is_person(player) and not procedure.cast(name, role):
            yield f"agent_states: {role} has no parts; write at least a `task` for it."
    by_role = Counter(
        agent.roles[name] for agent in procedure.sheet.agents.values() if name in agent.roles
    )
    for role, count in by_role.items():
        if count > 1:
            yield f"roles: {count} agents play {role}; one role has one agent."


def _ways(procedure: Procedure, name: str) -> Iterator[str]:
    ways, controller = procedure.ways(name), procedure.controller(name)
    if not ways:
        yield "there is no way on from here; write it under `relations`."
        return
    if "0" not in ways:
        yield "relations: the first way has the key “0”."
    if len(ways) > 1 and "1" not in ways:
        yield "relations: a state that has said enough goes the way “1”, which is missing."
    for key in controller.judge_words:
        if key not in ways:
            yield f"controller.judge_words.{key}: there is no such way."


def _words(procedure: Procedure, name: str) -> Iterator[str]:
    """Find tags that are asked for, and will not be read."""
    controller = procedure.controller(name)
    asked = {
        "judge": (controller.judge_last_prompt, controller.judge_system_prompt),
        "call": (controller.call_last_prompt, controller.call_system_prompt),
    }
    wanted = {"judge": controller.judge_extract_words, "call": controller.call_extract_words}
    is_asked = {
        "judge": len(procedure.ways(name)) > 1,
        "call": controller.controller_type == "rule",
    }
    for who, texts in asked.items():
        tags = {tag for text in texts for tag in _TAG.findall(text)}
        if is_asked[who] and tags and wanted[who] not in tags:
            named = ", ".join(sorted(tags))
            yield (
                f"controller.{who}_extract_words: the answer is read from <{wanted[who]}>, but "
                f"the prompts only speak of <{named}>."
            )


def _parts_in_no_state(sheet: Sheet) -> Iterator[str]:
    for name, agent in sheet.agents.items():
        for state in agent.roles:
            if state not in sheet.states:
                yield f"agents.{name}.roles.{state}: there is no such state."
    for name in sheet.config.user_names:
        if name not in sheet.agents:
            yield f"config.User_Names: there is no agent {name}."


def _state_doubts(procedure: Procedure, name: str) -> Iterator[str]:
    state, ways = procedure.state(name), procedure.ways(name)
    yield from _never_scheduled(procedure, state, name)
    controller = state.controller
    is_capped = controller.max_chat_nums is not None or bool(controller.judge_words)
    if len(ways) > 1 and not is_capped and _comes_back(procedure.sheet, name):
        yield (
            f"controller.max_chat_nums: there is no cap; only after {MOST_CONTRIBUTIONS} "
            "contributions will it surely move on."
        )
    if (
        state.begin_role
        and not state.begin_query
        and not procedure.is_person(procedure.players.get(name, {}).get(state.begin_role, ""))
    ):
        yield f"begin_query: {state.begin_role} opens this state with a blank; write its opening."


def _comes_back(sheet: Sheet, name: str) -> bool:
    return any(name in _reached_from(sheet, t) for t in sheet.relations[name].values())


def _never_scheduled(procedure: Procedure, state: StateSheet, name: str) -> Iterator[str]:
    roles = procedure.roles(name)
    played = procedure.players.get(name, {})
    for role in dict.fromkeys((*state.agent_states, *played)):
        if role not in roles:
            yield f"roles: {role} never speaks; it is not among the state's roles."


def _no_exit(procedure: Procedure, *, is_fault: bool) -> Iterator[str]:
    """Find states that never lead to the finish; with a person in them somebody can stop them."""
    sheet = procedure.sheet
    leading = _leading_to(sheet, sheet.finish_state_name)
    for name in _played(sheet):
        stuck = name in _reached(sheet) and name not in leading and bool(procedure.ways(name))
        if stuck and is_fault != _has_person(procedure, name):
            end = "only “cancel” ends it" if not is_fault else "let a way lead to it"
            yield f"states.{name}: no way leads from here to {sheet.finish_state_name}; {end}."


def _has_person(procedure: Procedure, state: str) -> bool:
    inside = _reached_from(procedure.sheet, state)
    players = (name for s in inside for name in procedure.players.get(s, {}).values())
    return any(procedure.is_person(player) for player in players)


def _reached(sheet: Sheet) -> AbstractSet[str]:
    return _reached_from(sheet, sheet.root)


def _reached_from(sheet: Sheet, start: str) -> AbstractSet[str]:
    return _closure(start, {name: set(ways.values()) for name, ways in sheet.relations.items()})


def _leading_to(sheet: Sheet, end: str) -> AbstractSet[str]:
    back: dict[str, set[str]] = {}
    for name, ways in sheet.relations.items():
        for target in ways.values():
            back.setdefault(target, set()).add(name)
    return _closure(end, back)


def _closure(start: str, steps: Mapping[str, AbstractSet[str]]) -> AbstractSet[str]:
    seen, waiting = {start}, [start]
    while waiting:
        new = set(steps.get(waiting.pop(), ())) - seen
        seen |= new
        waiting += new
    return seen
