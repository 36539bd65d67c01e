"""The few Slack blocks that everything of ours is built of; each checks its own limits.

Text comes in as mrkdwn that is already inert (`text.py`); `verbatim` keeps Slack from reading
addresses and names into it all the same.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from slack_sdk.models.blocks import (
    ActionsBlock,
    ButtonElement,
    ContextBlock,
    DividerBlock,
    HeaderBlock,
    MarkdownTextObject,
    PlainTextObject,
    SectionBlock,
)

from bot.domain.messages import Button
from bot.platforms.shared.wire import Json
from bot.platforms.slack.outbound.text import cut, literal, plain

MOST_BLOCKS = 50
LONGEST_SECTION = 3_000
LONGEST_HEADER = 150
LONGEST_LABEL = 75
LONGEST_ID = 255
BUTTONS_IN_A_ROW = 25
# More choices than this are no choice by button; who offers them lists them as text.
MOST_BUTTONS = 2 * BUTTONS_IN_A_ROW
_USER = re.compile(r"[UW][A-Z0-9]{1,30}")
_STYLES = {"primary": "primary", "danger": "danger"}


def section(text: str) -> Json:
    """Show mrkdwn, all of it without a click; what is too long is cut visibly."""
    words = MarkdownTextObject(text=cut(text, LONGEST_SECTION), verbatim=True)
    return SectionBlock(text=words, expand=True).to_dict()


def header(text: str) -> Json:
    """Show a title, as plain text."""
    return HeaderBlock(text=label(text, LONGEST_HEADER)).to_dict()


def context(text: str) -> Json:
    """Show mrkdwn small and grey."""
    words = MarkdownTextObject(text=cut(text, LONGEST_SECTION), verbatim=True)
    return ContextBlock(elements=[words]).to_dict()


def divider() -> Json:
    """Draw a line."""
    return DividerBlock().to_dict()


def label(text: str, most: int = LONGEST_LABEL) -> PlainTextObject:
    """Write what stands on a button or above a field; Slack takes no empty one."""
    says = plain(" ".join(text.split()), most)
    return PlainTextObject(text=says or "…", emoji=False)


def actions(buttons: Sequence[Button], visible_to: Iterable[str] = ()) -> list[Json]:
    """Show buttons in as many rows as they need.

    `visible_to` are the users who see them; who may press is decided where the press arrives.
    """
    viewers, taken = sorted(visible_to), set[str]()
    elements = [_button(button, taken, viewers) for button in buttons[:MOST_BUTTONS]]
    rows = range(0, len(elements), BUTTONS_IN_A_ROW)
    return [ActionsBlock(elements=elements[at : at + BUTTONS_IN_A_ROW]).to_dict() for at in rows]


def person(user: str) -> str:
    """Name a user so that Slack shows their name; what is no user id is shown as it is."""
    return f"<@{user}>" if _USER.fullmatch(user) else literal(user)


def moment(when: datetime) -> str:
    """Write a time so that everybody reads it in their own zone."""
    fallback = when.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"<!date^{int(when.timestamp())}^{{date_short_pretty}} {{time}}|{fallback}>"


def _button(button: Button, taken: set[str], viewers: list[str]) -> ButtonElement:
    """Build a button; its id travels as the value, and names the action as far as it is free."""
    id_, number = button.id[:LONGEST_ID], 1
    while id_ in taken:
        number += 1
        id_ = f"{button.id[: LONGEST_ID - 10]}#{number}"
    taken.add(id_)
    return ButtonElement(
        text=label(button.label),
        action_id=id_,
        value=button.id,
        style=_STYLES.get(button.style),
        visible_to_user_ids=viewers or None,
    )
