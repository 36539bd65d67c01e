"""Says whether words are an order, or only speak of what might be ordered."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from agents.kit.dates import days_in
from bot.core.matching.english import asks
from bot.core.matching.terms import Kind, stems, terms
from bot.core.matching.words import cut
from bot.llm.offline.words.mood_words import (
    ASKS_FOR,
    CHANGED_MIND,
    CLAUSE_END,
    CONDITION,
    COURTESY,
    DONE,
    HEDGES,
    LABEL,
    LIGHT,
    NEGATES,
    NO_THANKS,
    NOW,
    OTHERS_DID,
    OWN_SAYING,
    PLACES,
    QUOTED,
    REFUSAL,
    REFUSAL_INSIDE,
    REFUSES_NOTHING,
    REPETITION,
    REPORT,
    SPEAKS,
    SPEAKS_FIRST,
    STOPS,
    TELLS,
    TIME,
    WISH,
)


class Mood(StrEnum):
    """What words do with a wish; anything but an order changes nothing."""

    ORDER = "order"
    REFUSED = "refused"
    TOLD = "told"
    QUESTION = "question"
    CONDITIONAL = "conditional"
    TIMED = "timed"
    REPEATED = "repeated"


@dataclass(frozen=True, slots=True)
class Work:
    """What would be done, as stems: all words for it, and those of them that order it."""

    words: frozenset[str] = frozenset()
    acts: frozenset[str] = frozenset()


ANY_WORK = Work()


def mood(
    text: str, *, work: Work = ANY_WORK, takes_days: bool = False, answers: bool = False
) -> Mood:
    """Say what words do with the wish in them.

    `work` is what would be done: who asks for an order to be cancelled does not refuse it.
    With `takes_days` a day is a value, and puts nothing off.
    What `answers` a question may be told like anything else: "I owe 50".
    """
    bare = QUOTED.sub(" ", text)
    clauses = [clause for clause in _clauses(bare) if cut(clause)]
    if not clauses:
        return Mood.TOLD if cut(text) and not answers else Mood.ORDER
    if CHANGED_MIND.search(bare) or any(refusals(text)) or _stops(clauses, work.words):
        return Mood.REFUSED
    speaks = _reports(bare) or _speaks(clauses[0], work.words) or HEDGES.search(bare)
    if speaks or (not answers and _tells(clauses)):
        return Mood.TOLD
    bound = _bound(bare, takes_days=takes_days)
    # "When he pays, send it" begins like a question, and is none.
    is_question = asks(text) and (bound is not Mood.CONDITIONAL or text.rstrip().endswith("?"))
    if is_question or not _is_led_in(text, clauses, work):
        return Mood.QUESTION if is_question else bound
    return Mood.TOLD if bound is Mood.ORDER else bound


def refusals(text: str) -> Iterator[str]:
    """What words say not to do, from the verb on: of “don't order a desk” it is “order a desk”.

    A verb that is missing, as in “send 50? Don't”, is everything that was said.
    """
    for clause in _clauses(QUOTED.sub(" ", text)):
        found = REFUSAL.match(clause) or REFUSAL_INSIDE.search(clause)
        if found and (found["verb"] or "").lower() not in REFUSES_NOTHING:
            yield clause[found.start("verb") :] if found["verb"] else text


def opening_verb(text: str) -> str:
    """The word that what is said begins with, behind wishes and courtesies."""
    return next((word for clause in _clauses(text) for word in _ordered(clause)[:1]), "")


def lone_verb(before: str) -> str:
    """The one word of a clause up to here, as in “could you order | 2 mice”; else nothing."""
    words = _ordered(_clauses(before)[-1])
    return words[0] if len(words) == 1 else ""


def put_right(text: str) -> str:
    """Leave out what a later order takes the place of: of “don't send 50, send 60” the 50.

    It must be the same that is refused and ordered, and nothing behind it may be refused.
    """
    pieces = [*_pieces(text)]
    for at, (start, end) in enumerate(pieces):
        rest = text[pieces[at + 1][0] :] if pieces[at + 1 :] else ""
        if _is_corrected(COURTESY.sub("", text[start:end].strip(), count=1), rest):
            return f"{text[:start]}{put_right(rest)}"
    return text


def _is_corrected(clause: str, rest: str) -> bool:
    refused = REFUSAL.match(clause)
    if refused is None or not refused["verb"] or NEGATES.search(rest):
        return False
    verb = stems.of(refused["verb"])
    first = (stems.of(word) for later in _clauses(rest) for word in _first_word(later))
    return any(word in {verb, *stems.synonyms(verb)} for word in first)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for border in () if QUOTED.search(text) else CLAUSE_END.finditer(text):
        yield start, border.start()
        start = border.end()
    yield start, len(text)


def declines(text: str) -> bool:
    """Say whether an answer only says that the person would rather not: “no thanks”, “don't”."""
    return bool(NO_THANKS.fullmatch(text)) or mood(text, answers=True) is Mood.REFUSED


