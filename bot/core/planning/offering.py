"""What a plan may use: the tools of the agents, listed in as few words as possible."""

from typing import Any

from agents.kit.agent import Agent
from agents.kit.tool import Tool
from agents.kit.values.model import ToolOffer, ToolSpec
from bot.core.turn.services import Catalogue

LONGEST_CHOICES = 120


def listed(offers: tuple[ToolOffer, ...]) -> str:
    """The functions as the planner reads them, a line each."""
    return "\n".join(f"- {offer.agent}: {_signature(offer.tool)}" for offer in offers)


def found(catalogue: Catalogue, agent: str, tool: str) -> tuple[Agent, Tool] | None:
    """The agent and the tool of these names, if plans may use them."""
    if not any((offer.agent, offer.tool.name) == (agent, tool) for offer in catalogue.offers):
        return None
    known = catalogue.get(agent)
    used = (catalogue.doers.get(agent) or known.tool_named(tool)) if known else None
    return (known, used) if known and used else None


def _signature(spec: ToolSpec) -> str:
    properties: Any = spec.parameters.get("properties", {})
    required: Any = spec.parameters.get("required", ())
    given = (
        f"{name}{'' if name in required else '?'}{_kind(schema)}"
        for name, schema in properties.items()
    )
    return f"{spec.name}({', '.join(given)}): {spec.description.split(chr(10))[0]}"


def _kind(schema: dict[str, Any]) -> str:
    one_of = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    schema = {**(one_of[0] if one_of else {}), **schema}
    choices = " | ".join(str(choice) for choice in schema.get("enum", ()) if choice is not None)
    if choices and len(choices) <= LONGEST_CHOICES:
        return f": {choices}"
    kind = schema.get("format") or schema.get("type")
    return f": {kind}" if kind and kind != "string" else ""
