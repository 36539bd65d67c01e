"""Edits, deletions and wishes to stop in memory: what waits behind a turn, what they are about."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from bot.core.ports.turns import EFFECT, HEEDED, Ending, Original, WaitingEvent
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Kind, TranscriptLine
from bot.storage.turns.inbox import HALT, name_kind
from bot.storage.turns.revisions import MOST_BEHIND, describe_effects
from tests.fakes.store.state import Event, InMemory

REVISING = {Kind.EDIT, Kind.DELETION}


class MemoryLater(InMemory):
    """The part of the turns that looks behind and back."""

    async def behind(self, turn: TurnId) -> tuple[WaitingEvent, ...]:
        """What is behind a turn by now, of the sort a turn begins with."""
        later = (e for e in self._after(turn) if name_kind(e.incoming) in {*REVISING, HALT})
        return tuple(_waiting(event) for event in later)[:MOST_BEHIND]

    async def next_messages(self, turn: TurnId, most: int) -> tuple[WaitingEvent, ...]:
        """The events that come next after a turn, up to the first that is no message."""
        after = list(self._after(turn))[:most]
        said = takewhile(lambda event: name_kind(event.incoming) == Kind.MESSAGE, after)
        return tuple(_waiting(event) for event in said)

    def _after(self, turn: TurnId) -> Iterator[Event]:
        events = [*self.tables.events.values()]
        here = next((n for n, event in enumerate(events) if event.turn == turn), len(events))
        session = events[here].session if here < len(events) else None
        later = events[here + 1 :]
        return (e for e in later if e.session == session and e.status == "waiting")

    def _original(self, revision: Event) -> Original | None:
        about = revision.incoming
        session, author = about.thread.session, about.person.key
        lines = tuple(
            line
            for line in self.tables.said.get(session, [])
            if line.message == about.message and line.speaker == author
        )
        kept = [e for e in self.tables.events.values() if _is_original(e, about)]
        if about.kind not in REVISING or not about.message or not (lines or kept):
            return None
        turns = dict.fromkeys((*(line.turn for line in lines), *(e.turn for e in kept)))
        first = self.tables.event(lines[0].turn) if lines else kept[0]
        parked = next((event.turn for event in kept if event.status == "parked"), None)
        effects = self._effects(session, first, revision) if first else ()
        return Original(tuple(turns), lines, effects, is_recent=bool(first), parked=parked)

    def _is_gone(self, incoming: Incoming) -> bool:
        if name_kind(incoming) != Kind.MESSAGE or not incoming.message:
            return False
        return any(
            event.status == "done"
            and event.incoming.kind is Kind.DELETION
            and (event.incoming.message, event.session)
            == (incoming.message, incoming.thread.session)
            and event.incoming.person == incoming.person
            for event in self.tables.events.values()
        )

    def _effects(self, session: SessionId, first: Event, revision: Event) -> tuple[str, ...]:
        events = [*self.tables.events.values()]
        since = (
            event
            for event in events[events.index(first) :]
            if event.session == session and event.turn != revision.turn
        )
        return describe_effects(
            revision.incoming.person.key,
            (
                (event.turn, step, entry, event.incoming.person.key)
                for event in since
                for step, entry in sorted(self.tables.journal.get(event.turn, {}).items())
                if step.startswith(EFFECT)
            ),
        )

    def _apply_later(self, ending: Ending) -> None:
        """Make the changes a turn makes to earlier ones and to those behind it."""
        for waiting in ending.taken:
            event = self.tables.event(waiting.turn)
            if event and event.status != "done":
                event.status, event.done_at = "done", self._clock.now()
        for turn in ending.heeded:
            self.tables.journal.setdefault(turn, {}).setdefault(HEEDED, True)
        changed = {_name(line): line.text for line in ending.rewritten}
        lines = self.tables.said.get(ending.session, [])
        for place, line in enumerate(lines):
            if not line.by_bot and _name(line) in changed:
                lines[place] = replace(line, text=changed[_name(line)], withheld=False)
        for given in ending.feedback:
            if given.reply in self.tables.replies:
                self.tables.feedback[given.reply, given.person] = given


def _waiting(event: Event) -> WaitingEvent:
    return WaitingEvent(event.turn, event.incoming, event.received_at)


def _is_original(event: Event, about: Incoming) -> bool:
    incoming = event.incoming
    return (
        incoming.message == about.message
        and incoming.thread == about.thread
        and incoming.person == about.person
        and name_kind(incoming) == Kind.MESSAGE
    )


def _name(line: TranscriptLine) -> tuple[TurnId, str, str]:
    return line.turn, line.message, line.source
