"""A small competent model: it knows a table of sentences by heart, and guesses at the rest."""

import asyncio
import json
from collections.abc import Sequence
from typing import assert_never

from typing_extensions import override

from agents.catalogue import AGENTS
from agents.kit.values.model import Card, Finish, Model, ModelCall, ModelReply, Purpose, ToolCall
from tests.fakes.guesses import Guesses
from tests.fakes.parts import line_of, plan_of, recollection_of, summary_of, verdict_of
from tests.fakes.questions import NOTE, words_in
from tests.fakes.readings import TABLE
from tests.fakes.readings.rows import Row, Table, plain

NAME = "stand-in"
CARDS = tuple(agent.card for agent in AGENTS)
RETURNED = "Your tools returned: "


class StandIn(Model):
    """Answers as a model does, from what stands in its messages alone."""

    def __init__(
        self,
        cards: Sequence[Card] = CARDS,
        table: Table = TABLE,
    ) -> None:
        self._table = table
        self._guesses = Guesses(cards)

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        await asyncio.sleep(0)  # what comes in meanwhile, above all a wish to stop, has its turn
        return self.answer(call)

    def answer(self, call: ModelCall) -> ModelReply:
        """Answer a call at once."""
        if call.tools:
            return self._act(call)
        match call.purpose:
            case Purpose.READ | Purpose.CONTINUE:
                text = json.dumps(self._read(call), ensure_ascii=False)
            case Purpose.AGENT:
                text = line_of(call) or self._talk(call)
            case Purpose.PLAN:
                text = plan_of(call, self._table)
            case Purpose.JUDGE:
                text = verdict_of(call)
            case Purpose.RECALL:
                text = recollection_of(call)
            case Purpose.SUMMARISE:
                text = summary_of(call)
            case _:
                assert_never(call.purpose)
        return _says(text)

    def _read(self, call: ModelCall) -> dict[str, str | None]:
        """Answer one of the closed questions; its kind stands where an agent's name does."""
        newest = call.messages[-1].content
        match call.agent:
            case "which":
                return {"about": self._which(newest, _choices(call, "about"))}
            case "about":
                asked, said = _parted(newest, "Answered: ")
                return {"about": self._about(said, asked)}
            case "fill":
                return self._fill(call)
            case "does":
                tools, said = _parted(newest, "Message: ")
                return {"does": self._does(said, tools, _choices(call, "does"))}
            case "verdict":
                card, said = _parted(newest, "They say: ")
                return {"verdict": self._verdict(said, card)}
            case "left":
                message, _, done = newest.removeprefix("Message: ").rpartition("\nDone: ")
                return {"left": self._left(message, done) or None}
            case other:
                raise ValueError(other)

    def _which(self, said: str, choices: Sequence[str]) -> str:
        row = self._table.row(said, "which")
        known = row.which if row else ""
        return known if known in choices else self._guesses.which(said, choices)

    def _about(self, said: str, asked: str) -> str:
        row = self._table.row(said, "about", asked=asked)
        if row:
            return row.about
        is_other = self._is_known(said) or self._guesses.is_wish(said)
        return "something_else" if is_other else self._guesses.about(said)

    def _fill(self, call: ModelCall) -> dict[str, str | None]:
        head, said = _parted(call.messages[-1].content, "Answered: ")
        row = self._table.row(said, "values", asked=head)
        slots = [name for name in _properties(call) if name != "about"]
        values = dict(row.values) if row else {}
        about = self._about(said, head)
        is_answer = about == "this" and not plain(head).startswith("asked: what do you want")
        if not values and is_answer and len(slots) == 1 and not said.rstrip().endswith("?"):
            values = {slots[0]: said.strip()}
        return {**{name: values.get(name) for name in slots}, "about": about}

    def _does(self, said: str, tools: str, choices: Sequence[str]) -> str:
        row = self._table.row(said, "does")
        known = row.does if row else ""
        return known if known in choices else self._guesses.does(said, tools, choices)

    def _verdict(self, said: str, card: str) -> str:
        row = self._table.row(said, "verdict", asked=card)
        if row:
            return row.verdict
        is_other = self._is_known(said) or self._guesses.is_wish(said)
        return "none" if is_other else self._guesses.verdict(said)

    def _is_known(self, said: str) -> bool:
        """Say whether the table knows whom words are for."""
        return self._table.row(said, "which") is not None

    def _left(self, message: str, done: str) -> str:
        """What follows the last thing that was done."""
        row = self._table.row(message, "left")
        if row is None:
            return ""
        rest: Row | None = self._table.row(row.left, "which")
        is_done = rest is not None and rest.which in done
        return self._left(row.left, done) if is_done else row.left

    def _act(self, call: ModelCall) -> ModelReply:
        returned = _returned(call)
        if returned:
            return _ends(call, returned)
        move = self._table.move(call.agent, words_in(call))
        if move is None:
            return _says(f"Tell me more about it, I am {call.agent}.")
        if not move.tool:
            return _says(move.says)
        return _calls(move.tool, json.dumps(dict(move.arguments), ensure_ascii=False))

    def _talk(self, call: ModelCall) -> str:
        told = call.messages[0].content
        move = self._table.move(call.agent, words_in(call))
        return move.says if move else self._guesses.talk(call.agent, words_in(call), told)


def _ends(call: ModelCall, returned: str) -> ModelReply:
    """Tell what a tool returned, and that this was all; what failed needs the user."""
    can_end = any(tool.name == "done" for tool in call.tools)
    if can_end and not returned.startswith("error:"):
        return _calls("done", json.dumps({"answer": returned}, ensure_ascii=False))
    return _says(returned.removeprefix("error: "))


def _returned(call: ModelCall) -> str:
    """What a tool has returned, if that is the newest thing there is."""
    last = call.messages[-1]
    if last.role == "tool":
        return last.content
    if last.content.startswith(NOTE) and RETURNED in last.content:
        return last.content.rpartition(RETURNED)[2].rpartition(" | ")[2].rpartition(") -> ")[2]
    return ""


def _properties(call: ModelCall) -> dict[str, dict[str, list[str]]]:
    assert call.answer is not None
    found = call.answer.schema["properties"]
    assert isinstance(found, dict)
    return found  # type: ignore[return-value]


def _choices(call: ModelCall, name: str) -> list[str]:
    return _properties(call)[name]["enum"]


def _parted(text: str, mark: str) -> tuple[str, str]:
    """What stands before and behind the line that a mark begins."""
    head, _, said = text.partition(f"\n{mark}")
    return head, said


def _says(text: str) -> ModelReply:
    return ModelReply(text, model=NAME)


def _calls(name: str, arguments: str) -> ModelReply:
    call = ToolCall(f"call-{name}", name, arguments)
    return ModelReply(tool_calls=(call,), finish=Finish.TOOL_CALLS, model=NAME)
