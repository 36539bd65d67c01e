"""The ten things that must be true of a history, whatever happened in it."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.domain.audit_log import ChainCheck
from bot.domain.messages import Kind
from tests.faults.histories.consent import Consent
from tests.faults.histories.staff import CANARY
from tests.faults.histories.stores import Books
from tests.faults.histories.world import World

LONGEST_TURN_SECONDS = 126.0
ASIDE = re.compile(r"status|tasks|why|help|pause|unpause", re.IGNORECASE)
SPOKEN = {Kind.MESSAGE, Kind.COMMAND, Kind.PRESS}


@dataclass
class Past:
    """The order of events, though the store forgets them, and those that need no answer."""

    ranks: dict[str, int] = field(default_factory=dict)
    silenced: set[str] = field(default_factory=set)

    def note(self, books: Books) -> None:
        """Remember in which order events were accepted."""
        for row in books.events:
            event = row.key.partition("/")[2].partition("/")[2]
            self.ranks.setdefault(event, len(self.ranks))


def violations(world: World, books: Books, consent: Consent, past: Past) -> list[str]:
    """Everything that must not be, once all is quiet."""
    past.note(books)
    cards = list(world.cards.values())
    return [
        *(f"1 {lacking}" for lacking in consent.lacking(world.ledger.deeds, cards)),
        *(f"2 {twice}" for twice in _twice(world)),
        *(f"3 {event} has no end" for event in _endless(world, past)),
        *(f"4 {event}" for event in _answered_otherwise(world)),
        *(f"5 {event}" for event in _out_of_order(world, past)),
        *(f"6 {read}" for read in _read_across(world)),
        *(f"7 {canary}" for canary in _leaks(world, books)),
        *(f"8 {difference}" for difference in _told_otherwise(world, books)),
        *(f"9 {turn} took {took:.0f} s" for took, turn in _too_long(world)),
        *(f"10 {row.key} waits" for row in books.events if row.status == "waiting"),
        *(f"10 {reply} is not sent" for reply in books.unsent),
    ]


def _twice(world: World) -> Iterator[str]:
    """A key names one execution; what takes none runs once in a turn that was begun again.

    A worker that stood still just before it acts cannot be fenced off from the outside: only
    a key can. What it orders late, after another was told that there was no order, is let pass.
    """
    times = Counter(deed.key for deed in world.ledger.deeds if deed.key)
    yield from (key for key, count in times.items() if count > 1)
    without = Counter(
        (deed.turn, deed.tool, deed.arguments)
        for deed in world.ledger.deeds
        if not deed.key and not (deed.tool == "cake" and deed.is_late)
    )
    yield from (str(deed) for deed, count in without.items() if count > 1)


def _endless(world: World, past: Past) -> Iterator[str]:
    """What was acknowledged is answered, set aside or refused; changes may have no answer."""
    answered = {reply.reply_to for reply in world.platform.posts.values()}
    for event, incoming in world.acknowledged.items():
        must_speak = incoming.kind in SPOKEN and event not in past.silenced
        if (must_speak and event not in answered) or event not in past.ranks:
            yield event


def _answered_otherwise(world: World) -> Iterator[str]:
    """All answers to an event are of one turn, answered or set aside, and never change."""
    yield from world.platform.contradictions
    turns: dict[str, set[str]] = defaultdict(set)
    parked: dict[str, set[bool]] = defaultdict(set)
    for reply in world.platform.posts.values():
        turns[reply.reply_to].add(re.split(r"[./]", reply.id)[0])
        parked[reply.reply_to].add("/parked/" in reply.id)
    yield from (event for event, of in turns.items() if len(of) > 1)
    yield from (event for event, of in parked.items() if len(of) > 1)


def _out_of_order(world: World, past: Past) -> Iterator[str]:
    """In a thread, answers come in the order of the events, but for what is told aside."""
    aside = {i.id for i in world.acknowledged.values() if ASIDE.search(i.text)}
    last: dict[str, int] = defaultdict(int)
    for reply in world.platform.posts.values():
        event, session = reply.reply_to, reply.thread.session
        if event in aside or event not in past.ranks or not event.startswith("event-"):
            continue
        if past.ranks[event] < last[session]:
            yield event
        last[session] = past.ranks[event]


def _read_across(world: World) -> Iterator[str]:
    yield from (f"{r.person} read {r.owner}" for r in world.ledger.reads if r.owner != r.person)
    yield from world.ledger.shown


def _leaks(world: World, books: Books) -> Iterator[str]:
    """A secret is nowhere; what is private is where only its owner reads."""
    yield from (f"PW-{user} is kept" for kind, user in CANARY.findall(books.clear) if kind == "PW")
    yield from (f"in progress: {line}" for line in world.platform.doing if CANARY.search(line))
    for reply in world.platform.posts.values():
        for kind, user in CANARY.findall(reply.text):
            is_for_owner = reply.private and reply.to is not None and reply.to.user == user
            is_alone = reply.thread.channel == f"D-{user}"
            if kind == "PW" or not (is_for_owner or is_alone):
                yield f"{kind}-{user} in {reply.id} in {reply.thread.session}"


def _told_otherwise(world: World, books: Books) -> Iterator[str]:
    """The chain is whole, and tells of each effect that happened, and of no other."""
    check = ChainCheck()
    for link in books.links:
        check.follow(link)
    check.ends_at(books.head)
    yield from check.problems
    done: Counter[str] = Counter()
    perhaps: set[str] = set()
    for link in books.links:
        for entry in link.told:
            if entry["act"] == "effect" and entry["outcome"] == "done":
                done[str(entry["key"])] += 1
            elif entry["act"] == "effect" and entry["outcome"] in {"unknown", "failed"}:
                perhaps.add(str(entry["key"]))
            elif entry["act"] == "parked":
                perhaps |= {str(key) for key in entry["keys"]}  # type: ignore[union-attr]
    yield from (f"told twice: {key}" for key, times in done.items() if times > 1)
    keys = {deed.key for deed in world.ledger.deeds if deed.key}
    aside = {link.turn for link in books.links for e in link.told if e["act"] == "parked"}
    # Of a turn that was set aside it is told that a part of it may have been done.
    perhaps |= {key for key in keys if key.partition(":")[0] in aside}
    yield from (f"not told: {key}" for key in keys - done.keys() - perhaps)
    turns = {deed.turn for deed in world.ledger.deeds}
    yield from (f"did not happen: {k}" for k in done if k.partition(":")[0] not in turns)


def _too_long(world: World) -> Iterator[tuple[float, str]]:
    yield from (one for one in world.lasted if one[0] > LONGEST_TURN_SECONDS)
