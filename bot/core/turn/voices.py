"""Whose words a reply is made of: those of an agent, and what the bot itself puts around them."""

from dataclasses import replace
from datetime import datetime

from bot.domain.ids import TurnId
from bot.domain.messages import Reply, TranscriptLine

BOT = "bot"


def lines_of(reply: Reply, turn: TurnId, now: datetime, own: str | None) -> list[TranscriptLine]:
    """The lines of the transcript for a reply, one for each voice."""
    to = reply.to.key if reply.to else ""
    parts = whose_words(reply.spoken, reply.agent, own)
    lines = [TranscriptLine(turn, who, True, words, now, to=to) for who, words in parts]  # noqa: FBT003 - a field
    return [replace(line, private=True) for line in lines] if reply.private else lines


def attributed(line: TranscriptLine, agent: str, private: bool) -> TranscriptLine:  # noqa: FBT001 - a field
    """A line as that of another agent; what the bot says for itself stays the bot's."""
    return replace(line, speaker=BOT if line.speaker == BOT else agent, private=private)


def whose_words(text: str, agent: str, own: str | None) -> list[tuple[str, str]]:
    """Who says which part; of a reply all is the agent's own, unless its own words are given.

    What the bot says for itself models do not read as words of an assistant: they repeat it.
    """
    if not agent or (own is not None and not own.strip()):
        return [(BOT, text)]
    if own is None or own not in text:
        return [(agent, text)]
    before, _, after = text.partition(own)
    around = "\n\n".join(part.strip() for part in (before, after) if part.strip())
    return [(agent, own), *([(BOT, around)] if around else [])]