def refuses(text: str, is_meant: Callable[[str], bool]) -> bool:
    """Say whether it says not to do what is meant by some words, as stems."""
    for refused in refusals(text):
        telling = (term.text for term in terms(refused) if term.kind is not Kind.WEAK)
        if is_meant(next(telling, "")):
            return True
    return False


def _clauses(text: str) -> list[str]:
    # Blanks are made one first: in a long run of them each would be searched for an end anew.
    lines = "\n".join(" ".join(line.split()) for line in text.splitlines())
    return [COURTESY.sub("", part.strip(), count=1) for part in CLAUSE_END.split(lines)]


def _stops(clauses: Iterable[str], verbs: frozenset[str]) -> bool:
    """Say whether a clause begins with a verb that ends things, unless that is the very wish."""
    first = (word for clause in clauses for word in _first_word(clause))
    return any(word in STOPS and stems.of(word) not in verbs for word in first)


def _first_word(clause: str) -> list[str]:
    """The word an order begins with, behind "I would like to" and "could you"."""
    return [word.lower for word in cut(WISH.sub("", clause, count=1))[:1]]


def _reports(text: str) -> bool:
    """Say whether words report what somebody said, or what was done."""
    quotes = REPORT.search(text) and not OWN_SAYING.match(text)
    return bool(quotes or DONE.search(text) or OTHERS_DID.match(text))


def _speaks(clause: str, verbs: frozenset[str]) -> bool:
    """Say whether words ask to be told, or to pretend, rather than to do something."""
    if SPEAKS_FIRST.match(clause):
        return True
    is_speech = any(w in SPEAKS and stems.of(w) not in verbs for w in _first_word(clause))
    return is_speech and not ASKS_FOR.match(clause)


def _is_led_in(text: str, clauses: Iterable[str], work: Work) -> bool:
    """Say whether words stand before the verb that no order begins with: “nobody should send”.

    A label does that too: “ana: send 50”.
    """
    label = LABEL.match(text)
    if label and stems.of(label["rest"]) in work.acts:
        return not {stems.of(word.text) for word in cut(label["label"])} & work.acts
    ways = [_way_to_act(clause, work) for clause in clauses]
    return "led in" in ways and "ordered" not in ways


def _way_to_act(clause: str, work: Work) -> str:
    """How a clause comes to the verb for what would be done, if it has one."""
    words = [word for word in _ordered(clause) if word not in {"a", "an", "the", "my"}]
    acts = [at for at, word in enumerate(words) if stems.of(word) in work.acts]
    if not acts:
        return "silent"
    is_ordered = acts[0] == 0 or words[0] in PLACES or (acts[0] == 1 and words[0] in LIGHT)
    return "ordered" if is_ordered or words[0][0].isdigit() else "led in"


def _ordered(clause: str) -> list[str]:
    """The words of a clause behind wishes and courtesies: “could you please send” is “send”."""
    wish = WISH.sub("", WISH.sub("", clause, count=1).strip(), count=1)
    return [word.lower for word in cut(COURTESY.sub("", wish.strip(), count=1))]


def _tells(clauses: Iterable[str]) -> bool:
    """Say whether every clause has somebody do something, and none is a wish or an order."""
    telling = [clause for clause in clauses if len(cut(clause)) > 1]
    return bool(telling) and all(
        TELLS.match(clause) and not WISH.match(clause) and not OWN_SAYING.match(clause)
        for clause in telling
    )


def _bound(text: str, *, takes_days: bool) -> Mood:
    """Say whether an order is bound to a condition or a time."""
    if CONDITION.search(text):
        return Mood.CONDITIONAL
    if REPETITION.search(text):
        return Mood.REPEATED
    is_timed = TIME.search(text) or any(day.text not in NOW for day, _start, _end in days_in(text))
    return Mood.TIMED if is_timed and not takes_days else Mood.ORDER
