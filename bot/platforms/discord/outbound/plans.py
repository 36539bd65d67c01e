"""A plan drawn in lines that change in place: how it stands, then each step."""

from collections.abc import Mapping

from bot.domain.messages import PlanView, StepView
from bot.platforms.discord.outbound.cards import fitted
from bot.platforms.discord.outbound.text import literal
from bot.platforms.shared.cards import given
from bot.platforms.shared.plan_lines import became, sign_of, steps_done, title_of, what
from bot.platforms.shared.wire import PlatformMessage

LONGEST_GOAL = 200
LONGEST_WORDS = 60


def drawn(view: PlanView, titles: Mapping[str, str]) -> PlatformMessage:
    """Draw a plan; `titles` are the agents as people know them."""
    goal = literal(_short(title_of(view), LONGEST_GOAL))
    standing = f"-# {steps_done(view)} · {literal(view.status)}"
    steps = [_line(step, titles) for step in view.steps]
    return PlatformMessage(fitted("\n".join([f"**Plan: {goal}**", *steps]), standing))


def _line(step: StepView, titles: Mapping[str, str]) -> str:
    says = [f"{step.number}. {what(step, titles)}", given(step), became(step)]
    words = " · ".join(literal(_short(text, LONGEST_WORDS)) for text in says if text)
    return f"{sign_of(step)} {words}"


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
