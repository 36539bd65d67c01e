"""A desk at which anything may be said by anybody: models, tools, a remote agent, colleagues."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from pydantic import JsonValue

from agents.kit import Agent, EffectKey, Outcome, Turn, tool
from agents.kit.outcome import NextTool, ToolArgument
from agents.kit.values.model import ModelCall, ModelReply, Purpose, ToolCall
from tests.fakes.questions import is_reading
from tests.fakes.scripted import ScriptedModel
from tests.journeys.plans.planned import steps, written

Given = dict[str, JsonValue]
_PAYMENTS = re.compile(r"(\d+) to (\w+)")
LIKELY = {"payer", "pay", "this"}


@dataclass
class Anything:
    """What is said next, by whatever is asked: pieces of text and numbers, over and over."""

    texts: Iterator[str]
    numbers: Iterator[int]
    deeds: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def of(cls, texts: Sequence[str], numbers: Sequence[int]) -> "Anything":
        return cls(cycle(texts), cycle(numbers))

    def text(self) -> str:
        return next(self.texts)

    def one_of(self, *several: Callable[[], object]) -> object:
        return several[next(self.numbers) % len(several)]()

    def agents(self) -> tuple[Agent, ...]:
        """A form, a talker, and one that runs elsewhere and says whatever it likes."""

        @tool(effect=True)
        async def pay(to: str, amount: float, key: EffectKey) -> str:
            """Pay somebody."""
            self.deeds.append((to, f"{amount:g}"))
            return self.text()

        @tool
        async def look(about: str) -> str:
            """Look something up."""
            return self.text()

        @tool(effect=True, ends_task=True)
        async def order(item: str, quantity: int, key: EffectKey) -> str:
            """Order an item."""
            self.deeds.append((item, str(quantity)))
            return self.text()

        async def remote(turn: Turn) -> Outcome:
            return self.outcome()

        return (
            Agent(name="payer", description="Pays.", prompt="Pay.", tools=(pay, look)),
            Agent(name="shop", description="Orders.", prompt="Order.", tools=(order,)),
            Agent(name="remote", description="Anything.", run=remote, introduction="Anything"),
            Agent(name="concierge", description="Talks.", prompt="Talk."),
        )

    def outcome(self) -> Outcome:
        """What a remote agent answers."""
        name = str(self.one_of(lambda: "payer", lambda: "shop", lambda: "", lambda: "remote"))
        passed = NextTool(
            context=self.text(),
            content=self.text(),
            tool_argument=ToolArgument(name=name, arguments=self.text()) if name else None,
        )
        person = NextTool(tool_argument=ToolArgument(name="human", arguments=self.text()))
        outcome = self.one_of(
            lambda: Outcome(value=self.text()),
            lambda: Outcome(value=self.text(), next_tool=passed),
            lambda: Outcome(value=self.text(), interrupt=True, next_tool=passed),
            lambda: Outcome(interrupt=True, hands_back=True, rationale=self.text()),
            lambda: Outcome(
                value=f"{self.text()}?",
                interrupt=True,
                next_tool=person,
                options=tuple(dict.fromkeys((self.text(), self.text(), "1"))),
            ),
        )
        assert isinstance(outcome, Outcome)
        return outcome

    def model(self) -> ScriptedModel:
        """A model that was taken over: its answers have the right shape, and no other sense."""
        return ScriptedModel(self._answer)

    def _answer(self, call: ModelCall) -> ModelReply | str:
        if is_reading(call):
            assert call.answer is not None
            return json.dumps({k: self._read(v) for k, v in _fields(call).items()})
        if call.purpose is Purpose.PLAN:
            return self._plan(call)
        if not call.tools:
            return self.text()
        return self._act(call)

    def _read(self, schema: dict[str, list[str]]) -> str | None:
        choices = schema.get("enum")
        if choices:
            more = [one for one in choices if one in LIKELY] * len(choices)
            return [*choices, *more][next(self.numbers) % (len(choices) + len(more))]
        return self.text()

    def _plan(self, call: ModelCall) -> str:
        pay = self._pay(call)
        order: Given = {"item": self.text(), "quantity": next(self.numbers) + 1}
        return steps(
            {**written(1, "payer.pay", **pay), "action": self.text()},
            {**written(2, "shop.order", **order), "action": self.text()},
        )

    def _pay(self, call: ModelCall) -> Given:
        """Mostly a payment that anybody has spoken of, in whatever the model was shown."""
        shown = "\n".join(message.content for message in call.messages)
        found = [*_PAYMENTS.findall(shown), (str(next(self.numbers)), self.text())]
        amount, to = found[next(self.numbers) % len(found)]
        return {"to": to, "amount": int(amount)}

    def _act(self, call: ModelCall) -> ModelReply | str:
        made = {
            "pay": self._pay(call),
            "look": {"about": self.text()},
            "hand_back": {"reason": self.text()},
            "done": {"answer": self.text()},
        }
        names = [spec.name for spec in call.tools if spec.name in made]
        if not names:
            return self.text()
        name = names[next(self.numbers) % len(names)]
        asked = ToolCall("c", name, json.dumps(made[name]))
        return ModelReply(self.text(), (asked,))


def _fields(call: ModelCall) -> dict[str, dict[str, list[str]]]:
    assert call.answer is not None
    found = call.answer.schema["properties"]
    assert isinstance(found, dict)
    return found  # type: ignore[return-value]
