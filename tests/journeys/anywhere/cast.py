"""Agents for journeys: a printer and a copier that jam, and a courier."""

from agents.kit import Agent, EffectKey, Tool, ToolFailed, tool

MODULE = "tests.journeys.anywhere.cast"
JAM = "jam"


@tool(effect=True, free=["text"], ends_task=True)
async def print_page(text: str, key: EffectKey) -> str:
    """Print a page."""
    return _done("printer", text)


@tool(effect=True, free=["text"], ends_task=True)
async def copy(text: str, key: EffectKey) -> str:
    """Copy a page."""
    return _done("copier", text)


@tool(effect=True, free=["to"], ends_task=True)
async def send(to: str, key: EffectKey) -> str:
    """Send a parcel."""
    return _done("courier", to)


def _done(what: str, text: str) -> str:
    if JAM in text:
        raise ToolFailed(f"The {what} is broken.")
    return f"{what}: {text} is done."


def _agent(name: str, *tools: Tool) -> Agent:
    return Agent(
        name=name,
        description=f"The {name} of the workshop.",
        introduction=f"The {name}",
        prompt=f"You are the {name}.",
        tools=tools,
    )


AGENTS = (_agent("printer", print_page, copy), _agent("courier", send))
