"""Says whether words are an order, or only speak of what might be ordered."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from agents.kit.dates import days_in
from bot.core.matching.english import asks
from bot.core.matching.terms import Kind, stems, terms
from bot.core.matching.words import cut


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


def _set_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Said around the noun an order may be made of, as in "make a transfer of 50".
_LIGHT = _set_of(
    "make do start initiate set begin arrange execute perform place issue submit open"
)
_PLACES = _set_of("to from for on into at")

_CLAUSE_END = re.compile(
    r"[.!?;:,]+(?:\s+|$)|\n+|\s*[()\u2013\u2014]+\s*|\s+-+\s+"
    r"|\s+(?:and|but|then|so|though)\s+(?=\w)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]|(?<!\w)'[^']*'(?!\w)")
_COURTESY = re.compile(
    r"(?:(?:hi|hello|hey|please|pls|kindly|ok|okay|so|well|and|but|then|now|also|just|actually|no|"
    r"yes|go ahead|sorry|instead|rather|thanks|thank you|quickly|immediately|"
    r"if possible|if you can|as soon as possible)\b[\s,!.]*)*",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"(?:(?:i|we)(?: really| just| also)*(?:'d like| would like| want| wanna| need| wish| have|"
    r" must| should like|'d love| would love| can| could|'ve got)\b(?: you| someone| somebody)?"
    r"(?: to\b)?|(?:can|could|would|will) you\b|let us\b|let's\b|help me(?: to)?\b|may i\b"
    r"|(?:don'?t|do not) (?:forget|hesitate)(?: to)?\b|(?:i|we) (?:said|say|meant?)\b"
    r"|you (?:can|may)\b)",
    re.IGNORECASE,
)
# What is said around a verb, as in "I don't really want you to send it".
_AROUND = (
    r"(?:(?:ever|really|actually|please|just|even|now|yet|think|(?:i|we)|should|want(?:ed)?|wish|"
    r"like|need|have|intend|plan|mean|going|about|you|anyone|anybody|it|them|to)\s+)*"
)
_NOT = (
    r"(?:don'?t|do not|never|won'?t|will not|(?:would|should|must|need)(?:n'?t| not)|no longer"
    r"|(?:'m|am|are|'re) not (?:going|about) to|not to|rather not|no need to)"
)
_REFUSAL = re.compile(
    rf"(?:(?:(?:i|we|you)(?:'d| would)?(?: really| just)?|why)\s*)?{_NOT}"
    rf"(?:\s+{_AROUND}(?P<verb>[a-z]+)\b|\W*$)",
    re.IGNORECASE,
)
_REFUSAL_INSIDE = re.compile(
    rf"\b(?:i|we)(?:'d| would)?(?: really| just)?\s+{_NOT}\s+{_AROUND}(?P<verb>[a-z]+)\b"
    r"|\b(?:please\s+)?(?:don'?t|do not)(?:\s+(?:really\s+)?(?:do|send|pay|run)\b.*|\W*$)",
    re.IGNORECASE,
)
_PAST = r"sent|paid|wired|moved|transferred|remitted|ordered|bought|received"
_OTHERS_DID = re.compile(
    rf"(?:[a-z][\w'-]*\s+)(?:has |have |had |just )*(?:{_PAST})\b", re.IGNORECASE
)
_LABEL = re.compile(r"\s*(?P<label>[A-Za-z][\w' -]{0,40}):\s+(?P<rest>\S+)")
_CHANGED_MIND = re.compile(
    r"[.!?,;\u2013\u2014-]\s*(?:no|nope|nah|no way|or not|wait|hold on|no wait)\W*$|"
    r"\b(?:changed my mind|(?:just|only) (?:kidding|joking)|no longer (?:want|need)"
    r"|against (?:it|sending|doing))\b",
    re.IGNORECASE,
)
_NO_THANKS = re.compile(
    r"\s*(?:(?:no|nope|nah)[\s,]+(?:thanks|thank you)|(?:no[\s,]+)?(?:not now|rather not))[\s.!]*",
    re.IGNORECASE,
)
# "I don't know where, …" refuses nothing, and "don't forget to …" orders.
_REFUSES_NOTHING = _set_of(
    """
    know see understand remember recall care mind get got find believe feel work works hesitate
    forget fail worry wait be let trust has had bother speak live
    """
)
_STOPS = _set_of(
    """
    cancel undo stop cease hold halt abort revert reverse withdraw retract void refund forget skip
    avoid postpone delay pause block prevent refuse reject scrap discard delete remove unsend kill
    """
)
_SPEAKS = _set_of(
    """
    explain describe tell say ask teach pretend imagine suppose simulate repeat quote test demo
    translate ignore disregard example hypothetically theoretically maybe perhaps consider discuss
    wonder guess promise remember read spell practise practice should shall must
    """
)
_SPEAKS_FIRST = re.compile(
    r"show (?:me )?how|let'?s (?:say|assume|pretend|imagine)|how to|what if"
)
_ASKS_FOR = re.compile(r"ask for\b")
_OWN = r"(?:i|we|i'(?:ve|m|ll|d)|we'(?:ve|re|ll|d))"
_SOMEBODY = (
    r"(?:he|she|they|it|you|somebody|someone|everybody|my \w+|our \w+|the \w+|[A-Za-z][\w'-]*)"
)
_REPORT = re.compile(
    rf"(?:^|[.,;!?]\s+|\band\s+){_SOMEBODY}\s+(?:has |have |had |just )?(?:said|says|told|tells|"
    r"wrote|writes|asked|asks|wants|wanted|claims|claimed|demands|demanded|suggested|suggests|begged|"
    r"texted|ordered (?:me|us)|needs (?:me|us))\b(?! for\b)",
    re.IGNORECASE,
)
_OWN_SAYING = re.compile(r"^(?:i|we)\s+(?:said|say|mean|meant|asked|told you)\b", re.IGNORECASE)
_DONE = re.compile(
    rf"\b{_OWN}\s+(?:have |had |'ve )?(?:already |just |once |recently |also )*"
    r"(?:sent|paid|wired|moved|transferred|remitted|ordered|bought|did|made|gave|created|booked)\b"
    r"|\b(?:already|yesterday|last (?:week|month|year|night|\w+day)|ago)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    rf"(?:{_OWN}|he|she|they|you|somebody|someone|my (?:friend|boss|mother|father|wife|husband|"
    r"sister|brother|son|daughter|colleague|neighbou?r))\s+[a-z]+",
    re.IGNORECASE,
)
_NO_CONDITION = (
    r"(?!\s+(?:possible|needed|necessary|you (?:can|could|please|like|would|want|don't mind|will)|"
    r"that(?:'s| is) (?:ok|okay|fine|possible)|it(?:'s| is) (?:ok|okay|fine|possible)|so\b|i may))"
)
_CONDITION = re.compile(
    rf"\bif\b{_NO_CONDITION}|\b(?:unless|provided(?: that)?|assuming|supposing|in case|"
    r"as soon as(?! (?:possible|you can))|as long as|whenever|depending on|in the event"
    r"|when)\b"
    r"|\b(?:once|until|till|after|before)\s+(?:my|our|his|her|their|the|it|i|we|he|she|they|you)\b",
    re.IGNORECASE,
)
_REPETITION = re.compile(
    r"\b(?:every|each)\s+(?:other\s+)?(?:\d+\s+)?(?:minute|hour|day|night|week|weekend|month|"
    r"quarter|year|morning|evening|time|mon|tues|wednes|thurs|fri|satur|sun|first|last|payday)\w*\b"
    r"|\b(?:hourly|daily|weekly|biweekly|monthly|quarterly|yearly|annually|regularly|repeatedly|"
    r"from now on|twice|thrice|(?:\d+|two|three|four|five|ten|several|many) times)\b"
    r"|\b(?:a|per)\s+(?:day|week|month|year)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:tomorrow|tonight|later(?: today)?|some day|someday|next (?:week|weekend|month|year|"
    r"quarter|time|\w+day)|this (?:evening|afternoon|weekend|\w+day)|(?:in|after|within) (?:an?|"
    r"\d+|one|two|three|four|five|six|ten|a few) (?:second|minute|hour|day|week|month|year)s?|"
    r"at (?:noon|midnight|\d{1,2}(?::\d{2})?\s?(?:am|pm|o'clock)|\d{1,2}:\d{2})|"
    r"on the \d+(?:st|nd|rd|th)|"
    r"(?:end|start|beginning) of (?:the )?(?:day|week|month|year))\b",
    re.IGNORECASE,
)
_NOW = frozenset({"today", "now"})


def mood(
    text: str, *, work: Work = ANY_WORK, takes_days: bool = False, answers: bool = False
) -> Mood:
    """Say what words do with the wish in them.

    `work` is what would be done: who asks for an order to be cancelled does not refuse it.
    With `takes_days` a day is a value, and puts nothing off.
    What `answers` a question may be told like anything else: "I owe 50".
    """
    bare = _QUOTED.sub(" ", text)
    clauses = [clause for clause in _clauses(bare) if cut(clause)]
    if not clauses:
        return Mood.TOLD if cut(text) else Mood.ORDER
    if _CHANGED_MIND.search(bare) or any(refusals(text)) or _stops(clauses, work.words):
        return Mood.REFUSED
    speaks = _reports(bare) or _speaks(clauses[0], work.words)
    if speaks or (not answers and _tells(clauses)):
        return Mood.TOLD
    bound = _bound(bare, takes_days=takes_days)
    # "When he pays, send it" begins like a question, and is none.
    is_question = asks(text) and (bound is not Mood.CONDITIONAL or text.rstrip().endswith("?"))
    if is_question or not _is_led_in(text, clauses, work):
        return Mood.QUESTION if is_question else bound
    return Mood.TOLD


def refusals(text: str) -> Iterator[str]:
    """What words say not to do, from the verb on: of “don't order a desk” it is “order a desk”.

    A verb that is missing, as in “send 50? Don't”, is everything that was said.
    """
    for clause in _clauses(_QUOTED.sub(" ", text)):
        found = _REFUSAL.match(clause) or _REFUSAL_INSIDE.search(clause)
        if found and (found["verb"] or "").lower() not in _REFUSES_NOTHING:
            yield clause[found.start("verb") :] if found["verb"] else text


def declines(text: str) -> bool:
    """Say whether an answer only says that the person would rather not: “no thanks”, “don't”."""
    return bool(_NO_THANKS.fullmatch(text)) or mood(text, answers=True) is Mood.REFUSED


