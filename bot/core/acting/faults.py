"""Faults of what an author wrote beside a tool: its rule, its check, what it lacks."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from agents.kit.agent import Agent
from agents.kit.tool import Tool
from agents.kit.values.errors import KitError, ToolFailed
from agents.kit.values.texts import MOST_FAILURE_CHARACTERS, within
from bot.domain.errors import AgentFailed, FrontdeskError


@contextmanager
def faults_of(agent: Agent, tool: Tool, what: str) -> Iterator[None]:
    """Take whatever it raises beside what it may for a fault: it is told, and nothing is done.

    Nobody knows then whether a person would have to be asked, or whether it could be done.
    """
    try:
        yield
    except ToolFailed as error:
        raise brief(error) from None
    except (FrontdeskError, KitError):
        raise
    except Exception as error:
        message = f"{agent.name}.{tool.name}: {what} raised {type(error).__name__}"
        raise AgentFailed(message) from error


def brief(error: ToolFailed) -> ToolFailed:
    """The same failure in words that somebody can read, and that can be kept in many places.

    Those that may quote a secret are veiled before: half a secret would not be known as one.
    """
    return ToolFailed(within(str(error), MOST_FAILURE_CHARACTERS), ask_again=error.ask_again)


def why_asked(agent: Agent, tool: Tool, arguments: Mapping[str, Any]) -> str:
    """Why the rule of a tool asks for an approval of these arguments; empty if it does not.

    Raises:
        AgentFailed: the rule does not say.
    """
    rule = tool.approval
    if rule is None:
        return ""
    with faults_of(agent, tool, f"its approval rule “{rule.because}”"):
        return rule.reason(arguments)
