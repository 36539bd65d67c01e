"""What people see while a turn goes on: its status, and a message that shows its progress.

begin ─▶ processing ─▶ (after a moment) a stream of task cards, or a message where none is taken
  end ─▶ active, or suspended while a person must decide; the message becomes the first reply
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog

from agents.kit.identity import Person
from bot.domain.errors import FrontdeskError
from bot.domain.ids import SessionId
from bot.engine.patience import Pause, let_go
from bot.platforms.shared.growing import Growing
from bot.platforms.shared.recent import keep
from bot.platforms.shared.standing_still import stood_still
from bot.platforms.shared.traces import Traces
from bot.platforms.slack.calls.calls import SlackAway, SlackRefused, SlackWeb
from bot.platforms.slack.inbound.reading import word
from bot.platforms.slack.outbound.progress import Step, as_chunks, as_line
from bot.platforms.slack.outbound.text import plain
from bot.platforms.slack.sending.posting import Spot
from bot.platforms.slack.sending.quiet import Quiet

SHOWN_AFTER_SECONDS = 1.2  # most turns are over by then, and need no second message
BETWEEN_SECONDS = 1.0
SHOWING_SECONDS = 5.0  # the answer waits for it
STREAMS_PER_MINUTE = 18
MINUTE = 60.0
LONGEST_TITLE = 200

log = structlog.get_logger(__name__)


@dataclass
class Live:
    """One turn as people see it.

    `ts` is its message, if it has one, `chunked` if it streams, `taker` the key of what takes
    its place. While the last update is `under_way` for all we know, nothing may: it could be
    shown over an answer.
    """

    spot: Spot
    person: Person
    steps: list[Step] = field(default_factory=list)
    ts: str = ""
    chunked: bool = False
    under_way: bool = False
    taker: str = ""
    shown: int = 0
    waits: bool = False
    again: bool = False
    growing: Growing = field(default_factory=lambda: Growing(plain))
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    showing: asyncio.Task[None] | None = None


@dataclass
class Lives:
    """The turns in progress, by their events. Nothing here is worth failing a turn for."""

    quiet: Quiet
    traces: Traces
    titles: Mapping[str, str]
    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    _lives: dict[str, Live] = field(default_factory=dict)
    _named: OrderedDict[SessionId, str] = field(default_factory=OrderedDict)
    _streams: list[float] = field(default_factory=list)

    def begin(self, event: str, spot: Spot, person: Person, *, again: bool) -> None:
        """A turn begins; `again` if an earlier attempt, here or elsewhere, has not ended it."""
        self._lives.setdefault(event, Live(spot, person, again=again))
        self.quiet.apart(spot, self._status(spot, "processing", person))

    def progress(self, event: str, agent: str, text: str) -> None:
        """The turn goes on with something."""
        live = self._lives.get(event)
        if live is None:
            return
        title = self.titles.get(agent, agent.replace("_", " "))
        # Others read a channel: there only what is being done is told, never why.
        detail = text if live.spot.channel.startswith("D") else ""
        live.steps.append(Step(title, detail))
        self._show_soon(event, live)

    def words(self, event: str, said: Sequence[str]) -> None:
        """An answer grows; in a channel it waits until it is known who may read it."""
        live = self._lives.get(event)
        if live is not None and live.spot.channel.startswith("D"):
            live.growing.hear(said)
            self._show_soon(event, live)

    async def settle(self, event: str, taker: str) -> str:
        """End what shows the progress; return its `ts` if that is where the taker belongs.

        The first taker that asks has it for good; it may ask again.
        """
        live = self._lives.get(event)
        if live is None:
            return await self._left_behind(event)
        async with live.lock:  # never in the middle of a call, whose message would be lost
            self._drop(live)
            if live.taker not in {"", taker} or live.under_way:
                return ""
            await self._found(event, live)
            if live.ts:
                live.taker = taker
                await self._stop(live)
            return live.ts

    async def taken(self, event: str) -> None:
        """The message shows what took its place."""
        await self.traces.taken(event)

    def spot_of(self, event: str) -> Spot | None:
        """Where the turn of an event is shown."""
        live = self._lives.get(event)
        return live.spot if live else None

    def waits(self, event: str) -> None:
        """Note that a person must decide before it goes on."""
        if live := self._lives.get(event):
            live.waits = True

    async def end(self, event: str) -> None:
        """The turn is over."""
        live = self._lives.get(event)
        if live is None:
            return
        async with live.lock:
            self._drop(live)
            if not live.taker:  # nothing was said that took its place
                await self._found(event, live)
                await self._stop(live)
        self._lives.pop(event, None)
        if live.ts and not live.taker:
            await self.quiet.remove(live.spot, live.ts)
        status = "suspended" if live.waits else "active"
        self.quiet.apart(live.spot, self._status(live.spot, status, None))

    def name(self, spot: Spot, agent: str) -> None:
        """Give the thread's session the title of what is being done in it."""
        title = self.titles.get(agent, "")[:LONGEST_TITLE]
        if title and self._named.get(spot.session) != title:
            keep(self._named, spot.session, title)
            self.quiet.apart(spot, self.quiet.call("agents.sessions.rename", spot, title=title))

    def leave(self, session: SessionId) -> None:
        """No turn of a session goes on here any more; what shows one is somebody else's by now."""
        left = [event for event, live in self._lives.items() if live.spot.session == session]
        for event in left:
            self._drop(self._lives.pop(event))

    async def close(self) -> None:
        """Wait for what is under way."""
        shows = [live.showing for live in self._lives.values() if live.showing]
        await let_go(*shows)
        await self.quiet.close()

    def _show_soon(self, event: str, live: Live) -> None:
        if live.showing is None:
            live.showing = asyncio.create_task(self._keep_showing(event, live))

    async def _keep_showing(self, event: str, live: Live) -> None:
        seconds = SHOWN_AFTER_SECONDS
        while not await stood_still(seconds, self.elapsed, self.pause):
            if live.shown < len(live.steps) or live.growing.has_more:
                async with live.lock:
                    await self._show(event, live)
            seconds = BETWEEN_SECONDS

    async def _show(self, event: str, live: Live) -> None:
        live.shown = len(live.steps)
        try:
            async with asyncio.timeout(SHOWING_SECONDS):
                await self._found(event, live)
                web = await self.quiet.workspaces.web(live.spot.team)
                if live.ts:
                    await self._go_on(web, live)
                else:
                    await self._open(web, event, live)
        except (FrontdeskError, TimeoutError) as error:
            log.info("progress_not_shown", error=type(error).__name__)

    async def _go_on(self, web: SlackWeb, live: Live) -> None:
        channel, ts = live.spot.channel, live.ts
        if live.chunked:
            chunks = as_chunks(live.steps)
            if piece := live.growing.next():
                chunks.append({"type": "markdown_text", "text": piece})
            await web.call("chat.appendStream", channel=channel, ts=ts, chunks=chunks)
        else:
            await self._update(web, live)

    async def _update(self, web: SlackWeb, live: Live) -> None:
        live.under_way = True
        try:
            await web.call("chat.update", **self._plain(live), ts=live.ts)
        except SlackRefused:
            live.under_way = False
            raise
        live.under_way = False

    async def _open(self, web: SlackWeb, event: str, live: Live) -> None:
        """Open the message, and note it before it says anything."""
        live.chunked = await self._start_stream(web, live)
        if not live.chunked:
            if not live.spot.root:
                return
            await web.pace.wait_to_post(live.spot.channel)
            answer = await web.call(
                "chat.postMessage", repeat=False, thread_ts=live.spot.root, **self._plain(live)
            )
            live.ts = word(answer, "ts")
        spot = live.spot
        await self.traces.leave(event, spot.session, spot.channel, live.ts)
        if live.chunked:
            await self._go_on(web, live)

    async def _start_stream(self, web: SlackWeb, live: Live) -> bool:
        spot = live.spot
        takes = self.quiet.takes("chat.startStream", spot)
        if not takes or not spot.root or not self._may_stream():
            return False
        try:
            answer = await web.call(
                "chat.startStream",
                repeat=False,
                channel=spot.channel,
                thread_ts=spot.root,
                recipient_user_id=live.person.user,
                recipient_team_id=live.person.workspace,
                task_display_mode="timeline",
            )
        except SlackRefused:
            self.quiet.refuse("chat.startStream", spot)
            return False
        except SlackAway:
            return False  # if it began all the same, it stands empty and says nothing
        live.ts = word(answer, "ts")
        return True

    def _may_stream(self) -> bool:
        """Keep below the number of streams a minute that Slack takes."""
        now = self.elapsed()
        self._streams = [at for at in self._streams if at > now - MINUTE]
        if len(self._streams) >= STREAMS_PER_MINUTE:
            return False
        self._streams.append(now)
        return True

    def _plain(self, live: Live) -> dict[str, Any]:
        return {
            "channel": live.spot.channel,
            "text": as_line(live.steps),
            "unfurl_links": False,
            "unfurl_media": False,
        }

    async def _found(self, event: str, live: Live) -> None:
        """Learn where the message stands that an earlier attempt has opened."""
        if live.again and not live.ts:
            live.ts = await self._left_behind(event)
        live.again = False

    async def _left_behind(self, event: str) -> str:
        found = await self.traces.find(event)
        if found is None:
            return ""
        team = found.session.split("/")[1]
        await self._stop_stream(Spot(team, found.channel, "", found.session), found.message)
        return found.message

    async def _stop(self, live: Live) -> None:
        if live.ts and live.chunked:
            await self._stop_stream(live.spot, live.ts)

    async def _stop_stream(self, spot: Spot, ts: str) -> None:
        await self.quiet.call("chat.stopStream", spot, channel=spot.channel, ts=ts)

    async def _status(self, spot: Spot, status: str, person: Person | None) -> None:
        by = person.user if person and person.workspace == spot.team else None
        await self.quiet.call(
            "agents.sessions.setStatus", spot, status=status, initiator_user_id=by
        )

    def _drop(self, live: Live) -> None:
        if live.showing is not None:
            live.showing.cancel()
