"""Choose which tool of a form is wanted: the only one, the one needed, or the one named."""

from agents.kit.agent import Agent
from agents.kit.outcome import Outcome, ask
from agents.kit.tool import Tool
from bot.core.acting.guards import summary_of
from bot.core.reading.ask import ask as ask_reader
from bot.core.turn.volunteered import says_nothing_else
from bot.core.turn.work import Work
from bot.domain.questions import NOTHING, Does, Named
from bot.domain.tasks import Task
from bot.language.normal import fold
from bot.language.secrets import MASK
from bot.language.words import name_as_text

MOST_BUTTONS = 8


async def choose(work: Work, task: Task, agent: Agent) -> Tool | Outcome:
    """The tool, or the question which one is wanted.

    For what has to come first nobody is asked: it is the tool that provides the fact.
    """
    if len(agent.tools) == 1:
        return agent.tools[0]
    if task.provides:
        return next(t for t in agent.tools if task.provides in {f.name for f in t.provides})
    wish = task.said[-1] if task.said else ""
    takers = [tool for tool in agent.tools if tool.secrets]
    if MASK in wish and len(takers) == 1 and says_nothing_else(wish):
        return takers[0]
    if named := _named(agent, wish):
        return named
    if wish:
        tools = tuple(Named(tool.name, summary_of(tool)) for tool in agent.tools)
        name = await ask_reader(work, Does(wish, tools))
        if name not in {None, NOTHING}:
            work.progress(agent.name, f"{agent.name} is to {name_as_text(name or '')}")
            return next(tool for tool in agent.tools if tool.name == name)
    # Whoever writes a secret wants what it is for, where nothing else is plain.
    return takers[0] if MASK in wish and len(takers) == 1 else _which(agent)


def _named(agent: Agent, wish: str) -> Tool | None:
    """The tool whose very name was said, as a button says it."""
    return next((t for t in agent.tools if fold(name_as_text(t.name)) == fold(wish)), None)


def _which(agent: Agent) -> Outcome:
    options = tuple(name_as_text(tool.name) for tool in agent.tools)
    if len(options) <= MOST_BUTTONS:
        return ask("What shall I do?", options=options)
    return ask(f"What shall I do? I can {', '.join(options[:-1])} or {options[-1]}.")
