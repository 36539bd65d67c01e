"""Recall by meaning: lines that say it in other words, where embeddings are configured.

It adds to what the words of a message find, and never holds it up for long: without an answer in
time the words alone count, which is logged and shown to whoever asks why.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TypeVar

import structlog
from pydantic import TypeAdapter

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Usage
from bot.core.ports.memory import ByMeaning, Embeddings, Place, RecallQuery, TextsRefused
from bot.core.prompts.model_calls import refuse_more
from bot.core.redaction.typed_secrets import hide_secrets
from bot.core.state.work import Work
from bot.domain.memory import Embedding, Passage

T = TypeVar("T", bound=Hashable)

# From Cormack, Clarke and Büttcher (2009): the first of one list does not beat what both know.
DAMPING = 60


def fuse(*rankings: Sequence[T]) -> list[T]:
    """Rank everything by reciprocal rank fusion; of equals, what stands earlier comes first."""
    scores: dict[T, float] = {}
    for ranking in rankings:
        for place, thing in enumerate(dict.fromkeys(ranking), start=1):
            scores[thing] = scores.get(thing, 0.0) + 1 / (DAMPING + place)
    return sorted(scores, key=lambda thing: -scores[thing])


QUERY_SECONDS = 2.0
BESIDE_SECONDS = 60.0
MOST_CHARACTERS = 1_500  # some 400 tokens: small models read no more than 512
LOOKED = "lines of like meaning were looked for too"
MISSED = "lines of like meaning could not be looked for"

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Near:
    """The lines found, the most alike first, and what is to be said about how."""

    passages: tuple[Passage, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Search:
    """What a turn that begins again must find again; no words, for they may be forgotten."""

    places: tuple[Place, ...] = ()
    usage: Usage = field(default_factory=Usage)
    failed: bool = False


_SEARCH = TypeAdapter(_Search)


async def find_near(work: Work, wanted: RecallQuery) -> Near:
    """Find what means the like of the message, by one call of a model; nothing if it is away.

    Raises:
        BudgetSpent: the author may not have a model asked any more.
        Interrupted: the turn is to stop.
    """
    by_meaning = work.services.by_meaning
    if by_meaning is None:
        return Near()
    step = work.journal.step("near", str(wanted.discreet), *wanted.words)
    recorded = work.journal.recorded(step)
    if recorded is None:
        search, passages = await _search(work, by_meaning, wanted)
        await work.journal.record(step, _SEARCH.dump_python(search, mode="json"))
    else:
        search = _SEARCH.validate_python(recorded)
        passages = await by_meaning.kept.lines(wanted, search.places)
    if search.failed:
        return Near(note=MISSED)
    work.limits.budget.answered(search.usage.input_tokens)
    work.changes.count(search.usage)
    return Near(tuple(passages), LOOKED)


def merge_rankings(*rankings: Sequence[Passage]) -> list[Passage]:
    """One ranking, in which each turn stands once: with its line in the first that has it."""
    lines = {(line.session, line.turn): line for line in reversed([*chain(*rankings)])}
    turns = ([(line.session, line.turn) for line in ranking] for ranking in rankings)
    return [lines[turn] for turn in fuse(*turns)]


async def embed_lines(
    lines: Sequence[Passage], embeddings: Embeddings
) -> tuple[list[Embedding | None], Usage]:
    """What each line means, None where the model does not take it; and what that cost.

    Raises:
        ModelUnavailable: no usable answer came.
    """
    texts = [_short(hide_secrets(line.text)) for line in lines]
    found, spent = await _embedded([text for text in texts if text], embeddings)
    rest = iter(found)
    return [next(rest) if text else None for text in texts], spent


async def _search(
    work: Work, by_meaning: ByMeaning, wanted: RecallQuery
) -> tuple[_Search, list[Passage]]:
    within = min(work.limits.seconds_left(), QUERY_SECONDS)
    await refuse_more(work)
    try:
        words = [_short(work.transcript.text)]
        embed = partial(by_meaning.embeddings.embed, words, within_seconds=within)
        query = await work.limits.halt.cuts(embed)
    except ModelUnavailable as error:
        log.warning("recalled_by_words_alone", reason=error.reason)
        return _Search(failed=True), []
    found = await by_meaning.kept.near(wanted, query.meanings[0])
    places = tuple((line.session, line.number) for line in found)
    return _Search(places, query.usage), found


async def _embedded(
    texts: Sequence[str], embeddings: Embeddings
) -> tuple[list[Embedding | None], Usage]:
    """Embed all at once; of texts that are refused together, each half by itself."""
    if not texts:
        return [], Usage()
    try:
        answer = await embeddings.embed(texts, within_seconds=BESIDE_SECONDS)
    except TextsRefused:
        if len(texts) == 1:
            return [None], Usage()
    else:
        return list(answer.meanings), answer.usage
    middle = len(texts) // 2
    first, spent = await _embedded(texts[:middle], embeddings)
    second, more = await _embedded(texts[middle:], embeddings)
    tokens = spent.input_tokens + more.input_tokens
    return [*first, *second], Usage(tokens, 0, spent.cost_micros + more.cost_micros)


def _short(text: str) -> str:
    return text[:MOST_CHARACTERS].strip()