def refuses(text: str, is_meant: Callable[[str], bool]) -> bool:
    """Say whether it says not to do what is meant by some words, as stems."""
    for refused in refusals(text):
        telling = (term.text for term in terms(refused) if term.kind is not Kind.WEAK)
        if is_meant(next(telling, "")):
            return True
    return False


def _clauses(text: str) -> list[str]:
    return [_COURTESY.sub("", part.strip(), count=1) for part in _CLAUSE_END.split(text)]


def _stops(clauses: Iterable[str], verbs: frozenset[str]) -> bool:
    """Say whether a clause begins with a verb that ends things, unless that is the very wish."""
    first = (word for clause in clauses for word in _first_word(clause))
    return any(word in _STOPS and stems.of(word) not in verbs for word in first)


def _first_word(clause: str) -> list[str]:
    """The word an order begins with, behind "I would like to" and "could you"."""
    return [word.lower for word in cut(_WISH.sub("", clause, count=1))[:1]]


def _reports(text: str) -> bool:
    """Say whether words report what somebody said, or what was done."""
    quotes = _REPORT.search(text) and not _OWN_SAYING.match(text)
    return bool(quotes or _DONE.search(text) or _OTHERS_DID.match(text))


def _speaks(clause: str, verbs: frozenset[str]) -> bool:
    """Say whether words ask to be told, or to pretend, rather than to do something."""
    if _SPEAKS_FIRST.match(clause):
        return True
    is_speech = any(w in _SPEAKS and stems.of(w) not in verbs for w in _first_word(clause))
    return is_speech and not _ASKS_FOR.match(clause)


