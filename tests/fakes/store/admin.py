"""What a turn changes besides its conversation, and what may be seen of it, in memory."""

from dataclasses import dataclass
from datetime import datetime

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.admin import ALL, AdminViews, AuditLog, Operations, Scope, Seen
from bot.core.ports.turns import Ending
from bot.domain.audit_log import ALLOWED, AuditBatch, AuditLink, ChainHead, SealedHead
from bot.domain.budget import DailyUsage, name_day
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Thread, TranscriptLine
from bot.domain.operations import (
    EVERYWHERE,
    Attended,
    Forgotten,
    Operation,
    Paused,
    Quieted,
    Resumed,
    Unlinked,
    Unremembered,
    blank_words,
    concerns,
    name_channel,
    name_workspace,
)
from bot.domain.requests import Request, RequestStatus
from bot.storage.turns.inbox import make_dedupe_key
from tests.fakes.store.linked_accounts import forget_links, leave
from tests.fakes.store.plans import forget_plans
from tests.fakes.store.search_index import forget_turns, trim
from tests.fakes.store.state import Event, InMemory, Tables


def clear(tables: Tables, ending: Ending) -> None:
    """Delete what is to be forgotten, before anything new is written."""
    for deed in ending.besides.deeds:
        if isinstance(deed, Forgotten):
            forget(tables, deed)
        elif isinstance(deed, Unremembered):
            forget_turns(tables, deed)
    if changed := {line.turn for line in ending.rewritten}:
        trim(tables, ending.session, changed)


def carry_out(tables: Tables, ending: Ending, person: Person, now: datetime) -> None:
    """Do all else, and tell the audit."""
    besides = ending.besides
    workspace = name_workspace(Thread.of(ending.session))
    for deed in besides.deeds:
        do(tables, deed)
    for place, errand in enumerate(besides.errands, start=1):
        turn = TurnId(f"{ending.turn}.errand{place}")
        tables.events.setdefault(make_dedupe_key(errand), Event(turn, errand, now))
    if besides.usage != DailyUsage():
        key = (person, workspace, name_day(now))
        tables.usage[key] = tables.usage.get(key, DailyUsage()).plus(besides.usage)
    tell(
        tables, AuditBatch(now, workspace, ending.session, ending.turn, person.key, besides.audit)
    )


def tell(tables: Tables, note: AuditBatch) -> None:
    """Hang a note on the chain; nothing if it tells nothing."""
    if note.entries:
        tables.audit.append(head_of(tables).link(note))


def head_of(tables: Tables) -> ChainHead:
    """The end of the chain."""
    return ChainHead(len(tables.audit), tables.audit[-1].hash) if tables.audit else ChainHead()


def do(tables: Tables, deed: Operation) -> None:
    """Do one deed; forgetting comes before all else, and is a matter of `forget`."""
    match deed:
        case Paused():
            tables.pauses.setdefault(deed.workspace, deed)
        case Resumed(workspace):
            kept = tables.pauses if workspace != EVERYWHERE else {}
            tables.pauses = {place: p for place, p in kept.items() if place != workspace}
        case Quieted(session, quiet, _by):
            (tables.quiet.add if quiet else tables.quiet.discard)(session)
        case Attended(thread, mode, _by):
            tables.modes[name_channel(thread)] = mode
        case Unlinked(whom, at):
            leave(tables, whom, at)
        case Forgotten() | Unremembered():
            pass


def forget(tables: Tables, deed: Forgotten) -> None:
    """Delete what a session keeps of what a person said and was told."""
    session, person = deed.session, deed.person
    lines = tables.said.get(session, [])
    theirs = [line for line in lines if person.key in {line.speaker, line.to}]
    turns = {line.turn for line in theirs}
    for event in tables.events.values():
        if event.session == session and event.incoming.person == person:
            turns |= {event.turn} if event.status != "waiting" else set()
            event.status = "done" if event.status == "parked" else event.status
    tables.said[session] = [line for line in lines if not _is_theirs(line, person, turns)]
    for turn in turns:
        tables.journal.pop(turn, None)
    tables.participants.pop((session, person), None)
    tables.diaries.pop((session, person), None)
    forget_plans(tables, session, person)
    tables.decisions.pop((session, person), None)
    tables.summaries.pop((session, person), None)
    forget_links(tables, person)
    _forget_replies(tables, deed)
    for id_, request in tables.requests.items():
        is_closed = request.session == session and request.status is not RequestStatus.PENDING
        if is_closed and concerns(request, person):
            tables.requests[id_] = blank_words(request, person)


