"""`frontdesk agents` and `frontdesk lint`: what the catalogue holds, and what is wrong with it."""

import click

from agents.kit import Agent, Fact
from bot.bootstrap import find_agents, load_agents
from bot.cli.open import plain_errors, start
from bot.cli.showing import table


@click.command()
@plain_errors
def agents() -> None:
    """List the agents: what they do, what they need, what they establish, their tools."""
    rows = [_row(agent) for agent in load_agents(start())]
    click.echo(table(("NAME", "INTRODUCTION", "REQUIRES", "PROVIDES", "TOOLS"), rows))


@click.command()
@click.option("--all", "every", is_flag=True, help="Tell of the agents that come along, too.")
@plain_errors
def lint(*, every: bool) -> None:
    """Check the catalogue, and say what it means; errors make the command fail.

    Of each effect of your agents one line says when a person is asked. A remark is about an
    example that does not reach its agent where no model reads.
    """
    found = find_agents(start())
    told = frozenset(agent.name for agent in found.agents) if every else frozenset(found.added)
    findings = found.findings
    for finding in findings:
        click.echo(f"error: {finding}")
    for warning in found.warnings:
        click.echo(f"warning: {warning}")
    for meaning in found.meanings(told):
        click.echo(f"effect: {meaning}")
    for remark in found.remarks(told):
        click.echo(f"remark: {remark}")
    if findings:
        raise SystemExit(1)
    click.echo(f"{len(found.agents)} agents, nothing wrong.")


def _row(agent: Agent) -> tuple[str, ...]:
    tools = "function" if agent.run else ", ".join(tool.name for tool in agent.tools)
    tools = "script" if agent.script else tools
    tools = f"plays {', '.join(actor.name for actor in agent.inner)}" if agent.inner else tools
    introduction = agent.introduction if agent.expose_to_user else f"({agent.description})"
    provided = ", ".join(sorted(agent.can_provide))
    return (agent.name, introduction, _names(agent.requires), provided or "-", tools or "-")


def _names(facts: tuple[Fact, ...]) -> str:
    return ", ".join(fact.name for fact in facts) or "-"
