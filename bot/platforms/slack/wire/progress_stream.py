"""What people of Slack see while a turn goes on: its status, and a stream of task cards.

begin ─▶ processing ─▶ (after a moment) a stream of task cards, or a message where none is taken
  end ─▶ active, or suspended while a person must decide; the message becomes the first reply
"""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import structlog
from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.sessions import PostedReply
from bot.domain.errors import FrontdeskError
from bot.domain.ids import SessionId
from bot.platforms.chat.deduplication import keep
from bot.platforms.chat.progress_messages import GrowingAnswer, ProgressMessage, ProgressMessages
from bot.platforms.chat.wire import At, ChatPlace
from bot.platforms.slack.render.blocks import plain
from bot.platforms.slack.render.task_cards import TaskCard, as_chunks, as_line
from bot.platforms.slack.wire.payloads import word
from bot.platforms.slack.wire.slack_wire import SlackPlace
from bot.platforms.slack.wire.web_client import SlackAway, SlackRefused, SlackWeb
from bot.platforms.slack.wire.workspaces import Workspaces

log = structlog.get_logger(__name__)


@dataclass
class QuietCalls:
    """Calls what is only for show; a method that is refused in such places is left alone."""

    workspaces: Workspaces
    _refused: set[tuple[str, str, str]] = field(default_factory=set)
    _last: dict[SessionId, asyncio.Task[None]] = field(default_factory=dict)

    def takes(self, method: str, place: ChatPlace) -> bool:
        """Say whether a method may be worth calling for such a place."""
        return (place.workspace, method, place.channel[:1]) not in self._refused

    def refuse(self, method: str, place: ChatPlace) -> None:
        """Leave a method alone in such places from now on."""
        self._refused.add((place.workspace, method, place.channel[:1]))

    async def call(self, method: str, place: ChatPlace, **arguments: Any) -> bool:
        """Call a method; say whether it is over, which it is too where it was refused."""
        if not self.takes(method, place):
            return True
        if method.startswith("agents."):
            if not place.thread:
                return True
            arguments |= {"channel_id": place.channel, "thread_ts": place.thread}
        try:
            web = await self.workspaces.web(place.workspace)
            await web.call(method, **arguments)
        except SlackRefused as refused:
            log.info("not_shown", method=method, error=refused.error)
            if method.startswith("agents."):
                self.refuse(method, place)
        except FrontdeskError as error:
            log.info("not_shown", method=method, error=type(error).__name__)
            return False
        return True

    def apart(self, place: ChatPlace, work: Coroutine[Any, Any, object]) -> None:
        """Do something that nobody waits for, after what was begun before it in that thread."""
        before = self._last.get(place.session)
        task = asyncio.create_task(_after(before, work))
        self._last[place.session] = task

        def done(_task: object) -> None:
            if self._last.get(place.session) is task:
                del self._last[place.session]

        task.add_done_callback(done)

    async def close(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._last.values(), return_exceptions=True)


async def _after(before: asyncio.Task[None] | None, work: Coroutine[Any, Any, object]) -> None:
    if before is not None:
        await asyncio.wait([before])
    await work


STREAMS_PER_MINUTE = 18
MINUTE = 60.0
LONGEST_TITLE = 200


@dataclass(kw_only=True)
class SlackStream(ProgressMessage):
    """One turn as people see it; `chunked` if its message streams."""

    person: Person
    growing: GrowingAnswer = field(default_factory=lambda: GrowingAnswer(plain))
    chunked: bool = False
    shown: int = 0
    waits: bool = False

    @property
    def cards(self) -> list[TaskCard]:
        """Its steps as task cards."""
        return [TaskCard(title, detail) for title, detail in self.steps]

    @property
    def plain(self) -> dict[str, Any]:
        """Its message where nothing streams."""
        return {
            "channel": self.place.channel,
            "text": as_line(self.cards),
            "unfurl_links": False,
            "unfurl_media": False,
        }


