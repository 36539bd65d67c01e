"""Theirs to ours: Slack's messages become what was said, edited or deleted, and by whom."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agents.kit.values.person import Person
from bot.domain.messages import Attachment, Incoming, Kind, Thread
from bot.platforms.chat.attachments import forwarded
from bot.platforms.chat.conversations import ChatEvent
from bot.platforms.slack import PLATFORM
from bot.platforms.slack.wire.payloads import is_addressed, items, mentions, part, spoken, word
from bot.platforms.slack.wire.workspaces import Me

_NO_WORDS = "[no preview available]"


def read_attachments(message: Mapping[str, Any]) -> tuple[Attachment, ...]:
    """The files of a message, and what is forwarded with it, with the files of that."""
    files = [*_files(items(message, "files"))]
    for shared in items(message, "attachments"):
        if shared.get("is_share") is True:
            theirs = items(shared, "files")
            files += forwarded(_words(shared, has_files=bool(theirs)), has_files=bool(theirs))
            files += _files(theirs)
    return tuple(files)


def _words(shared: Mapping[str, Any], *, has_files: bool) -> str:
    """What was written; Slack's own summary stands for it where nothing else has it."""
    text, summary = word(shared, "text"), word(shared, "fallback")
    is_told = text or has_files or summary == _NO_WORDS
    return spoken(text if is_told else summary)


def _files(given: Iterable[Mapping[str, Any]]) -> Iterator[Attachment]:
    for file in given:
        yield describe_file(file)


def describe_file(file: Mapping[str, Any]) -> Attachment:
    """A file as Slack describes it, or by its id alone: then it has no media type yet.

    Of a file in a channel that several organisations share, nothing else is told; see
    https://docs.slack.dev/reference/objects/file-object, “Slack Connect files”.
    """
    is_stub = word(file, "file_access") == "check_file_info"
    return Attachment(
        name=(word(file, "name") or word(file, "title") or "file")[:200],
        media_type=word(file, "mimetype") or ("" if is_stub else "application/octet-stream"),
        ref=word(file, "id"),
    )


SLACKBOT = "USLACKBOT"
MENTION = "app_mention"

# What people send; every other subtype is about a channel, or from a machine.
_SAID = frozenset({"", "file_share", "thread_broadcast", "me_message"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackEvent(ChatEvent):
    """What was written in a channel of Slack."""

    ts: str

    @property
    def channel(self) -> str:
        """The channel it stands in."""
        return self.place.channel

    @property
    def root(self) -> str:
        """The message that its thread hangs on."""
        return self.place.thread

    def event(self, thread: Thread) -> Incoming:
        """The event, in the session of a thread; every copy of it has the same id."""
        return self.as_event(f"{self.channel}.{self.ts}", thread, elsewhere(thread, self.root))


def elsewhere(thread: Thread, root: str) -> str:
    """What an event's id ends with if it came from another thread than its session's own."""
    return f"@{root}" if root and root != thread.thread else ""


def team_of(body: Mapping[str, Any]) -> str:
    """The workspace an event was delivered for; its author may be of another one."""
    for authorization in items(body, "authorizations"):
        if team := word(authorization, "team_id"):
            return team
    return word(body, "team_id")


def home_of(body: Mapping[str, Any], told: str) -> str:
    """The workspace of an author; in shared channels Slack may tell their organisation instead."""
    workspaces = {
        word(body, "enterprise_id"): word(body, "team_id"),
        word(body, "context_enterprise_id"): word(body, "context_team_id"),
        **{
            word(one, "enterprise_id"): word(one, "team_id")
            for one in items(body, "authorizations")
        },
    }
    return workspaces.get(told) or told


def read_message(body: Mapping[str, Any], me: Me) -> SlackEvent | None:
    """What an event of type message or app_mention says; None for what is not for us to hear."""
    event = part(body, "event")
    match word(event, "subtype"):
        case "message_changed":
            return _edited(body, event, me)
        case "message_deleted":
            return _deleted(body, event, me)
        case subtype if subtype in _SAID:
            return _said(body, event, me)
        case _:
            return None


def _said(body: Mapping[str, Any], event: Mapping[str, Any], me: Me) -> SlackEvent | None:
    ts, user = word(event, "ts"), word(event, "user")
    if not ts or not word(event, "channel") or not _is_human(event, me):
        return None
    text = word(event, "text")
    if version := word(event, "edited", "ts") if word(event, "type") == MENTION else "":
        # Slack tells a mention again, as another event, whenever its message is edited.
        return _heard(
            body, event, me, event, kind=Kind.EDIT, user=user, text=text, version=version
        )
    return _heard(body, event, me, event, kind=Kind.MESSAGE, user=user, text=text)


def _edited(body: Mapping[str, Any], event: Mapping[str, Any], me: Me) -> SlackEvent | None:
    """An edit by the author; what a link preview changes is none."""
    new, old = part(event, "message"), part(event, "previous_message")
    version = word(new, "edited", "ts")
    if not version or not _is_human(new, me) or word(new, "text") == word(old, "text"):
        return None
    user = word(new, "user")
    if word(new, "edited", "user") not in {"", user}:
        return None
    text = word(new, "text")
    return _heard(body, event, me, new, kind=Kind.EDIT, user=user, text=text, version=version)


def _deleted(body: Mapping[str, Any], event: Mapping[str, Any], me: Me) -> SlackEvent | None:
    old = part(event, "previous_message")
    if not _is_human(old, me):
        return None
    message = {**old, "ts": word(event, "deleted_ts") or word(old, "ts")}
    user = word(old, "user")
    return _heard(body, event, me, message, kind=Kind.DELETION, user=user, text="", version="1")


def _heard(  # noqa: PLR0913 - the parts of one record
    body: Mapping[str, Any],
    event: Mapping[str, Any],
    me: Me,
    message: Mapping[str, Any],
    *,
    kind: Kind,
    user: str,
    text: str,
    version: str = "",
) -> SlackEvent:
    team, channel = team_of(body), word(event, "channel")
    ts, root = word(message, "ts"), word(message, "thread_ts")
    home = home_of(body, word(message, "user_team") or word(message, "team") or team)
    mentioned = word(event, "type") == MENTION or mentions(text, me.user)
    return SlackEvent(
        kind=kind,
        place=Thread(PLATFORM, team, channel, root or ts),
        ts=ts,
        person=Person(PLATFORM, home, user),
        text=spoken(text, me.user),
        version=version,
        threaded=bool(root) and root != ts,
        direct=word(event, "channel_type") == "im" or channel.startswith("D"),
        mentioned=mentioned,
        aside=not mentioned and is_addressed(text),
        files=read_attachments(message),
    )


def _is_human(message: Mapping[str, Any], me: Me) -> bool:
    """Say whether a person wrote it: no bot, this one least of all, in any shape it comes in."""
    by_machine = any(message.get(sign) for sign in ("bot_id", "bot_profile", "app_id"))
    is_bot = word(message, "subtype") in {"bot_message", "assistant_app_thread"}
    user = word(message, "user")
    return bool(user) and user not in {me.user, SLACKBOT} and not by_machine and not is_bot
