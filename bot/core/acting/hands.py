"""Use a tool on somebody's behalf: guarded by facts, secrets and approvals, journalled."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from pydantic import JsonValue
from typing_extensions import override

from agents.kit.agent import Agent
from agents.kit.dates import pinned
from agents.kit.errors import AuthorError, OutcomeUnknown, ToolFailed
from agents.kit.fact import Fact
from agents.kit.loop import Hands, noted
from agents.kit.model import ModelCall, ModelReply, ToolCall
from agents.kit.outcome import Suspended
from agents.kit.secret import Secret
from agents.kit.tool import Tool, said
from agents.kit.turn import Turn
from bot.core.acting.equip import destinations_of, turn_for
from bot.core.acting.guards import Guard, subject
from bot.core.turn import audited
from bot.core.turn.completing import complete
from bot.core.turn.masking import MASK
from bot.core.turn.paused import ASK_AGAIN, is_in_doubt, stop_if_paused
from bot.core.turn.wanted import before_effect
from bot.core.turn.work import Work
from bot.domain.errors import EffectsPaused, StoreAway
from bot.domain.messages import ReplyKind
from bot.domain.tasks import Task

KEPT_NOTES = 12

log = structlog.get_logger()


@dataclass
class TurnHands(Hands):
    """What an agent acts with during one run.

    `secrets` were given for this call; `approved` is the digest of the one action a person
    approved: any other action needs its own approval.
    """

    work: Work
    task: Task
    agent: Agent
    secrets: Mapping[str, str] = field(default_factory=dict)
    approved: str = ""

    @override
    async def complete(self, call: ModelCall) -> ModelReply:
        return await complete(self.work, call)

    @override
    async def use(self, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        try:
            return await self._use(tool, arguments)
        except ToolFailed as error:
            self.work.troubles.append(str(error))
            raise

    async def _use(self, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        # What is shown, approved and kept must mean the same day tomorrow.
        arguments = pinned(arguments, self.work.now)
        shown = tool.as_json(arguments)
        fingerprint = json.dumps([self.agent.name, tool.name, shown], sort_keys=True)
        self.work.budget.tool_call(fingerprint)
        secrets = self._secrets(tool)
        guard = Guard(self.work, self.task, self.agent, self.approved)
        waiting = await guard.stops(tool, arguments, secrets)
        if waiting is not None:
            return waiting
        try:
            return await self._run(tool, arguments, secrets)
        except EffectsPaused:
            if not self.approved:
                raise
            return Suspended(
                tool=tool.name,
                arguments=shown,
                waits_for="approval",
                name=tool.name,
                because=ASK_AGAIN,
            )
        except ToolFailed as error:
            if not tool.secrets or not error.ask_again:
                raise
            words = _scrubbed(str(error), secrets)
            return Suspended(
                tool=tool.name,
                arguments=shown,
                waits_for="secret",
                name=tool.secrets[0],
                because=words,
            )

    def _secrets(self, tool: Tool) -> dict[str, Secret]:
        given = {
            name: Secret(value) for name, value in self.secrets.items() if name in tool.secrets
        }
        missing = [name for name in tool.secrets if name not in given]
        kept = self.work.participant.secrets.get(self.agent.name)
        if len(missing) == 1 and kept and kept.expires_at > self.work.now:
            given[missing[0]] = Secret(self.work.services.cipher.open(kept.sealed))
        if tool.secrets:
            rest = {n: s for n, s in self.work.participant.secrets.items() if n != self.agent.name}
            self.work.change(secrets=rest)
        return given

    async def _run(
        self, tool: Tool, arguments: Mapping[str, Any], secrets: Mapping[str, Secret]
    ) -> str:
        if not tool.effect:
            result, changes = await self._call(tool, arguments, secrets, "")
        else:
            result, changes = await self._effect(tool, arguments, secrets)
        apply(self.work, tool.provides, changes)
        hand_out(self.work, self.agent, changes.delivered, self.task)
        self._note(tool, arguments, result)
        return result

    def _note(self, tool: Tool, arguments: Mapping[str, Any], result: str) -> None:
        """Keep at once what was done, so that the task knows, whatever fails later."""
        done = noted(ToolCall("", tool.name, json.dumps(tool.as_json(arguments))), result)
        task = self.work.current(self.task)
        self.work.update(task.with_(notes=(*task.notes, done)[-KEPT_NOTES:]))

    async def _effect(
        self, tool: Tool, arguments: Mapping[str, Any], secrets: Mapping[str, Secret]
    ) -> tuple[str, "Changes"]:
        shown = tool.as_json(arguments)
        step = self.work.step("effect", self.agent.name, tool.name, shown)
        recorded = self.work.recorded(step)
        action = subject(self.work, self.agent, tool, shown)
        with audited.effect(self.work, tool, action, key=self._key(step), approved=self.approved):
            if isinstance(recorded, dict):
                result, changes = _replayed(recorded)
            else:
                result, changes = await self._first_time(tool, arguments, secrets, step)
        self.work.done.append(result)
        return result, changes

    async def _first_time(
        self, tool: Tool, arguments: Mapping[str, Any], secrets: Mapping[str, Secret], step: str
    ) -> tuple[str, "Changes"]:
        key = self._key(step)
        started = f"{step}:started"
        try:
            if self.work.recorded(started) is not None or await is_in_doubt(self.work, tool):
                result, changes = await self._ask_outcome(tool, arguments, secrets, key)
            else:
                await before_effect(self.work)
                await stop_if_paused(self.work)
                if not tool.repeatable:
                    await self.work.record(started, key)
                result, changes = await self._run_surely(tool, arguments, secrets, key)
        except ToolFailed as error:
            await self.work.record(step, {"failed": _scrubbed(str(error), secrets)})
            raise
        whose = self.work.participant.person.key
        done = {"result": result, "changes": changes.as_json(), "for": whose}
        await self.work.record(step, done)
        return result, changes

    async def _run_surely(
        self, tool: Tool, arguments: Mapping[str, Any], secrets: Mapping[str, Secret], key: str
    ) -> tuple[str, "Changes"]:
        """Run an effect; one that broke down is run again where its key makes that harmless."""
        try:
            return await self._call(tool, arguments, secrets, key)
        except OutcomeUnknown:
            if not tool.repeatable:
                raise
        return await self._call(tool, arguments, secrets, key)

    async def _ask_outcome(
        self, tool: Tool, arguments: Mapping[str, Any], secrets: Mapping[str, Secret], key: str
    ) -> tuple[str, "Changes"]:
        if tool.outcome is None:
            raise OutcomeUnknown(tool.name, key)
        since = self.work.services.clock.now() - self.work.now
        # A query before the other side has settled would read "not yet" as "never".
        await asyncio.sleep(max(0.0, tool.settles_within_seconds - since.total_seconds()))
        try:
            happened = await tool.outcome(self._turn(tool), key)
        except StoreAway:
            raise
        except Exception as error:  # a question without an answer leaves it as unknown as it was
            raise OutcomeUnknown(tool.name, key) from error
        if happened is not None:
            return said(happened), Changes(
                established=dict.fromkeys((f.name for f in tool.provides), True)
            )
        await stop_if_paused(self.work)
        return await self._call(tool, arguments, secrets, key)

    async def _call(
        self, tool: Tool, arguments: Mapping[str, Any], secrets: Mapping[str, Secret], key: str
    ) -> tuple[str, "Changes"]:
        turn = self._turn(tool, destinations_of(tool, arguments))
        # A read may be cut short; an effect never, or nobody would know what it did.
        seconds = None if tool.effect else self.work.seconds_left()
        try:
            with self.work.services.watch.tool(self.agent.name, tool):
                async with asyncio.timeout(seconds):
                    result = await tool.call(turn, arguments, secrets, key)
        except (ToolFailed, AuthorError, StoreAway, asyncio.CancelledError):
            raise  # once the store is back, the turn begins again and knows what was started
        except Exception as error:
            # The words of an exception may quote a secret: then they are not logged.
            log.error(  # noqa: TRY400 - the trace is given where it is safe
                "tool_failed",
                tool=tool.name,
                agent=self.agent.name,
                kind=type(error).__name__,
                exc_info=not secrets,
            )
            if tool.effect:  # it may have happened before whatever went wrong
                raise OutcomeUnknown(tool.name, key) from error
            message = (
                f"{tool.name} could not be done because of an internal error; nothing was changed"
            )
            raise ToolFailed(message) from error
        turn.delivered = [_scrubbed(artifact, secrets) for artifact in turn.delivered]
        return _scrubbed(said(result), secrets), Changes.of(tool, turn)

    def _key(self, step: str) -> str:
        return f"{self.work.beginning.turn}:{step}"

    def _turn(self, tool: Tool, destinations: tuple[str, ...] = ()) -> Turn:
        return turn_for(self.work, self.task, self.agent, tool.provides, destinations)


@dataclass(frozen=True, slots=True)
class Changes:
    """The facts a tool established or revoked, what it delivered; journalled with its result."""

    established: dict[str, JsonValue] = field(default_factory=dict)
    revoked: tuple[str, ...] = ()
    delivered: tuple[str, ...] = ()

    @classmethod
    def of(cls, tool: Tool, turn: Turn) -> "Changes":
        """Read them off; a tool that says nothing establishes all it provides."""
        established = dict(turn.established)
        if not turn.revoked:
            for fact in tool.provides:
                established.setdefault(fact.name, True)
        return cls(established, tuple(turn.revoked), tuple(turn.delivered))

    def as_json(self) -> JsonValue:
        """Write it for the journal."""
        return {
            "established": self.established,
            "revoked": list(self.revoked),
            "delivered": list(self.delivered),
        }


def apply(work: Work, provides: tuple[Fact, ...], changes: Changes) -> None:
    """Change the facts as a tool, or an agent, that provides them said."""
    kinds = work.services.catalogue.kinds
    facts = work.facts
    for name in changes.revoked:
        facts = facts.revoke(name, kinds)
    for fact in provides:
        if fact.name in changes.established:
            facts = facts.establish(fact, changes.established[fact.name], work.now, kinds)
    work.change(facts=facts)


def hand_out(work: Work, agent: Agent, artifacts: Sequence[str], task: Task) -> None:
    """Send what a tool, or an agent, delivered beside its words; it is as private as its task."""
    private = work.is_private(agent.name) or work.is_private(task.agent)
    for artifact in artifacts:
        work.say(agent.name, artifact, kind=ReplyKind.ARTIFACT, private=private)


def _replayed(recorded: dict[str, Any]) -> tuple[str, Changes]:
    if "failed" in recorded:
        raise ToolFailed(recorded["failed"])
    changes = recorded["changes"]
    delivered = tuple(changes.get("delivered", ()))  # an older journal knows none
    known = Changes(changes["established"], tuple(changes["revoked"]), delivered)
    return recorded["result"], known


def _scrubbed(text: str, secrets: Mapping[str, Secret]) -> str:
    for secret in secrets.values():
        if value := secret.reveal():
            text = text.replace(value, MASK)
    return text