def _is_led_in(text: str, clauses: Iterable[str], work: Work) -> bool:
    """Say whether words stand before the verb that no order begins with: “nobody should send”.

    A label does that too: “ana: send 50”.
    """
    label = _LABEL.match(text)
    if label and stems.of(label["rest"]) in work.acts:
        return not {stems.of(word.text) for word in cut(label["label"])} & work.acts
    ways = [_way_to_act(clause, work) for clause in clauses]
    return "led in" in ways and "ordered" not in ways


def _way_to_act(clause: str, work: Work) -> str:
    """How a clause comes to the verb for what would be done, if it has one."""
    bare = _COURTESY.sub("", _WISH.sub("", clause, count=1).strip(), count=1)
    words = [word.lower for word in cut(bare) if word.lower not in {"a", "an", "the", "my"}]
    acts = [at for at, word in enumerate(words) if stems.of(word) in work.acts]
    if not acts:
        return "silent"
    is_ordered = acts[0] == 0 or words[0] in _PLACES or (acts[0] == 1 and words[0] in _LIGHT)
    return "ordered" if is_ordered or words[0][0].isdigit() else "led in"


def _tells(clauses: Iterable[str]) -> bool:
    """Say whether every clause has somebody do something, and none is a wish or an order."""
    telling = [clause for clause in clauses if len(cut(clause)) > 1]
    return bool(telling) and all(
        _TELLS.match(clause) and not _WISH.match(clause) and not _OWN_SAYING.match(clause)
        for clause in telling
    )


def _bound(text: str, *, takes_days: bool) -> Mood:
    """Say whether an order is bound to a condition or a time."""
    if _CONDITION.search(text):
        return Mood.CONDITIONAL
    if _REPETITION.search(text):
        return Mood.REPEATED
    is_timed = _TIME.search(text) or any(
        day.text not in _NOW for day, _start, _end in days_in(text)
    )
    return Mood.TIMED if is_timed and not takes_days else Mood.ORDER