def _is_theirs(line: TranscriptLine, person: Person, turns: set[TurnId]) -> bool:
    before_noted = line.by_bot and not line.to and line.turn in turns
    return person.key in {line.speaker, line.to} or before_noted


def _forget_replies(tables: Tables, deed: Forgotten) -> None:
    to_them = [
        id_
        for id_, reply in tables.replies.items()
        if reply.thread.session == deed.session and reply.to == deed.person
    ]
    for id_ in to_them:
        del tables.replies[id_]
    tables.sent -= {*to_them}
    judged = [key for key in tables.feedback if key[1] == deed.person and key[0] in to_them]
    for key in judged:
        del tables.feedback[key]


@dataclass(slots=True)
class MemoryOversight(AdminViews, AuditLog, Operations):
    """Reads the tables of the store in memory, and acts on them without a turn."""

    store: InMemory

    @override
    async def paused(self, workspace: str) -> Paused | None:
        pauses = self.store.tables.pauses
        return pauses.get(EVERYWHERE) or pauses.get(workspace)

    @override
    async def pauses(self) -> list[Paused]:
        return [pause for _place, pause in sorted(self.store.tables.pauses.items())]

    @override
    async def seen(self, scope: Scope, most: int = ALL) -> list[Seen]:
        tables = self.store.tables
        found = [
            Seen(session, tables.epochs[session][1], participant)
            for (session, person), participant in tables.participants.items()
            if scope.holds(session, person)
        ]
        named = sorted(found, key=lambda one: (one.session, one.participant.person.key))
        return sorted(named, key=lambda one: one.at, reverse=True)[:most]

    @override
    async def open_requests(self, scope: Scope) -> list[Request]:
        pending = (
            r for r in self.store.tables.requests.values() if r.status is RequestStatus.PENDING
        )
        return [request for request in pending if scope.covers(request.session)]

    @override
    async def sessions_of(self, person: Person, scope: Scope) -> list[SessionId]:
        tables = self.store.tables
        known = [session for session, who in tables.participants if who == person]
        acted = [SessionId(link.session) for link in tables.audit if link.person == person.key]
        return sorted({session for session in (*known, *acted) if scope.covers(session)})

    @override
    async def used(self, person: Person, workspace: str, since: str) -> dict[str, DailyUsage]:
        mine = {
            day: usage
            for (who, where, day), usage in self.store.tables.usage.items()
            if (who, where) == (person, workspace) and day >= since
        }
        return dict(sorted(mine.items()))

    @override
    async def used_together(self, workspace: str, day: str) -> DailyUsage:
        together = DailyUsage()
        for (_who, where, on), usage in self.store.tables.usage.items():
            if (where, on) == (workspace, day):
                together = together.plus(usage)
        return together

    @override
    async def last(self, most: int, workspace: str | None = None) -> list[AuditLink]:
        audit = self.store.tables.audit
        where = {workspace, EVERYWHERE}
        return [link for link in audit if workspace is None or link.workspace in where][-most:]

    @override
    async def after(self, number: int) -> list[AuditLink]:
        return [link for link in self.store.tables.audit if link.number > number]

    @override
    async def kept(self) -> SealedHead:
        return SealedHead(head_of(self.store.tables))

    @override
    async def begin(self) -> None:
        return None  # nothing in memory is sealed

    @override
    async def adopt(self) -> None:
        return None

    @override
    async def admins(self, workspace: str) -> list[str]:
        acted = (
            link
            for link in self.store.tables.audit
            if link.workspace == workspace and ALLOWED in link.entries
        )
        return list(dict.fromkeys(link.person for link in acted))

    @override
    async def act(self, deeds: tuple[Operation, ...], told: AuditBatch) -> None:
        for deed in deeds:
            do(self.store.tables, deed)
        tell(self.store.tables, told)
