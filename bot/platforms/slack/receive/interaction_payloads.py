"""Theirs to ours: pressed buttons, sent forms, commands, and what their senders hear at once."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from agents.kit.values.person import Person
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.platforms.chat.interactions import ChatPress
from bot.platforms.chat.render.forms import COMMAND, FORM, PRESS, TRY_AGAIN, ButtonId, button_of
from bot.platforms.slack import PLATFORM
from bot.platforms.slack.wire.ephemeral import ResponseUrl
from bot.platforms.slack.wire.payloads import items, part, spoken, word
from bot.platforms.slack.wire.workspaces import Me


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackPress(ChatPress):
    """A button, as pressed: by whom, where, and what may be opened in answer."""

    person: Person
    team: str
    root: str
    action: str
    at: str
    value: str = ""
    trigger: str = ""
    response_url: str = ""

    @property
    def button(self) -> ButtonId | None:
        """The request and the verb of the button; None for one that is not of a request."""
        return button_of(self.action)

    @override
    def place(self, home: str) -> Thread:
        return self.here

    @property
    def here(self) -> Thread:
        """The thread the button stands in."""
        return Thread(PLATFORM, self.team, self.channel, self.root)

    @property
    def way(self) -> ResponseUrl:
        """The way back: into the thread it was pressed in, not to the channel around it."""
        return ResponseUrl(self.response_url, self.root if self.root != self.message else "")

    @property
    @override
    def alone(self) -> Thread | None:
        card = Thread(PLATFORM, self.team, self.channel, f"{self.message}.card")
        return card if self.root else None

    @property
    def id(self) -> str:
        """The same for every copy of this press, another one for the next."""
        where = f"{self.channel}.{self.person.user}.{self.message}"
        return f"{PRESS}{where}.{self.at.replace('.', '-')}.{self.action}"


@dataclass(frozen=True, slots=True)
class SlackCommand:
    """A slash command."""

    person: Person
    team: str
    channel: str
    text: str
    trigger: str
    response_url: str = ""

    @property
    def id(self) -> str:
        """The same for every copy; it also says where the answer goes, and that it is private."""
        return f"{COMMAND}{self.channel}.{self.person.user}.{self.trigger.replace('.', '-')}"

    def event(self, thread: Thread) -> Incoming:
        """The event, in the session the command is about."""
        direct = self.channel.startswith("D")
        return Incoming(
            self.id,
            thread,
            self.person,
            Kind.COMMAND,
            f"/frontdesk {self.text}",
            shared=not direct,
        )


def form_id(person: Person, channel: str, view: str) -> str:
    """The id of a form that was sent: the same for every copy of it."""
    return f"{FORM}{channel}.{person.user}.{view}"


def workspace_of(payload: Mapping[str, Any]) -> str:
    """The workspace that an interaction is told of by; a partner's form names theirs besides."""
    installed = word(payload, "view", "app_installed_team_id")
    return installed or word(payload, "team", "id") or word(payload, "user", "team_id")


def read_press(payload: Mapping[str, Any]) -> SlackPress | None:
    """Read a `block_actions` payload; None when it holds no button we could know."""
    action = next(iter(items(payload, "actions")), {})
    person, team = _person(payload), workspace_of(payload)
    name = word(action, "action_id")
    if not name or not person.user or not team:
        return None
    container = part(payload, "container")
    message = word(container, "message_ts") or word(payload, "message", "ts")
    is_ephemeral = container.get("is_ephemeral") is True
    # Nothing can be said in a thread under what only one person was shown.
    root = word(container, "thread_ts") or word(payload, "message", "thread_ts")
    root = root or ("" if is_ephemeral else message)
    return SlackPress(
        person=person,
        team=team,
        channel=word(container, "channel_id") or word(payload, "channel", "id"),
        message=message,
        root=root,
        action=name,
        at=word(action, "action_ts") or word(payload, "trigger_id"),
        value=word(action, "value"),
        trigger=word(payload, "trigger_id"),
        response_url=word(payload, "response_url"),
        is_ephemeral=is_ephemeral or not message,  # the latter on their home
    )


def read_command(payload: Mapping[str, Any]) -> SlackCommand | None:
    """Read a slash command; None when it does not say who gave it where."""
    user, team, channel = (word(payload, name) for name in ("user_id", "team_id", "channel_id"))
    if not (user and team and channel):
        return None
    return SlackCommand(
        person=Person(PLATFORM, team, user, word(payload, "user_name")),
        team=team,
        channel=channel,
        text=spoken(word(payload, "text")),
        trigger=word(payload, "trigger_id"),
        response_url=word(payload, "response_url"),
    )


def pressed_event(id_: str, thread: Thread, person: Person, press: Press) -> Incoming:
    """The event of a press or of a form that was sent."""
    shared = not thread.channel.startswith("D")
    return Incoming(id_, thread, person, Kind.PRESS, press=press, shared=shared)


@dataclass(frozen=True, slots=True)
class GoneCard:
    """A card of ours that was deleted: the request it showed, its channel and its `ts`."""

    request: RequestId
    place: tuple[str, str]


def read_deleted_card(body: Mapping[str, Any], me: Me) -> GoneCard | None:
    """Read the deletion of a card; None for that of anything else."""
    event = part(body, "event")
    old = part(event, "previous_message")
    is_ours = me.bot in {word(old, "bot_id"), word(old, "bot_profile", "id")}
    if word(event, "subtype") != "message_deleted" or not is_ours:
        return None
    place = (word(event, "channel"), word(event, "deleted_ts") or word(old, "ts"))
    rows = (items(block, "elements") for block in items(old, "blocks"))
    buttons = (button_of(word(one, "action_id")) for row in rows for one in row)
    found = next(filter(None, buttons), None)
    return GoneCard(found[0], place) if found else None


def _person(payload: Mapping[str, Any]) -> Person:
    user = part(payload, "user")
    team = word(user, "team_id") or word(payload, "team", "id")
    return Person(PLATFORM, team, word(user, "id"), word(user, "name") or word(user, "username"))


def person_of(payload: Mapping[str, Any]) -> tuple[Person, str]:
    """Who sent a form, and in which workspace."""
    return _person(payload), workspace_of(payload)


SlackAnswer = Mapping[str, Any] | None
"""What Slack is answered at once, such as `response_action`; None is a bare yes."""

Receive = Callable[[Mapping[str, Any]], Awaitable[SlackAnswer]]
"""Keeps what Slack sends, and answers within three seconds; copies do nothing more.

Who sent it was checked before; who it speaks of was not. Raises StoreAway when it could not be
kept; Slack must hear so.
"""


def answer_try_again(payload: Mapping[str, Any]) -> SlackAnswer:
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


def _beside_a_field(payload: Mapping[str, Any]) -> SlackAnswer:
    blocks = items(payload, "view", "blocks")
    inputs = (word(block, "block_id") for block in blocks if word(block, "type") == "input")
    field = next((name for name in inputs if name), "")
    if not field:
        return None
    return {"response_action": "errors", "errors": {field: TRY_AGAIN}}
