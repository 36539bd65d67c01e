"""Use a tool on somebody's behalf: guarded by facts, secrets and approvals, journalled."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

import structlog
from pydantic import JsonValue
from typing_extensions import override

from agents.kit.agent import Agent
from agents.kit.model_loop import Hands, noted
from agents.kit.outcome import Suspended
from agents.kit.parameters import NeverBegan
from agents.kit.tool import Tool, said
from agents.kit.turn import Turn
from agents.kit.values.errors import AuthorError, NoAnswer, OutcomeUnknown, ToolFailed
from agents.kit.values.model import ModelCall, ModelReply, ToolCall
from agents.kit.values.person import Secret
from agents.kit.values.texts import within
from bot.core.agents.agent_turn import find_destinations, make_turn, veil_turn
from bot.core.agents.guard import ToolGuard, bind_action
from bot.core.agents.tool_results import (
    ToolChanges,
    apply_changes,
    hand_out,
    keep_failure,
    note_result,
    read_journalled,
    refuse_third,
    tell_left_out,
    write_result,
)
from bot.core.ports.turns import started_of
from bot.core.prompts.model_calls import ask_model
from bot.core.redaction.sealed_secrets import SealedSecrets, find_seconds, find_typed_anew
from bot.core.redaction.tool_redaction import SecretRedactor
from bot.core.state.audit_events import tell_effect
from bot.core.state.interrupts import check_before_effect
from bot.core.state.kill_switch import ASK_AGAIN, is_in_doubt, stop_if_paused
from bot.core.state.limits import TurnBudget
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.errors import BudgetSpent, EffectsPaused, StoreAway
from bot.domain.tasks import Task

BACK = "hand_back"


def keep_call(person: PersonState, task: Task, tool: Tool, arguments: Mapping[str, Any]) -> None:
    """Keep a call for later; one that is kept from a run before is not kept twice."""
    call = _call(tool.name, tool.as_json(arguments))
    if call not in task.kept:
        person.update(person.current(task).keeping(call))


def keep_hand_back(work: Work, task: Task, reason: str) -> None:
    """Keep that what was said last is for somebody else, too."""
    words = task.said[-1] if task.said else work.transcript.text
    back = Suspended(waits_for="approval", name=BACK, because=reason, words=words)
    work.person.update(work.person.current(task).keeping(back))


def take_kept(person: PersonState, task: Task, tool: Tool, shown: dict[str, JsonValue]) -> None:
    """Let a model make a call itself that was kept from a run before: it comes once."""
    call = _call(tool.name, shown)
    if task.call is None and call in task.kept:
        person.update(person.current(task).without_kept(call))


def _call(tool: str, shown: dict[str, JsonValue]) -> Suspended:
    return Suspended(tool=tool, arguments=shown, waits_for="approval", name=tool)


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
        return await ask_model(self.work, call)

    @override
    async def use(self, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        try:
            return await self._use(tool, arguments)
        except ToolFailed as error:
            self.work.acted.troubles.append(str(error))
            raise

    @override
    def keep(self, tool: Tool, arguments: Mapping[str, Any]) -> None:
        keep_call(self.work.person, self.task, tool, arguments)

    @override
    def back_later(self, reason: str) -> None:
        keep_hand_back(self.work, self.task, reason)

    @override
    def is_doubtful(self, answer: str) -> bool:
        acted = self.work.acted
        named = self.work.catalogue.named_in(answer) - {self.agent.name}
        is_first = not (acted.is_doubted or self.work.limits.budget.is_used_up)
        acted.is_doubted |= bool(named)
        return is_first and bool(named)

    async def _use(self, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        shown = tool.as_json(arguments)
        fingerprint = json.dumps([self.agent.name, tool.name, shown], sort_keys=True)
        self.work.limits.budget.tool_call(fingerprint)
        take_kept(self.work.person, self.task, tool, shown)
        refuse_third(self.work.person, self.task, self.agent, (tool, shown))
        drawer = SealedSecrets(self.work, self.task, self.agent, tool)
        secrets = self._secrets(drawer)
        guard = ToolGuard(self.work, self.task, self.agent, self.approved)
        waiting = await guard.stops(tool, arguments, shown, secrets)
        if waiting is not None:
            drawer.keep(secrets, find_seconds(tool, waiting))
            return waiting
        call = Suspended(tool=tool.name, arguments=shown, waits_for="approval", name=tool.name)
        try:
            return await self._run(_ToolUse(self, tool, arguments, shown, secrets))
        except EffectsPaused:
            drawer.keep(secrets, find_seconds(tool, call))
            if not self.approved:
                raise
            return call.model_copy(update={"because": ASK_AGAIN})
        except ToolFailed as error:
            if not tool.secrets or not error.ask_again:
                raise
            wrong = find_typed_anew(tool, error)
            drawer.keep({name: one for name, one in secrets.items() if name not in wrong})
            asks = {"waits_for": "secret", "name": wrong[0], "because": str(error)}
            return call.model_copy(update=asks)

    def _secrets(self, drawer: SealedSecrets) -> dict[str, Secret]:
        """What was typed just now, and what was kept before."""
        names = drawer.tool.secrets
        typed = {name: Secret(value) for name, value in self.secrets.items() if name in names}
        return {**drawer.take(typed), **typed}

    async def _run(self, use: "_ToolUse") -> str:
        tool, shown = use.tool, use.shown
        result, changes = await (use.act() if tool.effect else use.call())
        apply_changes(self.work, tool.provides, changes.beside(self.found))
        hand_out(self.work, self.agent, changes.delivered, self.task)
        line = noted(ToolCall("", tool.name, json.dumps(shown)), result)
        note_result(self.work.person, self.task, line)
        return tell_left_out(shown, result)


@dataclass
class _ToolUse:
    """One use of a tool, its arguments as JSON too; `key` tells an effect from all others."""

    hands: TurnHands
    tool: Tool
    arguments: Mapping[str, Any]
    shown: dict[str, JsonValue]
    secrets: Mapping[str, Secret]
    key: str = ""

    async def act(self) -> tuple[str, ToolChanges]:
        """Do an effect, once; one that an earlier try of the turn has ended is not done again."""
        hands, tool = self.hands, self.tool
        work, journal = hands.work, hands.work.journal
        step = journal.step("effect", hands.agent.name, tool.name, self.shown)
        recorded = journal.recorded(step)
        action = bind_action(work, hands.agent, tool, self.shown)
        self.key = f"{journal.turn}:{step}"
        with (
            keep_failure(work, hands.task, tool, self.shown),
            tell_effect(work, tool, action, key=self.key, approved=hands.approved),
        ):
            if isinstance(recorded, dict):
                result, changes = read_journalled(recorded)
            else:
                result, changes = await self._first_time(step)
        work.acted.answers.append(result)
        work.acted.effects.add((hands.task.id, action.digest))
        return result, changes

    async def _first_time(self, step: str) -> tuple[str, ToolChanges]:
        work, started = self.hands.work, started_of(step)
        has_started = work.journal.recorded(started) is not None
        try:
            if await is_in_doubt(work, self.tool, has_started=has_started):
                result, changes = await self._ask_outcome(began=work.now)
            else:
                if not has_started:
                    await check_before_effect(work)
                    await stop_if_paused(work)
                if not self.tool.repeatable:
                    await work.journal.record(started, self.key)
                async with self._noted_if_away(started):
                    result, changes = await self._run_surely()
        except ToolFailed as error:
            failed: JsonValue = {"failed": str(error), "ask_again": error.ask_again}
            await work.journal.record(step, failed)
            raise
        result = within(result)
        whose = work.person.identity.key
        done = {"result": result, "changes": changes.as_json(), "for": whose}
        await work.journal.record(step, done)
        return result, changes

    @asynccontextmanager
    async def _noted_if_away(self, started: str) -> AsyncIterator[None]:
        """Note that an effect may have happened before the store fell.

        What is sent until the turn begins again then comes after it, whatever it says.
        """
        try:
            yield
        except StoreAway:
            await self.hands.work.journal.record(started, self.key)
            raise

    async def _run_surely(self) -> tuple[str, ToolChanges]:
        """Run an effect; one that broke down is run again where its key makes that harmless.

        If that did not help, or may not be done, the other side is asked what became of it.
        """
        tool = self.tool
        for may_repeat in (True, False) if tool.repeatable else (False,):
            try:
                return await self.call()
            except OutcomeUnknown:
                seconds = 0.0 if may_repeat else tool.settles_within_seconds
                has_time = _has_time(self.hands.work.limits, seconds)
                if not (may_repeat or tool.outcome) or not has_time:
                    raise
        return await self._ask_outcome(began=self._now())

    async def _ask_outcome(self, began: datetime) -> tuple[str, ToolChanges]:
        tool = self.tool
        if tool.outcome is None:
            raise OutcomeUnknown(tool.name, self.key)
        since = (self._now() - began).total_seconds()
        # A query before the other side has settled would read "not yet" as "never".
        await asyncio.sleep(max(0.0, tool.settles_within_seconds - since))
        try:
            happened = await tool.outcome(self._turn(), self.key)
        except StoreAway:
            raise
        except Exception as error:  # a question without an answer leaves it as unknown as it was
            raise OutcomeUnknown(tool.name, self.key) from error
        if happened is not None:
            established: dict[str, JsonValue] = dict.fromkeys(
                (f.name for f in tool.provides), True
            )
            return self._veil.text(said(happened)), ToolChanges(established=established)
        await stop_if_paused(self.hands.work)
        return await self.call()

    async def call(self) -> tuple[str, ToolChanges]:
        """Call the tool's function; what comes out of it shows no secret."""
        tool, veil, work = self.tool, self._veil, self.hands.work
        turn = self._turn(find_destinations(tool, self.arguments))
        try:
            with work.services.watch.tool(self.hands.agent.name, tool):
                # It would be cut with its turn anyway, which would then begin again.
                async with asyncio.timeout(work.limits.seconds_left()):
                    result = await tool.call(turn, self.arguments, self.secrets, self.key)
        except (StoreAway, BudgetSpent, asyncio.CancelledError):
            raise  # once the store is back, the turn begins again and knows what was started
        except (ToolFailed, AuthorError) as error:
            if tool.effect and isinstance(error, AuthorError | NoAnswer):  # it may have acted
                raise self._broken_down(error) from (None if veil else error)
            # Its own words and trace may quote a secret.
            raise veil.failure(error) from (None if veil else error)
        except Exception as error:  # noqa: BLE001 - it is logged, and told as what it means
            raise self._broken_down(error) from (None if veil else error)
        shown = veil.text(write_result(self.hands.agent, tool, result))
        return shown, ToolChanges.of(turn).under(veil, self.arguments.values())

    def _broken_down(self, error: Exception) -> ToolFailed | OutcomeUnknown:
        """What it means that a tool broke down in a way of which it says nothing itself."""
        tool = self.tool
        log.error(
            "tool_failed",
            tool=tool.name,
            agent=self.hands.agent.name,
            kind=type(error).__name__,
            exc_info=None if self._veil else error,
        )
        never_began = isinstance(error, NeverBegan) and error.function is tool.function
        if tool.effect and not never_began:  # it may have happened before whatever went wrong
            return OutcomeUnknown(tool.name, self.key)
        return ToolFailed(
            f"{tool.name} could not be done because of an internal error; nothing was changed"
        )

    @cached_property
    def _veil(self) -> SecretRedactor:
        return SecretRedactor(self.secrets)

    def _now(self) -> datetime:
        return self.hands.work.services.clock.now()

    def _turn(self, destinations: tuple[str, ...] = ()) -> Turn:
        hands = self.hands
        turn = make_turn(hands.work, hands.task, hands.agent, self.tool.provides, destinations)
        return veil_turn(turn, self._veil) if self._veil else turn


def _has_time(limits: TurnBudget, seconds: float) -> bool:
    try:
        return limits.seconds_left() > seconds
    except BudgetSpent:
        return False
