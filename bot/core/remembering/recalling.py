"""Recall: whether a message points beyond what is shown word for word, and what it points to."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.core.matching.terms import Kind, bag, terms
from bot.core.ports.memories import Wanted
from bot.core.remembering.meaning import merged, near
from bot.core.turn.window import is_long, surely_shown
from bot.core.turn.work import Work
from bot.domain.ids import SessionId, TurnId
from bot.domain.memory import Passage
from bot.domain.messages import Said

MOST_WORDS = 8
MOST_PASSAGES = 5
MOST_RANKED = 20  # those beyond the best may be among them once both rankings are one
PASSAGE_CHARACTERS = 400

# In a young thread nothing is looked up for a wish; for what was said another time it is.
_SPOKE = "say|said|tell|told|mention(?:ed)?|talk(?:ed)?|discuss(?:ed)?|agreed?|write|wrote"
_PAST = re.compile(
    r"\b(?:remember|recall|remind(?:ed)?|earlier|previously|yesterday"
    r"|last (?:time|week|month|year)"
    rf"|(?:(?:did|have|had) )?(?:i|you|we) (?:once |already )?(?:{_SPOKE}))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was found, best first, the words it was looked for with, and how else it was."""

    passages: tuple[Passage, ...] = ()
    words: tuple[str, ...] = ()
    note: str = ""


async def recall(work: Work, *, discreet: bool) -> Recalled:
    """Look for what the author's words point to beyond the recent lines; once a turn.

    It costs nothing where nothing is to be found: in a thread as short as what is shown, unless
    the words speak of the past, and for words that all stand in the lines shown.
    """
    words = sought(work.text, work.beginning.recent)
    if not words or work.author != work.participant.person:
        return Recalled()
    wanted = Wanted(work.beginning.incoming.thread, work.author, words, discreet)
    found = await work.services.recall.find(wanted)
    shown = {(work.session, line.turn) for line in surely_shown(work.beginning.recent)}

    def _beyond(found: Iterable[Passage]) -> list[Passage]:
        return [p for p in found if (p.session, p.turn) not in shown and _is_past(work, p)]

    alike = await near(work, wanted)
    best = merged(ranked(_beyond(found), words, MOST_RANKED), _beyond(alike.passages))
    return Recalled(tuple(best[:MOST_PASSAGES]), words, alike.note)


def sought(text: str, recent: Sequence[Said]) -> tuple[str, ...]:
    """The words to look for; none if there is no need."""
    if not is_long(recent) and not _PAST.search(text):
        return ()
    every = [term for term in terms(text) if len(term.text) > 1]
    found = [term for term in every if term.kind is not Kind.WEAK] or every
    known = frozenset[str]().union(*(bag(line.text) for line in surely_shown(recent)))
    unknown = [term for term in found if not bag(term.shown) <= known]
    if not unknown and not _PAST.search(text):
        return ()
    return tuple(dict.fromkeys(term.shown for term in (*unknown, *found)))[:MOST_WORDS]


def asks(text: str) -> bool:
    """Say whether a text is a question, or speaks of the past."""
    return text.rstrip().endswith("?") or _PAST.search(text) is not None


def ranked(
    found: Iterable[Passage], words: Sequence[str], most: int = MOST_PASSAGES
) -> tuple[Passage, ...]:
    """The best of each turn: what shares the rarer words first, then the newer."""
    passages = list(found)
    bags = {id(passage): bag(passage.text) for passage in passages}
    stems = frozenset[str]().union(*map(bag, words))
    often = {stem: sum(stem in words_ for words_ in bags.values()) for stem in stems}

    def score(passage: Passage) -> tuple[float, bool, int]:
        shared = stems & bags[id(passage)]
        return (sum(1 / often[stem] for stem in shared), not passage.by_bot, passage.number)

    best: dict[tuple[SessionId, TurnId], Passage] = {}
    for passage in sorted(passages, key=score, reverse=True):
        best.setdefault((passage.session, passage.turn), passage)
    return tuple(best.values())[:most]


def _is_past(work: Work, passage: Passage) -> bool:
    """Leave out what another thread heard since: a turn that begins again finds the same."""
    return passage.session == work.session or passage.at < work.beginning.received_at
