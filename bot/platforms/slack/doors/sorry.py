"""What somebody is told whose press, form or command could not be kept: try again."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.platforms.shared.asking import TRY_AGAIN
from bot.platforms.slack.inbound.reading import items, word

Answer = Mapping[str, Any] | None
"""What Slack is answered at once, such as `response_action`; None is a bare yes."""

Receive = Callable[[Mapping[str, Any]], Awaitable[Answer]]
"""Keeps what Slack sends, and answers within three seconds; copies do nothing more.

Who sent it was checked before; who it speaks of was not. Raises StoreAway when it could not be
kept; Slack must hear so.
"""


def sorry(payload: Mapping[str, Any]) -> Answer:
    """What Slack is answered: shown at once where its answers are shown.

    A form stays open with what was typed into it. The answer to a press is shown to nobody;
    its `hook_of` must be told instead.
    """
    match word(payload, "type"):
        case "":
            return {"response_type": "ephemeral", "text": TRY_AGAIN}
        case "view_submission":
            return _beside_a_field(payload)
        case "block_suggestion":
            return {"options": []}
        case _:
            return None


def hook_of(payload: Mapping[str, Any]) -> str:
    """Where a press can be answered in private; empty when nowhere."""
    if word(payload, "type") not in {"block_actions", "message_action"}:
        return ""
    first = next((word(hook, "response_url") for hook in items(payload, "response_urls")), "")
    return word(payload, "response_url") or first


def _beside_a_field(payload: Mapping[str, Any]) -> Answer:
    blocks = items(payload, "view", "blocks")
    inputs = (word(block, "block_id") for block in blocks if word(block, "type") == "input")
    field = next((name for name in inputs if name), "")
    if not field:
        return None
    return {"response_action": "errors", "errors": {field: TRY_AGAIN}}
