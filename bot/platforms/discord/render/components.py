"""Messages and their buttons, within Discord's limits.

The components of a message are five rows of five buttons; its text is Markdown that is
already inert.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from enum import IntEnum
from typing import Any

from bot.domain.ids import ReplyId, RequestId
from bot.domain.messages import VERDICTS, Button
from bot.platforms.chat.wire import Json, PlatformMessage
from bot.platforms.discord.render.markdown import literal, plain

ROW, BUTTON = 1, 2
BUTTONS_IN_A_ROW, MOST_BUTTONS = 5, 25
LONGEST_LABEL = 80
LONGEST_ID = 100
FEEDBACK = "feedback"
_SECONDARY = 2
_STYLES = {"primary": 3, "danger": 4}
_THUMBS = {"good": "👍", "bad": "👎"}
_USER = re.compile(r"\d{15,22}")

DiscordAnswer = Mapping[str, Any]
"""The first answer to an interaction: its `type`, and `data`."""

EPHEMERAL = 1 << 6
SUPPRESS_EMBEDS = 1 << 2

assert set(_THUMBS) == VERDICTS, "a thumb for each verdict"


class CallbackKind(IntEnum):
    """What sort of answer it gets."""

    PONG = 1
    MESSAGE = 4
    THINKING = 5
    NOTHING_YET = 6
    CHOICES = 8
    MODAL = 9


def with_rows(message: PlatformMessage, *more: Json) -> PlatformMessage:
    """The same with more rows, as far as there is room."""
    return replace(message, parts=(*message.parts, *more)[: MOST_BUTTONS // BUTTONS_IN_A_ROW])


def custom_id(request: RequestId, verb: str) -> str:
    """What a button or a form carries: ids alone, which are looked up when it comes back."""
    return f"{request}:{verb}"


def rows(buttons: Sequence[Button]) -> tuple[Json, ...]:
    """Show buttons; who may press is decided where the press arrives."""
    taken = set[str]()
    drawn = [_button(button, taken) for button in buttons[:MOST_BUTTONS]]
    starts = range(0, len(drawn), BUTTONS_IN_A_ROW)
    return tuple(_row(drawn[at : at + BUTTONS_IN_A_ROW]) for at in starts)


def feedback(reply: ReplyId) -> tuple[Json, ...]:
    """The two thumbs; none where the id of the reply is too long to be carried."""
    ids = {verdict: f"{FEEDBACK}:{reply}:{verdict}" for verdict in _THUMBS}
    if max(map(len, ids.values())) > LONGEST_ID:
        return ()
    drawn = [
        {"type": BUTTON, "style": _SECONDARY, "emoji": {"name": sign}, "custom_id": ids[verdict]}
        for verdict, sign in _THUMBS.items()
    ]
    return (_row(drawn),)


def label(text: str, most: int = LONGEST_LABEL) -> str:
    """Write what stands on a button or above a field; Discord takes no empty one."""
    return plain(" ".join(text.split()), most) or "…"


def person(user: str) -> str:
    """Name a user so that Discord shows their name; what is no user id is shown as it is."""
    return f"<@{user}>" if _USER.fullmatch(user) else literal(user)


def moment(when: datetime) -> str:
    """Write a time so that everybody reads it in their own zone."""
    return f"<t:{int(when.timestamp())}:f>"


def whisper(text: str) -> DiscordAnswer:
    """Tell only the person who asked."""
    flags = EPHEMERAL | SUPPRESS_EMBEDS
    data = {"content": text, "flags": flags, "allowed_mentions": {"parse": []}}
    return {"type": CallbackKind.MESSAGE.value, "data": data}


def taken() -> DiscordAnswer:
    """Acknowledge a press; what comes of it is shown where it belongs."""
    return {"type": CallbackKind.NOTHING_YET.value}


def thinking() -> DiscordAnswer:
    """Acknowledge what will be answered to its person alone."""
    return {"type": CallbackKind.THINKING.value, "data": {"flags": EPHEMERAL}}


def opened(modal: Mapping[str, Any]) -> DiscordAnswer:
    """Open a form."""
    return {"type": CallbackKind.MODAL.value, "data": dict(modal)}


def choices(names: Mapping[str, str]) -> DiscordAnswer:
    """Offer values by their names while somebody types."""
    offered = [{"name": name, "value": value} for name, value in names.items()]
    return {"type": CallbackKind.CHOICES.value, "data": {"choices": offered}}


def _row(drawn: list[Json]) -> Json:
    return {"type": ROW, "components": drawn}


def _button(button: Button, taken: set[str]) -> Json:
    """Build a button; Discord takes no two of one id in a message."""
    assert len(button.id) < LONGEST_ID, "ids of requests are short"
    id_, number = button.id, 1
    while id_ in taken:
        number += 1
        id_ = f"{button.id}#{number}"
    taken.add(id_)
    style = _STYLES.get(button.style, _SECONDARY)
    return {"type": BUTTON, "style": style, "label": label(button.label), "custom_id": id_}
