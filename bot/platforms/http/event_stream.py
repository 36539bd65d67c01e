"""The events of a session: a page of them, or a stream that can be taken up again anywhere.

id: 17            the number to go on behind: Last-Event-ID
event: message    what a reply is; progress has no id, for nobody keeps it
data: {…}
"""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass, replace

import structlog
from starlette.responses import StreamingResponse

from bot.core.ports.http_api import HttpEvent as KeptEvent
from bot.domain.errors import StoreAway
from bot.domain.ids import SessionId
from bot.platforms.http.authentication import Authenticator
from bot.platforms.http.endpoints import ApiAnswer, ApiCall, Endpoint, PageOfNumbers, page_of
from bot.platforms.http.models import EventModel
from bot.platforms.http.pubsub import Listener, ProgressNote
from bot.platforms.http.sessions import ApiTurns, own_session
from bot.platforms.http.validation import Problem, number_of

STREAM = "text/event-stream"
AT_ONCE = 100
LOOK_SECONDS = 2.0  # another process may carry the turns out
HEARTBEAT_LOOKS = 7
RETRY_MILLISECONDS = 2000
MOST_STREAMS = 200

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class EventEndpoints:
    """Answers calls for events."""

    turning: ApiTurns
    door: Authenticator

    def endpoints(self) -> list[Endpoint]:
        """What may be called."""
        path = "/sessions/{session_id}/events"
        does = "Read what went out in a session; as a stream if you accept text/event-stream"
        return [
            Endpoint(
                "GET",
                path,
                does,
                self.read,
                list[EventModel],
                query=PageOfNumbers,
                refuses=(404, 503),
                streams=True,
            )
        ]

    async def read(self, call: ApiCall) -> ApiAnswer | StreamingResponse:
        """Give a page, or begin a stream."""
        own = await own_session(self.turning, call)
        if STREAM in call.request.headers.get("accept", ""):
            return self._stream(call, own.session)
        found = await self.turning.published.events(
            own.session, call.person, call.query.limit, call.after
        )
        whole = [self._whole(own.session, event) for event in found]
        return page_of(call, whole, event_as_sent, number_as_cursor)

    def _stream(self, call: ApiCall, session: SessionId) -> StreamingResponse:
        last = call.request.headers.get("last-event-id", "") or call.query.cursor
        after = number_of(last)
        if self.turning.hub.count >= MOST_STREAMS:
            raise Problem(503, "Too many listen already.", headers={"retry-after": "30"})
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(
            self._told(call, session, after), headers=headers, media_type=STREAM
        )

    async def _told(self, call: ApiCall, session: SessionId, after: int) -> AsyncIterator[str]:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        silent = 0
        with self.turning.hub.listen(session) as listener:
            while not self.turning.hub.is_closed:
                found = await self._next(call, session, after)
                if found is None:
                    return
                written = "".join([*_progress(listener), *map(_written, found)])
                after = found[-1].number if found else after
                silent = 0 if written else silent + 1
                if silent > HEARTBEAT_LOOKS:
                    written, silent = ": still here\n\n", 0
                if written:
                    yield written
                if len(found) < AT_ONCE:
                    await listener.wait(LOOK_SECONDS)

    async def _next(
        self, call: ApiCall, session: SessionId, after: int
    ) -> Sequence[KeptEvent] | None:
        """What follows; None when the stream ends, because its reader may read no more."""
        try:
            if not await self.door.is_still(call.caller):
                return None
            found = await self.turning.published.events(session, call.person, AT_ONCE, after)
            return [self._whole(session, event) for event in found]
        except StoreAway as error:
            log.warning("stream_ended", error=str(error))
            return None

    def _whole(self, session: SessionId, event: KeptEvent) -> KeptEvent:
        """Give an event the words that are kept in no store, while there are any."""
        words = self.turning.hub.held(session, event.body.get("id"))
        return replace(event, body={**event.body, "text": words}) if words else event


def number_as_cursor(event: KeptEvent) -> str:
    """The cursor of an event."""
    return str(event.number)


def event_as_sent(event: KeptEvent) -> EventModel:
    """Write an event of a page."""
    return EventModel(id=event.number, kind=event.kind, ts=event.at, body=dict(event.body))


def _written(event: KeptEvent) -> str:
    told = {**event.body, "kind": event.kind, "ts": event.at.isoformat()}
    return f"id: {event.number}\nevent: {event.kind}\ndata: {json.dumps(told)}\n\n"


def _progress(listener: Listener) -> list[str]:
    return [_doing(listener.progress.popleft()) for _ in range(len(listener.progress))]


def _doing(doing: ProgressNote) -> str:
    return f"event: progress\ndata: {json.dumps(asdict(doing))}\n\n"
