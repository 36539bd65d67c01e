"""The steps of a plan on its card: what each would do, and the buttons that decide it alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.domain.messages import Button, PlanView, StepView
from bot.platforms.shared.cards import AWAITING, changed, step_of
from bot.platforms.shared.telling import Lines, lines_of_step
from bot.platforms.shared.wire import Json
from bot.platforms.slack.outbound.blocks import LONGEST_SECTION, actions, context, section
from bot.platforms.slack.outbound.text import line_of, literal, short

LONGEST_CHANGE = 300


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps that a card puts to somebody: its text, the steps, and how the plan stands."""

    text: str
    steps: Sequence[Mapping[str, Any]]
    plan: PlanView | None = None

    def blocks(self, buttons: Iterable[Button], visible_to: Iterable[str]) -> list[Json]:
        """Show the text, a section for each step, with its buttons while it waits for them."""
        lines = tuple(enumerate(self.text.split("\n")))
        parts = [(step["number"], lines_of_step(step, lines)) for step in self.steps]
        first = min(part[0][0] for _number, part in parts)
        last = max(part[-1][0] for _number, part in parts)
        blocks = [_titled(lines[:first])]
        for step, (_number, part) in zip(self.steps, parts, strict=True):
            blocks += [_titled(part), *self._below(step, tuple(buttons), tuple(visible_to))]
        return blocks + ([_small(lines[last + 1 :])] if lines[last + 1 :] else [])

    def _below(
        self, step: Mapping[str, Any], buttons: Sequence[Button], visible_to: Sequence[str]
    ) -> Iterator[Json]:
        number, now = step["number"], self._view_of(step["number"])
        if now is None or now.status == AWAITING:
            yield from actions([one for one in buttons if step_of(one) == number], visible_to)
            return
        says = f"{now.status}{short(changed(now, step['arguments']), LONGEST_CHANGE)}"
        yield context(f"{now.sign} {literal(says)}")

    def _view_of(self, number: int) -> StepView | None:
        steps = self.plan.steps if self.plan else ()
        return next((step for step in steps if step.number == number), None)


def _titled(lines: Lines) -> Json:
    (_at, title), *rest = lines
    return section("\n".join([f"*{literal(title)}*", *(line_of(line) for _at, line in rest)]))


def _small(lines: Lines) -> Json:
    text = "\n".join(line_of(line) for _at, line in lines)
    return context(text) if len(text) <= LONGEST_SECTION else section(text)
