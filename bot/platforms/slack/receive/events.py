"""Takes in what Slack tells of: messages, Stop, an opened home, what ends: a channel, the app."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import structlog

from agents.kit.values.person import Person
from bot.core.ports.admin import Scope
from bot.domain.ids import SessionId
from bot.domain.messages import Incoming, Kind, Thread
from bot.engine.retries import cancel_tasks
from bot.platforms.chat.conversations import (
    CHANGES_WITHIN,
    CardDeletions,
    Conversations,
    Lanes,
    ReceiverPorts,
)
from bot.platforms.slack import PLATFORM
from bot.platforms.slack.receive.interaction_payloads import read_deleted_card
from bot.platforms.slack.render import task_cards
from bot.platforms.slack.wire.messages import SlackEvent, read_message, team_of
from bot.platforms.slack.wire.payloads import happened_at, part, said_at, word
from bot.platforms.slack.wire.workspaces import Installations, Me, Workspaces

STOP = "stop"
LAST_SECONDS = 2.5  # as long as a door that closes waits for what is being kept

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class SlackPorts(ReceiverPorts):
    """The way back to Slack besides.

    `hints` are what the bot may be asked, as examples for those who open it; `titles` are the
    agents as people know them.
    """

    workspaces: Workspaces
    leavers: Installations | None = None
    hints: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    _aside: set[asyncio.Task[None]] = field(default_factory=set)

    def apart(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what an acknowledgement must not wait for."""
        task = asyncio.create_task(_logged(work))
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def close(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._aside, return_exceptions=True)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:  # noqa: BLE001 - nobody waits for it, so nobody else would tell
        log.warning("slack_aside_failed", error=type(error).__name__)


