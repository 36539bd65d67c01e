"""Sentences that several answers share."""

from collections.abc import Iterable, Sequence

from agents.kit.model import Card
from bot.core.attached import WORDLESS
from bot.core.matching.words import name_as_text

GO_ON = "go on"
SAY_GO_ON = f"say “{GO_ON}”."
TELL_ME = "Please tell me"
NOTHING_CHANGED = "I have changed nothing."
TO_END = "To end this, say “stop”."
_LONGEST_QUOTE = 80


def wish_of(card: Card) -> str:
    """What an agent offers, as people read it."""
    text = card.introduction or card.description or name_as_text(card.name)
    return text.strip().rstrip(".")


def listed(cards: Iterable[Card]) -> str:
    """One line per agent."""
    return "\n".join(f"• {wish_of(card)}" for card in cards)


def offered(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The agents people are told about; one without an introduction speaks for itself."""
    return tuple(card for card in cards if card.exposed and card.introduction)


def shortened(text: str) -> str:
    """A message as it can be cited in one line."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_QUOTE else f"{line[:_LONGEST_QUOTE].rstrip()}…"


def asked_in(question: str | None) -> str:
    """What a question asks for, without what it says is known already."""
    said = (question or "").lower()
    return said.rpartition(TELL_ME.lower())[2]


def cited(text: str) -> str:
    """A message between quotation marks; one of dots alone, or of no words, is not repeated."""
    is_said = text.strip(". ") and text != WORDLESS
    return f"“{shortened(text).rstrip('. ')}”" if is_said else "That"


def fits(words: Sequence[str], card: Card) -> str:
    """Say why words are for an agent."""
    quoted = [f"“{word}”" for word in words[:4]]
    said = " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)
    verb = "match" if len(quoted) > 1 else "matches"
    return f"{said or 'The message'} {verb} what {card.name} does: {wish_of(card)}."
