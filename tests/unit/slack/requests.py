"""Requests for tests: an approval, a question, and what people can read off their cards."""

import html
import re
from datetime import UTC, datetime

from pydantic import JsonValue

from bot.domain.ids import ReplyId, RequestId
from bot.domain.messages import Button, Reply, ReplyKind, Thread
from bot.domain.requests import RequestKind
from bot.domain.untrusted import make_visible
from bot.platforms.chat.render.sanitize import read_hidden
from bot.platforms.chat.wire import PlatformMessage
from bot.platforms.slack.render.cards import SlackCardView, card
from tests.unit.slack.limits import texts

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
BUTTONS = (
    Button("r1:approve", "Approve", "primary"),
    Button("r1:edit", "Edit"),
    Button("r1:reject", "Reject", "danger"),
)
LONG = "The account for everything that is not the other account, opened in the year 2019"
TRANSFER: dict[str, JsonValue] = {"to_account": "1234324", "amount": "700.00 USD", "memo": None}


def a_text(arguments: dict[str, JsonValue]) -> str:
    lines = [
        f"  {name}: {make_visible(str(value))}"
        for name, value in arguments.items()
        if value is not None
    ]
    why = "This needs an approval: the amount is above $600.00."
    return "\n".join(
        ["transfer_money wants to transfer:", *lines, why, "Risk: high; cannot be undone."]
    )


def a_view(arguments: dict[str, JsonValue], text: str | None = None) -> SlackCardView:
    said = a_text(arguments) if text is None else text
    return SlackCardView(RequestId("r1"), RequestKind.APPROVAL, said, arguments, ("U1",), NOON)


def a_question(text: str) -> SlackCardView:
    return SlackCardView(RequestId("r1"), RequestKind.QUESTION, text, {}, ("U1",), NOON)


def a_reply(text: str, buttons: tuple[Button, ...] = BUTTONS) -> Reply:
    place = Thread("slack", "T1", "C1", "1.2")
    return Reply(ReplyId("t.1"), "7", place, ReplyKind.MESSAGE, text, buttons=buttons)


def a_card(arguments: dict[str, JsonValue]) -> PlatformMessage:
    return card(a_reply(a_text(arguments)), a_view(arguments))


def values_on(message: PlatformMessage) -> dict[str, str]:
    """Read the values back from what people see."""
    lines = "\n".join(texts(message.parts)).split("\n")
    found = (re.fullmatch(r"• (.*?): (?:_empty_|`(.*)`)", line) for line in lines)
    return {line[1]: read_hidden(html.unescape(line[2] or "")) for line in found if line}


def ids_on(message: PlatformMessage) -> list[str]:
    rows = (block["elements"] for block in message.parts if block["type"] == "actions")
    return [button["value"] for row in rows for button in row]
