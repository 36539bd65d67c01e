"""The state of the fake Slack, and the few moves that several doors share."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fakes.clock import Clock
from tests.fakes.slack.crawler import Crawler
from tests.fakes.slack.errors import SlackRefuses
from tests.fakes.slack.people import Channel, Directory, Team
from tests.fakes.slack.record import Json, Record
from tests.fakes.slack.rows import File, Hook, Message, Session, Trigger, View
from tests.fakes.slack.tokens import Grant, Tokens

HOOK_USES = 5
HOOK_SECONDS = 1800
TRIGGER_SECONDS = 3
MAX_STACK = 3

Echo = Callable[[str, Message, Json], None]


@dataclass(frozen=True, slots=True)
class App:
    """The bot's app as it is configured at Slack."""

    id: str = "AFAKE"
    client_id: str = "111.222"
    client_secret: str = "client-secret"
    signing_secret: str = "signing-secret"
    verification_token: str = "verification-token"
    app_token: str = "xapp-1-AFAKE-1"


def _no_echo(_kind: str, _message: Message, _previous: Json) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class World:
    """Everything the fake knows; tests may read all of it and change most."""

    clock: Clock
    app: App = field(default_factory=App)
    base_url: str = ""
    directory: Directory = field(default_factory=Directory)
    tokens: Tokens = field(default_factory=Tokens)
    record: Record = field(default_factory=Record)
    posted: dict[tuple[str, str], dict[str, Message]] = field(default_factory=dict)
    threads: dict[tuple[str, str, str], list[Message]] = field(default_factory=dict)
    """The messages of every thread, deleted ones too, by workspace, channel and root."""
    ephemerals: list[Message] = field(default_factory=list)
    sessions: dict[tuple[str, str, str], Session] = field(default_factory=dict)
    prompts: dict[tuple[str, str], list[Json]] = field(default_factory=dict)
    typing: list[tuple[str, str, str]] = field(default_factory=list)
    """Channel, thread and text of every status line set."""
    stacks: dict[tuple[str, str], list[View]] = field(default_factory=dict)
    homes: dict[tuple[str, str], View] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    triggers: dict[str, Trigger] = field(default_factory=dict)
    hooks: dict[str, Hook] = field(default_factory=dict)
    subscriptions: set[str] | None = None
    """Event types the app subscribes to; None is all of them."""
    rotates_tokens: bool = False
    is_agent: bool = True
    crawler: Crawler = field(default_factory=Crawler)
    tickets: set[str] = field(default_factory=set)
    is_changed: asyncio.Event = field(default_factory=asyncio.Event)
    echo: Echo = _no_echo
    _last_ts: int = 0
    _last_id: int = 0

    def new_ts(self) -> str:
        """A message's ts: the time, and never the same twice."""
        self._last_ts = max(self._last_ts + 1, int(self.clock.now() * 1_000_000))
        return f"{self._last_ts // 1_000_000}.{self._last_ts % 1_000_000:06d}"

    def new_id(self, prefix: str) -> str:
        """An id with Slack's letter in front."""
        self._last_id += 1
        return f"{prefix}{self._last_id:05d}"

    def new_ticket(self) -> str:
        """Admit one Socket Mode connection."""
        ticket = self.new_id("ticket-")
        self.tickets.add(ticket)
        return ticket

    def changed(self) -> None:
        """Wake whoever waits for something to happen."""
        self.is_changed.set()

    def listens_to(self, event_type: str) -> bool:
        """Whether the app subscribes to an event."""
        return self.subscriptions is None or event_type in self.subscriptions

    def team_of(self, grant: Grant) -> Team:
        """The workspace a token belongs to."""
        return self.directory.teams[grant.team]

    def in_channel(self, team: str, channel: str) -> dict[str, Message]:
        """All messages of a conversation by ts, deleted ones too."""
        return self.posted.setdefault((team, channel), {})

    def add(self, message: Message) -> Message:
        """Show a new message."""
        if message.only_for is None:
            self.in_channel(message.team, message.channel)[message.ts] = message
            key = (message.team, message.channel, message.root)
            self.threads.setdefault(key, []).append(message)
        else:
            self.ephemerals.append(message)
        self.shown(message)
        return message

    def shown(self, message: Message) -> None:
        """A message looks different now: let the crawler see it, and wake who waits."""
        self.crawler.look(message)
        self.changed()

    def view_shown(self, view: View) -> None:
        """A modal or Home looks different now."""
        self.crawler.look_at_view(view)
        self.changed()

    def existing(self, team: str, channel: str, ts: str) -> Message:
        """Find a message that is still there."""
        message = self.in_channel(team, channel).get(ts)
        if message is None or message.is_deleted:
            raise SlackRefuses("message_not_found")
        return message

    def thread(self, team: str, channel: str, root: str) -> list[Message]:
        """A thread's root and replies in order, without what was deleted."""
        rows = self.threads.get((team, channel, root), ())
        return [row for row in rows if not row.is_deleted]

    def channel_for(self, grant: Grant, name: object) -> Channel:
        """Find a conversation by id, name or a person's id, as `chat.postMessage` does."""
        wanted = str(name or "")
        known = self.directory.channels
        if (grant.team, wanted) in known:
            return known[grant.team, wanted]
        if (grant.team, wanted) in self.directory.users:
            return self.directory.direct_channel(grant.team, wanted)
        named = [row for row in known.values() if f"#{row.name}" == wanted]
        if named and named[0].team == grant.team:
            return named[0]
        raise SlackRefuses("channel_not_found")

    def new_trigger(self, user: str, team: str, view: str | None = None) -> str:
        """Give out a trigger id."""
        self._last_id += 1
        name = f"{self._last_id}.{abs(hash(team)) % 10**8}.{self._last_id:032x}"
        self.triggers[name] = Trigger(user, team, self.clock.now(), view)
        return name

    def use_trigger(self, name: object, team: str) -> Trigger:
        """Exchange a trigger id once within three seconds."""
        trigger = self.triggers.get(str(name or ""))
        if trigger is None or trigger.team != team:
            raise SlackRefuses("invalid_trigger_id" if name else "invalid_arguments")
        if trigger.is_used:
            raise SlackRefuses("exchanged_trigger_id")
        if self.clock.now() - trigger.made_at > TRIGGER_SECONDS:
            raise SlackRefuses("expired_trigger_id")
        trigger.is_used = True
        return trigger

    def new_hook(self, hook: Hook) -> str:
        """Give out a response URL."""
        self._last_id += 1
        name = f"{hook.team}/{self._last_id}/{self._last_id:016x}"
        self.hooks[name] = hook
        return f"{self.base_url}/hooks/{name}"

    def hook_of(self, url: str) -> Hook:
        """Find a response URL again."""
        return self.hooks[url.removeprefix(f"{self.base_url}/hooks/")]

    def stack(self, team: str, user: str) -> list[View]:
        """The modals a person has open, the visible one last."""
        return self.stacks.setdefault((team, user), [])

    def view(self, team: str, view_id: str) -> View:
        """Find an open modal or a Home."""
        for stack in self.stacks.values():
            for view in stack:
                if view.id == view_id and view.team == team:
                    return view
        for view in self.homes.values():
            if view.id == view_id and view.team == team:
                return view
        raise SlackRefuses("not_found")