@dataclass(kw_only=True)
class SlackProgress(ProgressMessages[SlackStream]):
    """The turns in progress in Slack, and the status of their sessions."""

    quiet: QuietCalls
    _named: OrderedDict[SessionId, str] = field(default_factory=OrderedDict)
    _streams: list[float] = field(default_factory=list)

    between_seconds = 1.0

    def begin(self, event: str, place: ChatPlace, person: Person, *, again: bool) -> None:
        """A turn begins; `again` if an earlier attempt, here or elsewhere, has not ended it."""
        turn = SlackStream(place=place, person=person, again=again)
        self._turns.setdefault(event, turn)
        self.quiet.apart(place, self._status(place, "processing", person))

    def place_of(self, event: str) -> ChatPlace | None:
        """Where the turn of an event is shown."""
        turn = self._turns.get(event)
        return turn.place if turn else None

    def waits(self, event: str) -> None:
        """Note that a person must decide before it goes on."""
        if turn := self._turns.get(event):
            turn.waits = True

    @override
    async def end(self, event: str) -> None:
        turn = self._turns.get(event)
        await super().end(event)
        if turn is not None:
            status = "suspended" if turn.waits else "active"
            self.quiet.apart(turn.place, self._status(turn.place, status, None))

    def name(self, place: ChatPlace, agent: str) -> None:
        """Give the thread's session the title of what is being done in it."""
        title = self.titles.get(agent, "")[:LONGEST_TITLE]
        if title and self._named.get(place.session) != title:
            keep(self._named, place.session, title)
            self.quiet.apart(place, self.quiet.call("agents.sessions.rename", place, title=title))

    @override
    async def close(self) -> None:
        await super().close()
        await self.quiet.close()

    @override
    def _has_news(self, turn: SlackStream) -> bool:
        return turn.shown < len(turn.steps) or turn.growing.has_more

    @override
    async def _draw(self, event: str, turn: SlackStream) -> None:
        turn.shown = len(turn.steps)
        web = await self.quiet.workspaces.web(turn.place.workspace)
        if turn.at is None:
            await self._open(web, event, turn)
        else:
            await self._go_on(web, turn, turn.at)

    async def _go_on(self, web: SlackWeb, turn: SlackStream, at: At) -> None:
        if not turn.chunked:
            await self._updated(turn, web.call("chat.update", **turn.plain, ts=at[1]))
            return
        chunks = as_chunks(turn.cards)
        if piece := turn.growing.next():
            chunks.append({"type": "markdown_text", "text": piece})
        await web.call("chat.appendStream", channel=at[0], ts=at[1], chunks=chunks)

    async def _open(self, web: SlackWeb, event: str, turn: SlackStream) -> None:
        """Open the message, and note it before it says anything."""
        place = turn.place
        ts = await self._start_stream(web, turn)
        turn.chunked = bool(ts)
        if not turn.chunked:
            if not place.thread:
                return
            await web.pace.wait_to_post(place.channel)
            answer = await web.call(
                "chat.postMessage", repeat=False, thread_ts=place.thread, **turn.plain
            )
            ts = word(answer, "ts")
        turn.at = (place.channel, ts)
        await self.traces.leave(event, place.session, *turn.at)
        if turn.chunked:
            await self._go_on(web, turn, turn.at)

    async def _start_stream(self, web: SlackWeb, turn: SlackStream) -> str:
        """Open a stream, for its `ts`; empty where none is taken."""
        place = turn.place
        takes = self.quiet.takes("chat.startStream", place)
        if not takes or not place.thread or not self._may_stream():
            return ""
        try:
            answer = await web.call(
                "chat.startStream",
                repeat=False,
                channel=place.channel,
                thread_ts=place.thread,
                recipient_user_id=turn.person.user,
                recipient_team_id=turn.person.workspace,
                task_display_mode="timeline",
            )
        except SlackRefused:
            self.quiet.refuse("chat.startStream", place)
            return ""
        except SlackAway:
            return ""  # if it began all the same, it stands empty and says nothing
        return word(answer, "ts")

    def _may_stream(self) -> bool:
        """Keep below the number of streams a minute that Slack takes."""
        now = self.elapsed()
        self._streams = [at for at in self._streams if at > now - MINUTE]
        if len(self._streams) >= STREAMS_PER_MINUTE:
            return False
        self._streams.append(now)
        return True

    @override
    async def _give_up(self, post: PostedReply) -> None:
        team = post.session.split("/")[1]
        place = SlackPlace(team, post.channel, "", post.session)
        await self._stop_stream(place, post.message)

    @override
    async def _stop(self, turn: SlackStream) -> None:
        if turn.at is not None and turn.chunked:
            await self._stop_stream(turn.place, turn.at[1])

    async def _stop_stream(self, place: ChatPlace, ts: str) -> None:
        await self.quiet.call("chat.stopStream", place, channel=place.channel, ts=ts)

    @override
    async def _is_removed(self, turn: SlackStream, at: At) -> bool:
        return await self.quiet.call("chat.delete", turn.place, channel=at[0], ts=at[1])

    async def _status(self, place: ChatPlace, status: str, person: Person | None) -> None:
        by = person.user if person and person.workspace == place.workspace else None
        await self.quiet.call(
            "agents.sessions.setStatus", place, status=status, initiator_user_id=by
        )
