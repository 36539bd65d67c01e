"""Memory in memory: lines found by their words, summaries kept beside the turns."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from typing_extensions import override

from agents.kit.values.model import Usage
from agents.kit.values.person import Person
from bot.core.ports.memory import Due, Recall, RecallQuery, Summaries
from bot.domain.budget import DailyUsage as Used
from bot.domain.budget import name_day
from bot.domain.ids import SessionId, TurnId
from bot.domain.memory import Passage, Summary, Whose
from bot.domain.messages import Thread, TranscriptLine
from bot.domain.operations import Unremembered, is_about, name_channel, name_workspace
from bot.domain.requests import RequestStatus
from bot.language.words import signs, words
from bot.storage.memory.search_index import (
    CLAIMED,
    DUE_LINES,
    KEPT_BACK,
    MOST_COVERED,
    MOST_OF_A_WORD,
)
from tests.fakes.store.state import InMemory, Tables


@dataclass
class MemoryMemory(Recall, Summaries):
    """These ports over the store in memory; a line's number is its place among its owner's."""

    store: InMemory

    @override
    async def find(self, wanted: RecallQuery) -> list[Passage]:
        found: dict[tuple[SessionId, int], Passage] = {}
        channel = name_channel(wanted.thread)
        for word in wanted.words:
            hits = [
                passage
                for session in self.store.tables.said
                if name_channel(Thread.of(session)) == channel
                for passage in lines_of(self.store.tables, Whose(session, wanted.person))
                if _has(passage.text, word) and (wanted.discreet or not passage.private)
            ]
            newest = sorted(hits, key=lambda passage: passage.at)[-MOST_OF_A_WORD:]
            found |= {(passage.session, passage.number): passage for passage in newest}
        return list(found.values())

    @override
    async def keep_up(self) -> None:
        """Nothing to do: there is no index."""

    @override
    async def due(self, most: int, platforms: Container[str]) -> list[Due]:
        return list(islice(self._due(platforms), most))

    @override
    async def save(self, due: Due, summary: Summary, spent: Usage | None = None) -> bool:
        if spent:
            count_call(self.store, due.whose, spent)
        key = (due.whose.session, due.whose.person)
        kept, claim = self.store.tables.summaries.get(key, (Summary(), None))
        if kept.version != due.summary.version or str(claim) != due.claim:
            return False
        grown = replace(summary, version=kept.version + 1)
        self.store.tables.summaries[key] = (grown, None)
        return True

    async def expire(self, before: datetime) -> int:
        """Delete all that was said, decided and done before a moment; say how many lines."""
        tables = self.store.tables
        deleted = sum(_expire_lines(tables, session, before) for session in list(tables.said))
        for pair, (kept, claim) in list(tables.summaries.items()):
            if (rest := kept.since(before)) != kept:
                tables.summaries[pair] = (replace(rest, version=kept.version + 1), claim)
        for id_, request in list(tables.requests.items()):
            if request.status is not RequestStatus.PENDING and request.expires_at < before:
                del tables.requests[id_]
        judged = [key for key, given in tables.feedback.items() if given.at < before]
        for key in judged:
            del tables.feedback[key]
        return deleted

    def _due(self, platforms: Container[str]) -> Iterator[Due]:
        tables, now = self.store.tables, self.store.now
        for session, person in pairs_of(tables):
            if Thread.of(session).platform not in platforms:
                continue
            kept, claim = tables.summaries.get((session, person), (Summary(), None))
            lines = [p for p in lines_of(tables, Whose(session, person)) if p.number > kept.until][
                :MOST_COVERED
            ]
            if len(lines) < DUE_LINES or (claim is not None and claim >= now):
                continue
            until = now + CLAIMED
            tables.summaries[session, person] = (kept, until)
            covered = tuple(lines[:-KEPT_BACK])
            yield Due(Whose(session, person), kept, covered, str(until))


def count_call(store: InMemory, whose: Whose, spent: Usage) -> None:
    """Count one model call that no turn asked for."""
    workspace = name_workspace(Thread.of(whose.session))
    key = (whose.person, workspace, name_day(store.now))
    tokens = (spent.input_tokens, spent.output_tokens, spent.cost_micros)
    used = store.tables.usage
    used[key] = used.get(key, Used()).plus(Used(0, 1, *tokens))


def lines_of(tables: Tables, whose: Whose) -> list[Passage]:
    """What a person said, and was told, in a session, oldest first."""
    lines = (
        line for line in tables.said.get(whose.session, []) if not (line.source or line.withheld)
    )
    own = (line for line in lines if owner_of(line) == whose.person.key)
    return [
        Passage(
            number,
            whose.session,
            line.turn,
            line.by_bot,
            line.speaker,
            line.text,
            line.at,
            line.private,
        )
        for number, line in enumerate(own, start=1)
    ]


def owner_of(line: TranscriptLine) -> str:
    """Whose a line is: who said it, or to whom the bot did."""
    return line.to if line.by_bot else line.speaker


def forget_turns(tables: Tables, deed: Unremembered) -> None:
    """Delete what a person said, and was told, in some turns, and what summaries made of it."""
    trim(tables, deed.session, {*deed.turns})
    drop(tables, deed.session, deed.person.key, {*deed.turns})
    for turn in deed.turns:
        event = tables.event(turn)
        if event and event.incoming.person == deed.person and event.status != "waiting":
            tables.journal.pop(turn, None)
    gone = [
        id_
        for id_, reply in tables.replies.items()
        if reply.thread.session == deed.session and is_about(reply, deed)
    ]
    for id_ in gone:
        del tables.replies[id_]
    tables.sent -= {*gone}


def drop(tables: Tables, session: SessionId, owner: str, turns: set[TurnId]) -> int:
    """Delete the lines of an owner, and count their summary back by those it covered."""
    pair = next(
        (pair for pair in tables.summaries if (pair[0], pair[1].key) == (session, owner)), None
    )
    kept, claim = tables.summaries[pair] if pair else (Summary(), None)
    before = tables.said.get(session, [])
    own = [
        line for line in before if not (line.source or line.withheld) and owner_of(line) == owner
    ]
    covered = sum(line.turn in turns for line in own[: kept.until])
    rest = [line for line in before if not (owner_of(line) == owner and line.turn in turns)]
    tables.said[session] = rest
    if pair:
        tables.summaries[pair] = (replace(kept, until=kept.until - covered), claim)
    return len(before) - len(rest)


def _expire_lines(tables: Tables, session: SessionId, before: datetime) -> int:
    lines = tables.said[session]
    old = [line for line in lines if line.at < before]
    turns = {line.turn for line in old}
    for owner in {owner_of(line) for line in old}:
        drop(tables, session, owner, turns)
    tables.said[session] = [line for line in tables.said[session] if line.at >= before]
    speaking = {owner_of(line) for line in tables.said[session]}
    for where, person in list(tables.decisions):
        if where == session and person.key not in speaking:
            del tables.decisions[where, person]
    return len(old)


def trim(tables: Tables, session: SessionId, turns: set[TurnId]) -> None:
    """Take what comes from these turns out of a session's summaries."""
    for (where, person), (kept, claim) in list(tables.summaries.items()):
        if where == session:
            rest = replace(kept.without(turns), version=kept.version + 1)
            tables.summaries[where, person] = (rest, claim)


def pairs_of(tables: Tables) -> list[tuple[SessionId, Person]]:
    """Everybody of whom there are lines, in each session."""
    owners = {(session, owner_of(line)) for session, said in tables.said.items() for line in said}
    return [(session, Person.of(owner)) for session, owner in sorted(owners) if owner]


def _has(text: str, word: str) -> bool:
    looked_for = words(word)
    return bool(looked_for) and {*words(text), *signs(text)}.issuperset(looked_for)