@dataclass
class SlackEvents:
    """Events of the Events API, each handled so far that it may be acknowledged.

    What has begun to be kept is kept, though whoever brought it waits no more: else a channel
    with more to keep than time would begin the same messages again with every copy, for ever.
    """

    desk: SlackPorts
    conversations: Conversations
    show_home: Callable[[Person], Coroutine[Any, Any, None]]
    _keeping: dict[SlackEvent, asyncio.Task[None]] = field(default_factory=dict)
    _lanes: Lanes = field(default_factory=Lanes)

    async def take(self, body: Mapping[str, Any]) -> None:
        """Handle one event.

        Raises:
            StoreAway: it could not be kept.
        """
        match word(body, "event", "type"):
            case "message" | "app_mention":
                await self._message(body)
            case "agent_session_stopped":
                await self._stopped(body)
            case "app_home_opened":
                self._opened(body)
            case "channel_archive" | "channel_deleted" | "group_archive" | "group_deleted":
                await self._ended(team_of(body), word(body, "event", "channel"))
            case "channel_id_changed":  # its buttons would tell of a place nobody asked in
                await self._ended(team_of(body), word(body, "event", "old_channel_id"))
            case "app_uninstalled" | "tokens_revoked":
                await self._left(body)
            case _:
                pass  # not asked for

    async def close(self) -> None:
        """Let what is being kept end; for what takes long nobody waits, so it will come again."""
        if self._keeping:
            _kept, late = await asyncio.wait(self._keeping.values(), timeout=LAST_SECONDS)
            await cancel_tasks(*late)

    async def _message(self, body: Mapping[str, Any]) -> None:
        me = await self.desk.workspaces.me(team_of(body))
        heard = read_message(body, me)
        if heard is None:
            async with self._lanes.lane(word(body, "event", "channel")):
                await self._unseen(body, me)
        else:
            await asyncio.shield(self._kept(heard))

    def _kept(self, heard: SlackEvent) -> asyncio.Task[None]:
        """Have it kept; copies that come meanwhile wait for the same."""
        if (keeping := self._keeping.get(heard)) is None:
            keeping = self._keeping[heard] = asyncio.create_task(self._keep(heard))
            keeping.add_done_callback(partial(self._done, heard))
        return keeping

    def _done(self, heard: SlackEvent, keeping: asyncio.Task[None]) -> None:
        del self._keeping[heard]
        if not keeping.cancelled():
            keeping.exception()  # seen, though nobody may wait for it any more

    async def _keep(self, heard: SlackEvent) -> None:
        async with self._lanes.lane(heard.channel):
            thread = await self.conversations.thread_of(heard)
            if thread is not None:
                heard = await self._as_decision(await self._as_call(heard, thread), thread)
                await self.desk.accept(heard.event(thread))

    async def _as_call(self, heard: SlackEvent, thread: Thread) -> SlackEvent:
        """What is said to the bot by an edit alone is said now; a mention that comes is a copy."""
        event, moment = heard.event(thread), said_at(heard.ts)
        calls = await self.conversations.calls_only_now(heard, event, moment)
        return replace(heard, kind=Kind.MESSAGE, version="") if calls else heard

    async def _as_decision(self, heard: SlackEvent, thread: Thread) -> SlackEvent:
        """What is said in the thread of a card that was brought in private is about that card."""
        if not (heard.direct and heard.threaded):
            return heard
        text = await self.desk.answering.as_decision(
            heard, thread.session, channel=heard.channel, answered=heard.root
        )
        return replace(heard, text=text)

    async def _unseen(self, body: Mapping[str, Any], me: Me) -> None:
        """Withdraw a request whose card was deleted."""
        gone = read_deleted_card(body, me)
        if gone is None:
            return
        event = await self._cards.event(gone.request, *gone.place)
        if event is not None:
            await self.desk.accept(event)

    async def _ended(self, team: str, channel: str) -> None:
        """Withdraw what waits in a channel where nothing can be said any more."""
        if not channel:
            return
        overseen = self.desk.services.admin_views
        async with self._lanes.lane(channel):
            for request in await overseen.open_requests(Scope(PLATFORM, team, channel)):
                event = await self._cards.closing(request, [channel])
                if event is not None:
                    await self.desk.accept(event)

    @property
    def _cards(self) -> CardDeletions:
        return self.desk.withdrawing(_is_direct)

    async def _stopped(self, body: Mapping[str, Any]) -> None:
        """Slack's own Stop button is the word “stop”, said by whoever pressed it."""
        event = part(body, "event")
        user = word(event, "user") or word(event, "user_id")
        channel = word(event, "channel") or word(event, "channel_id")
        team, root = team_of(body), word(event, "thread_ts")
        if not (user and channel and root):
            return
        place = Thread(PLATFORM, team, channel, root)
        session = await self.desk.posts.session_at(place.session)
        moment = word(event, "event_ts") or word(body, "event_id")
        await self.desk.accept(
            Incoming(
                id=f"stop.{channel}.{root}.{moment}",
                thread=Thread.of(session),
                person=await self._who_spoke(session, Person(PLATFORM, team, user)),
                kind=Kind.COMMAND,
                text=f"/frontdesk {STOP}",
                shared=not channel.startswith("D"),
            )
        )

    async def _who_spoke(self, session: SessionId, member: Person) -> Person:
        """Who pressed, of whom only the id is told: a partner, if they alone have it here."""
        since = self.conversations.clock.now() - CHANGES_WITHIN
        taken = await self.desk.overviews.taken(session, since)
        people = {Person.of(one.person) for one in taken}
        same = {person for person in people if person.user == member.user}
        return member if member in same or len(same) != 1 else same.pop()

    def _opened(self, body: Mapping[str, Any]) -> None:
        event, team = part(body, "event"), team_of(body)
        person = Person(PLATFORM, team, word(event, "user"))
        if word(event, "tab") == "messages":
            self.desk.apart(self._suggest(team, word(event, "channel")))
        elif word(event, "tab") == "home":
            self.desk.apart(self.show_home(person))

    async def _suggest(self, team: str, channel: str) -> None:
        web = await self.desk.workspaces.web(team)
        prompts = task_cards.prompts(self.desk.hints)
        await web.call("assistant.threads.setSuggestedPrompts", channel_id=channel, **prompts)

    async def _left(self, body: Mapping[str, Any]) -> None:
        team = team_of(body)
        tokens = part(body, "event", "tokens")
        if word(body, "event", "type") == "tokens_revoked" and not tokens.get("bot"):
            return
        self.desk.workspaces.forget(team)
        if self.desk.leavers is not None:
            await self.desk.leavers.forget(team, happened_at(body))


def _is_direct(thread: Thread) -> bool:
    return thread.channel.startswith("D")
