"""Plans in Slack: goals, their boards and cards, and waiting for what comes of them."""

from typing import Any

from tests.fakes.slack import Message
from tests.fakes.slack.rows import View
from tests.platforms.slack.bot import Talk

ONBOARDING = "Onboard Jessica Smith as a marketing manager starting Monday"
PATIENCE_SECONDS = 60.0


async def planned(talk: Talk, goal: str = ONBOARDING) -> Message:
    """Say a goal, and return the card of its plan."""
    await talk.say(goal, mention=not talk.channel.startswith("D"))
    return talk.answers[-1]


def board_of(talk: Talk) -> Message:
    """The message that shows the newest plan."""
    return next(m for m in reversed(talk.answers) if "steps done · " in m.shown)


def tasks_on(board: Message) -> list[str]:
    """How the steps stand, as the board draws them."""
    [drawn] = [block for block in board.blocks if block["type"] == "plan"]
    return [task["status"] for task in drawn["tasks"]]


async def form_for(talk: Talk, card: Message, label: str) -> View:
    """Press a button that opens a form."""
    await talk.fake.press(talk.user, card, label)
    [form] = talk.fake.modals(talk.user)
    return form


async def until_said(talk: Talk, words: str) -> Message:
    """Wait until the bot has said something here, and return the message."""
    await talk.fake.until(lambda: any(words in m.shown for m in talk.answers), PATIENCE_SECONDS)
    return next(m for m in reversed(talk.answers) if words in m.shown)


async def until_shown(talk: Talk, message: Message, words: str) -> None:
    """Wait until a message shows something."""
    await talk.fake.until(lambda: words in message.shown, PATIENCE_SECONDS)


def values_in(form: View) -> dict[str, Any]:
    """What the fields of a form say when it opens."""
    inputs = (block["element"] for block in form.blocks if block["type"] == "input")
    return {one["action_id"]: one.get("initial_value") for one in inputs}
