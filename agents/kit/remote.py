"""Agents hosted elsewhere, behind one HTTP address that speaks the outcome's own JSON."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from agents.kit.agent import Agent
from agents.kit.errors import ToolFailed
from agents.kit.fact import Fact
from agents.kit.outcome import NextTool, Outcome
from agents.kit.turn import Turn


class RemoteAnswer(BaseModel):
    """What a tool server may say: an outcome, but never what our own code decides about it."""

    model_config = ConfigDict(extra="forbid")

    value: str
    interrupt: bool = False
    state: dict[str, JsonValue] | None = None
    next_tool: NextTool | None = None
    artifact: str | None = None
    rationale: str = ""
    options: tuple[str, ...] = ()
    hands_back: bool = False
    suspended: None = None
    goes_on: Literal[False] = False

    @property
    def outcome(self) -> Outcome:
        """The same as an outcome."""
        return Outcome(**dict(self))


def remote_agent(  # noqa: PLR0913 - the words of a declaration
    name: str,
    url: str,
    *,
    description: str,
    introduction: str = "",
    requires: tuple[Fact, ...] = (),
    examples: tuple[str, ...] = (),
) -> Agent:
    """Declare an agent that runs on a tool server.

    The server gets `{"agent", "text", "person", "state", "key"}`, the same key when it is asked
    the same thing again after a crash, and answers an `Outcome` as JSON,
    or `{"value": "…"}` alone for plain text.
    """

    async def _run(turn: Turn) -> Outcome:
        turn.progress(f"Asking the {name} service")
        return _outcome(name, await turn.http.post_json(url, _asked_of(name, turn)))

    return Agent(
        name=name,
        description=description,
        introduction=introduction,
        requires=requires,
        examples=examples,
        run=_run,
        remote=True,
    )


def _asked_of(name: str, turn: Turn) -> dict[str, JsonValue]:
    return {
        "agent": name,
        "text": turn.text,
        "person": turn.person.key,
        "state": turn.state,
        "key": turn.key,
    }


def _outcome(name: str, answer: JsonValue) -> Outcome:
    try:
        return RemoteAnswer.model_validate(answer).outcome
    except ValidationError:
        message = f"The {name} service sent an answer that is not an outcome."
        raise ToolFailed(message) from None
