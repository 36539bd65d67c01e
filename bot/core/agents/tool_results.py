"""What came of a tool: its words, its facts and artifacts, its failures."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import structlog
from pydantic import JsonValue

from agents.kit.agent import Agent
from agents.kit.model_loop import noted
from agents.kit.outcome import Outcome
from agents.kit.tool import Tool, said
from agents.kit.turn import Turn
from agents.kit.values.errors import AuthorError, ToolFailed
from agents.kit.values.model import ToolCall
from agents.kit.values.person import Fact
from agents.kit.values.texts import MOST_ARTIFACT_CHARACTERS, within
from bot.core.redaction.tool_redaction import SecretRedactor
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.ids import write_canonical
from bot.domain.messages import ReplyKind
from bot.domain.tasks import Task
from bot.language.secrets import MASK


@dataclass(frozen=True, slots=True)
class ToolChanges:
    """The facts a tool established or revoked, what it delivered; journalled with its result."""

    established: dict[str, JsonValue] = field(default_factory=dict)
    revoked: tuple[str, ...] = ()
    delivered: tuple[str, ...] = ()

    @classmethod
    def of(cls, turn: Turn) -> "ToolChanges":
        """Read them off; a tool that returns in silence has established nothing."""
        return cls(dict(turn.established), tuple(turn.revoked), tuple(turn.delivered))

    def under(self, veil: SecretRedactor, asked: Collection[object]) -> "ToolChanges":
        """The same without the secrets the tool was given.

        A fact that says no more than what was `asked` for stays as it is: whoever has chosen
        their name as their password must not become somebody else.
        """
        known = {str(value).casefold() for value in asked}
        established = {
            name: value if str(value).casefold() in known else veil.json(value)
            for name, value in self.established.items()
        }
        shown = map(veil.text, self.delivered)
        delivered = tuple(within(artifact, MOST_ARTIFACT_CHARACTERS) for artifact in shown)
        return ToolChanges(established, self.revoked, delivered)

    def beside(self, found: dict[str, list[JsonValue]]) -> "ToolChanges":
        """The same beside what else a run has `found`, which is added to.

        Of several values for one fact nobody has said which is meant: it is revoked.
        """
        for name, value in self.established.items():
            if value not in (known := found.setdefault(name, [])):
                known.append(value)
        still_open = tuple(name for name in self.established if found[name][1:])
        plain = {name: value for name, value in self.established.items() if not found[name][1:]}
        return replace(self, established=plain, revoked=(*self.revoked, *still_open))

    def as_json(self) -> JsonValue:
        """Write it for the journal."""
        return {
            "established": self.established,
            "revoked": list(self.revoked),
            "delivered": list(self.delivered),
        }


def apply_changes(work: Work, provides: tuple[Fact, ...], changes: ToolChanges) -> None:
    """Change the facts as a tool, or an agent, that provides them said."""
    kinds = work.catalogue.kinds
    facts = work.person.facts
    for name in changes.revoked:
        facts = facts.revoke(name, kinds)
    for fact in provides:
        if fact.name in changes.established:
            facts = facts.establish(fact, changes.established[fact.name], work.now, kinds)
    work.person.change(facts=facts)


def hand_out(work: Work, agent: Agent, artifacts: Sequence[str], task: Task) -> None:
    """Send what a tool, or an agent, delivered beside its words; it is as private as its task."""
    private = work.is_private(agent.name) or work.is_private(task.agent)
    for artifact in artifacts:
        work.say(agent.name, artifact, kind=ReplyKind.ARTIFACT, private=private)


def read_journalled(recorded: dict[str, Any]) -> tuple[str, ToolChanges]:
    """Read what was journalled of an effect that ended.

    Raises:
        ToolFailed: it had failed.
    """
    if "failed" in recorded:
        raise ToolFailed(recorded["failed"], ask_again=recorded.get("ask_again", True))
    changes = recorded["changes"]
    delivered = tuple(changes.get("delivered", ()))  # an older journal knows none
    known = ToolChanges(changes["established"], tuple(changes["revoked"]), delivered)
    return recorded["result"], known


UNREADABLE = "Done. What came back cannot be shown as text."
LEFT_OUT = f"The secret in your message was left out of it: there is only {MASK} in its place."

log = structlog.get_logger(__name__)


def write_result(agent: Agent, tool: Tool, result: object) -> str:
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


def tell_left_out(shown: Mapping[str, JsonValue], result: str) -> str:
    """A result that does not claim to hold what was hidden from the call's arguments."""
    return f"{result}\n{LEFT_OUT}" if MASK in json.dumps(shown) else result


MOST_FAILURES = 2
NOT_AGAIN = "{tool} with these values has failed twice the same way; it is not tried again"


@contextmanager
def keep_failure(
    work: Work, task: Task, tool: Tool, shown: dict[str, JsonValue]
) -> Iterator[None]:
    """Keep a failure with the task, and to be told; a wrong secret is asked for anew anyway."""
    key = (task.id, _line(tool, shown, ""))
    try:
        yield
    except ToolFailed as error:
        if not (tool.secrets and error.ask_again):
            work.acted.failed[key] = str(error)
            note_result(work.person, task, _line(tool, shown, f"error: {error}"))
        raise
    work.acted.failed.pop(key, None)


def refuse_third(
    person: PersonState, task: Task, agent: Agent, call: tuple[Tool, dict[str, JsonValue]]
) -> None:
    """Let no model, and no script, try again what has failed twice the same way.

    Raises:
        ToolFailed: it has.
    """
    tool, shown = call
    if not tool.effect or agent.is_form:  # whose values a person gives anew each time
        return
    notes = person.current(task).notes
    mine = [line for line in notes if line.startswith(_line(tool, shown, "error: "))]
    if any(mine.count(line) >= MOST_FAILURES for line in mine):
        raise ToolFailed(NOT_AGAIN.format(tool=tool.name))


def note_result(person: PersonState, task: Task, line: str) -> None:
    """Keep at once what came of a call, so that the task knows, whatever fails later."""
    person.update(person.current(task).noting(line))


def _line(tool: Tool, shown: dict[str, JsonValue], result: str) -> str:
    return noted(ToolCall("", tool.name, write_canonical(shown)), result)
