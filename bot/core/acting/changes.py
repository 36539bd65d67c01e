"""What a tool did beside its words: facts it established or revoked, artifacts it delivered."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import JsonValue

from agents.kit.agent import Agent
from agents.kit.turn import Turn
from agents.kit.values.errors import ToolFailed
from agents.kit.values.person import Fact
from agents.kit.values.texts import MOST_ARTIFACT_CHARACTERS, within
from bot.core.acting.veil import Veil
from bot.core.turn.work import Work
from bot.domain.messages import ReplyKind
from bot.domain.tasks import Task


@dataclass(frozen=True, slots=True)
class Changes:
    """The facts a tool established or revoked, what it delivered; journalled with its result."""

    established: dict[str, JsonValue] = field(default_factory=dict)
    revoked: tuple[str, ...] = ()
    delivered: tuple[str, ...] = ()

    @classmethod
    def of(cls, turn: Turn) -> "Changes":
        """Read them off; a tool that returns in silence has established nothing."""
        return cls(dict(turn.established), tuple(turn.revoked), tuple(turn.delivered))

    def under(self, veil: Veil, asked: Collection[object]) -> "Changes":
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
        return Changes(established, self.revoked, delivered)

    def beside(self, found: dict[str, list[JsonValue]]) -> "Changes":
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


def apply(work: Work, provides: tuple[Fact, ...], changes: Changes) -> None:
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


def replayed(recorded: dict[str, Any]) -> tuple[str, Changes]:
    """Read what was journalled of an effect that ended.

    Raises:
        ToolFailed: it had failed.
    """
    if "failed" in recorded:
        raise ToolFailed(recorded["failed"], ask_again=recorded.get("ask_again", True))
    changes = recorded["changes"]
    delivered = tuple(changes.get("delivered", ()))  # an older journal knows none
    known = Changes(changes["established"], tuple(changes["revoked"]), delivered)
    return recorded["result"], known
