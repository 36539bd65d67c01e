"""A procedure as an agent that people can ask for."""

from collections.abc import Iterable, Iterator

from agents.kit.agent import Agent
from agents.kit.procedures.components import WebCrawl
from agents.kit.procedures.procedure import Procedure, Toolbox
from agents.kit.procedures.script import ProcedureScript
from agents.kit.similarity import Embed, count_words


def procedure_agent(procedure: Procedure, embed: Embed = count_words) -> Agent:
    """Make an agent of a procedure; what people and the router read of it stands in its file."""
    sheet = procedure.sheet
    people = ", ".join(sheet.agents)
    return Agent(
        name=sheet.name,
        description=sheet.description or f"Plays the procedure {sheet.name}, with {people}.",
        introduction=sheet.introduction or sheet.name.replace("_", " ").capitalize(),
        examples=sheet.examples,
        pages=tuple(_pages(procedure)),
        script=ProcedureScript(procedure, embed),
    )


def _pages(procedure: Procedure) -> Iterator[str]:
    for casts in procedure.casts.values():
        for cast in casts.values():
            yield from (part.page for part in cast.values() if isinstance(part, WebCrawl))


def toolbox(agents: Iterable[Agent]) -> Toolbox:
    """The tools of agents, by `agent.tool`, as procedures name them."""
    return {f"{agent.name}.{tool.name}": (agent, tool) for agent in agents for tool in agent.tools}
