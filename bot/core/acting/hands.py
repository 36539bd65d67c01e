"""Use a tool on somebody's behalf: guarded by facts, secrets and approvals, journalled."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog
from typing_extensions import override

from agents.kit.agent import Agent
from agents.kit.dates import pinned
from agents.kit.errors import AuthorError, OutcomeUnknown, ToolFailed
from agents.kit.loop import Hands, noted
from agents.kit.model import ModelCall, ModelReply, ToolCall
from agents.kit.outcome import Suspended
from agents.kit.secret import Secret
from agents.kit.tool import Tool, said
from agents.kit.turn import Turn
from bot.core.acting.changes import Changes, apply, hand_out, replayed
from bot.core.acting.equip import destinations_of, turn_for
from bot.core.acting.guards import Guard, subject
from bot.core.acting.results import text_of
from bot.core.ports.later import started_of
from bot.core.turn import audited
from bot.core.turn.completing import complete
from bot.core.turn.masking import scrubbed
from bot.core.turn.paused import ASK_AGAIN, is_in_doubt, stop_if_paused
from bot.core.turn.wanted import before_effect
from bot.core.turn.work import Work
from bot.domain.errors import EffectsPaused, StoreAway
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
            words = scrubbed(str(error), secrets)
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
                result, changes = replayed(recorded)
            else:
                result, changes = await self._first_time(tool, arguments, secrets, step)
        self.work.done.append(result)
        return result, changes

    async def _first_time(
        self, tool: Tool, arguments: Mapping[str, Any], secrets: Mapping[str, Secret], step: str
    ) -> tuple[str, "Changes"]:
        key, started = self._key(step), started_of(step)
        has_started = self.work.recorded(started) is not None
        try:
            if await is_in_doubt(self.work, tool, has_started=has_started):
                result, changes = await self._ask_outcome(tool, arguments, secrets, key)
            else:
                if not has_started:
                    await before_effect(self.work)
                    await stop_if_paused(self.work)
                if not tool.repeatable:
                    await self.work.record(started, key)
                async with self._noted_if_away(started, key):
                    result, changes = await self._run_surely(tool, arguments, secrets, key)
        except ToolFailed as error:
            await self.work.record(step, {"failed": scrubbed(str(error), secrets)})
            raise
        whose = self.work.participant.person.key
        done = {"result": result, "changes": changes.as_json(), "for": whose}
        await self.work.record(step, done)
        return result, changes

    @asynccontextmanager
    async def _noted_if_away(self, started: str, key: str) -> AsyncIterator[None]:
        """Note that an effect may have happened before the store fell.

        What is sent until the turn begins again then comes after it, whatever it says.
        """
        try:
            yield
        except StoreAway:
            await self.work.record(started, key)
            raise

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
        turn.delivered = [scrubbed(artifact, secrets) for artifact in turn.delivered]
        return scrubbed(text_of(self.agent, tool, result), secrets), Changes.of(tool, turn)

    def _key(self, step: str) -> str:
        return f"{self.work.beginning.turn}:{step}"

    def _turn(self, tool: Tool, destinations: tuple[str, ...] = ()) -> Turn:
        return turn_for(self.work, self.task, self.agent, tool.provides, destinations)
