"""Holds back what nobody plainly ordered, and says so."""

import re
from collections.abc import Iterable

from agents.kit.model import ToolSpec
from bot.core.matching.english import is_go_on
from bot.core.matching.terms import Kind, stems, terms
from bot.core.matching.words import cut, name_as_text
from bot.llm.offline.run import Run
from bot.llm.offline.unread import unread
from bot.llm.offline.values.free_slots import Values
from bot.llm.offline.values.schema import Want, slots
from bot.llm.offline.words.changes import ending_verbs
from bot.llm.offline.words.intents import plain
from bot.llm.offline.words.mood import Mood, Work, mood, refuses
from bot.llm.offline.words.mood_words import LIGHT
from bot.llm.offline.words.wording import NOTHING_CHANGED, cited

QUESTION_ONLY = "If you asked me to do it now, say “go on”."
_YES = re.compile(r"(?:yes|yep|yeah|sure)(?:,? please)?\W*|please do\W*|do so\W*", re.IGNORECASE)
_REASONS = {
    Mood.REFUSED: "You said not to do it; if you want it done now after all, say “go on”.",
    Mood.TOLD: "I took that for talk, not for an order; to have it done now, say “go on”.",
    Mood.QUESTION: QUESTION_ONLY,
    Mood.CONDITIONAL: "I cannot wait for a condition, or check one; to have it done now, met or "
    "not, say “go on”.",
    Mood.TIMED: "I cannot do it at another time; to have it done now, say “go on”.",
    Mood.REPEATED: "I cannot repeat it; to have it done once, now, say “go on”.",
}
_JOINTS = frozenset({"to", "of", "from", "into", "with", "that", "as", "about", "called", "named"})
_MARKS = re.compile(r"[\d:\"“”\n]|\s'")


def held_back(run: Run, tool: ToolSpec, values: Values) -> str:
    """Why a tool does not run yet; empty if nobody is against it.

    What changes something must be plainly ordered; what only reads must not be refused.
    """
    if not tool.effect:
        work = _work_of(tool)
        is_refused = refuses(run.newest, lambda term: term in work.words)
        return f"{NOTHING_CHANGED} {_REASONS[Mood.REFUSED]}" if is_refused else ""
    found = Mood.TOLD if _is_only_named(run, tool) else standing(run, tool, values)
    if found is not Mood.ORDER:
        return f"{NOTHING_CHANGED} {_REASONS[found]}"
    words = unread(run, tool, values)
    return f"{NOTHING_CHANGED} {_unread(words)}" if words else ""


def _unread(words: str) -> str:
    return f"I cannot tell what {cited(words)} means for it; to have it done without, say “go on”."


def agrees(question: str, text: str) -> bool:
    """Say whether a yes means “go on”: where we only doubted that something was an order.

    After what we cannot do, as tomorrow, a yes may just as well be that this is understood.
    """
    return question.endswith((_REASONS[Mood.TOLD], QUESTION_ONLY)) and bool(_YES.fullmatch(text))


def standing(run: Run, tool: ToolSpec, values: Values) -> Mood:
    """The mood of all that was said for a task: an order lifts what was said before it.

    An answer does not: whoever is asked how much to pay tomorrow has not asked to pay now. A
    question is about itself alone.
    """
    work = _work_of(tool)
    takes_days = any(slot.want is Want.DAY for slot in slots(tool))
    found = Mood.ORDER
    for at, text in enumerate(run.own_words):
        words = _beside_values(text, tool, values, is_opening=at == 0)
        one = mood(words, work=work, takes_days=takes_days, answers=at > 0)
        if one is not Mood.ORDER or found is Mood.QUESTION or _lifts(text, work):
            found = one
    return found


def _is_only_named(run: Run, tool: ToolSpec) -> bool:
    """Say whether all that was said are a few words beside a noun: “feature film” orders nothing.

    What goes somewhere, or is counted, or follows a colon, is worded like one: “50 to Bob”.
    """
    if len(run.own_words) != 1 or run.is_handed_on or run.index.begins_request(plain(run.newest)):
        return False
    said = [word.lower for word in cut(plain(run.newest))]
    acts = _work_of(tool).acts | LIGHT
    is_ordered = any({word, stems.of(word)} & acts for word in said)
    return not (is_ordered or set(said) & _JOINTS or _MARKS.search(run.newest))


def _lifts(text: str, work: Work) -> bool:
    """Say whether words ask for it in so many words, or to go on."""
    return is_go_on(text) or any(stems.of(word.text) in work.words for word in cut(text)[:1])


def _work_of(tool: ToolSpec) -> Work:
    """What a tool does; its name and its description begin with the verb."""
    texts = (name_as_text(tool.name), tool.description)
    words = {term.text for text in texts for term in terms(text)}
    first = {stems.of(word.text) for text in texts for word in cut(text)[:1]}
    acts = {verb for verb in first & words if stems.kind(verb) is Kind.WORD}
    ends = ending_verbs(tool)
    return Work(_with_synonyms(words) | ends, _with_synonyms(acts) | ends)


def _with_synonyms(words: Iterable[str]) -> frozenset[str]:
    return frozenset(words).union(*map(stems.synonyms, words))


def _beside_values(text: str, tool: ToolSpec, values: Values, *, is_opening: bool) -> str:
    """What is said beside values in free words: a note may speak of anything.

    What opens a task is never a value alone.
    """
    free = [slot for slot in slots(tool) if slot.want in {Want.TEXT, Want.LIST}]
    for slot in free:
        given = values.get(slot.key)
        for value in given if isinstance(given, list) else [given]:
            rest = text.replace(value, " ") if isinstance(value, str) and value else text
            text = rest if cut(rest) or not is_opening else text
    return text
