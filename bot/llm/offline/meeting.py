"""Plays procedures by rules: lines that quote what was said, and judges that count turns."""

import re

from agents.kit.model import JudgeBrief, PersonaBrief

OFFLINE = "(offline, without a language model)"
ROUNDS = 2
MOST_QUOTES = 5

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_TAG = re.compile(r"</?[A-Za-z][\w-]*>")
_LONGEST = 240


def line_of(brief: PersonaBrief) -> str:
    """A line in somebody's role that quotes what people said; it says what it is."""
    quotes = "; ".join(f"“{word}”" for word in _words(brief)[-MOST_QUOTES:] if word)
    about = f" To go by: {quotes}." if quotes else ""
    task = brief.task.strip() or "I have nothing to add."
    line = f"{OFFLINE} As {brief.role}, this is my part: {task}{about}"
    return "\n".join(f"<{tag}>{line}</{tag}>" for tag in brief.tags) or line


def found_in(brief: PersonaBrief) -> str:
    """What was last heard, under each of the words asked for."""
    heard = _words(brief)[-1]
    return "\n".join(f"<{tag}>{heard}</{tag}>" for tag in brief.tags)


def verdict_on(brief: JudgeBrief) -> str:
    """Whoever has not spoken for longest is next; after two rounds it goes on."""
    choice = _speaker(brief) if brief.decides == "speaker" else _way(brief)
    return f"<{brief.tag}>{choice}</{brief.tag}>"


def _way(brief: JudgeBrief) -> str:
    is_enough = brief.spoken >= ROUNDS * len(set(brief.roles))
    return brief.choices[1] if is_enough and brief.choices[1:] else brief.choices[0]


def _speaker(brief: JudgeBrief) -> str:
    places = {role: place for place, role in enumerate(brief.speakers)}
    return min(brief.choices, key=lambda role: places.get(role, -1))


def _words(brief: PersonaBrief) -> list[str]:
    """The last sentence of each thing heard that was not made here; else the wish."""
    heard = [line.partition(" said: ")[2] for line in brief.heard if OFFLINE not in line]
    return [_last(text) for text in heard or [brief.wish]]


def _last(text: str) -> str:
    sentences = [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]
    return _TAG.sub("", sentences[-1])[:_LONGEST] if sentences else ""
