"""Recall: whether a message points beyond what is shown word for word, and what it points to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.core.ports.memories import Wanted
from bot.core.remembering.meaning import merged, near
from bot.core.turn.window import is_long, surely_shown
from bot.core.turn.work import Work
from bot.domain.ids import SessionId, TurnId
from bot.domain.memory import Passage
from bot.domain.messages import TranscriptLine
from bot.language.lexicon import is_of_past, is_question, speaks_of_past
from bot.language.words import is_telling, whole_words, words

MOST_WORDS = 8
MOST_PASSAGES = 5
MOST_RANKED = 20  # those beyond the best may be among them once both rankings are one
PASSAGE_CHARACTERS = 400


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
    looked_for = sought(work.transcript.text, work.transcript.recent)
    if not looked_for or work.author != work.person.identity:
        return Recalled()
    wanted = Wanted(work.incoming.thread, work.author, looked_for, discreet)
    found = await work.services.recall.find(wanted)
    shown = {(work.session, line.turn) for line in surely_shown(work.transcript.recent)}

    def _beyond(found: Iterable[Passage]) -> list[Passage]:
        return [p for p in found if (p.session, p.turn) not in shown and _is_past(work, p)]

    alike = await near(work, wanted)
    best = merged(ranked(_beyond(found), looked_for, MOST_RANKED), _beyond(alike.passages))
    return Recalled(tuple(best[:MOST_PASSAGES]), looked_for, alike.note)


def sought(text: str, recent: Sequence[TranscriptLine]) -> tuple[str, ...]:
    """The words to look for; none if there is no need.

    In a young thread nothing is looked up for a wish; for what was said another time it is.
    """
    is_past = speaks_of_past(text)
    if not is_past and not is_long(recent):
        return ()
    every = whole_words(text)
    found = [word for word in every if is_telling(word) and not is_of_past(word)] or list(every)
    known = frozenset[str]().union(*(words(line.text) for line in surely_shown(recent)))
    unknown = [word for word in found if not known.issuperset(words(word))]
    if not unknown and not is_past:
        return ()
    return tuple(dict.fromkeys((*unknown, *found)))[:MOST_WORDS]


def asks(text: str) -> bool:
    """Say whether a text is a question, or speaks of the past."""
    return is_question(text) or speaks_of_past(text)


def ranked(
    found: Iterable[Passage], looked_for: Sequence[str], most: int = MOST_PASSAGES
) -> tuple[Passage, ...]:
    """The best of each turn: what shares the rarer words first, then the newer."""
    passages = list(found)
    bags = {id(passage): frozenset(words(passage.text)) for passage in passages}
    stems = frozenset[str]().union(*map(words, looked_for))
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
