"""The loop of an agent that is a model with tools: ask, use tools, until there is an outcome."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from pydantic import JsonValue

from agents.kit.agent import Agent
from agents.kit.outcome import Outcome, Suspended, ask, done, hand_back
from agents.kit.tool import Tool
from agents.kit.values.errors import BadToolCall, ModelUnavailable, ToolFailed
from agents.kit.values.model import (
    ChatMessage,
    Finish,
    ModelCall,
    ModelReply,
    Purpose,
    ToolCall,
    ToolSpec,
)
from agents.kit.values.texts import beginning

LONGEST_SHOWN = 200
MOST_RESULT_CHARACTERS = 32_000
_UNUSABLE = {
    Finish.LENGTH: "the model's answer was cut off",
    Finish.FILTERED: "the model's answer was withheld by its content filter",
    Finish.REFUSED: "the model refused to answer",
}


def usable(reply: ModelReply) -> ModelReply:
    """A model's answer that is whole.

    Raises:
        ModelUnavailable: it was cut off, withheld or refused.
    """
    if reply.finish in _UNUSABLE:
        raise ModelUnavailable(_UNUSABLE[reply.finish])
    return reply


def noted(call: ToolCall, result: str) -> str:
    """One line on a tool call and its result, kept on the task."""
    return f"{call.name}({call.arguments}) -> {readable(result)}"


def readable(result: str) -> str:
    """A result as a model reads it: one without end would push out all else it has to know."""
    return beginning(result, MOST_RESULT_CHARACTERS)


def told_unread(calls: Sequence[ToolCall]) -> str:
    """Say openly what a model asked for in a way that nobody can carry out or keep."""
    names = ", ".join(f"{call.name.replace('_', ' ')}{_shown(call)}" for call in calls)
    return f"I could not make out what else to do: {names}. Please ask again for it."


def _shown(call: ToolCall) -> str:
    """What a call was to be given, for a person; empty where it says nothing."""
    try:
        given = json.loads(call.arguments or "{}")
    except ValueError:
        return ""
    values = given.items() if isinstance(given, dict) else ()
    told = ", ".join(f"{name} {value}" for name, value in values)[:LONGEST_SHOWN]
    return f" ({told})" if told else ""


def argument_of(call: ToolCall, name: str) -> str:
    """A text that a call has to bring along.

    Raises:
        BadToolCall: it does not.
    """
    try:
        arguments: dict[str, JsonValue] = json.loads(call.arguments or "{}")
        value = arguments[name]
    except (ValueError, KeyError, TypeError) as error:
        raise BadToolCall(f"{call.name} takes the text “{name}”") from error
    if not isinstance(value, str) or not value.strip():
        raise BadToolCall(f"{call.name} takes the text “{name}”")
    return value


HAND_BACK = ToolSpec(
    "hand_back",
    "The message is not about your task.",
    {"type": "object", "properties": {"reason": {"type": "string"}}, "required": ["reason"]},
)
DONE = ToolSpec(
    "done",
    "Call this when your task is complete; the answer goes to the user.",
    {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]},
)
WRONG_CALLS = 3
CALLS_AT_ONCE = 8
MOST_KEPT = 40  # of one answer, those that are made at once included
BACK_LATER = "Noted: the message is passed on after this. First tell what the other calls found."
NOT_PASSED_ON = (
    "(note) Nothing was passed on: words alone do not do that. To pass the message on, call "
    "hand_back; else answer without a promise to."
)
NOT_YET = "error: not done: another call of the same answer comes first."


class Hands(Protocol):
    """What the loop acts with: code that counts, guards and journals."""

    async def complete(self, call: ModelCall) -> ModelReply:
        """Ask the model, within the turn's budget."""
        ...

    async def use(self, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        """Run a tool; Suspended when a fact, a secret or an approval is missing.

        Raises:
            ToolFailed: the tool could not do it, said in words.
        """
        ...

    def keep(self, tool: Tool, arguments: Mapping[str, Any]) -> None:
        """Keep a call with the task: it is taken up when what comes before it is over."""
        ...

    def back_later(self, reason: str) -> None:
        """Keep that the message is for somebody else, too: it is passed on at the end."""
        ...

    def is_doubtful(self, answer: str) -> bool:
        """Say whether an answer names another agent, to whom nothing goes; once a turn at most."""
        ...


@dataclass
class ModelLoop:
    """One run of an agent over the messages it is given."""

    agent: Agent
    hands: Hands
    messages: list[ChatMessage]
    wrong: int = 0
    has_called: bool = False

    async def run(self) -> Outcome:
        """Go on until the agent asks, finishes, hands back or must wait.

        Raises:
            ModelUnavailable: no usable answer came; nothing was half done.
        """
        while True:
            reply = usable(await self.hands.complete(self._call()))
            if self._may_promise(reply):
                reply = await self._once_more(reply)
            if not reply.tool_calls:
                return self._spoken(reply.text)
            outcome = await self._use_all(reply)
            if outcome is not None:
                return outcome

    def _call(self) -> ModelCall:
        return ModelCall(Purpose.AGENT, self.agent.name, tuple(self.messages), offered(self.agent))

    def _may_promise(self, reply: ModelReply) -> bool:
        """Say whether somebody could take words for a hand-over, which only a call is."""
        has_call = bool(reply.tool_calls) or self.has_called
        can_call = HAND_BACK in offered(self.agent) and not self.agent.tool_named(HAND_BACK.name)
        return can_call and not has_call and self.hands.is_doubtful(reply.text)

    async def _once_more(self, reply: ModelReply) -> ModelReply:
        """Let the model call what it may have promised; its first words stay if nothing comes."""
        note = [ChatMessage("assistant", reply.text), ChatMessage("user", NOT_PASSED_ON)]
        call = replace(self._call(), messages=(*self.messages, *note))
        try:
            again = usable(await self.hands.complete(call))
        except ModelUnavailable:
            return reply
        return again if again.tool_calls or again.text.strip() else reply

    def _spoken(self, text: str) -> Outcome:
        if not text.strip():
            raise ModelUnavailable("the model gave an empty answer")
        return ask(text) if self.agent.tools else done(text)

    async def _use_all(self, reply: ModelReply) -> Outcome | None:
        self.has_called = True
        calls = reply.tool_calls[:CALLS_AT_ONCE]
        self.messages.append(ChatMessage("assistant", reply.text, calls, provider=reply.provider))
        # Whose message it is comes up when everything else in it was seen to.
        ordered = sorted(calls, key=self._hands_back)
        for number, call in enumerate(ordered, start=1):
            if number > 1 and self._hands_back(call):
                self._back_later(call)
            elif (outcome := await self._use(call)) is not None:
                beyond = filter(self._acts, reply.tool_calls[CALLS_AT_ONCE:MOST_KEPT])
                return await self._with_rest(outcome, call, [*ordered[number:], *beyond])
        return None

    def _acts(self, call: ToolCall) -> bool:
        tool = self.agent.tool_named(call.name)
        return tool is not None and tool.effect

    def _hands_back(self, call: ToolCall) -> bool:
        return call.name == HAND_BACK.name and self.agent.tool_named(call.name) is None

    def _back_later(self, call: ToolCall) -> None:
        """Have the message passed on once what was found beside that is told."""
        try:
            self.hands.back_later(argument_of(call, "reason"))
        except BadToolCall as error:
            self._answered(call, f"error: {error}")
        else:
            self._answered(call, BACK_LATER)

    async def _with_rest(
        self, outcome: Outcome, last: ToolCall, rest: Sequence[ToolCall]
    ) -> Outcome:
        """See to what else was asked for: look it up at once, have the rest kept for later."""
        told, unread = [outcome.value], list[ToolCall]()
        for call in rest:
            if self._hands_back(call):
                self._back_later(call)
            elif call.name == DONE.name and self.agent.tool_named(call.name) is None:
                self._answered(call, NOT_YET)
            else:
                try:
                    told += [await self._beside(call, last)]
                except BadToolCall as error:
                    unread.append(call)
                    self._answered(call, f"error: {error}")
        told += [told_unread(unread)] if unread else []
        return outcome.model_copy(update={"value": "\n\n".join(filter(None, told))})

    async def _beside(self, call: ToolCall, last: ToolCall) -> str:
        """What one more call found, or why it did not; nothing where it is kept for later.

        Raises:
            BadToolCall: nobody can tell what it is to do.
        """
        tool, arguments = self._understood(call)
        if tool.effect or tool.secrets:
            self.hands.keep(tool, arguments)
            return ""
        outcome = await self._run(call, tool, arguments)
        if outcome is not None and outcome.interrupt:
            self.hands.keep(tool, arguments)
            return ""
        ending = self.agent.tool_named(last.name)
        # Where the task goes on, its model reads what was found, and tells it itself.
        is_end = tool.ends_task or ending is None or ending.ends_task
        return self.messages[-1].content.removeprefix("error: ") if is_end else ""

    async def _use(self, call: ToolCall) -> Outcome | None:
        try:
            if (controlled := self._control(call)) is not None:
                return controlled
            tool, arguments = self._understood(call)
        except BadToolCall as error:
            self._count_wrong()
            self._answered(call, f"error: {error}")
            return None
        return await self._run(call, tool, arguments)

    async def _run(
        self, call: ToolCall, tool: Tool, arguments: Mapping[str, Any]
    ) -> Outcome | None:
        try:
            result = await self.hands.use(tool, arguments)
        except ToolFailed as error:
            self._answered(call, f"error: {error}")
            return None
        if isinstance(result, Suspended):
            if words := needs_first(self.agent, tool, result):
                self._answered(call, f"error: {words}")
                return None
            return Outcome(interrupt=True, suspended=result)
        self._answered(call, result)
        return done(result) if tool.ends_task else None

    def _control(self, call: ToolCall) -> Outcome | None:
        offered_names = {spec.name for spec in offered(self.agent)}
        if call.name not in {HAND_BACK.name, DONE.name} & offered_names:
            return None
        if self.agent.tool_named(call.name):
            return None
        word = "reason" if call.name == HAND_BACK.name else "answer"
        text = argument_of(call, word)
        return hand_back(text) if call.name == HAND_BACK.name else done(text)

    def _understood(self, call: ToolCall) -> tuple[Tool, dict[str, Any]]:
        tool = self.agent.tool_named(call.name)
        if tool is None:
            names = ", ".join(spec.name for spec in offered(self.agent))
            raise BadToolCall(f"there is no tool “{call.name[:60]}”; there are {names}")
        return tool, tool.read(call.arguments)

    def _count_wrong(self) -> None:
        self.wrong += 1
        if self.wrong >= WRONG_CALLS:
            raise ModelUnavailable("the model kept calling tools wrongly")

    def _answered(self, call: ToolCall, result: str) -> None:
        self.messages.append(ChatMessage("tool", readable(result), tool_call_id=call.id))


def offered(agent: Agent) -> tuple[ToolSpec, ...]:
    """The tools a model is offered: the agent's own, and the ways to end without one."""
    own = tuple(tool.spec for tool in agent.tools)
    if not own:
        return ()
    ends = any(tool.ends_task for tool in agent.tools)
    return (*own, HAND_BACK) if ends else (*own, HAND_BACK, DONE)


def needs_first(agent: Agent, tool: Tool, waiting: Suspended) -> str:
    """What a call lacks, if another tool of its own agent establishes it; else nothing.

    An agent does not wait for itself: its model is told, and calls the other tool.
    """
    providing = (t for t in agent.tools if waiting.name in {fact.name for fact in t.provides})
    ways = [other.name for other in providing]
    if waiting.waits_for != "fact" or not ways:
        return ""
    meanings = {fact.name: fact.meaning for fact in (*agent.requires, *tool.requires)}
    return f"{tool.name} needs {meanings[waiting.name]} first: {' or '.join(ways)}."
