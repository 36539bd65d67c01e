"""What a tool returned, as text: also where it cannot be written as one."""

import json
from collections.abc import Mapping

import structlog
from pydantic import JsonValue

from agents.kit.agent import Agent
from agents.kit.outcome import Outcome
from agents.kit.tool import Tool, said
from agents.kit.values.errors import AuthorError
from bot.language.secrets import MASK

UNREADABLE = "Done. What came back cannot be shown as text."
LEFT_OUT = f"The secret in your message was left out of it: there is only {MASK} in its place."

log = structlog.get_logger(__name__)


def text_of(agent: Agent, tool: Tool, result: object) -> str:
    """Write a result; that of an effect must not make it run again, so it counts as done.

    Raises:
        AuthorError: what was looked up cannot be written.
    """
    if isinstance(result, Outcome) and not tool.effect:
        message = (
            f"{agent.name}.{tool.name} returned an Outcome, such as ask(…) or done(…), as only an "
            "agent's own function does; a tool returns what it found, or raises ToolFailed"
        )
        raise AuthorError(message)
    try:
        return said(result.value if isinstance(result, Outcome) else result)
    except Exception as error:  # whatever an author's own types do when they are written
        kind = type(result).__name__
        # The words of an exception may quote a result, and a result a secret.
        shown = None if tool.secrets else error
        if not tool.effect:
            message = f"{agent.name}.{tool.name} returned {kind}, which cannot be written as text"
            raise AuthorError(message) from shown
        log.error(  # noqa: TRY400 - the trace is given where it is safe
            "result_unreadable",
            agent=agent.name,
            tool=tool.name,
            returned=kind,
            exc_info=shown,
        )
        return UNREADABLE


def told_left_out(shown: Mapping[str, JsonValue], result: str) -> str:
    """A result that does not claim to hold what was hidden from the call's arguments."""
    return f"{result}\n{LEFT_OUT}" if MASK in json.dumps(shown) else result
