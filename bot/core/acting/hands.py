"""Use a tool on somebody's behalf: guarded by facts, secrets and approvals, journalled."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import structlog
from pydantic import JsonValue
from typing_extensions import override

from agents.kit.agent import Agent
from agents.kit.calling import NeverBegan
from agents.kit.errors import AuthorError, NoAnswer, OutcomeUnknown, ToolFailed
from agents.kit.lengths import within
from agents.kit.loop import Hands
from agents.kit.model import ModelCall, ModelReply, ToolCall
from agents.kit.outcome import Suspended
from agents.kit.replies import noted
from agents.kit.secret import Secret
from agents.kit.tool import Tool, said
from agents.kit.turn import Turn
from bot.core.acting import failing, kept
from bot.core.acting.changes import Changes, apply, hand_out, replayed
from bot.core.acting.equip import destinations_of, turn_for, veiled
from bot.core.acting.guards import Guard, subject
from bot.core.acting.results import text_of, told_left_out
from bot.core.acting.veil import Veil
from bot.core.ports.later import started_of
from bot.core.turn import audited
from bot.core.turn.completing import complete
from bot.core.turn.limits import TurnLimits
from bot.core.turn.paused import ASK_AGAIN, is_in_doubt, stop_if_paused
from bot.core.turn.sealing import Drawer, seconds_of, typed_anew
from bot.core.turn.wanted import before_effect
from bot.core.turn.work import Work
from bot.domain.errors import BudgetSpent, EffectsPaused, StoreAway
from bot.domain.tasks import Task

log = structlog.get_logger(__name__)


@dataclass
class TurnHands(Hands):
    """What an agent acts with during one run.

    `secrets` were given for this call; `approved` is the digest of the one action a person
    approved: any other action needs its own approval. `found` are the values of facts so far.
    """

    work: Work
    task: Task
    agent: Agent
    secrets: Mapping[str, str] = field(default_factory=dict)
    approved: str = ""
    found: dict[str, list[JsonValue]] = field(default_factory=dict)

    @override
    async def complete(self, call: ModelCall) -> ModelReply:
        return await complete(self.work, call)

    @override
    async def use(self, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        try:
            return await self._use(tool, arguments)
        except ToolFailed as error:
            self.work.acted.troubles.append(str(error))
            raise

    @override
    def keep(self, tool: Tool, arguments: Mapping[str, Any]) -> None:
        kept.keep(self.work.person, self.task, tool, arguments)

    @override
    def back_later(self, reason: str) -> None:
        kept.keep_back(self.work, self.task, reason)

    @override
    def is_doubtful(self, answer: str) -> bool:
        acted = self.work.acted
        named = self.work.services.catalogue.named_in(answer) - {self.agent.name}
        is_first = not (acted.is_doubted or self.work.limits.budget.is_used_up)
        acted.is_doubted |= bool(named)
        return is_first and bool(named)

    async def _use(self, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        shown = tool.as_json(arguments)
        fingerprint = json.dumps([self.agent.name, tool.name, shown], sort_keys=True)
        self.work.limits.budget.tool_call(fingerprint)
        kept.take(self.work.person, self.task, tool, shown)
        failing.refuse_third(self.work.person, self.task, self.agent, (tool, shown))
        drawer = Drawer(self.work, self.task, self.agent, tool)
        secrets = self._secrets(drawer)
        guard = Guard(self.work, self.task, self.agent, self.approved)
        waiting = await guard.stops(tool, arguments, shown, secrets)
        if waiting is not None:
            drawer.keep(secrets, seconds_of(tool, waiting))
            return waiting
        call = Suspended(tool=tool.name, arguments=shown, waits_for="approval", name=tool.name)
        try:
            return await self._run(tool, arguments, shown, secrets)
        except EffectsPaused:
            drawer.keep(secrets, seconds_of(tool, call))
            if not self.approved:
                raise
            return call.model_copy(update={"because": ASK_AGAIN})
        except ToolFailed as error:
            if not tool.secrets or not error.ask_again:
                raise
            wrong = typed_anew(tool, error)
            drawer.keep({name: one for name, one in secrets.items() if name not in wrong})
            asks = {"waits_for": "secret", "name": wrong[0], "because": str(error)}
            return call.model_copy(update=asks)

    def _secrets(self, drawer: Drawer) -> dict[str, Secret]:
        """What was typed just now, and what was kept before."""
        names = drawer.tool.secrets
        typed = {name: Secret(value) for name, value in self.secrets.items() if name in names}
        return {**drawer.take(typed), **typed}

    async def _run(
        self,
        tool: Tool,
        arguments: Mapping[str, Any],
        shown: dict[str, JsonValue],
        secrets: Mapping[str, Secret],
    ) -> str:
        if not tool.effect:
            result, changes = await self._call(tool, arguments, secrets, "")
        else:
            result, changes = await self._effect(tool, arguments, shown, secrets)
        apply(self.work, tool.provides, changes.beside(self.found))
        hand_out(self.work, self.agent, changes.delivered, self.task)
        line = noted(ToolCall("", tool.name, json.dumps(shown)), result)
        failing.note(self.work.person, self.task, line)
        return told_left_out(shown, result)

    async def _effect(
        self,
        tool: Tool,
        arguments: Mapping[str, Any],
        shown: dict[str, JsonValue],
        secrets: Mapping[str, Secret],
    ) -> tuple[str, "Changes"]:
        step = self.work.journal.step("effect", self.agent.name, tool.name, shown)
        recorded = self.work.journal.recorded(step)
        action = subject(self.work, self.agent, tool, shown)
        with (
            failing.failure_noted(self.work, self.task, tool, shown),
            audited.effect(self.work, tool, action, key=self._key(step), approved=self.approved),
        ):
            if isinstance(recorded, dict):
                result, changes = replayed(recorded)
            else:
                result, changes = await self._first_time(tool, arguments, secrets, step)
        self.work.acted.answers.append(result)
        self.work.acted.effects.add((self.task.id, action.digest))
        return result, changes

    async def _first_time(
        self, tool: Tool, arguments: Mapping[str, Any], secrets: Mapping[str, Secret], step: str
    ) -> tuple[str, "Changes"]:
        key, started = self._key(step), started_of(step)
        has_started = self.work.journal.recorded(started) is not None
        try:
            if await is_in_doubt(self.work, tool, has_started=has_started):
                began = self.work.now
                result, changes = await self._ask_outcome(tool, arguments, secrets, key, began)
            else:
                if not has_started:
                    await before_effect(self.work)
                    await stop_if_paused(self.work)
                if not tool.repeatable:
                    await self.work.journal.record(started, key)
                async with self._noted_if_away(started, key):
                    result, changes = await self._run_surely(tool, arguments, secrets, key)
        except ToolFailed as error:
            failed: JsonValue = {"failed": str(error), "ask_again": error.ask_again}
            await self.work.journal.record(step, failed)
            raise
        result = within(result)
        whose = self.work.person.identity.key
        done = {"result": result, "changes": changes.as_json(), "for": whose}
        await self.work.journal.record(step, done)
        return result, changes

    @asynccontextmanager
    async def _noted_if_away(self, started: str, key: str) -> AsyncIterator[None]:
        """Note that an effect may have happened before the store fell.

        What is sent until the turn begins again then comes after it, whatever it says.
        """
        try:
            yield
        except StoreAway:
            await self.work.journal.record(started, key)
            raise

    async def _run_surely(
        self, tool: Tool, arguments: Mapping[str, Any], secrets: Mapping[str, Secret], key: str
    ) -> tuple[str, "Changes"]:
        """Run an effect; one that broke down is run again where its key makes that harmless.

        If that did not help, or may not be done, the other side is asked what became of it.
        """
        for may_repeat in (True, False) if tool.repeatable else (False,):
            try:
                return await self._call(tool, arguments, secrets, key)
            except OutcomeUnknown:
                seconds = 0.0 if may_repeat else tool.settles_within_seconds
                if not (may_repeat or tool.outcome) or not _has_time(self.work.limits, seconds):
                    raise
        return await self._ask_outcome(tool, arguments, secrets, key, began=self._now())

    async def _ask_outcome(
        self,
        tool: Tool,
        arguments: Mapping[str, Any],
        secrets: Mapping[str, Secret],
        key: str,
        began: datetime,
    ) -> tuple[str, "Changes"]:
        veil = Veil(secrets)
        if tool.outcome is None:
            raise OutcomeUnknown(tool.name, key)
        since = (self._now() - began).total_seconds()
        # A query before the other side has settled would read "not yet" as "never".
        await asyncio.sleep(max(0.0, tool.settles_within_seconds - since))
        try:
            happened = await tool.outcome(self._turn(tool, veil), key)
        except StoreAway:
            raise
        except Exception as error:  # a question without an answer leaves it as unknown as it was
            raise OutcomeUnknown(tool.name, key) from error
        if happened is not None:
            return veil.text(said(happened)), Changes(
                established=dict.fromkeys((f.name for f in tool.provides), True)
            )
        await stop_if_paused(self.work)
        return await self._call(tool, arguments, secrets, key)

    async def _call(
        self, tool: Tool, arguments: Mapping[str, Any], secrets: Mapping[str, Secret], key: str
    ) -> tuple[str, "Changes"]:
        veil = Veil(secrets)
        turn = self._turn(tool, veil, destinations_of(tool, arguments))
        try:
            with self.work.services.watch.tool(self.agent.name, tool):
                # It would be cut with its turn anyway, which would then begin again.
                async with asyncio.timeout(self.work.limits.seconds_left()):
                    result = await tool.call(turn, arguments, secrets, key)
        except (StoreAway, BudgetSpent, asyncio.CancelledError):
            raise  # once the store is back, the turn begins again and knows what was started
        except (ToolFailed, AuthorError) as error:
            if tool.effect and isinstance(error, AuthorError | NoAnswer):  # it may have acted
                raise self._broken_down(tool, key, error, veil) from (None if veil else error)
            # Its own words and trace may quote a secret.
            raise veil.failure(error) from (None if veil else error)
        except Exception as error:  # noqa: BLE001 - it is logged, and told as what it means
            raise self._broken_down(tool, key, error, veil) from (None if veil else error)
        return veil.text(text_of(self.agent, tool, result)), Changes.of(turn).under(
            veil, arguments.values()
        )

    def _broken_down(
        self, tool: Tool, key: str, error: Exception, veil: Veil
    ) -> ToolFailed | OutcomeUnknown:
        """What it means that a tool broke down in a way of which it says nothing itself."""
        log.error(
            "tool_failed",
            tool=tool.name,
            agent=self.agent.name,
            kind=type(error).__name__,
            exc_info=None if veil else error,
        )
        never_began = isinstance(error, NeverBegan) and error.function is tool.function
        if tool.effect and not never_began:  # it may have happened before whatever went wrong
            return OutcomeUnknown(tool.name, key)
        return ToolFailed(
            f"{tool.name} could not be done because of an internal error; nothing was changed"
        )

    def _now(self) -> datetime:
        return self.work.services.clock.now()

    def _key(self, step: str) -> str:
        return f"{self.work.journal.turn}:{step}"

    def _turn(self, tool: Tool, veil: Veil, destinations: tuple[str, ...] = ()) -> Turn:
        turn = turn_for(self.work, self.task, self.agent, tool.provides, destinations)
        return veiled(turn, veil) if veil else turn


def _has_time(limits: TurnLimits, seconds: float) -> bool:
    try:
        return limits.seconds_left() > seconds
    except BudgetSpent:
        return False
