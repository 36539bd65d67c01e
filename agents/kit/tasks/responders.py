"""The two responders an agent brings along: its model, and the handler of its tools."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from agents.kit.agent import Agent
from agents.kit.model_loop import CALLS_AT_ONCE, WRONG_CALLS, noted, usable
from agents.kit.outcome import Outcome, Suspended, hand_back
from agents.kit.tasks import dialogue
from agents.kit.tasks.declaration import TaskDeclaration
from agents.kit.tasks.position import (
    AGENT,
    MODEL,
    PERSON,
    DialogueLine,
    KeptCall,
    TaskMessage,
    TaskPosition,
)
from agents.kit.tasks.run_limits import Play, RunWaits, mark_of_call
from agents.kit.tasks.signals import (
    DoneSignal,
    Forward,
    HandBack,
    Pass,
    Recipient,
    Result,
    Send,
    Signal,
    SignalOffer,
    Status,
    Structured,
    as_text,
)
from agents.kit.tool import Tool
from agents.kit.values.errors import BadToolCall, ToolFailed
from agents.kit.values.model import ChatMessage, ModelCall, ModelReply, ProviderFields, Purpose

ALONE = "{name} steers the task, so it stands alone: read what your tools return first."
NOT_RUN = "error: not run, because the person said something first."
USE_A_TOOL = "Those were words, where a tool was needed. Use one of your tools, or say “done”."
REMINDERS = 2


class Passes(Enum):
    """A responder that leaves the message to the others."""

    ON = "on"


Response = TaskMessage | Result | RunWaits | Passes | None


@dataclass(slots=True)
class Actor:
    """A task's agent in one run; `outside` are who else a result may be addressed to."""

    task: TaskDeclaration
    position: TaskPosition
    play: Play
    outside: tuple[str, ...] = ()
    is_root: bool = False

    @property
    def agent(self) -> Agent:
        """The agent itself."""
        return self.task.agent

    @property
    def asks_in_turn(self) -> bool:
        """True when a person is asked without being addressed."""
        return self.is_root if self.task.asks_person is None else self.task.asks_person

    @property
    def offer(self) -> SignalOffer:
        """What its model may signal now."""
        can_ask = self.task.asks_person is not False
        others = (*(sub.name for sub in self.task.sub_tasks), *([PERSON] if can_ask else []))
        usual = {"done"} | ({"send"} if self.task.sub_tasks else set())
        usual |= set() if self.is_root else {"pass"}
        names = frozenset(self.task.signals if self.task.signals is not None else usual)
        return SignalOffer(names, others, self.outside, self.position.pending.sender == PERSON)

    async def think(self) -> Response:
        """Let the model respond to the pending message."""
        pending = self.position.pending
        self._read(*dialogue.as_lines(self.position, pending))
        self.position.interjected.clear()
        earlier = await self.play.earlier() if self.is_root else ()
        reply = usable(await self.play.complete(self._call(earlier)))
        if reply.tool_calls:
            return self._called(reply)
        return self._spoken(reply.text) if reply.text.strip() else None

    async def handle(self) -> Response:
        """Run the calls of the pending message, from the first that has no result yet."""
        position = self.position
        calls = position.pending.calls
        if not calls:
            return self._forgotten() if position.pending.sender == MODEL else None
        while len(position.answered) < len(calls):
            call = calls[len(position.answered)]
            found = await self._handled(call, is_alone=len(calls) == 1)
            if isinstance(found, str):
                position.answered.append(found)
                self.play.keep()
            else:
                return found
        return self._all_handled()

    def returned(self, result: str) -> None:
        """Take what a call that waited returned at last."""
        self.position.answered.append(result)

    def abandon(self, why: str) -> None:
        """Leave the calls that were not run yet."""
        if self.position.pending.calls:
            self._close(why)

    def _call(self, earlier: Sequence[ChatMessage]) -> ModelCall:
        tools = (*(tool.spec for tool in self.agent.tools), *self.offer.specs)
        prompt = dialogue.prompt_of(self.task, self.play.stage, asks_person=self.asks_in_turn)
        messages = dialogue.chat(prompt, earlier, self.position)
        return ModelCall(Purpose.AGENT, self.agent.name, messages, tools)

    def _called(self, reply: ModelReply) -> Response:
        calls = tuple(KeptCall.of(call) for call in reply.tool_calls[:CALLS_AT_ONCE])
        offer, signal = self.offer, None
        self._read_own(reply.text, calls, reply.provider)
        if len(calls) == 1 and offer.holds(calls[0]) and not self.agent.tool_named(calls[0].name):
            try:
                signal = offer.read(calls[0], reply.text)
            except BadToolCall:
                signal = None  # the handler tells it what is wrong
        if signal is None:
            return TaskMessage(sender=MODEL, text=reply.text, calls=calls)
        self._read(DialogueLine(role="tool", text="ok", answers=calls[0].id))
        return self._signalled(signal, reply.text, is_final=calls[0].name == "final_result")

    def _signalled(self, signal: Signal, words: str, *, is_final: bool = False) -> Response:
        pending = self.position.pending
        match signal:
            case DoneSignal(answer=answer, to=to):
                return Result(Status.DONE, answer or words.strip() or pending.text, to)
            case Structured(values=values):
                return Result(Status.DONE, as_text(values), final=is_final)
            case Pass():
                return Passes.ON
            case Forward(to=to):
                return TaskMessage(sender=MODEL, text=pending.text, recipient=to, told=True)
            case Send(to=to) | Recipient(to=to):
                return self._addressed(signal.text if isinstance(signal, Send) else words, to)
            case HandBack(reason=reason):
                return RunWaits(hand_back(reason))

    def _addressed(self, text: str, to: str) -> TaskMessage:
        if self.task.aloud:
            self.play.say(self.agent, text)
        return TaskMessage(sender=MODEL, text=text, recipient=to, told=True)

    def _spoken(self, text: str) -> Response:
        signals = self.task.text_signals
        self._read_own(text)
        signal = signals.read(text, self.position.read_signals) if signals else None
        if signal is not None:
            return self._signalled(signal, "")
        if self.task.aloud:
            self.play.say(self.agent, text)
        return TaskMessage(sender=MODEL, text=text, told=True)

    def _forgotten(self) -> Response:
        """Do what is to be done with mere words of an agent that has tools."""
        position, text = self.position, self.position.pending.text
        rule = self.task.forgot
        if not self.agent.tools or position.pending.recipient or rule == "leave":
            return None
        if callable(rule):
            reply = rule(text)
            return TaskMessage(sender=AGENT, text=reply) if reply else None
        if rule == "done":
            return Result(Status.DONE, text)
        if rule == "person":
            return TaskMessage(sender=MODEL, text=text, recipient=PERSON, told=True)
        position.reminded += 1
        is_enough = position.reminded > REMINDERS
        return None if is_enough else TaskMessage(sender=AGENT, text=USE_A_TOOL)

    async def _handled(self, call: KeptCall, *, is_alone: bool) -> str | Result | RunWaits:
        """Run one call, or say what is wrong with it."""
        try:
            tool, arguments = self._understood(call, is_alone=is_alone)
        except BadToolCall as error:
            self.position.wrong += 1
            return f"error: {error}"
        self.position.wrong = 0
        if self._is_repeated(call):
            return Result(Status.LOOP)
        return await self._used(tool, arguments)

    async def _used(self, tool: Tool, arguments: dict[str, Any]) -> str | Result | RunWaits:
        try:
            result = await self.play.stage.use(self.agent, tool, arguments)
        except ToolFailed as error:
            return f"error: {error}"
        if isinstance(result, Suspended):
            self.position.waits = "call"
            return RunWaits(Outcome(interrupt=True, suspended=result))
        return result

    def _understood(self, call: KeptCall, *, is_alone: bool) -> tuple[Tool, dict[str, Any]]:
        """Read a call.

        Raises:
            BadToolCall: there is no such tool, it does not fit, or it is a signal out of place.
        """
        tool = self.agent.tool_named(call.name)
        if tool is None and self.offer.holds(call):
            if is_alone:
                self.offer.read(call, self.position.pending.text)
            raise BadToolCall(ALONE.format(name=call.name))
        if tool is None:
            own = (tool.name for tool in self.agent.tools)
            names = ", ".join([*own, *(spec.name for spec in self.offer.specs)])
            raise BadToolCall(f"there is no tool “{call.name[:60]}”; there are {names}.")
        return tool, tool.read(call.arguments)

    def _is_repeated(self, call: KeptCall) -> bool:
        """Count a call; the same one again and again leads nowhere."""
        calls, mark = self.play.ledger.calls, mark_of_call(self.agent.name, call)
        calls[mark] = calls.get(mark, 0) + 1
        return calls[mark] > self.task.limits.same_call

    def _all_handled(self) -> TaskMessage | Result:
        """End the task if one of the calls does; those beside it were made as well."""
        results = [*self.position.answered]
        if endings := self._endings():
            self._close(NOT_RUN)
            return Result(Status.DONE, "\n\n".join(endings))
        if self.position.wrong > WRONG_CALLS:
            return Result(Status.STALLED)
        self._close(NOT_RUN)
        return TaskMessage(sender=AGENT, text="\n".join(results), told=True)

    def _endings(self) -> list[str]:
        """What the calls returned that end the task."""
        made = zip(self.position.pending.calls, self.position.answered, strict=True)
        found = ((self.agent.tool_named(call.name), result) for call, result in made)
        return [r for tool, r in found if tool and tool.ends_task and not r.startswith("error:")]

    def _close(self, rest: str) -> None:
        """Put a result behind every call of the pending message; `rest` behind those not run."""
        calls, answered = self.position.pending.calls, self.position.answered
        results = [*answered, *[rest] * (len(calls) - len(answered))]
        for call, result in zip(calls, results, strict=True):
            self._read(DialogueLine(role="tool", text=result, answers=call.id))
            is_error = result.startswith("error:")
            dialogue.note(self.position, result if is_error else noted(call.made, result))
        self.position.answered = []

    def _read(self, *lines: DialogueLine) -> None:
        """Read words of others, and note which signals stand in them."""
        dialogue.read(self.position, *lines)
        if self.task.text_signals is not None:
            found = (t for line in lines for t in self.task.text_signals.found_in(line.text))
            known = self.position.read_signals
            self.position.read_signals = list(dict.fromkeys([*known, *found]))

    def _read_own(
        self, text: str, calls: Sequence[KeptCall] = (), provider: ProviderFields | None = None
    ) -> None:
        said = DialogueLine(
            role="assistant", text=text, calls=tuple(calls), provider=dict(provider or {})
        )
        dialogue.read(self.position, said)
