"""Tells what the declarations of effects mean: when a person is asked, and when nobody is."""

from collections.abc import Iterable, Iterator

from agents.kit.agent import Agent, everyone
from agents.kit.approval import Approval
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
